import { globalStyle, style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';
import { rows } from './product-grid.css.ts';

export const card = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  minWidth: 0,
  padding: vars.space.x2,
  background: vars.color.surface,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.m,
  transition: 'box-shadow 150ms, border-color 150ms',
  '@media': {
    [media.small]: { padding: vars.space.x3 },
    [media.hover]: { selectors: { '&:hover': { boxShadow: vars.shadow.m, borderColor: vars.color.lineStrong } } },
    // In the list view: picture on the left, button on the right. The list decides, so that its cards stay as they are.
    [media.large]: {
      selectors: {
        [`${rows} &`]: {
          display: 'grid',
          gridTemplateColumns: '160px minmax(0, 1fr) 190px',
          columnGap: vars.space.x5,
          alignItems: 'center',
          height: 'auto',
        },
      },
    },
  },
});
export const picture = style({ position: 'relative' });
export const marks = style({
  position: 'absolute',
  top: 0,
  left: 0,
  display: 'flex',
  gap: vars.space.x1,
  pointerEvents: 'none',
});
/** Above the card's link. */
export const heart = style({ position: 'absolute', top: 0, right: 0, zIndex: 1 });
export const count = style({ position: 'absolute', right: 0, bottom: 0, pointerEvents: 'none' });
export const soldOut = style({ opacity: 0.55 });
export const body = style({
  display: 'grid',
  gap: vars.space.x1,
  alignContent: 'start',
  flex: 1,
  padding: `${vars.space.x2} 0 ${vars.space.x3}`,
});
export const name = style({
  fontSize: vars.size.s,
  fontWeight: vars.weight.medium,
  lineHeight: '1.35',
  letterSpacing: 0,
  textWrap: 'wrap',
  // Two lines for every name, so that the prices align.
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  minHeight: '2.7em',
  '@media': { [media.small]: { fontSize: vars.size.m } },
});
/** The link covers the whole card; the button is above it. */
export const link = style({
  color: vars.color.ink,
  textDecoration: 'none',
  '::after': { content: '', position: 'absolute', inset: 0, borderRadius: vars.radius.m },
  selectors: {
    '&:hover': { textDecoration: 'underline', color: vars.color.brandDark },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: `3px solid ${vars.color.focus}`, outlineOffset: '2px' },
  },
});
export const price = style({
  minHeight: '3.1em',
  display: 'flex',
  alignItems: 'flex-start',
  '@media': { [media.small]: { minHeight: '1.8em' } },
});
export const action = style({
  position: 'relative',
  zIndex: 1,
  fontSize: vars.size.s,
  '@media': { [media.small]: { fontSize: vars.size.m } },
});
globalStyle(`${action} > button`, { paddingInline: vars.space.x2 });
/** A line in the size of the rating. */
export const ratingSkeleton = style({
  display: 'flex',
  alignItems: 'center',
  fontSize: vars.size.s,
  '::before': { content: '\\200b' },
});
