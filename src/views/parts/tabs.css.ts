import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

/**
 * A paper-coloured layer scrolls over a shadow at each end, so that the shadow is visible only when more tabs are
 * hidden there (X32).
 */
const cover = (side: 'left' | 'right') => `linear-gradient(to ${side}, transparent, ${vars.color.paper} 70%)`;
const shade = (side: 'left' | 'right') => `radial-gradient(farthest-side at ${side}, rgb(26 32 31 / 45%), transparent)`;

export const row = style({
  display: 'flex',
  gap: vars.space.x1,
  borderBottom: `1px solid ${vars.color.line}`,
  overflowX: 'auto',
  // A ring around the first tab is drawn inside the row, whose text starts at the page's edge (X36).
  paddingBlock: '3px 0',
  backgroundColor: vars.color.paper,
  backgroundImage: [cover('left'), cover('right'), shade('left'), shade('right')].join(', '),
  backgroundPosition: 'left, right, left, right',
  backgroundSize: '40px 100%, 40px 100%, 14px 100%, 14px 100%',
  backgroundRepeat: 'no-repeat',
  backgroundAttachment: 'local, local, scroll, scroll',
});

export const tab = style({
  flex: 'none',
  minHeight: vars.target,
  padding: `${vars.space.x2} ${vars.space.x2}`,
  scrollMarginInline: vars.space.x6,
  border: 0,
  background: 'transparent',
  borderBottom: '3px solid transparent',
  color: vars.color.muted,
  fontSize: vars.size.s,
  fontWeight: vars.weight.bold,
  '@media': { [media.small]: { paddingInline: vars.space.x4, fontSize: vars.size.m } },
  selectors: {
    '&[aria-selected="true"]': { borderBottomColor: vars.color.brand, color: vars.color.brandDark },
    // The row would clip an outer ring.
    '&:focus-visible': { outlineOffset: '-3px' },
  },
});

export const panel = style({ paddingBlock: vars.space.x4 });
