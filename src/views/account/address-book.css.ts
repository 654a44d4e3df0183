import { globalStyle, style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const book = style({ display: 'grid', gap: vars.space.x4, minWidth: 0 });
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space.x3,
});
export const none = style({
  display: 'grid',
  justifyItems: 'center',
  gap: vars.space.x3,
  padding: `${vars.space.x10} ${vars.space.x4}`,
  textAlign: 'center',
  color: vars.color.muted,
});

export const list = style({
  display: 'grid',
  gap: vars.space.x4,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))',
});
/** Full height of its row, with the buttons at the bottom. */
export const card = style({
  display: 'grid',
  gridTemplateRows: 'auto 1fr auto',
  gap: vars.space.x3,
  height: '100%',
  minWidth: 0,
  padding: vars.space.x4,
  background: vars.color.surface,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.l,
  overflowWrap: 'anywhere',
});
export const isDefault = style({ borderColor: vars.color.brand, boxShadow: `inset 0 0 0 1px ${vars.color.brand}` });
export const kind = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space.x2,
  minHeight: '26px',
});
export const type = style({ fontSize: vars.size.m });
export const lines = style({ fontStyle: 'normal', display: 'grid', alignContent: 'start', gap: vars.space.x1 });
export const name = style({ fontWeight: vars.weight.bold });
export const phone = style({ color: vars.color.muted });
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space.x2,
  paddingTop: vars.space.x3,
  borderTop: `1px solid ${vars.color.line}`,
});

/**
 * Sticks to the bottom of the window, because the button may have been pressed anywhere in a long list. It has its own
 * space at the end of the list, so that it covers no button there (X35). Clicks beside it reach the page.
 */
export const news = style({
  position: 'sticky',
  bottom: 0,
  zIndex: 5,
  display: 'grid',
  gap: vars.space.x2,
  width: 'min(34rem, 100%)',
  marginInline: 'auto',
  padding: vars.space.x4,
  paddingBottom: `max(${vars.space.x4}, env(safe-area-inset-bottom))`,
  pointerEvents: 'none',
});
globalStyle(`${news} > *`, { pointerEvents: 'auto', boxShadow: vars.shadow.m });
export const undo = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: vars.space.x3,
  padding: `${vars.space.x2} ${vars.space.x2} ${vars.space.x2} ${vars.space.x4}`,
  borderRadius: vars.radius.m,
  background: vars.color.ink,
  color: vars.color.surface,
});
export const deleted = style({ overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' });

export const note = style({ color: vars.color.muted, fontSize: vars.size.s });
/** Two fields side by side when there is room. */
export const pair = style({
  display: 'grid',
  gap: vars.space.x4,
  alignItems: 'start',
  '@media': { [media.small]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' } },
});
