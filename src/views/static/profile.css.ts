import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const list = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${vars.space.x2} ${vars.space.x4}`,
});

globalStyle(`${list} dt`, { color: vars.color.muted });

/** Google's picture, else an icon (H20). */
export const avatar = style({ display: 'block', width: 64, height: 64 });
