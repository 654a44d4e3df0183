import { styleVariants } from '@vanilla-extract/css';

const base = {
  flex: 'none',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.7,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

export const icon = styleVariants({
  s: [{ ...base, width: 16, height: 16 }],
  m: [{ ...base, width: 22, height: 22 }],
  l: [{ ...base, width: 32, height: 32 }],
});
