import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

const frame = style({
  display: 'block',
  overflow: 'hidden',
  background: vars.color.sunken,
  borderRadius: vars.radius.s,
});

export const shape = styleVariants({
  square: [frame, { aspectRatio: '1' }],
  wide: [frame, { aspectRatio: '4 / 3' }],
  round: [frame, { aspectRatio: '1', borderRadius: vars.radius.round }],
});
export const image = style({ width: '100%', height: '100%', objectFit: 'contain' });
export const placeholder = style({
  width: '100%',
  height: '100%',
  background: vars.color.sunken,
  color: vars.color.muted,
  display: 'grid',
  placeItems: 'center',
});
