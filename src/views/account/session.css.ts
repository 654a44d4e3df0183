import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const notices = style({
  display: 'grid',
  gap: vars.space.x2,
  width: '100%',
  maxWidth: vars.measure.page,
  marginInline: 'auto',
  padding: `${vars.space.x3} ${vars.space.x4} 0`,
  '@media': { [media.medium]: { paddingInline: vars.space.x6 } },
});
