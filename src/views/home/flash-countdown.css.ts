import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

/** Reserves the height of its parts before they exist. */
export const clock = style({ display: 'inline-flex', alignItems: 'center', gap: vars.space.x1, height: '32px' });
export const part = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  height: '100%',
  minWidth: '44px',
  paddingInline: vars.space.x1,
  borderRadius: vars.radius.s,
  background: vars.color.brandSoft,
  color: vars.color.brandDark,
  fontSize: vars.size.s,
});
/** As wide as two digits, so that the unit does not move when a number gets shorter. */
export const digits = style({
  minWidth: '2ch',
  textAlign: 'end',
  fontWeight: vars.weight.bold,
  fontVariantNumeric: 'tabular-nums',
});
