import { round } from './kit/ink.ts';
import { SIDE } from './kit/moods.ts';
import { group, move, rect, stroke } from './kit/shapes.ts';

/** Letters as strokes in a box 12 high, because the renderer has no fonts to count on; with their widths. */
const LETTERS: Readonly<Record<string, readonly [d: string, width: number]>> = {
  A: ['M0 12L3.4 0L6.8 12M1.2 8H5.6', 6.8],
  B: ['M0 6H3.2Q6 6 6 9T3.2 12H0V0H3Q5.6 0 5.6 3T3 6', 6],
  C: ['M6 2.8Q5.6 0 3.1 0T0 3.6V8.4Q0 12 3.1 12T6 9.2', 6],
  D: ['M0 0V12H2.4Q6.4 12 6.4 8V4Q6.4 0 2.4 0Z', 6.4],
  E: ['M5.4 0H0V12H5.4M0 6H4.6', 5.4],
  F: ['M5.4 0H0V12M0 6H4.6', 5.2],
  G: ['M6.2 2.8Q5.6 0 3.1 0T0 3.6V8.4Q0 12 3.1 12T6.2 8.4V6.6H3.6', 6.2],
  H: ['M0 0V12M6.2 0V12M0 6H6.2', 6.2],
  I: ['M0 0V12', 0],
  J: ['M4.8 0V8.8Q4.8 12 2.4 12T0 9.4', 4.8],
  K: ['M0 0V12M6 0L0 7.2M2.2 4.8L6 12', 6],
  L: ['M0 0V12H5.2', 5.2],
  M: ['M0 12V0L4 7L8 0V12', 8],
  N: ['M0 12V0L6.2 12V0', 6.2],
  O: ['M0 3.8Q0 0 3.4 0T6.8 3.8V8.2Q6.8 12 3.4 12T0 8.2Z', 6.8],
  P: ['M0 12V0H3.2Q6 0 6 3.3T3.2 6.6H0', 6],
  Q: ['M0 3.8Q0 0 3.4 0T6.8 3.8V8.2Q6.8 12 3.4 12T0 8.2ZM4.4 9L7.2 12.6', 6.8],
  R: ['M0 12V0H3.2Q6 0 6 3.2T3.2 6.4H0M3 6.4L6 12', 6],
  S: ['M5.8 2.6Q5.2 0 3 0T.2 3Q.2 5.2 3 5.9T6 9Q6 12 3 12T0 9.4', 6],
  T: ['M0 0H6.6M3.3 0V12', 6.6],
  U: ['M0 0V8.4Q0 12 3.2 12T6.4 8.4V0', 6.4],
  V: ['M0 0L3.4 12L6.8 0', 6.8],
  W: ['M0 0L2.3 12L4.7 2.4L7.1 12L9.4 0', 9.4],
  X: ['M0 0L6.2 12M6.2 0L0 12', 6.2],
  Y: ['M0 0L3.3 6.2L6.6 0M3.3 6.2V12', 6.6],
  Z: ['M0 0H6.2L0 12H6.2', 6.2],
  '.': ['M0 11.9V12', 0],
  '-': ['M0 6.4H3.2', 3.2],
  ' ': ['', 2.4],
};

interface Look {
  readonly colour: string;
  readonly weight: number;
  /** Room between letters. */
  readonly tracking: number;
  readonly slant: number;
  /** Light letters on a plate of the colour. */
  readonly isPlate: boolean;
}

/** Dark enough to be read on white. */
const INKS = ['#1f2a44', '#15171c', '#0b5c8a', '#7a1f2b', '#1d5c43', '#4a2f7a', '#8a4b08', '#37424f'];

/** Of the name alone, so that a brand always looks the same and no two neighbours alike. Nobody's own mark is copied. */
function lookOf(name: string): Look {
  const seed = [...name].reduce((sum, letter, index) => (sum * 31 + letter.charCodeAt(0) + index) % 9973, 7);
  return {
    colour: INKS[seed % INKS.length] ?? '#15171c',
    weight: [1.5, 2.1, 2.7, 1.8][(seed >> 3) % 4] ?? 2,
    tracking: [3.6, 4.4, 5.6][(seed >> 5) % 3] ?? 4,
    slant: (seed >> 7) % 3 === 0 ? -10 : 0,
    isPlate: name.length <= 6 && seed % 5 === 0,
  };
}

/** A brand's name as a mark of our own (H20): a square of white with the name across its middle. */
export function drawWordmark(name: string): string {
  const { colour, weight, tracking, slant, isPlate } = lookOf(name);
  let width = 0;
  const letters = [...name.toUpperCase()].map((letter) => {
    const [d, own] = LETTERS[letter] ?? ['', 0];
    const drawn = move(stroke(d, isPlate ? '#ffffff' : colour, weight), width, 0);
    width += own + tracking;
    return drawn;
  });
  width -= tracking;
  // Short names do not shout: as high as the others at most.
  const scale = Math.min(16, (isPlate ? 640 : 760) / (width + weight));
  const [left, top] = [(SIDE - width * scale) / 2, SIDE / 2 - 6 * scale];
  const plate = isPlate
    ? rect(left - 4.6 * scale, top - 4.6 * scale, (width + 9.2) * scale, 21.2 * scale, 3.4 * scale, colour)
    : '';
  const marks = group(letters.join(''), {
    transform: `translate(${round(left)} ${round(top)}) scale(${round(scale)}) translate(0 6) skewX(${slant}) translate(0 -6)`,
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${rect(0, 0, SIDE, SIDE, 0, '#ffffff')}${plate}${marks}</svg>`;
}
