import { style } from '@vanilla-extract/css';
import { card } from '../parts/radio-card.css.ts';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const delivery = style({ display: 'grid', gap: vars.space.x4, minWidth: 0 });

export const estimate = style({ display: 'flex', gap: vars.space.x2, alignItems: 'center', fontSize: vars.size.s });

export const pickup = style({
  display: 'grid',
  gap: vars.space.x4,
  minWidth: 0,
  paddingTop: vars.space.x4,
  borderTop: `1px solid ${vars.color.line}`,
});

export const selects = style({
  display: 'grid',
  gap: vars.space.x4,
  minWidth: 0,
  alignItems: 'start',
  '@media': { [media.small]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

/** Reserves the space of about one station, so that little jumps while the stations load. */
export const stations = style({
  display: 'grid',
  alignContent: 'start',
  gap: vars.space.x3,
  minHeight: '150px',
  minWidth: 0,
});

export const muted = style({ color: vars.color.muted });

/** A radio card whose links are not part of its label. */
export const station = style([
  card,
  {
    overflowWrap: 'anywhere',
    // Doubled to win over the card's own style in any file order.
    selectors: { '&&': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: vars.space.x2, cursor: 'auto' } },
  },
]);

export const choice = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: vars.space.x3,
  alignItems: 'start',
  cursor: 'pointer',
});

/** Below the name, and aligned with it when there is room. */
export const facts = style({
  display: 'grid',
  gap: vars.space.x2,
  minWidth: 0,
  fontSize: vars.size.s,
  '@media': {
    [media.small]: { paddingInlineStart: `calc(22px + ${vars.space.x3})` },
    [media.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: vars.space.x6 },
  },
});

export const contact = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space.x4,
  alignContent: 'start',
  minWidth: 0,
});

export const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.target,
  minWidth: 0,
  overflowWrap: 'anywhere',
});

/** A long line wraps between days and times. */
export const hours = style({ alignSelf: 'center', minWidth: 0, textWrap: 'balance' });
