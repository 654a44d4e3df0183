import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const row = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: vars.space.x3,
  minHeight: vars.target,
  padding: `${vars.space.x2} 0`,
  cursor: 'pointer',
});
export const box = style({
  flex: 'none',
  width: 22,
  height: 22,
  margin: '1px 0 0',
  accentColor: vars.color.brand,
  cursor: 'pointer',
  selectors: { '&[aria-invalid="true"]': { outline: `2px solid ${vars.color.bad}`, outlineOffset: '1px' } },
});
