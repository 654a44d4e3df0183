import { globalStyle, style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

const LOW = '(max-height: 479px)';

/** Sections and summary: one column on phones; on large screens the summary stays visible beside the sections. */
export const layout = style({
  display: 'grid',
  gap: vars.space.x4,
  alignItems: 'start',
  minWidth: 0,
  '@media': { [media.large]: { gridTemplateColumns: 'minmax(0, 1fr) 360px', gap: vars.space.x6 } },
});

export const main = style({ display: 'grid', gap: vars.space.x4, minWidth: 0 });

/** On phones its children belong to the layout itself, so that the order bar sticks to the bottom all the way. */
export const aside = style({
  display: 'contents',
  '@media': { [media.large]: { display: 'grid', gap: vars.space.x4, position: 'sticky', top: '140px' } },
});

export const bar = style({
  display: 'grid',
  gap: vars.space.x2,
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  marginInline: `calc(-1 * ${vars.space.x4})`,
  padding: vars.space.x4,
  background: vars.color.surface,
  borderTop: `1px solid ${vars.color.line}`,
  boxShadow: vars.shadow.m,
  '@media': {
    // On a phone in landscape or at a large zoom, the bar would cover most of the screen.
    [LOW]: { position: 'static' },
    [media.large]: {
      position: 'static',
      marginInline: 0,
      padding: 0,
      background: 'transparent',
      borderTop: 0,
      boxShadow: 'none',
    },
  },
});

// Keyboard focus scrolls above the bar, not behind it.
globalStyle(`html:has(${bar})`, {
  scrollPaddingBottom: '96px',
  '@media': { [LOW]: { scrollPaddingBottom: 'auto' }, [media.large]: { scrollPaddingBottom: 'auto' } },
});

export const status = style({
  color: vars.color.muted,
  fontSize: vars.size.s,
  selectors: { '&:empty': { display: 'none' } },
});

export const small = style({ color: vars.color.muted, fontSize: vars.size.s });

export const lines = style({ display: 'grid', gap: vars.space.x3 });

export const line = style({
  display: 'grid',
  gridTemplateColumns: '64px minmax(0, 1fr)',
  columnGap: vars.space.x3,
  alignItems: 'center',
  '@media': { [media.medium]: { gridTemplateColumns: '64px minmax(0, 1fr) auto' } },
});

// The button: below the text and aligned with it on phones, beside it when there is room.
globalStyle(`${line} > button`, {
  gridColumn: 2,
  justifySelf: 'start',
  marginInlineStart: `calc(-1 * ${vars.space.x3})`,
  '@media': { [media.medium]: { gridColumn: 'auto', marginInlineStart: 0 } },
});

export const picture = style({ overflow: 'hidden', borderRadius: vars.radius.s });

export const text = style({
  display: 'grid',
  gap: vars.space.x1,
  justifyItems: 'start',
  minWidth: 0,
  overflowWrap: 'anywhere',
});

export const fields = style({
  display: 'grid',
  gap: vars.space.x4,
  minWidth: 0,
  '@media': { [media.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'start' } },
});
