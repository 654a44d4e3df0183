import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

const inner = style({
  width: '100%',
  maxWidth: vars.measure.page,
  marginInline: 'auto',
  paddingInline: vars.space.x4,
  '@media': { [media.medium]: { paddingInline: vars.space.x6 } },
});

/** Height of a banner with its controls. */
export const heroRoom = style([inner, { minHeight: '260px', paddingBlock: vars.space.x4 }]);

export const promises = style({ background: vars.color.surface, borderBottom: `1px solid ${vars.color.line}` });
export const promiseList = style([
  inner,
  {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: `${vars.space.x2} ${vars.space.x4}`,
    paddingBlock: vars.space.x4,
    '@media': { [media.medium]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
  },
]);
export const promise = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.x3,
  fontSize: vars.size.s,
  fontWeight: vars.weight.medium,
  color: vars.color.ink,
});
export const promiseIcon = style({ color: vars.color.brand, flex: 'none' });

export const content = style([
  inner,
  { display: 'grid', gap: vars.space.x8, paddingBlock: `${vars.space.x6} ${vars.space.x12}` },
]);
export const section = style({ display: 'grid', gap: vars.space.x3, minWidth: 0 });
export const sectionHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${vars.space.x2} ${vars.space.x4}`,
  minHeight: vars.target,
});
export const more = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.target,
  fontWeight: vars.weight.medium,
});

/** Height of a page of brands with its buttons. */
export const brandsRoom = style({
  height: '340px',
  '@media': { [media.small]: { height: '236px' }, [media.large]: { height: '136px' } },
});

export const message = style({ color: vars.color.muted });
