import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

/** Reserves space before Google's script has loaded, only on pages that have a Google client. */
export const google = style({
  display: 'none',
  gap: vars.space.x4,
  marginBottom: vars.space.x4,
  selectors: { ':root:has(meta[name="google-client-id"]) &': { display: 'grid' } },
});
export const place = style({ display: 'grid', minHeight: vars.target, alignItems: 'center', justifyItems: 'stretch' });
/** Our placeholder and Google's button overlap. */
export const layer = style({ gridArea: '1 / 1', display: 'grid', justifyItems: 'center' });
export const away = style([layer, { visibility: 'hidden' }]);
export const or = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.x3,
  color: vars.color.muted,
  fontSize: vars.size.s,
  '::before': { content: '', flex: 1, borderTop: `1px solid ${vars.color.line}` },
  '::after': { content: '', flex: 1, borderTop: `1px solid ${vars.color.line}` },
});

// Created by src/services/announce.ts, outside of React and of every page.
globalStyle('.announcement', {
  position: 'fixed',
  insetInline: vars.space.x4,
  bottom: vars.space.x6,
  zIndex: 100,
  width: 'fit-content',
  marginInline: 'auto',
  padding: `${vars.space.x3} ${vars.space.x5}`,
  borderRadius: vars.radius.m,
  background: vars.color.goodSoft,
  color: vars.color.good,
  boxShadow: vars.shadow.m,
  pointerEvents: 'none',
});
globalStyle('.announcement:empty', { visibility: 'hidden' });
