import { describe, expect, test } from 'vitest';
import { palette } from '../../src/views/theme/palette.ts';

/** WCAG 2.2: relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

type Colour = keyof typeof palette;

/** Every text colour of the views with its background. */
const TEXTS: readonly (readonly [Colour, Colour])[] = [
  ...(['paper', 'surface', 'sunken', 'brandSoft'] as const).flatMap((ground) =>
    (['ink', 'muted', 'brand', 'brandDark'] as const).map((text) => [text, ground] as const),
  ),
  ['bad', 'paper'],
  ['bad', 'surface'],
  ['bad', 'badSoft'],
  ['good', 'surface'],
  ['good', 'goodSoft'],
  ['good', 'paper'],
  ['warn', 'surface'],
  ['warn', 'warnSoft'],
  ['warn', 'paper'],
  ['ink', 'badSoft'],
  ['ink', 'warnSoft'],
  ['ink', 'goodSoft'],
  ['muted', 'badSoft'],
  ['onBrand', 'brand'],
  ['onBrand', 'brandDark'],
  ['onDeep', 'brandDeep'],
  ['onBrand', 'brandDeep'],
  ['onAccent', 'accent'],
  ['surface', 'ink'],
  ['onBad', 'bad'],
  ['packed', 'packedSoft'],
  ['onWay', 'onWaySoft'],
];

describe('the theme passes AA', () => {
  test.each(TEXTS)('text %s on %s has a contrast of at least 4.5', (text, ground) => {
    expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['lineStrong', 'surface'],
    ['lineStrong', 'paper'],
    ['brand', 'surface'],
    ['bad', 'surface'],
    ['focus', 'paper'],
    ['focus', 'surface'],
    ['focus', 'brandSoft'],
  ] as const)('border or ring %s on %s has a contrast of at least 3', (edge, ground) => {
    expect(contrast(palette[edge], palette[ground])).toBeGreaterThanOrEqual(3);
  });
});
