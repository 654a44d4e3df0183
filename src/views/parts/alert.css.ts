import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

const box = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  columnGap: vars.space.x3,
  rowGap: vars.space.x2,
  alignItems: 'start',
  padding: `${vars.space.x3} ${vars.space.x4}`,
  borderRadius: vars.radius.m,
  border: '1px solid',
});

export const tone = styleVariants({
  bad: [box, { background: vars.color.badSoft, borderColor: vars.color.bad, color: vars.color.bad }],
  warn: [box, { background: vars.color.warnSoft, borderColor: vars.color.warn, color: vars.color.warn }],
  good: [box, { background: vars.color.goodSoft, borderColor: vars.color.good, color: vars.color.good }],
  info: [box, { background: vars.color.brandSoft, borderColor: vars.color.brand, color: vars.color.brandDark }],
});
export const body = style({
  display: 'grid',
  gap: vars.space.x2,
  justifyItems: 'start',
  minWidth: 0,
  color: vars.color.ink,
  // A long word, e.g. an e-mail address, wraps anywhere before the page grows wider than the screen.
  overflowWrap: 'anywhere',
});
export const text = style({ fontWeight: vars.weight.medium });
export const dismiss = style({
  display: 'grid',
  placeItems: 'center',
  width: vars.target,
  height: vars.target,
  margin: '-10px -12px -10px 0',
  border: 0,
  background: 'transparent',
  borderRadius: vars.radius.s,
});
