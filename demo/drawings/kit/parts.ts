import type { Ink } from './ink.ts';
import { alpha, mix, type Shades, shadesOf } from './palette.ts';
import { circle, ellipse, group, path, polygon, rect, stroke } from './shapes.ts';

/** A drawing in its own box: 0 to width, 0 to height, standing on its lower edge. */
export interface Drawing {
  svg: string;
  width: number;
  height: number;
  /** Where it touches the ground, as shares of the width; the whole width unless told. */
  feet?: readonly (readonly [from: number, to: number])[];
}

/** A moulded panel: lit from the upper left, with a bright rim above and a dark one below. */
export function slab(
  ink: Ink,
  x: number,
  y: number,
  width: number,
  height: number,
  r: number,
  tone: Shades,
  rim = 2,
): string {
  return (
    rect(x, y, width, height, r, ink.linear([tone.light, tone.base, tone.dark], 'diagonal')) +
    rect(x + rim / 2, y + rim / 2, width - rim, height - rim, Math.max(0, r - rim / 2), 'none', {
      stroke: ink.linear([alpha(tone.shine, 0.9), alpha(tone.shine, 0.1), alpha(tone.deep, 0.7)], 'diagonal'),
      'stroke-width': rim,
    })
  );
}

/** Brushed sheet: broad bands of light and shade from left to right. */
export function sheet(ink: Ink, tone: Shades): string {
  return ink.linear(
    [
      tone.base,
      [tone.light, 0.18],
      [tone.base, 0.42],
      [mix(tone.base, tone.dark, 0.4), 0.62],
      [tone.light, 0.86],
      tone.dark,
    ],
    'right',
  );
}

/** The side of something round that stands upright. */
export function barrel(ink: Ink, tone: Shades): string {
  return ink.linear(
    [tone.dark, [tone.light, 0.2], [tone.shine, 0.28], [tone.base, 0.52], [tone.dark, 0.84], tone.deep],
    'right',
  );
}

/** A box seen from slightly right and above: front, top and right side; the front is the caller's. */
export function carcass(ink: Ink, width: number, height: number, depth: number, tone: Shades): string {
  const rise = depth * 0.42;
  return (
    polygon(
      [
        [0, rise],
        [depth, 0],
        [width + depth, 0],
        [width, rise],
      ],
      ink.linear([tone.shine, tone.light], 'right'),
    ) +
    polygon(
      [
        [width, rise],
        [width + depth, 0],
        [width + depth, height - rise * 0.6],
        [width, height],
      ],
      ink.linear([tone.dark, tone.deep], 'diagonal'),
    )
  );
}

/** A camera lens with coated glass. */
export function lens(ink: Ink, cx: number, cy: number, r: number, ring: Shades, tint = '#5d78c9'): string {
  return (
    circle(cx, cy, r, ink.linear([ring.shine, ring.base, ring.deep], 'diagonal')) +
    circle(cx, cy, r * 0.88, '#0b0d12') +
    circle(cx, cy, r * 0.7, ink.linear(['#2a2e38', '#0a0b10'], 'diagonal')) +
    circle(
      cx,
      cy,
      r * 0.52,
      ink.radial([mix(tint, '#ffffff', 0.1), mix(tint, '#05060b', 0.55), '#05060b'], 0.38, 0.36, 0.62),
    ) +
    circle(cx, cy, r * 0.22, '#04050a') +
    ellipse(cx - r * 0.24, cy - r * 0.28, r * 0.17, r * 0.11, alpha('#ffffff', 0.78), {
      transform: `rotate(-38 ${cx - r * 0.24} ${cy - r * 0.28})`,
    }) +
    circle(cx + r * 0.24, cy + r * 0.26, r * 0.06, alpha('#ffffff', 0.4))
  );
}

/** A turning knob with a mark at the given degrees from the top. */
export function knob(ink: Ink, cx: number, cy: number, r: number, tone: Shades, degrees = 0): string {
  return (
    circle(cx + r * 0.1, cy + r * 0.16, r * 1.06, alpha('#10131c', 0.3)) +
    circle(cx, cy, r, ink.linear([tone.shine, tone.base, tone.deep], 'diagonal')) +
    circle(cx, cy, r * 0.8, ink.linear([tone.light, tone.base, tone.dark], 'diagonal')) +
    group(stroke(`M${cx} ${cy - r * 0.62}V${cy - r * 0.24}`, tone.deep, r * 0.16), {
      transform: `rotate(${degrees} ${cx} ${cy})`,
    })
  );
}

/** Small holes in even rows. */
export function grille(ink: Ink, tone: Shades, step = 9): string {
  return ink.pattern(
    step,
    step,
    `${rect(0, 0, step, step, 0, tone.dark)}${circle(step / 2, step / 2, step * 0.3, tone.deep)}`,
  );
}

