import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const frame = style({ display: 'grid', gap: vars.space.x5, paddingTop: vars.space.x4 });
export const between = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: vars.space.x3,
  fontSize: vars.size.s,
});
/** A link that is pressed outside a sentence. */
export const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.target,
  color: vars.color.brand,
  fontWeight: vars.weight.medium,
});
export const other = style({ textAlign: 'center', color: vars.color.muted });
export const inline = style({ color: vars.color.brand, fontWeight: vars.weight.medium });
/** Long addresses wrap. */
export const address = style({ overflowWrap: 'anywhere', fontWeight: vars.weight.medium });
export const assurance = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space.x2,
  color: vars.color.muted,
  fontSize: vars.size.s,
});

const bar = style({ height: 4, borderRadius: vars.radius.round, background: vars.color.line });
export const strength = style({ display: 'grid', gap: vars.space.x1 });
export const bars = style({ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: vars.space.x1 });
export const step = styleVariants({
  off: [bar],
  weak: [bar, { background: vars.color.bad }],
  fair: [bar, { background: vars.color.accent }],
  strong: [bar, { background: vars.color.good }],
});

export const needs = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(9.5rem, 1fr))',
  gap: vars.space.x1,
  margin: 0,
  padding: 0,
  listStyle: 'none',
});
const line = style({ display: 'flex', alignItems: 'center', gap: vars.space.x1 });
/** Marked by shape as well as by colour. */
export const need = styleVariants({
  open: [line],
  met: [line, { color: vars.color.good, fontWeight: vars.weight.medium }],
});
/** A circle while the need is open; a tick replaces it. */
export const mark = style({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: 18,
  height: 18,
  selectors: {
    [`${need.open} &::before`]: {
      content: '""',
      width: 6,
      height: 6,
      borderRadius: vars.radius.round,
      background: vars.color.muted,
    },
  },
});
