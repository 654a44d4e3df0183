import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const stepper = style({ display: 'inline-grid', gap: vars.space.x1, justifyItems: 'start' });
export const row = style({
  display: 'inline-flex',
  background: vars.color.surface,
  border: `1px solid ${vars.color.lineStrong}`,
  borderRadius: vars.radius.m,
});
export const step = style({
  display: 'grid',
  placeItems: 'center',
  width: vars.target,
  height: vars.target,
  border: 0,
  background: 'transparent',
  borderRadius: vars.radius.m,
  color: vars.color.brand,
  selectors: {
    '&[aria-disabled="true"]': { cursor: 'not-allowed', color: vars.color.lineStrong, opacity: 0.5 },
    '&:focus-visible': { borderRadius: vars.radius.m },
  },
});
export const amount = style({
  width: '3.2em',
  height: vars.target,
  border: 0,
  background: 'transparent',
  textAlign: 'center',
  fontWeight: vars.weight.bold,
  fontVariantNumeric: 'tabular-nums',
  padding: 0,
  lineHeight: vars.target,
});
/** Always reserves its line, so that a press does not move the content below (X81). */
export const left = style({
  minHeight: `calc(1em * ${vars.leading.body})`,
  lineHeight: vars.leading.body,
  whiteSpace: 'nowrap',
  color: vars.color.warn,
  fontSize: vars.size.s,
  fontWeight: vars.weight.medium,
});
