import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const toolbar = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.x2,
});

/** Two lines of it are not higher than the controls. */
export const position = style({
  flex: '1 0 78px',
  color: vars.color.muted,
  fontSize: vars.size.s,
  lineHeight: vars.leading.tight,
});

export const choices = style({ display: 'flex', alignItems: 'center', gap: vars.space.x5, minWidth: 0 });

/** Large screens only (§2 Products). */
export const layoutToggle = style({
  display: 'none',
  gap: vars.space.x1,
  '@media': { [media.large]: { display: 'flex' } },
});

/** The toolbar without its controls, in the same height. */
export const loading = style([toolbar, { minHeight: vars.target }]);

/** The filters beside the list; above it on small screens. */
export const beside = style({
  display: 'grid',
  gap: vars.space.x4,
  alignItems: 'start',
  minWidth: 0,
  '@media': { [media.large]: { gridTemplateColumns: '280px minmax(0, 1fr)', gap: vars.space.x6 } },
});
export const list = style({
  display: 'grid',
  gap: vars.space.x6,
  alignContent: 'start',
  minWidth: 0,
  // Also before the filters have loaded.
  '@media': { [media.large]: { gridColumn: 2 } },
});
