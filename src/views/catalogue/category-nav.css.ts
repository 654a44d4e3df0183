import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

/** Reserves its space while the categories are loading. */
export const bar = style({
  background: vars.color.surface,
  borderBottom: `1px solid ${vars.color.line}`,
  minHeight: `calc(${vars.target} + 1px)`,
});
export const inner = style({
  position: 'relative',
  width: '100%',
  maxWidth: vars.measure.page,
  marginInline: 'auto',
  '@media': { [media.medium]: { paddingInline: vars.space.x2 } },
});

/** One line that scrolls sideways by arrows, touch, wheel or focus. */
export const strip = style({
  display: 'flex',
  columnGap: vars.space.x1,
  paddingInline: vars.space.x1,
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  scrollbarWidth: 'none',
  '@media': {
    // Focus scrolls without animation: a running scroll would move a revealed entry on, under an arrow (X84).
    '(prefers-reduced-motion: no-preference)': {
      selectors: { '&:not(:has(:focus-visible))': { scrollBehavior: 'smooth' } },
    },
    [media.large]: { paddingInline: '6px' },
  },
});
export const entry = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.target,
  paddingInline: vars.space.x3,
  color: vars.color.ink,
  fontSize: vars.size.s,
  fontWeight: vars.weight.medium,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  selectors: {
    '&[aria-current]': { color: vars.color.brandDark, boxShadow: `inset 0 -3px ${vars.color.brand}` },
    // The strip would clip an outer ring.
    '&:focus-visible': { outlineOffset: '-3px' },
  },
  '@media': {
    [media.hover]: { ':hover': { color: vars.color.brandDark, background: vars.color.brandSoft } },
    // The demo's twelve categories fit into 1280 px (X36).
    [media.large]: { paddingInline: '10px' },
  },
});

const arrow = style({
  position: 'absolute',
  top: 0,
  bottom: 0,
  display: 'grid',
  placeItems: 'center',
  width: vars.target,
  padding: 0,
  border: 0,
  color: vars.color.brand,
  '@media': { [media.hover]: { ':hover': { color: vars.color.brandDark } } },
});
export const left = style([
  arrow,
  { left: 0, background: `linear-gradient(to right, ${vars.color.surface} 70%, transparent)` },
]);
export const right = style([
  arrow,
  { right: 0, background: `linear-gradient(to left, ${vars.color.surface} 70%, transparent)` },
]);

export const problem = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: vars.target,
  paddingInline: vars.space.x4,
  color: vars.color.muted,
  fontSize: vars.size.s,
});
