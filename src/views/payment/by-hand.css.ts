import { globalStyle, style } from '@vanilla-extract/css';
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
