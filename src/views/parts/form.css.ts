import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const form = style({ display: 'grid', gap: vars.space.x4 });
