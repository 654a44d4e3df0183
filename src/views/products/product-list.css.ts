import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const head = style({ display: 'grid', gap: vars.space.x3, minWidth: 0 });

/** One line that scrolls sideways on phones; keeps its room while the names are loading. */
export const categories = style({
  display: 'flex', gap: vars.space.x2, overflowX: 'auto', scrollbarWidth: 'none', minHeight: `calc(${vars.target} + 4px)`,
  marginInline: `calc(-1 * ${vars.space.x4})`, paddingInline: vars.space.x4, paddingBlock: '2px',
  '@media': { [media.medium]: { flexWrap: 'wrap', marginInline: 0, paddingInline: 0 } },
});

export const category = style({
  display: 'inline-flex', alignItems: 'center', flex: 'none', minHeight: vars.target, paddingInline: vars.space.x4,
  border: `1px solid ${vars.color.line}`, borderRadius: vars.radius.round, background: vars.color.surface,
  color: vars.color.ink, fontSize: vars.size.s, fontWeight: vars.weight.medium, textDecoration: 'none',
  selectors: {
    '&[aria-current="page"]': { background: vars.color.brand, borderColor: vars.color.brand, color: vars.color.onBrand },
  },
  '@media': { [media.hover]: { selectors: { '&:not([aria-current]):hover': { borderColor: vars.color.brand } } } },
});

export const toolbar = style({
  display: 'flex', flexWrap: 'wrap', alignItems: 'end', justifyContent: 'space-between', gap: vars.space.x3,
});

export const position = style({ color: vars.color.muted, fontSize: vars.size.s });

export const choices = style({ display: 'flex', alignItems: 'end', gap: vars.space.x3 });

/** A choice of large screens only (§2 Products). */
export const layoutToggle = style({
  display: 'none', gap: vars.space.x1,
  '@media': { [media.large]: { display: 'flex' } },
});

/** As high as the toolbar that follows. */
export const loading = style({ display: 'flex', alignItems: 'end', minHeight: '69px' });
