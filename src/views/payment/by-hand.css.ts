import { globalStyle, style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const step = style({ display: 'grid', gap: vars.space.x4 });
export const changes = style({ display: 'grid', gap: vars.space.x3, selectors: { '&:empty': { display: 'none' } } });

export const facts = style({
  display: 'grid',
  gap: vars.space.x3,
  padding: vars.space.x4,
  borderRadius: vars.radius.m,
  background: vars.color.sunken,
});
/** Label above the value on a phone, and the button beside both. */
export const fact = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 96px',
  alignItems: 'center',
  columnGap: vars.space.x3,
});
export const label = style({ color: vars.color.muted, fontSize: vars.size.s });
export const value = style({
  gridRow: 2,
  fontSize: vars.size.l,
  fontWeight: vars.weight.bold,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
});
/** As wide as both of its words, so that nothing moves. */
export const copy = style({ gridColumn: 2, gridRow: '1 / span 2' });
export const note = style({ color: vars.color.muted, fontSize: vars.size.s });
/** Side by side when there is room, otherwise full width. */
export const offers = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.x3 });
globalStyle(`${offers} > *`, { flexGrow: 1 });

/** Width of the QR code with the gap beside it. */
const CODE = '216px';
/** The numbers, with a place for the QR code on their right. It is there before the code, so that nothing moves. */
export const beside = style({
  '@media': {
    [media.large]: { position: 'relative', alignContent: 'start', minHeight: 240, paddingRight: CODE },
  },
});
/** Such a dialog is wider on its right only, so that the numbers stay in place when no code comes. */
globalStyle(`dialog:has(${beside})`, {
  '@media': { [media.large]: { width: `calc(28rem + ${CODE})`, marginLeft: 'calc(50% - 14rem)' } },
});
export const code = style({
  position: 'absolute',
  top: 0,
  right: 0,
  width: 192,
  display: 'grid',
  gap: vars.space.x2,
  textAlign: 'center',
});
export const picture = style({ display: 'block', width: 192, height: 192, borderRadius: vars.radius.m });
