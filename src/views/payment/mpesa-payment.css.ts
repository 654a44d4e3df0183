import { globalStyle, keyframes, style, styleVariants } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const step = style({ display: 'grid', gap: vars.space.x4 });

/** Lead of a step: the mark and the main message. */
export const lead = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.x4,
  fontSize: vars.size.l,
  fontWeight: vars.weight.bold,
});

const mark = style({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  position: 'relative',
  width: '56px',
  height: '56px',
  borderRadius: vars.radius.round,
});
const breathe = keyframes({
  from: { transform: 'scale(1)', opacity: 0.55 },
  to: { transform: 'scale(1.35)', opacity: 0 },
});
export const tone = styleVariants({
  /** Pulses calmly while the prompt is on the phone; does not move with reduced motion. */
  waiting: [
    mark,
    {
      background: vars.color.brandSoft,
      color: vars.color.brand,
      '::after': {
        content: '""',
        position: 'absolute',
        inset: 0,
        borderRadius: vars.radius.round,
        border: `2px solid ${vars.color.brand}`,
        animation: `${breathe} 2s ease-out infinite`,
      },
      '@media': { '(prefers-reduced-motion: reduce)': { '::after': { display: 'none' } } },
    },
  ],
  good: [mark, { background: vars.color.goodSoft, color: vars.color.good }],
  bad: [mark, { background: vars.color.badSoft, color: vars.color.bad }],
  warn: [mark, { background: vars.color.warnSoft, color: vars.color.warn }],
});

export const facts = style({
  display: 'grid',
  gap: vars.space.x2,
  padding: vars.space.x4,
  borderRadius: vars.radius.m,
  background: vars.color.sunken,
});
export const fact = style({ display: 'flex', justifyContent: 'space-between', gap: vars.space.x4 });
export const value = style({ fontWeight: vars.weight.bold, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' });
export const how = style({
  display: 'grid',
  gap: vars.space.x2,
  paddingInlineStart: vars.space.x5,
  listStyle: 'decimal',
});
export const note = style({ color: vars.color.muted, fontSize: vars.size.s });
export const changes = style({ display: 'grid', gap: vars.space.x3, selectors: { '&:empty': { display: 'none' } } });
/** Side by side when there is room, otherwise full width. */
export const offers = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.x3 });
globalStyle(`${offers} > *`, { flexGrow: 1 });
/** Not broken at its hyphen. */
export const name = style({ whiteSpace: 'nowrap' });
/** Keeps its width while the seconds run down. */
export const countdown = style({ fontVariantNumeric: 'tabular-nums' });

export const bar = style({
  display: 'grid',
  gap: vars.space.x2,
  '@media': {
    [media.medium]: { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center', columnGap: vars.space.x4 },
  },
});
export const barText = style({ display: 'grid', gap: vars.space.x1, minWidth: 0 });
export const barLead = style({ fontWeight: vars.weight.bold });
