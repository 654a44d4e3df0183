import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

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
  // Also while the filters are not there yet.
  '@media': { [media.large]: { gridColumn: 2 } },
});
