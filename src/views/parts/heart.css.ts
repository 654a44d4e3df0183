import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

const heart = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space.x2,
  minWidth: vars.target,
  minHeight: vars.target,
  border: 0,
  color: vars.color.ink,
  selectors: { '&[aria-pressed="true"]': { color: vars.color.bad } },
  '@media': { [media.hover]: { ':hover': { color: vars.color.bad } } },
});
globalStyle(`${heart}[aria-pressed="true"] path`, { fill: 'currentcolor' });

export const look = styleVariants({
  round: [heart, { padding: 0, borderRadius: vars.radius.round, background: vars.color.surface }],
  labelled: [
    heart,
    {
      justifySelf: 'start',
      // Its icon aligns with the column's edge.
      marginInlineStart: `calc(-1 * ${vars.space.x3})`,
      padding: `0 ${vars.space.x3}`,
      borderRadius: vars.radius.m,
      background: 'transparent',
      fontWeight: vars.weight.medium,
    },
  ],
});
