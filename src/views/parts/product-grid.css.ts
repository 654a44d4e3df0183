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

export const rail = style({
  display: 'grid',
  gridAutoFlow: 'column', // Width that shows the edge of a third card as a hint to scroll, also on the narrowest phones and the widest page.
  gridAutoColumns: 'clamp(128px, 40vw, 158px)',
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
export const item = style({ scrollSnapAlign: 'start', minWidth: 0 });
