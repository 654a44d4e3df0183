import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const modal = style({
  width: 'min(28rem, calc(100vw - 32px))',
  maxHeight: 'calc(100dvh - 32px)',
  margin: 'auto',
  padding: vars.space.x6,
  overflow: 'auto',
  border: 0,
  borderRadius: vars.radius.l,
  background: vars.color.surface,
  color: vars.color.ink,
  boxShadow: vars.shadow.l,
  // High up on phones, where the keyboard leaves it in sight.
  selectors: { '&:has(input)': { marginTop: vars.space.x6 } },
  '@media': { [media.medium]: { selectors: { '&:has(input)': { marginTop: 'auto' } } } },
  '::backdrop': { background: 'rgb(6 50 46 / 55%)' },
});
export const inner = style({ display: 'grid', gap: vars.space.x4 });
export const actions = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: vars.space.x3 });
