import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const list = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  alignItems: 'center',
  gap: vars.space.x1,
  // On phones: a line break after the numbers.
  '::before': { content: '""', order: 1, flexBasis: '100%' },
  '@media': { [media.small]: { '::before': { display: 'none' } } },
});
export const page = style({
  display: 'grid',
  placeItems: 'center',
  minWidth: '36px',
  minHeight: vars.target,
  padding: `0 ${vars.space.x1}`,
  borderRadius: vars.radius.m,
  border: `1px solid ${vars.color.line}`,
  background: vars.color.surface,
  textDecoration: 'none',
  fontVariantNumeric: 'tabular-nums',
  color: vars.color.ink,
  selectors: {
    '&[aria-current]': {
      background: vars.color.brand,
      borderColor: vars.color.brand,
      color: vars.color.onBrand,
      fontWeight: vars.weight.bold,
    },
  },
  '@media': {
    [media.small]: { minWidth: vars.target, paddingInline: vars.space.x2 },
    [media.hover]: { selectors: { '&:not([aria-current]):hover': { borderColor: vars.color.brand } } },
  },
});
/** Previous and Next: on phones side by side under the numbers, which then fit into one line. */
export const step = style({ order: 1, flex: '1 1 40%', '@media': { [media.small]: { order: 0, flex: 'none' } } });
export const end = style([
  page,
  { fontWeight: vars.weight.medium, '@media': { [media.small]: { paddingInline: vars.space.x4 } } },
]);
export const off = style([end, { color: vars.color.muted, background: vars.color.sunken }]);
export const gap = style({ minWidth: '16px', textAlign: 'center', color: vars.color.muted });
