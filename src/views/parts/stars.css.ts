import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const stars = style({ display: 'inline-flex', gap: 2, verticalAlign: 'middle' });
export const star = style({ width: 18, height: 18, fill: vars.color.line, flex: 'none' });
export const full = style({ fill: vars.color.accent });
