import { style } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

export const field = style({ display: 'grid', gap: vars.space.x1, alignContent: 'start', minWidth: 0 });
/** Label and control side by side, in the height of the control. */
export const inline = style({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.x2,
  minWidth: 0,
  whiteSpace: 'nowrap',
});
export const label = style({ fontWeight: vars.weight.medium, fontSize: vars.size.s });
export const optional = style({ color: vars.color.muted, fontWeight: vars.weight.regular });
export const hint = style({ color: vars.color.muted, fontSize: vars.size.s });
export const error = style({ color: vars.color.bad, fontSize: vars.size.s, fontWeight: vars.weight.medium });

export const control = style({
  // At least 16 px: iOS zooms in on smaller text.
  width: '100%',
  minHeight: vars.target,
  padding: `${vars.space.x2} ${vars.space.x3}`,
  fontSize: vars.size.m,
  background: vars.color.surface,
  border: `1px solid ${vars.color.lineStrong}`,
  borderRadius: vars.radius.m,
  selectors: {
    '&[aria-invalid="true"]': { borderColor: vars.color.bad, boxShadow: `inset 0 0 0 1px ${vars.color.bad}` },
    '&:disabled': { background: vars.color.sunken, color: vars.color.muted },
    '&:read-only:not(select)': { background: vars.color.sunken },
    '&:focus-visible': { borderRadius: vars.radius.m, outlineOffset: '0px' },
    '&::placeholder': { color: vars.color.muted, opacity: 1 },
  },
});

/** Grows only downwards, so that the page keeps its columns. */
export const area = style([control, { minHeight: '9rem', resize: 'vertical', lineHeight: vars.leading.body }]);

export const select = style([
  control,
  {
    appearance: 'none',
    paddingRight: vars.space.x8,
    backgroundImage:
      'linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(-45deg, transparent 50%, currentColor 50%)',
    backgroundPosition: 'right 20px center, right 14px center',
    backgroundSize: '6px 6px',
    backgroundRepeat: 'no-repeat',
    // Forced colours drop gradients, so the browser draws its own arrow.
    '@media': { [media.forced]: { appearance: 'auto' } },
  },
]);

export const withAddon = style({ position: 'relative', display: 'grid' });
export const padded = style({ paddingRight: '76px' });
export const addon = style({
  position: 'absolute',
  right: 0,
  top: 0,
  bottom: 0,
  minWidth: vars.target,
  padding: `0 ${vars.space.x4}`,
  border: 0,
  borderRadius: vars.radius.m,
  background: 'transparent',
  color: vars.color.brand,
  fontSize: vars.size.s,
  fontWeight: vars.weight.bold,
});
