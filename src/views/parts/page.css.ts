import { style, styleVariants } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

const base = style({
  display: 'grid',
  alignContent: 'start',
  gap: vars.space.x6,
  width: '100%',
  marginInline: 'auto',
  padding: `${vars.space.x4} ${vars.space.x4} ${vars.space.x12}`,
  '@media': { [media.medium]: { paddingInline: vars.space.x6, paddingTop: vars.space.x6 } },
});

export const page = styleVariants({
  full: [base, { maxWidth: vars.measure.page }],
  /** Forms. */
  narrow: [base, { maxWidth: `calc(${vars.measure.narrow} + 32px)` }],
  /** Running text. */
  text: [base, { maxWidth: '780px' }],
});

export const stack = styleVariants({
  s: { display: 'grid', gap: vars.space.x2, minWidth: 0 },
  m: { display: 'grid', gap: vars.space.x4, minWidth: 0 },
  l: { display: 'grid', gap: vars.space.x8, minWidth: 0 },
});

export const cluster = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.x3,
  minWidth: 0,
});

/** Main column and an aside of 340 px; one below the other on phones. */
export const split = style({
  display: 'grid',
  gap: vars.space.x6,
  alignItems: 'start',
  '@media': { [media.large]: { gridTemplateColumns: 'minmax(0, 1fr) 340px' } },
});
export const aside = style({
  display: 'grid',
  gap: vars.space.x4,
  minWidth: 0,
  '@media': { [media.large]: { position: 'sticky', top: '140px' } },
});

export const title = style({ fontSize: vars.size.xxl });
export const lead = style({ color: vars.color.muted, marginTop: vars.space.x1 });
