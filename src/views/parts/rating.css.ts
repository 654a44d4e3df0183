import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const rating = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space.x1,
  fontSize: vars.size.s,
  color: vars.color.muted,
  whiteSpace: 'nowrap',
});
export const star = style({ width: 15, height: 15, fill: vars.color.accent, flex: 'none' });
