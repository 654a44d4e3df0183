import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

/** The first letters are enough to find it in the log; the full id would be the longest line of the message (X35). */
export const request = style({
  display: 'block',
  flexShrink: 0,
  width: '18ch',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: vars.color.muted,
  fontSize: vars.size.xs,
});
