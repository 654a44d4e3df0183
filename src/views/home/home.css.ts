import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

const inner = style({
  width: '100%',
  maxWidth: vars.measure.page,
  marginInline: 'auto',
  paddingInline: vars.space.x4,
  '@media': { [media.medium]: { paddingInline: vars.space.x6 } },
});

export const hero = style({ background: vars.color.brandSoft, borderBottom: `1px solid ${vars.color.line}` });
export const heroInner = style([
  inner,
  {
    display: 'grid',
    gap: vars.space.x6,
    alignItems: 'center',
    paddingBlock: vars.space.x6,
    '@media': {
      [media.medium]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', paddingBlock: vars.space.x10 },
    },
  },
]);
export const heroWords = style({ display: 'grid', gap: vars.space.x4, justifyItems: 'start' });
export const heroTitle = style({
  fontSize: vars.size.display,
  letterSpacing: '-0.03em',
  maxWidth: '18ch',
  color: vars.color.brandDark,
});
export const heroText = style({
  maxWidth: '46ch',
  color: vars.color.ink,
  '@media': { [media.medium]: { fontSize: vars.size.l } },
});
export const heroActions = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.x3 });

/** Three products beside the words; phones go without, and do not load them. */
export const heroPictures = style({
  display: 'none',
  gap: vars.space.x4,
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  alignItems: 'center',
  '@media': { [media.medium]: { display: 'grid' } },
});
export const heroPicture = style({
  display: 'block',
  borderRadius: vars.radius.l,
  overflow: 'hidden',
  boxShadow: vars.shadow.m,
  selectors: { '&:nth-child(2)': { transform: 'translateY(-16px)' } },
});

export const promises = style({ background: vars.color.surface, borderBottom: `1px solid ${vars.color.line}` });
export const promiseList = style([
  inner,
  {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: `${vars.space.x2} ${vars.space.x4}`,
    paddingBlock: vars.space.x4,
    '@media': { [media.medium]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
  },
]);
export const promise = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.x3,
  fontSize: vars.size.s,
  fontWeight: vars.weight.medium,
  color: vars.color.ink,
});
export const promiseIcon = style({ color: vars.color.brand, flex: 'none' });

export const content = style([
  inner,
  { display: 'grid', gap: vars.space.x8, paddingBlock: `${vars.space.x6} ${vars.space.x12}` },
]);
export const section = style({ display: 'grid', gap: vars.space.x3, minWidth: 0 });
export const sectionHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: vars.space.x4,
  minHeight: vars.target,
});
export const more = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.target,
  fontWeight: vars.weight.medium,
});

export const categories = style({
  display: 'grid',
  gap: vars.space.x2,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': {
    [media.small]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: vars.space.x3 },
    [media.large]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' },
  },
});
export const category = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space.x2,
  minHeight: '56px',
  height: '100%',
  padding: `${vars.space.x2} ${vars.space.x4}`,
  background: vars.color.surface,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.m,
  color: vars.color.ink,
  fontWeight: vars.weight.medium,
  textDecoration: 'none',
  '@media': { [media.hover]: { ':hover': { borderColor: vars.color.brand, color: vars.color.brandDark } } },
});

export const message = style({ color: vars.color.muted });
