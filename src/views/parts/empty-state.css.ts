import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const box = style({
  display: 'grid',
  justifyItems: 'center',
  gap: vars.space.x4,
  textAlign: 'center',
  padding: `${vars.space.x12} ${vars.space.x4}`,
  color: vars.color.muted,
});
export const title = style({ color: vars.color.ink, fontSize: vars.size.xl });
export const actions = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: vars.space.x3 });
