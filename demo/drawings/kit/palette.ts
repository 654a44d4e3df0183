import type { Colour } from '../art.ts';

/** The shades that one finish needs under a light from the upper left. */
export interface Shades {
  base: string;
  /** Lit side. */
  light: string;
  /** Edge that catches the light. */
  shine: string;
  /** Side in shadow. */
  dark: string;
  /** Gaps and undersides. */
  deep: string;
}

const FINISHES: Record<Colour, string> = {
  black: '#26282d',
  graphite: '#4a4e57',
  silver: '#cfd3d9',
  white: '#f1f2f4',
  titanium: '#a9a49c',
  steel: '#b9bec5',
  navy: '#2b3d63',
  blue: '#2f6fc4',
  sky: '#9cc3e6',
  teal: '#2a9d96',
  green: '#3f7f5f',
  mint: '#b4dccb',
  purple: '#6d5bb0',
  lavender: '#b9aee0',
  pink: '#f0bcc6',
  red: '#c93f3f',
  orange: '#e2762f',
  gold: '#d9b476',
  sand: '#d8c7ae',
  cream: '#efe7d8',
};

type Rgb = readonly [number, number, number];

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** `share` of `other` in `hex`, 0 to 1. */
export function mix(hex: string, other: string, share: number): string {
  const [from, to] = [rgb(hex), rgb(other)];
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return `#${[channel(0), channel(1), channel(2)].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export function alpha(hex: string, opacity: number): string {
  return `rgba(${rgb(hex).join(',')},${opacity})`;
}

export function shadesOf(hex: string): Shades {
  return {
    base: hex,
    light: mix(hex, '#ffffff', 0.28),
    shine: mix(hex, '#ffffff', 0.62),
    dark: mix(hex, '#161a26', 0.26),
    deep: mix(hex, '#0f121c', 0.52),
  };
}

export function hexOf(colour: Colour): string {
  return FINISHES[colour];
}

export function shades(colour: Colour): Shades {
  return shadesOf(FINISHES[colour]);
}
