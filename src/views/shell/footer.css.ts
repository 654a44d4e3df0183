import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const footer = style({
  background: vars.color.brandDeep,
  color: vars.color.onDeep,
  fontSize: vars.size.s,
  vars: { [vars.color.focus]: '#ffd166' },
  // Always below the first screen (shell.css.ts): a phone renders it when it is near. The heights are those of the demo.
  contentVisibility: 'auto',
  containIntrinsicHeight: 'auto 954px',
  '@media': {
    [media.small]: { containIntrinsicHeight: 'auto 880px' },
    [media.medium]: { contentVisibility: 'visible' },
  },
});
export const columns = style({
  display: 'grid',
  gap: `${vars.space.x8} ${vars.space.x6}`,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  maxWidth: vars.measure.page,
  marginInline: 'auto',
  padding: `${vars.space.x10} ${vars.space.x4} ${vars.space.x8}`,
  '@media': {
    [media.medium]: { gridTemplateColumns: '1.5fr 1fr 1fr 1.4fr', paddingInline: vars.space.x6 },
  },
});
export const wide = style({ gridColumn: '1 / -1', '@media': { [media.medium]: { gridColumn: 'auto' } } });
export const heading = style({ fontSize: vars.size.m, marginBottom: vars.space.x2, color: vars.color.onBrand });
export const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space.x2,
  minWidth: '24px',
  minHeight: vars.target,
  color: 'inherit',
  textDecoration: 'none',
  ':hover': { color: vars.color.onBrand, textDecoration: 'underline' },
  '@media': { [media.large]: { minHeight: '36px' } },
});
export const text = style({ display: 'block', paddingBlock: vars.space.x1 });
export const socials = style({ display: 'flex', flexWrap: 'wrap', columnGap: vars.space.x4 });
export const tags = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.x2 });
export const tag = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.target,
  padding: `0 ${vars.space.x3}`,
  borderRadius: vars.radius.round,
  border: '1px solid rgb(232 242 240 / 35%)',
  color: 'inherit',
  textDecoration: 'none',
  ':hover': { color: vars.color.onBrand, borderColor: vars.color.onBrand },
  '@media': { [media.large]: { minHeight: '34px' } },
});
export const legal = style({ borderTop: '1px solid rgb(232 242 240 / 18%)' });
export const legalRow = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: vars.space.x6,
  maxWidth: vars.measure.page,
  marginInline: 'auto',
  padding: `${vars.space.x3} ${vars.space.x4}`,
  '@media': { [media.medium]: { paddingInline: vars.space.x6 } },
});
export const contact = style({ display: 'grid', justifyItems: 'start', fontStyle: 'normal' });
export const links = style({ display: 'grid' });
