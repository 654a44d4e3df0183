import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const head = style({ display: 'grid', gap: vars.space.x3, minWidth: 0 });

/** One line that scrolls sideways on phones; keeps its room while the names are loading. */
export const categories = style({
  display: 'flex',
  gap: vars.space.x2,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  minHeight: `calc(${vars.target} + 4px)`,
  marginInline: `calc(-1 * ${vars.space.x4})`,
  paddingInline: vars.space.x4,
  paddingBlock: '2px',
  '@media': { [media.medium]: { flexWrap: 'wrap', marginInline: 0, paddingInline: 0 } },
});

export const category = style({
  display: 'inline-flex',
  alignItems: 'center',
  flex: 'none',
  minHeight: vars.target,
  paddingInline: vars.space.x4,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.round,
  background: vars.color.surface,
  color: vars.color.ink,
  fontSize: vars.size.s,
  fontWeight: vars.weight.medium,
  textDecoration: 'none',
  selectors: {
    '&[aria-current="page"]': {
      background: vars.color.brand,
      borderColor: vars.color.brand,
      color: vars.color.onBrand,
    },
  },
  '@media': { [media.hover]: { selectors: { '&:not([aria-current]):hover': { borderColor: vars.color.brand } } } },
});

export const toolbar = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.x2,
});

/** Two lines of it are still no higher than the choices. */
export const position = style({
  flex: '1 0 78px',
  color: vars.color.muted,
  fontSize: vars.size.s,
  lineHeight: vars.leading.tight,
});

export const choices = style({ display: 'flex', alignItems: 'center', gap: vars.space.x5, minWidth: 0 });

/** A choice of large screens only (§2 Products). */
export const layoutToggle = style({
  display: 'none',
  gap: vars.space.x1,
  '@media': { [media.large]: { display: 'flex' } },
});

/** The toolbar without its choices: as high as they are. */
export const loading = style([toolbar, { minHeight: vars.target }]);
