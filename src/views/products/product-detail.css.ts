import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const page = style({ display: 'grid', gap: vars.space.x6, minWidth: 0 });

export const columns = style({
  display: 'grid',
  gap: vars.space.x6,
  alignItems: 'start',
  minWidth: 0,
  '@media': { [media.medium]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: vars.space.x8 } },
});

export const offer = style({
  display: 'grid',
  gap: vars.space.x4,
  alignContent: 'start',
  minWidth: 0,
  overflowWrap: 'anywhere',
});

export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: vars.space.x4,
  rowGap: vars.space.x1,
  color: vars.color.muted,
  fontSize: vars.size.s,
});

export const savings = style({
  marginTop: vars.space.x1,
  color: vars.color.good,
  fontSize: vars.size.s,
  fontWeight: vars.weight.medium,
});

export const deal = style({ color: vars.color.muted, fontSize: vars.size.s });

export const stock = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.x2,
  color: vars.color.muted,
  fontSize: vars.size.s,
});

export const actions = style({
  display: 'grid',
  gap: vars.space.x3,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  maxWidth: '520px',
});

export const promises = style({
  display: 'grid',
  gap: vars.space.x2,
  margin: 0,
  padding: vars.space.x4,
  listStyle: 'none',
  background: vars.color.brandSoft,
  borderRadius: vars.radius.m,
  fontSize: vars.size.s,
});

export const promise = style({ display: 'flex', alignItems: 'center', gap: vars.space.x3 });

export const description = style({ display: 'grid', gap: vars.space.x2, maxWidth: vars.measure.text });
