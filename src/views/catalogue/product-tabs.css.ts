import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const list = style({ margin: 0, maxWidth: '860px' });

export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(110px, 2fr) 3fr',
  gap: vars.space.x3,
  padding: `${vars.space.x3} 0`,
  borderBottom: `1px solid ${vars.color.line}`,
  selectors: { '&:last-child': { borderBottom: 0 } },
  '@media': { [media.medium]: { gridTemplateColumns: '240px 1fr' } },
});

export const name = style({ color: vars.color.muted });
export const value = style({ margin: 0, fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });
