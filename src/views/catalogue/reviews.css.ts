import { globalStyle, style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

/** Height of a few reviews. Reserved while they load, so that the content below hardly jumps. */
const LOADING_HEIGHT = 320;

export const reviews = style({
  display: 'grid',
  gap: vars.space.x6,
  paddingTop: vars.space.x3,
  alignItems: 'start',
  '@media': { [media.medium]: { gridTemplateColumns: '340px minmax(0, 1fr)', gap: vars.space.x8 } },
});

export const aside = style({ display: 'grid', gap: vars.space.x5, alignContent: 'start', minWidth: 0 });
export const main = style({ display: 'grid', gap: vars.space.x4, alignContent: 'start', minWidth: 0 });
export const waiting = style({ display: 'grid', placeItems: 'center', minHeight: LOADING_HEIGHT });

export const summary = style({ display: 'grid', gap: vars.space.x3 });
export const average = style({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: vars.space.x3 });
export const number = style({
  fontSize: vars.size.display,
  fontWeight: vars.weight.bold,
  lineHeight: vars.leading.tight,
});
export const note = style({ color: vars.color.muted, fontSize: vars.size.s });

export const breakdown = style({ display: 'grid', gap: vars.space.x2, margin: 0, padding: 0, listStyle: 'none' });
export const perStar = style({
  display: 'grid',
  gridTemplateColumns: '4.5em minmax(0, 1fr) 2.5em',
  alignItems: 'center',
  gap: vars.space.x2,
  fontSize: vars.size.s,
});
export const count = style({ textAlign: 'right', color: vars.color.muted, fontVariantNumeric: 'tabular-nums' });
export const bar = style({
  display: 'block',
  width: '100%',
  height: 8,
  overflow: 'hidden',
  borderRadius: vars.radius.round,
});
export const track = style({ fill: vars.color.sunken });
export const filled = style({ fill: vars.color.accent });

export const list = style({ display: 'grid', margin: 0, padding: 0, listStyle: 'none' });
export const review = style({
  display: 'grid',
  gap: vars.space.x2,
  padding: `${vars.space.x4} 0`,
  borderBottom: `1px solid ${vars.color.line}`,
  overflowWrap: 'anywhere',
  selectors: { '&:first-child': { paddingTop: 0 }, '&:last-child': { borderBottom: 0 } },
});
export const head = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: vars.space.x2 });
export const title = style({ fontSize: vars.size.m });
export const comment = style({ maxWidth: vars.measure.text, whiteSpace: 'pre-line' });
export const by = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${vars.space.x1} ${vars.space.x3}`,
  color: vars.color.muted,
  fontSize: vars.size.s,
});
export const author = style({ display: 'flex', alignItems: 'center', gap: vars.space.x2 });
/** Reserves its space before the picture has loaded (H20). */
export const avatar = style({ flex: 'none', width: 32, height: 32 });

export const writing = style({
  display: 'grid',
  gap: vars.space.x4,
  padding: vars.space.x5,
  background: vars.color.surface,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.l,
});
export const may = style({ display: 'grid', gap: vars.space.x2, justifyItems: 'start' });
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.x3 });
export const legend = style({ padding: 0, fontWeight: vars.weight.medium, fontSize: vars.size.s });
export const choice = style({ display: 'flex', alignItems: 'center' });
/** A star of the form in finger size, with an invisible radio button over it. */
export const pick = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: vars.target,
  height: vars.target,
  cursor: 'pointer',
  borderRadius: vars.radius.m,
  selectors: {
    '&:has(input:focus-visible)': { outline: `3px solid ${vars.color.focus}`, outlineOffset: '-2px' },
  },
});
export const radio = style({ position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' });
globalStyle(`${pick} svg`, { width: 28, height: 28, stroke: vars.color.lineStrong, strokeWidth: 1 });
globalStyle(`[aria-invalid="true"] ${pick} svg`, { stroke: vars.color.bad, strokeWidth: 1.5 });
export const chosen = style({ marginLeft: vars.space.x2, color: vars.color.muted, fontSize: vars.size.s });
