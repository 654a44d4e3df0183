import { globalStyle, style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const columns = style({
  display: 'grid',
  gap: vars.space.x4,
  alignItems: 'start',
  '@media': { [media.large]: { gridTemplateColumns: '280px minmax(0, 1fr)', gap: vars.space.x6 } },
});

/** Who is logged in: a line on phones, a column beside the tabs. */
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

/** Stays in the page while another tab is shown, with what is typed in it. */
export const panel = style({
  display: 'grid',
  gap: vars.space.x4,
  minWidth: 0,
  selectors: { '&[hidden]': { display: 'none' } },
});

export const details = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${vars.space.x2} ${vars.space.x4}`,
});

globalStyle(`${details} dt`, { color: vars.color.muted });
globalStyle(`${details} dd`, { overflowWrap: 'anywhere' });
