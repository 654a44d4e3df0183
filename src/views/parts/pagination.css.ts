import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const list = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', alignItems: 'center', gap: vars.space.x1 });
export const page = style({
  display: 'grid', placeItems: 'center', minWidth: vars.target, minHeight: vars.target, padding: `0 ${vars.space.x2}`,
  borderRadius: vars.radius.m, border: `1px solid ${vars.color.line}`, background: vars.color.surface,
  textDecoration: 'none', fontVariantNumeric: 'tabular-nums', color: vars.color.ink,
  selectors: {
    '&[aria-current]': { background: vars.color.brand, borderColor: vars.color.brand, color: vars.color.onBrand, fontWeight: vars.weight.bold },
  },
  '@media': { [media.hover]: { selectors: { '&:not([aria-current]):hover': { borderColor: vars.color.brand } } } },
});
export const end = style([page, { padding: `0 ${vars.space.x4}`, fontWeight: vars.weight.medium }]);
export const off = style([end, { color: vars.color.muted, background: vars.color.sunken }]);
export const gap = style({ minWidth: '24px', textAlign: 'center', color: vars.color.muted });
