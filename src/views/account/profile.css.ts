import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space.x4,
  alignItems: 'start',
  '@media': { [media.large]: { gridTemplateColumns: '280px minmax(0, 1fr)', gap: vars.space.x6 } },
});

/** The logged-in customer: a line on phones, a column beside the tabs on larger screens. */
export const person = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.x4,
  minWidth: 0,
  '@media': { [media.large]: { flexDirection: 'column', paddingBlock: vars.space.x4, textAlign: 'center' } },
});
export const avatar = style({ flex: 'none', width: '72px' });
export const names = style({ minWidth: 0 });
export const name = style({ fontSize: vars.size.l, overflowWrap: 'anywhere' });
export const email = style({ color: vars.color.muted, overflowWrap: 'anywhere' });

/** Stays mounted while another tab is open, and keeps what was typed. */
export const panel = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space.x4,
  minWidth: 0,
  selectors: { '&[hidden]': { display: 'none' } },
});

/** Short fields side by side when there is room. */
export const pair = style({
  display: 'grid',
  gap: vars.space.x4,
  '@media': { [media.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const step = style({ fontSize: vars.size.l });
