import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const card = style({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: vars.space.x3,
  alignItems: 'start',
  padding: vars.space.x4,
  minHeight: vars.target,
  cursor: 'pointer',
  background: vars.color.surface,
  border: `1px solid ${vars.color.lineStrong}`,
  borderRadius: vars.radius.m,
  selectors: {
    '&:has(input:checked)': {
      borderColor: vars.color.brand,
      background: vars.color.brandSoft,
      boxShadow: `inset 0 0 0 1px ${vars.color.brand}`,
    },
    '&:has(input:disabled)': {
      cursor: 'not-allowed',
      background: vars.color.sunken,
      borderColor: vars.color.line,
      color: vars.color.muted,
    },
    '&:has(input:focus-visible)': { outline: `3px solid ${vars.color.focus}`, outlineOffset: '2px' },
  },
});
export const radio = style({
  width: 22,
  height: 22,
  margin: '1px 0 0',
  accentColor: vars.color.brand,
  ':focus-visible': { outline: 'none' },
});
export const body = style({ display: 'grid', gap: vars.space.x1, minWidth: 0 });
export const title = style({ fontWeight: vars.weight.bold });
export const note = style({ color: vars.color.muted, fontSize: vars.size.s });
export const group = style({ display: 'grid', gap: vars.space.x3 });
const heading = style({
  fontWeight: vars.weight.bold,
  padding: 0,
  lineHeight: vars.leading.tight,
  letterSpacing: '-0.01em',
  // The gap of a card, which a fieldset does not apply to its legend.
  marginBottom: vars.space.x4,
});
export const legend = styleVariants({
  2: [heading, { fontSize: vars.size.xl }],
  3: [heading, { fontSize: vars.size.l }],
});
