import { keyframes, style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

const breathe = keyframes({ '50%': { opacity: 0.55 } });
const base = style({
  display: 'block',
  background: vars.color.sunken,
  borderRadius: vars.radius.s,
  animation: `${breathe} 1.6s ease-in-out infinite`,
});

export const shape = styleVariants({
  text: [base, { height: '1em', width: '80%' }],
  short: [base, { height: '1em', width: '40%' }],
  title: [base, { height: '1.6em', width: '60%' }],
  picture: [base, { aspectRatio: '1', width: '100%' }],
  button: [base, { height: vars.target, width: '100%' }],
});
