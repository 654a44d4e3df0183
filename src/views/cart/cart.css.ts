import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const category = style({ color: vars.color.muted, fontSize: vars.size.s });

export const changes = style({ display: 'grid', gap: vars.space.x1, marginTop: vars.space.x1, fontSize: vars.size.s });

export const sums = style({ display: 'grid', gap: vars.space.x2, margin: 0, fontVariantNumeric: 'tabular-nums' });

export const sum = style({ display: 'flex', justifyContent: 'space-between', gap: vars.space.x4 });

export const total = style([
  sum,
  {
    paddingTop: vars.space.x3,
    borderTop: `1px solid ${vars.color.line}`,
    fontSize: vars.size.l,
    fontWeight: vars.weight.bold,
  },
]);
