import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  padding: `2px ${vars.space.x2}`,
  borderRadius: vars.radius.s,
  fontSize: vars.size.xs,
  fontWeight: vars.weight.bold,
  lineHeight: vars.leading.body,
  whiteSpace: 'nowrap',
});

export const tone = styleVariants({
  neutral: [base, { background: vars.color.sunken, color: vars.color.ink }],
  brand: [base, { background: vars.color.brandSoft, color: vars.color.brandDark }],
  accent: [base, { background: vars.color.accent, color: vars.color.onAccent }],
  good: [base, { background: vars.color.goodSoft, color: vars.color.good }],
  warn: [base, { background: vars.color.warnSoft, color: vars.color.warn }],
  bad: [base, { background: vars.color.badSoft, color: vars.color.bad }],
  packed: [base, { background: vars.color.packedSoft, color: vars.color.packed }],
  onWay: [base, { background: vars.color.onWaySoft, color: vars.color.onWay }],
  /** Over pictures. */
  dark: [base, { background: vars.color.ink, color: vars.color.surface, letterSpacing: '0.04em' }],
});
