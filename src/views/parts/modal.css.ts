import { style, styleVariants } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

const modal = style({
  overflow: 'auto',
  border: 0,
  background: vars.color.surface,
  color: vars.color.ink,
  boxShadow: vars.shadow.l,
  '::backdrop': { background: 'rgb(6 50 46 / 55%)' },
});

export const look = styleVariants({
  box: [
    modal,
    {
      width: 'min(28rem, calc(100vw - 32px))',
      maxHeight: 'calc(100dvh - 32px)',
      margin: 'auto',
      padding: vars.space.x6,
      borderRadius: vars.radius.l,
      // High up on phones, where the keyboard leaves it in sight.
      selectors: { '&:has(input)': { marginTop: vars.space.x6 } },
      '@media': { [media.medium]: { selectors: { '&:has(input)': { marginTop: 'auto' } } } },
    },
  ],
  drawer: [
    modal,
    {
      width: 'min(24rem, calc(100vw - 32px))',
      height: '100dvh',
      maxHeight: '100dvh',
      margin: '0 0 0 auto',
      padding: vars.space.x4,
      borderRadius: `${vars.radius.l} 0 0 ${vars.radius.l}`,
    },
  ],
});
export const inner = style({ display: 'grid', gap: vars.space.x4 });
export const actions = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: vars.space.x3 });