/** Woven cloth over a speaker. */
export function cloth(ink: Ink, tone: Shades, step = 8): string {
  const half = step / 2;
  return ink.pattern(
    step,
    step,
    rect(0, 0, step, step, 0, tone.base) +
      rect(0, 0, half, half, half / 3, mix(tone.base, tone.light, 0.55)) +
      rect(half, half, half, half, half / 3, mix(tone.base, tone.light, 0.3)) +
      rect(half, 0, half, half, half / 3, mix(tone.base, tone.dark, 0.45)),
  );
}

/** A loudspeaker cone. */
export function cone(ink: Ink, cx: number, cy: number, r: number, ring: Shades = shadesOf('#555a64')): string {
  return (
    circle(cx, cy, r, ink.linear([ring.shine, ring.base, ring.deep], 'diagonal')) +
    circle(cx, cy, r * 0.92, '#14161b') +
    circle(cx, cy, r * 0.84, ink.radial(['#24272e', '#33373f', '#15171c'], 0.42, 0.4, 0.6)) +
    circle(cx, cy, r * 0.62, 'none', { stroke: alpha('#ffffff', 0.07), 'stroke-width': r * 0.03 }) +
    circle(cx, cy, r * 0.34, ink.radial(['#6b707b', '#2b2e36', '#16181d'], 0.36, 0.32, 0.7))
  );
}

/** A pale diagonal reflection in glass. */
export function shineOver(ink: Ink, x: number, y: number, width: number, height: number, r: number): string {
  return group(
    path(
      `M${x} ${y}H${x + width * 0.62}L${x + width * 0.08} ${y + height * 0.62}L${x} ${y + height * 0.7}Z`,
      ink.linear([alpha('#ffffff', 0.2), alpha('#ffffff', 0.03)], 'diagonal'),
    ),
    { 'clip-path': ink.clip(rect(x, y, width, height, r, '#000')) },
  );
}

/** Keys in rows; `shares` gives each row's key widths, 1 being a letter key. */
export function keys(
  rows: readonly (readonly number[])[],
  width: number,
  height: number,
  fill: string,
  gap = 3,
  r = 3,
): string {
  const rowHeight = (height - gap * (rows.length - 1)) / rows.length;
  return rows
    .map((row, line) => {
      const total = row.reduce((sum, share) => sum + share, 0);
      const unit = (width - gap * (row.length - 1)) / total;
      let x = 0;
      return row
        .map((share) => {
          const key = rect(x, line * (rowHeight + gap), share * unit, rowHeight, r, fill);
          x += share * unit + gap;
          return key;
        })
        .join('');
    })
    .join('');
}

/** A laptop's rows of keys. */
export const KEY_ROWS: readonly (readonly number[])[] = [
  Array.from({ length: 14 }, () => 1),
  [...Array.from({ length: 13 }, () => 1), 1.8],
  [1.5, ...Array.from({ length: 12 }, () => 1), 1.3],
  [1.8, ...Array.from({ length: 11 }, () => 1), 2],
  [2.3, ...Array.from({ length: 10 }, () => 1), 2.5],
  [1.2, 1.2, 1.2, 6, 1.2, 1.2, 1, 1, 1],
];

const DIGITS: Record<string, string> = {
  0: 'M0 3Q0 0 3 0T6 3V9Q6 12 3 12T0 9Z',
  1: 'M1 2.2L4 0V12',
  2: 'M.2 3Q.4 0 3 0T6 3Q6 5 0 12H6.2',
  3: 'M.4 2Q1 0 3 0T5.7 3Q5.6 5.7 2.6 5.8Q6 5.9 6 9T3 12Q1 12 .2 10',
  4: 'M4.6 12V0L0 8.6H6.4',
  5: 'M5.6 0H1L.6 5.4Q1.6 4.6 3 4.6Q6 4.7 6 8.3T3 12Q1 12 .2 10.2',
  6: 'M5 0Q0 4 0 8.6Q.2 12 3 12T6 8.6T3 5.2T0 8.6',
  7: 'M0 0H6L2.2 12',
  8: 'M3 5.6Q.4 5.4.4 2.8T3 0T5.6 2.8T3 5.6Q0 5.8 0 8.9T3 12T6 8.9T3 5.6Z',
  9: 'M1 12Q6 8 6 3.4Q5.8 0 3 0T0 3.4T3 6.8T6 3.4',
  ':': 'M2 3.4V3.5M2 8.5V8.6',
  '%': 'M6 0L0 12M1.2 1V2.4M4.8 9.6V11',
  '-': 'M1 6H5',
};

/** Figures drawn as strokes, because the renderer has no fonts to count on. */
export function figures(text: string, x: number, y: number, height: number, colour: string, weight = 1.5): string {
  const unit = height / 12;
  let at = 0;
  const strokes = [...text].map((sign) => {
    const d = DIGITS[sign] ?? '';
    const drawn = group(stroke(d, colour, weight), { transform: `translate(${at} 0)` });
    at += sign === ':' ? 5 : 9;
    return drawn;
  });
  return group(strokes.join(''), { transform: `translate(${x} ${y}) scale(${Math.round(unit * 1000) / 1000})` });
}
