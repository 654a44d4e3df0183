import { globalStyle, style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

/**
 * On phones all parts are in one column that ends with the buttons. They stick to the bottom of the window while any
 * part of the product is visible, and end up below it (X37).
 */
export const page = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space.x6,
  minWidth: 0,
  overflowWrap: 'anywhere',
  '@media': { [media.medium]: { display: 'grid', overflowWrap: 'break-word' } },
});

export const columns = style({
  display: 'contents',
  '@media': {
    [media.medium]: {
      display: 'grid',
      alignItems: 'start',
      minWidth: 0,
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
      gap: vars.space.x8,
    },
  },
});

export const offer = style({
  display: 'contents',
  '@media': {
    [media.medium]: {
      display: 'grid',
      gap: vars.space.x4,
      alignContent: 'start',
      minWidth: 0,
      overflowWrap: 'anywhere',
    },
  },
});

export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: vars.space.x4,
  rowGap: vars.space.x1,
  color: vars.color.muted,
  fontSize: vars.size.s,
});

export const savings = style({
  marginTop: vars.space.x1,
  color: vars.color.good,
  fontSize: vars.size.s,
  fontWeight: vars.weight.medium,
});

export const deal = style({ color: vars.color.muted, fontSize: vars.size.s });

export const stock = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.x2,
  color: vars.color.muted,
  fontSize: vars.size.s,
});

export const actions = style({
  position: 'sticky',
  bottom: 0,
  zIndex: 4,
  order: 1,
  display: 'grid',
  gap: vars.space.x3,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  margin: `0 calc(-1 * ${vars.space.x4})`,
  padding: `${vars.space.x2} ${vars.space.x4} max(${vars.space.x2}, env(safe-area-inset-bottom))`,
  borderTop: `1px solid ${vars.color.line}`,
  background: vars.color.surface,
  '@media': {
    [media.medium]: { position: 'static', order: 0, margin: 0, padding: 0, border: 0, background: 'transparent' },
  },
});
/** Keeps focused elements clear of the bar. */
globalStyle(`html:has(${actions})`, {
  scrollPaddingBottom: '84px',
  '@media': { [media.medium]: { scrollPaddingBottom: 0 } },
});

export const promises = style({
  display: 'grid',
  gap: vars.space.x2,
  margin: 0,
  padding: vars.space.x4,
  listStyle: 'none',
  background: vars.color.brandSoft,
  borderRadius: vars.radius.m,
  fontSize: vars.size.s,
});

export const promise = style({ display: 'flex', alignItems: 'center', gap: vars.space.x3 });

export const description = style({ display: 'grid', gap: vars.space.x2, maxWidth: vars.measure.text });
