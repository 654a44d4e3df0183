import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const grid = style({
  display: 'grid',
  gap: vars.space.x3,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': {
    [media.medium]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: vars.space.x4 },
    [media.large]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  },
});
export const beside = style([
  grid,
  { '@media': { [media.large]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } } },
]);
export const rows = style([grid, { '@media': { [media.large]: { gridTemplateColumns: 'minmax(0, 1fr)' } } }]);

/** Shows the edge of a third card as a hint to scroll, also on the narrowest phones and the widest page. */
const column = 'clamp(128px, 40vw, 158px)';

export const rail = style({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: column,
  gap: vars.space.x3,
  // Extends to the edges of a phone and leaves space for shadows and focus rings.
  margin: `0 calc(-1 * ${vars.space.x4})`,
  padding: `4px ${vars.space.x4} ${vars.space.x3}`,
  scrollPaddingInline: vars.space.x4,
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  scrollSnapType: 'x proximity',
  '@media': {
    [media.medium]: {
      gridAutoColumns: '208px',
      gap: vars.space.x4,
      margin: '0 -4px',
      padding: `4px 4px ${vars.space.x3}`,
    },
    [media.large]: {
      // Four or five cards fill the row to the page's edge (X36); fewer keep the normal card size.
      selectors: {
        '&:has(> :nth-child(4)):not(:has(> :nth-child(6)))': { gridAutoColumns: 'minmax(208px, 1fr)' },
      },
    },
  },
});
/**
 * Around a rail below the first screen of a phone: its cards get their styles, their layout and their pictures when they
 * are near. Until then it is exactly as high as a rail, a column's width and the rest of a card, so nothing moves
 * (decision 0134).
 */
export const below = style({
  contentVisibility: 'auto',
  containIntrinsicHeight: `auto calc(${column} + 92px + 6.5245rem)`,
  minWidth: 0,
  // Its edges clip the cards: they are the rail's own.
  margin: `0 calc(-1 * ${vars.space.x4})`,
  padding: `0 ${vars.space.x4}`,
  '@media': {
    [media.small]: { containIntrinsicHeight: `auto calc(${column} + 92px + 6.7618rem)` },
    [media.medium]: { contentVisibility: 'visible', margin: 0, padding: 0 },
  },
});
export const item = style({ scrollSnapAlign: 'start', minWidth: 0 });
