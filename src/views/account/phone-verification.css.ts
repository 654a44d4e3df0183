import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const phone = style({ fontWeight: vars.weight.bold, whiteSpace: 'nowrap' });
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space.x2,
});
export const countdown = style({ color: vars.color.muted, fontVariantNumeric: 'tabular-nums' });
