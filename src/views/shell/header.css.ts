import { style } from '@vanilla-extract/css';
import { hidden } from '../parts/visually-hidden.css.ts';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

const row = style({
  display: 'flex',
  alignItems: 'center',
  width: '100%',
  maxWidth: vars.measure.page,
  marginInline: 'auto',
  paddingInline: vars.space.x4,
  '@media': { [media.medium]: { paddingInline: vars.space.x6 } },
});

/** Links on the dark green need a light ring. */
const onDeep = style({
  background: vars.color.brandDeep,
  color: vars.color.onDeep,
  vars: { [vars.color.focus]: '#ffd166' },
});

export const topBar = style([onDeep, { fontSize: vars.size.s }]);
export const topRow = style([
  row,
  { columnGap: vars.space.x3, '@media': { [media.medium]: { columnGap: vars.space.x6 } } },
]);
export const welcome = style({
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const topLink = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space.x2,
  minHeight: vars.target,
  color: 'inherit',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  ':hover': { color: vars.color.onBrand, textDecoration: 'underline' },
});
export const topIcon = style({ display: 'none', '@media': { [media.medium]: { display: 'block' } } });
export const phone = style([topLink, { display: 'none', '@media': { [media.medium]: { display: 'inline-flex' } } }]);

export const header = style({
  position: 'relative',
  zIndex: 10,
  background: vars.color.surface,
  borderBottom: `1px solid ${vars.color.line}`,
  // Not on phones, also in landscape: it would take a sixth of the screen.
  '@media': { [`${media.medium} and (min-height: 480px)`]: { position: 'sticky', top: 0 } },
});
export const bar = style([
  row,
  {
    flexWrap: 'wrap',
    columnGap: vars.space.x1,
    paddingBlock: vars.space.x2,
    '@media': { [media.medium]: { flexWrap: 'nowrap', columnGap: vars.space.x4, minHeight: '72px' } },
  },
]);
export const home = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.target,
  color: vars.color.brand,
  textDecoration: 'none',
  marginRight: 'auto',
});

export const tool = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space.x2,
  minWidth: vars.target,
  minHeight: vars.target,
  padding: `0 ${vars.space.x2}`,
  border: 0,
  borderRadius: vars.radius.m,
  background: 'transparent',
  color: vars.color.ink,
  textDecoration: 'none',
  fontWeight: vars.weight.medium,
  whiteSpace: 'nowrap',
  '@media': { [media.hover]: { ':hover': { background: vars.color.sunken, color: vars.color.ink } } },
});
/** Its icon aligns with the page's edge, as the menu's does. */
export const cart = style([
  tool,
  { marginInlineEnd: '-11px', '@media': { [media.large]: { marginInlineEnd: `calc(-1 * ${vars.space.x2})` } } },
]);
/** The menu button; src/compose/shell/shell.ts closes the menu at the same width. */
export const onlySmall = style({ marginInlineStart: '-11px', '@media': { [media.large]: { display: 'none' } } });
const notPhone = style({ display: 'none', '@media': { [media.medium]: { display: 'inline-flex' } } });
/** The text beside an icon, when there is room. */
export const word = style({ display: 'none', '@media': { [media.large]: { display: 'inline' } } });
export const name = style([word, { maxWidth: '9rem', overflow: 'hidden', textOverflow: 'ellipsis' }]);
export const signUp = style([
  tool,
  notPhone,
  {
    color: vars.color.onBrand,
    background: vars.color.brand,
    paddingInline: vars.space.x4,
    '@media': { [media.hover]: { ':hover': { background: vars.color.brandDark, color: vars.color.onBrand } } },
  },
]);

export const quantity = style({
  position: 'absolute',
  top: '-1px',
  left: '30px',
  transform: 'translateX(-50%)',
  minWidth: '20px',
  height: '20px',
  padding: '0 5px',
  borderRadius: vars.radius.round,
  background: vars.color.accent,
  color: vars.color.onAccent,
  fontSize: vars.size.xs,
  fontWeight: vars.weight.bold,
  lineHeight: '20px',
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
});

export const offline = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space.x1,
  padding: `2px ${vars.space.x1}`,
  borderRadius: vars.radius.round,
  background: vars.color.warnSoft,
  color: vars.color.warn,
  fontSize: vars.size.xs,
  fontWeight: vars.weight.bold,
  '@media': { [media.small]: { paddingInline: vars.space.x2 } },
});
/** A phone's header has no room for it: heart and cart would wrap to a new row. */
export const offlineWord = style([
  hidden,
  {
    '@media': {
      [media.small]: { position: 'static', width: 'auto', height: 'auto', margin: 0, clipPath: 'none' },
    },
  },
]);

export const dropdown = style({ position: 'relative' });
export const panel = style({
  position: 'absolute',
  right: 0,
  top: 'calc(100% + 6px)',
  zIndex: 12,
  minWidth: '200px',
  padding: vars.space.x2,
  background: vars.color.surface,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.m,
  boxShadow: vars.shadow.m,
});
export const mobile = style({
  borderTop: `1px solid ${vars.color.line}`,
  background: vars.color.surface,
  padding: `${vars.space.x2} ${vars.space.x2} ${vars.space.x3}`,
  position: 'absolute',
  left: 0,
  right: 0,
  top: '100%',
  boxShadow: vars.shadow.m,
  '@media': { [media.large]: { display: 'none' } },
});
export const entry = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.x3,
  width: '100%',
  minHeight: '48px',
  padding: `0 ${vars.space.x3}`,
  border: 0,
  borderRadius: vars.radius.m,
  background: 'transparent',
  color: vars.color.ink,
  textDecoration: 'none',
  textAlign: 'left',
  fontWeight: vars.weight.medium,
  '@media': { [media.hover]: { ':hover': { background: vars.color.brandSoft, color: vars.color.ink } } },
});
