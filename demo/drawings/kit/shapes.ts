import { round } from './ink.ts';

/** Everything drawn is a string of SVG elements in the coordinates of its drawing. */
export type Attributes = Record<string, string | number>;

function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? round(value) : value}"`)
    .join('');
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  r: number,
  fill: string,
  more: Attributes = {},
): string {
  return `<rect${attributesOf({ x, y, width, height, rx: Math.min(r, width / 2, height / 2), fill, ...more })}/>`;
}

export function circle(cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string {
  return `<circle${attributesOf({ cx, cy, r, fill, ...more })}/>`;
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}): string {
  return `<ellipse${attributesOf({ cx, cy, rx, ry, fill, ...more })}/>`;
}

export function path(d: string, fill: string, more: Attributes = {}): string {
  return `<path${attributesOf({ d, fill, ...more })}/>`;
}

export function polygon(points: readonly (readonly [number, number])[], fill: string, more: Attributes = {}): string {
  return `<polygon${attributesOf({ points: points.map(([x, y]) => `${round(x)},${round(y)}`).join(' '), fill, ...more })}/>`;
}

/** A line along a path, with round ends. */
export function stroke(d: string, colour: string, width: number, more: Attributes = {}): string {
  return path(d, 'none', {
    stroke: colour,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  });
}

export function group(content: string, more: Attributes): string {
  return `<g${attributesOf(more)}>${content}</g>`;
}

export function move(content: string, x: number, y: number, scale = 1): string {
  const by = scale === 1 ? '' : ` scale(${round3(scale)})`;
  return group(content, { transform: `translate(${round(x)} ${round(y)})${by}` });
}

/** `draw` once for each of 0 … count - 1. */
export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
