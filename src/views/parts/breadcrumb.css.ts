import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const trail = style({ minWidth: 0 });
export const list = style({
  display: 'flex',
  alignItems: 'center',
  columnGap: vars.space.x1,
  fontSize: vars.size.s,
  color: vars.color.muted,
});
export const item = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space.x1,
  flex: 'none',
  selectors: { '&:last-child': { flex: '0 1 auto', minWidth: 0 } },
});
/** One line: a long name is clipped, because the title below shows it in full. */
export const here = style({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
export const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.target,
  color: vars.color.brand,
});
