import { style, styleVariants } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

const modal = style({
  overflow: 'hidden',
  border: 0,
  padding: 0,
  background: vars.color.surface,
  color: vars.color.ink,
  boxShadow: vars.shadow.l,
  // The content scrolls instead of the dialog, so that its close button stays visible.
  selectors: { '&[open]': { display: 'flex', flexDirection: 'column' } },
  '::backdrop': { background: 'rgb(6 50 46 / 55%)' },
  '@media': { [media.forced]: { border: '2px solid CanvasText' } },
});

export const look = styleVariants({
  box: [
    modal,
    {
      width: 'min(28rem, calc(100vw - 32px))',
      maxHeight: 'calc(100dvh - 32px)',
      margin: 'auto',
      borderRadius: vars.radius.l,
      // Near the top on phones, where the keyboard does not cover it.
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
      borderRadius: `${vars.radius.l} 0 0 ${vars.radius.l}`,
    },
  ],
});

const content = style({
  display: 'grid',
  alignContent: 'start',
  gap: vars.space.x4,
  flex: '1 1 auto',
  minHeight: 0,
  overflow: 'auto',
  overscrollBehavior: 'contain',
  // A focused field scrolls below the title.
  scrollPaddingTop: '88px',
});
/** The actions extend to the edges of their content. */
const padded = (padding: string) => ({ padding, vars: { '--modal-padding': padding } });
export const inner = styleVariants({
  box: [content, padded(vars.space.x6)],
  drawer: [content, padded(vars.space.x4)],
});
/** Leaves room for the close button, and stays under it while the content scrolls, unless the window is low. */
export const title = style({
  margin: `calc(-1 * var(--modal-padding)) calc(-1 * var(--modal-padding)) calc(-1 * ${vars.space.x2})`,
  padding: `var(--modal-padding) calc(${vars.target} + var(--modal-padding)) ${vars.space.x2} var(--modal-padding)`,
  background: vars.color.surface,
  overflowWrap: 'anywhere',
  '@media': {
    // Relative to the padding of the scrolled content.
    '(min-height: 480px)': { position: 'sticky', top: 'calc(-1 * var(--modal-padding))', zIndex: 1 },
  },
});
export const close = style({
  position: 'absolute',
  top: vars.space.x3,
  right: vars.space.x3,
  zIndex: 2,
  display: 'grid',
  placeItems: 'center',
  width: vars.target,
  height: vars.target,
  border: 0,
  borderRadius: vars.radius.m,
  background: vars.color.surface,
  color: 'inherit',
  cursor: 'pointer',
  ':hover': { background: vars.color.brandSoft },
});
export const actions = style({
  position: 'sticky',
  // Relative to the padding of the scrolled content.
  bottom: 'calc(-1 * var(--modal-padding))',
  zIndex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: vars.space.x3,
  margin: '0 calc(-1 * var(--modal-padding)) calc(-1 * var(--modal-padding))',
  padding: `${vars.space.x3} var(--modal-padding) max(var(--modal-padding), env(safe-area-inset-bottom))`,
  borderTop: `1px solid ${vars.color.line}`,
  background: vars.color.surface,
});
