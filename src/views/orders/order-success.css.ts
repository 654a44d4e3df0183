import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const box = style({
  display: 'grid',
  gap: vars.space.x4,
  justifyItems: 'center',
  maxWidth: '560px',
  marginInline: 'auto',
  paddingBlock: vars.space.x10,
  textAlign: 'center',
});

export const mark = style({
  display: 'grid',
  placeItems: 'center',
  width: '72px',
  height: '72px',
  background: vars.color.goodSoft,
  color: vars.color.good,
  borderRadius: vars.radius.round,
});

export const order = style({ color: vars.color.muted, fontVariantNumeric: 'tabular-nums' });

export const ways = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: vars.space.x3 });
