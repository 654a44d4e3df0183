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
export const countdown = style({ fontVariantNumeric: 'tabular-nums' });

/** One below the other on a phone, side by side where there is room. */
export const steps = style({
  display: 'grid',
  gap: vars.space.x4,
  '@media': { [media.medium]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
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
    '&:not(:first-child)::before': {
      content: '""',
      position: 'absolute',
      background: vars.color.line,
      width: '2px',
      height: vars.space.x4,
      insetInlineStart: '15px',
      bottom: '100%',
      '@media': {
        [media.medium]: {
          width: 'calc(100% - 32px)',
          height: '2px',
          insetInlineStart: 'calc(-100% + 32px)',
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
    selectors: { '&:not(:first-child)::before': { background: vars.color.good } },
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
  // Below the dots the words stand in one line, also that of the step with a time.
  '@media': { [media.medium]: { alignContent: 'start' } },
});

export const timeline = style({ display: 'grid', gap: vars.space.x3 });
export const entry = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: vars.space.x4,
});

export const facts = style({ display: 'grid', gap: vars.space.x2, margin: 0 });
export const fact = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: vars.space.x4,
});
export const value = style({ margin: 0, overflowWrap: 'anywhere' });
