import { keyframes, style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

const turn = keyframes({ to: { transform: 'rotate(1turn)' } });

export const spinner = style({ display: 'inline-flex', alignItems: 'center', gap: vars.space.x3 });

export const ring = style({
  flex: 'none',
  width: '1.25em',
  height: '1.25em',
  borderRadius: vars.radius.round,
  border: '0.17em solid currentColor',
  borderRightColor: 'transparent',
  animation: `${turn} 0.8s linear infinite`,
});

export const page = style({
  display: 'grid',
  justifyContent: 'center',
  alignContent: 'start',
  paddingTop: '20vh',
  color: vars.color.muted,
});
