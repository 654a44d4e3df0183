/** Breakpoints, mobile first: styles without one are for phones. */
export const media = {
  /** Large phones in landscape, small tablets. */
  small: 'screen and (min-width: 560px)',
  /** Tablets: two columns. */
  medium: 'screen and (min-width: 780px)',
  /** Desktops: the whole header. */
  large: 'screen and (min-width: 1040px)',
  /** Hover styles only for pointers that hover, because they stick on touch screens. */
  hover: '(hover: hover)',
  /** High contrast of the system, which replaces colours and drops shadows and gradients. */
  forced: '(forced-colors: active)',
} as const;
