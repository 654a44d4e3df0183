import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const waiting = style({ display: 'grid', placeItems: 'center', minHeight: '12rem' });

export const orders = style({ display: 'grid', gap: vars.space.x4 });

export const order = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space.x4,
  minWidth: 0,
  padding: vars.space.x4,
  background: vars.color.surface,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.l,
  '@media': { [media.medium]: { padding: vars.space.x6 } },
});

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space.x3,
  rowGap: vars.space.x1,
  alignItems: 'center',
});
export const title = style({ fontSize: vars.size.l, lineHeight: vars.leading.tight });
export const total = style({
  fontSize: vars.size.l,
  fontWeight: vars.weight.bold,
  whiteSpace: 'nowrap',
  marginLeft: 'auto',
});
export const dates = style({
  flexBasis: '100%',
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: vars.space.x4,
  fontSize: vars.size.s,
  color: vars.color.muted,
});

const said = style({
  padding: `${vars.space.x2} ${vars.space.x3}`,
  borderRadius: vars.radius.m,
  fontWeight: vars.weight.medium,
  overflowWrap: 'anywhere',
});
export const note = styleVariants({
  plain: [said, { background: vars.color.sunken }],
  warn: [said, { background: vars.color.warnSoft, color: vars.color.warn }],
});

export const items = style({ display: 'grid' });
export const item = style({
  display: 'grid',
  gridTemplateColumns: '56px minmax(0, 1fr) auto',
  gap: vars.space.x3,
  alignItems: 'center',
  paddingBlock: vars.space.x2,
  borderTop: `1px solid ${vars.color.line}`,
});
export const picture = style({ overflow: 'hidden', borderRadius: vars.radius.m });
export const itemText = style({ display: 'grid', gap: vars.space.x1, minWidth: 0 });
export const name = style({ overflowWrap: 'anywhere', lineHeight: vars.leading.tight });
export const nameLink = style([
  name,
  { color: 'inherit', textDecoration: 'none', ':hover': { textDecoration: 'underline' } },
]);
export const quantity = style({ fontSize: vars.size.s, color: vars.color.muted });
export const price = style({ whiteSpace: 'nowrap' });

export const label = style({ fontSize: vars.size.s, fontWeight: vars.weight.medium, color: vars.color.muted });
export const address = style({ display: 'grid', gap: vars.space.x1, overflowWrap: 'anywhere' });

export const more = style({
  display: 'grid',
  gap: vars.space.x3,
  paddingTop: vars.space.x4,
  borderTop: `1px solid ${vars.color.line}`,
});
export const details = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: vars.space.x3,
  '@media': { [media.medium]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
});
export const detail = style({ display: 'grid', alignContent: 'start', overflowWrap: 'anywhere' });
export const wide = style([detail, { gridColumn: '1 / -1' }]);

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space.x3,
  paddingTop: vars.space.x4,
  borderTop: `1px solid ${vars.color.line}`,
});
/** Full width on phones, so that a thumb finds them. */
globalStyle(`${actions} > *`, {
  flex: '1 1 auto',
  whiteSpace: 'nowrap',
  '@media': { [media.medium]: { flex: '0 0 auto' } },
});
export const chevron = style({ display: 'inline-flex' });
export const turned = style([chevron, { transform: 'rotate(180deg)' }]);
