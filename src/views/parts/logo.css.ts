import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const logo = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space.x2,
  fontSize: '1.5rem',
  fontWeight: vars.weight.bold,
  letterSpacing: '-0.03em',
  lineHeight: 1,
});
export const mark = style({ width: 34, height: 34, flex: 'none' });
export const ground = style({ fill: vars.color.brand });
export const basket = style({
  fill: 'none',
  stroke: vars.color.onBrand,
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
});
export const light = style({ fill: vars.color.accent });
