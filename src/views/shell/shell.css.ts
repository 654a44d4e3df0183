import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const shell = style({ display: 'flex', flexDirection: 'column', minHeight: '100vh' });
export const main = style({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  // At least as high as the screen above a footer: content that only the browser knows, e.g. the cart, moves nothing
  // visible.
  selectors: { '&:not(:last-child)': { minHeight: '100vh' } },
});

export const skip = style({
  position: 'absolute',
  left: vars.space.x4,
  top: -80,
  zIndex: 20,
  padding: `${vars.space.x3} ${vars.space.x4}`,
  background: vars.color.surface,
  color: vars.color.brand,
  borderRadius: vars.radius.m,
  boxShadow: vars.shadow.m,
  fontWeight: vars.weight.bold,
  ':focus': { top: vars.space.x2 },
});
