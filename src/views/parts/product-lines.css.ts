import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const lines = style({
  display: 'grid',
  minWidth: 0,
  paddingInline: vars.space.x4,
  background: vars.color.surface,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.l,
});

export const line = style({
  display: 'grid',
  gridTemplateColumns: '88px minmax(0, 1fr)',
  columnGap: vars.space.x4,
  rowGap: vars.space.x2,
  alignItems: 'start',
  paddingBlock: vars.space.x4,
  selectors: { '& + &': { borderTop: `1px solid ${vars.color.line}` } },
  '@media': { [media.medium]: { gridTemplateColumns: '112px minmax(0, 1fr) auto' } },
});

export const picture = style({ overflow: 'hidden', borderRadius: vars.radius.m });

export const text = style({ display: 'grid', gap: vars.space.x1, minWidth: 0, justifyItems: 'start' });

export const name = style({
  fontSize: vars.size.m,
  lineHeight: vars.leading.tight,
  fontWeight: vars.weight.bold,
  overflowWrap: 'anywhere',
});

export const nameLink = style({ color: 'inherit', textDecoration: 'none', ':hover': { textDecoration: 'underline' } });

/** Actions: under the text on phones, in their own column on tablets. */
export const controls = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: vars.space.x2,
  gridColumn: '1 / -1',
  selectors: { '&:has(> :only-child)': { justifyContent: 'end' } },
  '@media': { [media.medium]: { flexDirection: 'column', alignItems: 'end', gridColumn: 'auto' } },
});
