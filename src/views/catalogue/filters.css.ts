import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

/** Reserves the filters' space while their code or their facets load. */
export const frame = style({ minWidth: 0, minHeight: vars.target });

/**
 * Large screens only. It scrolls separately, so that the page can return to its top without it. At its end the page
 * scrolls on, which shows the end of a panel that begins below the header (X35).
 */
export const panel = style({
  display: 'none',
  '@media': {
    [media.large]: {
      display: 'block',
      position: 'sticky',
      top: '132px',
      maxHeight: 'calc(100dvh - 148px)',
      overflowY: 'auto',
      padding: vars.space.x4,
      border: `1px solid ${vars.color.line}`,
      borderRadius: vars.radius.m,
      background: vars.color.surface,
    },
  },
});

/** Small screens only. */
export const opener = style({ display: 'flex', '@media': { [media.large]: { display: 'none' } } });

export const content = style({ display: 'grid', gap: vars.space.x5, minWidth: 0 });
/** Tiny, so that focusing it does not scroll; outside the grid's flow. */
export const start = style({ position: 'absolute', outline: 'none' });

export const top = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space.x2,
  minHeight: vars.target,
});
export const heading = style({ fontSize: vars.size.l });

export const chips = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.x2, padding: 0, listStyle: 'none' });
export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space.x1,
  minHeight: vars.target,
  maxWidth: '100%',
  paddingInline: vars.space.x3,
  border: `1px solid ${vars.color.brand}`,
  borderRadius: vars.radius.round,
  background: vars.color.brandSoft,
  color: vars.color.brandDark,
  fontSize: vars.size.s,
  fontWeight: vars.weight.medium,
  overflowWrap: 'anywhere',
  textAlign: 'left',
  cursor: 'pointer',
});

export const notice = style({ fontSize: vars.size.s, color: vars.color.muted });

export const group = style({
  display: 'grid',
  gap: vars.space.x1,
  minWidth: 0,
  paddingTop: vars.space.x4,
  borderTop: `1px solid ${vars.color.line}`,
});
export const legend = style({ fontSize: vars.size.m, fontWeight: vars.weight.bold });
export const summary = style([legend, { minHeight: vars.target, paddingBlock: '10px', cursor: 'pointer' }]);

/** No nested scroll areas (X35). */
export const choices = style({
  display: 'grid',
  minWidth: 0,
});
export const choice = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.x3,
  minHeight: vars.target,
  cursor: 'pointer',
});
export const box = style({
  flex: 'none',
  width: 22,
  height: 22,
  margin: 0,
  accentColor: vars.color.brand,
  cursor: 'pointer',
});
export const value = style({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' });
export const count = style({ color: vars.color.muted, fontSize: vars.size.s });

export const priceHead = style({ display: 'flex', alignItems: 'center', gap: vars.space.x2, minHeight: '24px' });
export const inputs = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: vars.space.x3,
});
export const actions = style({ display: 'grid', gap: vars.space.x2 });

/** Two sliders on one line; only their thumbs receive the pointer. */
export const slider = style({ position: 'relative', height: vars.target });
export const track = style({
  position: 'absolute',
  left: '11px',
  top: '19px',
  width: 'calc(100% - 22px)',
  height: '6px',
  borderRadius: vars.radius.round,
  fill: vars.color.brand,
  background: vars.color.line,
});
const thumb = {
  appearance: 'none',
  boxSizing: 'border-box',
  width: '24px',
  height: '24px',
  border: `3px solid ${vars.color.surface}`,
  borderRadius: '50%',
  background: vars.color.brand,
  boxShadow: vars.shadow.m,
  pointerEvents: 'auto',
  cursor: 'grab',
} as const;
export const range = style({
  appearance: 'none',
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  background: 'transparent',
  pointerEvents: 'none',
  selectors: {
    '&::-webkit-slider-thumb': { ...thumb, WebkitAppearance: 'none' },
    '&::-moz-range-thumb': thumb,
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::-webkit-slider-thumb': {
      outline: `3px solid ${vars.color.brandDark}`,
      outlineOffset: '2px',
    },
    '&:focus-visible::-moz-range-thumb': { outline: `3px solid ${vars.color.brandDark}`, outlineOffset: '2px' },
    '&:disabled::-webkit-slider-thumb': { background: vars.color.muted, cursor: 'default' },
    '&:disabled::-moz-range-thumb': { background: vars.color.muted, cursor: 'default' },
  },
});
/** Above the other thumb when both may be at the upper end. */
export const raised = style({ zIndex: 1 });
