/** Breakpoints, mobile first: styles without one are the phone's. */
export const media = {
  /** Large phones on their side, small tablets. */
  small: 'screen and (min-width: 560px)',
  /** Tablets: two columns. */
  medium: 'screen and (min-width: 780px)',
  /** Desktops: the whole header. */
  large: 'screen and (min-width: 1040px)',
  /** Hover styles only where a pointer hovers: they stick on touch screens. */
  hover: '(hover: hover)',
  /** High contrast of the system: it replaces colours and drops shadows and gradients. */
  forced: '(forced-colors: active)',
} as const;
