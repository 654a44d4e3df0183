import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const carousel = style({ display: 'grid', gap: vars.space.x1 });
export const brands = style({
  display: 'grid',
  gap: vars.space.x3,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  // The last page may have fewer brands; its height stays the same.
  gridTemplateRows: 'repeat(3, 88px)',
  '@media': {
    [media.small]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gridTemplateRows: 'repeat(2, 88px)' },
    [media.large]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))', gridTemplateRows: '88px' },
  },
});
export const brand = style({
  display: 'grid',
  placeItems: 'center',
  height: '100%',
  overflow: 'hidden',
  background: vars.color.surface,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.m,
  color: vars.color.ink,
  textDecoration: 'none',
  '@media': { [media.hover]: { ':hover': { borderColor: vars.color.brand, color: vars.color.brandDark } } },
});
/** Pictures are square, with the wordmark in the middle. */
export const logo = style({ width: '80px' });
export const name = style({ fontWeight: vars.weight.bold, textAlign: 'center', overflowWrap: 'anywhere' });
export const controls = style({ display: 'flex', justifyContent: 'flex-end', gap: vars.space.x1 });
