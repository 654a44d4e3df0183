import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const search = style({ display: 'grid', gap: vars.space.x2, minWidth: 0 });

export const results = style({
  display: 'grid',
  minWidth: 0,
  overflow: 'hidden',
  background: vars.color.surface,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.m,
});

export const result = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: vars.space.x2,
  width: '100%',
  minWidth: 0,
  minHeight: vars.target,
  padding: `${vars.space.x2} ${vars.space.x4}`,
  background: 'transparent',
  border: 0,
  borderTop: `1px solid ${vars.color.line}`,
  textAlign: 'start',
  overflowWrap: 'anywhere',
  selectors: {
    'li:first-child > &': { borderTopColor: 'transparent' },
    // The list clips what extends beyond its corners.
    '&:focus-visible': { outlineOffset: '-3px' },
  },
  '@media': { [media.hover]: { ':hover': { background: vars.color.brandSoft } } },
});

export const name = style({ fontWeight: vars.weight.medium });
export const note = style({ color: vars.color.muted, fontSize: vars.size.s });
