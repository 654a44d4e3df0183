import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const row = style({
  display: 'flex',
  gap: vars.space.x1,
  borderBottom: `1px solid ${vars.color.line}`,
  overflowX: 'auto',
  padding: '3px 3px 0',
});

export const tab = style({
  flex: 'none',
  minHeight: vars.target,
  padding: `${vars.space.x2} ${vars.space.x1}`,
  border: 0,
  background: 'transparent',
  borderBottom: '3px solid transparent',
  color: vars.color.muted,
  fontSize: vars.size.s,
  fontWeight: vars.weight.bold,
  '@media': { [media.small]: { paddingInline: vars.space.x4, fontSize: vars.size.m } },
  selectors: { '&[aria-selected="true"]': { borderBottomColor: vars.color.brand, color: vars.color.brandDark } },
});

export const panel = style({ padding: `${vars.space.x4} ${vars.space.x1}` });
