/** Also the browser's own color around the page. A constant of its own, because the browser needs no other color. */
export const brandDeep = '#06322e';

/**
 * The only theme, a light one. Every pair of text and background in the views passes AA (4.5:1; borders of fields and
 * the focus ring 3:1), which tests/views/contrast.test.ts proves.
 */
export const palette = {
  /** Background of the page, cards on it, wells in them. */
  paper: '#f6f5f1',
  surface: '#ffffff',
  sunken: '#edebe4',
  /** Hairlines, and the borders of fields. */
  line: '#dedbd2',
  lineStrong: '#7d796d',
  ink: '#1a201f',
  muted: '#565d5a',
  /** Buttons, links, selected items. */
  brand: '#0a5f57',
  brandDark: '#074740',
  /** Top bar and footer. */
  brandDeep,
  brandSoft: '#e1f0ec',
  onBrand: '#ffffff',
  /** Text on brandDeep. */
  onDeep: '#e8f2f0',
  /** Marigold: the cart's number, stars, offers. Never text on white. */
  accent: '#f5ab00',
  accentSoft: '#fff2cf',
  onAccent: '#1a201f',
  good: '#146239',
  goodSoft: '#e3f3e9',
  warn: '#7a4a00',
  warnSoft: '#fff3da',
  bad: '#b0241b',
  badSoft: '#fdecea',
  onBad: '#ffffff',
  /** Order status: being packed, on its way. */
  packed: '#1d4687',
  packedSoft: '#e4ecf9',
  onWay: '#66297a',
  onWaySoft: '#f4e8f8',
  focus: '#1f4fd8',
} as const;
