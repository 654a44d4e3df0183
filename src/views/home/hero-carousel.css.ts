import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const hero = style({ background: vars.color.brandSoft, borderBottom: `1px solid ${vars.color.line}` });

/** All in one cell, as high as the highest slide. */
export const slides = style({
  display: 'grid',
  width: '100%',
  maxWidth: vars.measure.page,
  marginInline: 'auto',
});
export const slide = style({
  gridArea: '1 / 1',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 120px',
  gap: vars.space.x4,
  alignItems: 'center',
  minHeight: '208px',
  padding: `${vars.space.x5} ${vars.space.x4} ${vars.space.x2}`,
  transition: 'opacity 250ms',
  '@media': {
    [media.medium]: {
      gridTemplateColumns: 'minmax(0, 1fr) 260px',
      gap: vars.space.x8,
      padding: `${vars.space.x8} ${vars.space.x6} ${vars.space.x2}`,
    },
    [media.large]: { gridTemplateColumns: 'minmax(0, 1fr) 320px' },
    '(prefers-reduced-motion: reduce)': { transition: 'none' },
  },
});
export const hiddenSlide = style([slide, { visibility: 'hidden', opacity: 0 }]);
export const words = style({ display: 'grid', gap: vars.space.x3, justifyItems: 'start' });
export const title = style({
  fontSize: vars.size.xl,
  letterSpacing: '-0.02em',
  color: vars.color.brandDark,
  maxWidth: '22ch',
  '@media': { [media.medium]: { fontSize: vars.size.display } },
});
export const subtitle = style({
  maxWidth: '46ch',
  color: vars.color.ink,
  fontSize: vars.size.s,
  '@media': { [media.medium]: { fontSize: vars.size.l } },
});
/** Reserves its space before the picture has loaded. */
export const picture = style({
  aspectRatio: '1',
  overflow: 'hidden',
  borderRadius: vars.radius.l,
  background: vars.color.surface,
  boxShadow: vars.shadow.m,
});

export const controls = style({
  display: 'flex',
  justifyContent: 'center',
  alignItems: 'center',
  gap: vars.space.x1,
  paddingBottom: vars.space.x2,
});
/** Large screens only (§2 Home). */
export const dots = style({ display: 'none', '@media': { [media.large]: { display: 'flex' } } });
export const dot = style({
  display: 'grid',
  placeItems: 'center',
  width: vars.target,
  height: vars.target,
  border: 0,
  background: 'none',
  cursor: 'pointer',
  '::before': {
    content: '',
    width: '12px',
    height: '12px',
    borderRadius: vars.radius.round,
    border: `2px solid ${vars.color.brand}`,
  },
  selectors: { '&[aria-pressed="true"]::before': { background: vars.color.brand } },
});
