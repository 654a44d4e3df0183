import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const waiting = style({ display: 'grid', placeItems: 'center', minHeight: '8rem' });

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space.x3,
});
export const id = style({ overflowWrap: 'anywhere' });
/** A time in a notice, in the notice's colour. */
export const said = style({ fontSize: vars.size.s });
export const when = style({ fontSize: vars.size.s, color: vars.color.muted });

export const choices = style({ display: 'grid' });
export const choice = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto',
  alignItems: 'center',
  gap: vars.space.x3,
  width: '100%',
  minHeight: '56px',
  paddingBlock: vars.space.x3,
  border: 0,
  borderTop: `1px solid ${vars.color.line}`,
  background: 'transparent',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  '@media': { [media.hover]: { ':hover': { background: vars.color.sunken } } },
});
export const choiceText = style({ display: 'grid', gap: vars.space.x1, minWidth: 0 });
export const number = style({ fontWeight: vars.weight.medium });

export const held = style({
  padding: `${vars.space.x2} ${vars.space.x3}`,
  borderRadius: vars.radius.m,
  fontWeight: vars.weight.medium,
  background: vars.color.warnSoft,
  color: vars.color.warn,
});
export const cancelled = style({ display: 'grid', gap: vars.space.x3 });
/** As high as a finger. */
export const more = style({ minHeight: '44px', paddingBlock: vars.space.x3, cursor: 'pointer' });
export const tips = style({
  display: 'grid',
  gap: vars.space.x2,
  paddingInlineStart: vars.space.x5,
  listStyle: 'disc',
});
export const countdown = style({ fontVariantNumeric: 'tabular-nums' });

/**
 * In one column on a phone, side by side when there is room. The last column is as wide as its dot, so that the bar
 * ends at the card's edge (X36).
 */
export const steps = style({
  display: 'grid',
  gap: vars.space.x4,
  '@media': { [media.medium]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) 32px' } },
});
const step = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'start',
  alignContent: 'start',
  gap: vars.space.x3,
  '@media': { [media.medium]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
  selectors: {
    // The line from this dot to the next.
    '&:not(:last-child)::after': {
      content: '""',
      position: 'absolute',
      background: vars.color.line,
      width: '2px',
      insetInlineStart: '15px',
      top: '32px',
      bottom: `calc(-1 * ${vars.space.x4})`,
      '@media': {
        [media.medium]: {
          width: 'auto',
          height: '2px',
          insetInline: `32px calc(-1 * ${vars.space.x4})`,
          top: '15px',
          bottom: 'auto',
        },
      },
    },
  },
});
export const reached = style([
  step,
  {
    fontWeight: vars.weight.medium,
    selectors: { '&:not([aria-current])::after': { background: vars.color.good } },
  },
]);
export const ahead = style([step, { color: vars.color.muted }]);
export const dot = style({
  display: 'grid',
  placeItems: 'center',
  width: '32px',
  height: '32px',
  borderRadius: vars.radius.round,
  border: `2px solid ${vars.color.line}`,
  selectors: {
    [`${reached} &`]: { borderColor: vars.color.good, background: vars.color.good, color: vars.color.surface },
    [`${reached}[aria-current] &`]: { boxShadow: `0 0 0 4px ${vars.color.goodSoft}` },
  },
});
export const stepText = style({
  display: 'grid',
  alignContent: 'center',
  minHeight: '32px',
  // Below the dots all texts share one line, including the step with a time.
  '@media': { [media.medium]: { alignContent: 'start' } },
  selectors: {
    // The text of the last step ends below its dot.
    ':last-child > &': {
      '@media': { [media.medium]: { justifySelf: 'end', textAlign: 'end', whiteSpace: 'nowrap' } },
    },
  },
});

export const timeline = style({ display: 'grid', gap: vars.space.x3 });
export const entry = style({ display: 'grid' });

/** Each value is below its label, even if it is short, so that the list has one layout (X36). */
export const facts = style({ display: 'grid', gap: vars.space.x3, margin: 0 });
export const fact = style({ display: 'grid' });
export const value = style({ margin: 0, overflowWrap: 'anywhere' });
