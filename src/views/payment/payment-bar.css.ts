import { style, styleVariants } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

const bar = style({ borderBlockEnd: '1px solid', color: vars.color.ink });

export const tone = styleVariants({
  info: [bar, { background: vars.color.brandSoft, borderColor: vars.color.brand }],
  good: [bar, { background: vars.color.goodSoft, borderColor: vars.color.good }],
  bad: [bar, { background: vars.color.badSoft, borderColor: vars.color.bad }],
});

/** Same height with text alone and with buttons, so that the page below does not move. */
export const inner = style({
  display: 'grid',
  alignItems: 'center',
  gap: vars.space.x2,
  width: '100%',
  maxWidth: vars.measure.page,
  minHeight: '76px',
  marginInline: 'auto',
  padding: `${vars.space.x3} ${vars.space.x4}`,
  '@media': {
    [media.medium]: { paddingInline: vars.space.x6 },
    [media.small]: { gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: vars.space.x4 },
  },
  selectors: { '&:has(> :only-child)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
export const text = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: vars.space.x3,
  minWidth: 0,
});
export const words = style({ flex: 1, fontWeight: vars.weight.bold });
export const offers = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space.x3 });
