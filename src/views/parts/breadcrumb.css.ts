import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const list = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: vars.space.x1, fontSize: vars.size.s, color: vars.color.muted });
export const item = style({ display: 'inline-flex', alignItems: 'center', gap: vars.space.x1, minWidth: 0 });
export const link = style({ display: 'inline-flex', alignItems: 'center', minHeight: vars.target, color: vars.color.brand });
