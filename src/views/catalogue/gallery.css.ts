import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const gallery = style({ display: 'grid', gap: vars.space.x3, alignContent: 'start', minWidth: 0 });

export const large = style({
  overflow: 'hidden',
  background: vars.color.surface,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.l,
});

export const thumbnails = style({
  display: 'flex',
  gap: vars.space.x2,
  overflowX: 'auto',
  // The first thumbnail aligns with the large picture (X36); the margin leaves space for focus rings.
  margin: '0 -3px',
  padding: '3px',
  listStyle: 'none',
});

export const thumbnail = style({
  display: 'block',
  width: '72px',
  padding: 0,
  overflow: 'hidden',
  background: vars.color.surface,
  border: `2px solid ${vars.color.line}`,
  borderRadius: vars.radius.m,
  cursor: 'pointer',
  selectors: { '&[aria-pressed="true"]': { borderColor: vars.color.brand } },
});
