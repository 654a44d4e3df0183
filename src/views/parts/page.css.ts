import { style, styleVariants } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

/** One column that never grows wider than the page. */
const column = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const;

const base = style({
  ...column,
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
  s: { ...column, gap: vars.space.x2, minWidth: 0 },
  m: { ...column, gap: vars.space.x4, minWidth: 0 },
  l: { ...column, gap: vars.space.x8, minWidth: 0 },
});

export const cluster = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.x3,
  minWidth: 0,
});

/** Main column and an aside of 340 px; one column on phones. */
export const split = style({
  ...column,
  gap: vars.space.x6,
  alignItems: 'start',
  '@media': { [media.large]: { gridTemplateColumns: 'minmax(0, 1fr) 340px' } },
});
export const aside = style({
  ...column,
  gap: vars.space.x4,
  minWidth: 0,
  '@media': { [media.large]: { position: 'sticky', top: '140px' } },
});

export const title = style({ fontSize: vars.size.xxl });
export const lead = style({ color: vars.color.muted, marginTop: vars.space.x1 });
