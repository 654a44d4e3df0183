import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const search = style({
  position: 'relative',
  display: 'flex',
  order: 1,
  flexBasis: '100%',
  marginTop: vars.space.x1,
  '@media': { [media.medium]: { order: 0, flex: 1, margin: 0, maxWidth: '620px', marginInline: 'auto' } },
});
export const field = style({
  flex: 1,
  minWidth: 0,
  height: vars.target,
  padding: `0 ${vars.space.x4}`,
  fontSize: vars.size.m,
  border: `1px solid ${vars.color.lineStrong}`,
  borderRight: 0,
  borderRadius: `${vars.radius.m} 0 0 ${vars.radius.m}`,
  background: vars.color.surface,
  appearance: 'none',
  selectors: {
    '&:focus-visible': { borderRadius: `${vars.radius.m} 0 0 ${vars.radius.m}`, outlineOffset: 0 },
    '&::placeholder': { color: vars.color.muted, opacity: 1 },
  },
});
export const button = style({
  display: 'grid',
  placeItems: 'center',
  width: '52px',
  height: vars.target,
  border: 0,
  borderRadius: `0 ${vars.radius.m} ${vars.radius.m} 0`,
  background: vars.color.brand,
  color: vars.color.onBrand,
  ':hover': { background: vars.color.brandDark },
});

/** Under the box, over the page. */
export const panel = style({
  position: 'absolute',
  insetInline: 0,
  top: 'calc(100% + 6px)',
  zIndex: 11,
  // A phone's keyboard leaves about half of its screen.
  maxHeight: 'min(70vh, 560px)',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: vars.space.x2,
  background: vars.color.surface,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.m,
  boxShadow: vars.shadow.m,
});
export const option = style({
  display: 'grid',
  gridTemplateColumns: '48px minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: vars.space.x3,
  minHeight: '56px',
  padding: `${vars.space.x1} ${vars.space.x2}`,
  borderRadius: vars.radius.s,
  color: vars.color.ink,
  fontSize: vars.size.s,
  textDecoration: 'none',
  selectors: { '&[aria-selected="true"]': { background: vars.color.brandSoft, color: vars.color.brandDark } },
  '@media': { [media.hover]: { ':hover': { background: vars.color.brandSoft, color: vars.color.brandDark } } },
});
/** Two lines at most. */
export const name = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  lineHeight: vars.leading.tight,
  fontWeight: vars.weight.medium,
});
export const price = style({ fontWeight: vars.weight.bold, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' });
export const none = style({ padding: `${vars.space.x2} ${vars.space.x2} 0`, overflowWrap: 'anywhere' });
export const anyway = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.target,
  paddingInline: vars.space.x2,
  fontWeight: vars.weight.medium,
});
