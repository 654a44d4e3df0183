import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const price = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: vars.space.x2,
  fontVariantNumeric: 'tabular-nums',
});

const now = style({ fontWeight: vars.weight.bold, letterSpacing: '-0.01em', whiteSpace: 'nowrap' });

export const size = styleVariants({
  s: [now, { fontSize: vars.size.m }],
  // On a screen of 320 px a card still fits six figures.
  m: [now, { fontSize: `min(${vars.size.l}, 5vw)` }],
  l: [now, { fontSize: vars.size.xxl }],
});

export const was = style({
  color: vars.color.muted,
  fontSize: vars.size.s,
  textDecoration: 'line-through',
  whiteSpace: 'nowrap',
});
