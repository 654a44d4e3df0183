import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, mix, type Shades, shades } from '../kit/palette.ts';
import { carcass, type Drawing, sheet } from '../kit/parts.ts';
import { circle, ellipse, move, path, polygon, rect, repeat } from '../kit/shapes.ts';

export function fridge(ink: Ink, art: ArtOf<'fridge'>): ProductDrawings {
  const tone = shades(art.colour);
  const front: Drawing = fridgeBody(ink, art.model, tone);
  return {
    front,
    other: openFridge(ink, art.model, tone),
    scene: { setting: 'room', size: [560, 700], x: 480, below: 60 },
    size: [620, 770],
  };
}

const FRIDGES: Record<ArtOf<'fridge'>['model'], { width: number; height: number; split: number }> = {
  double: { width: 360, height: 800, split: 0.32 },
  single: { width: 360, height: 700, split: 0.28 },
  sideBySide: { width: 520, height: 800, split: 0.42 },
};

function fridgeBody(ink: Ink, model: ArtOf<'fridge'>['model'], tone: Shades): Drawing {
  const { width, height, split } = FRIDGES[model];
  const depth = 70;
  const rise = depth * 0.42;
  const handle = (x: number, y: number, length: number) =>
    rect(x + 4, y + 4, 14, length, 7, alpha('#10131c', 0.3)) +
    rect(x, y, 14, length, 7, ink.linear(['#ffffff', '#c4c9d1', '#7d828c'], 'right'));
  const skin =
    rect(0, rise, width, height, 10, sheet(ink, tone)) +
    rect(
      0,
      rise,
      width,
      height,
      10,
      ink.linear([alpha('#ffffff', 0.28), alpha('#ffffff', 0), alpha('#10131c', 0.16)], 'diagonal'),
    );
  const isWide = model === 'sideBySide';
  const seam = isWide ? width * split : rise + height * split;
  const doors = isWide
    ? rect(seam - 3, rise, 6, height - 30, 0, tone.deep) +
      handle(seam - 30, rise + 150, 420) +
      handle(seam + 16, rise + 150, 420) +
      rect(seam - 168, rise + 250, 112, 190, 12, ink.linear(['#0b0c10', '#24272e'])) +
      rect(seam - 152, rise + 300, 80, 124, 8, '#050608') +
      rect(seam - 126, rise + 300, 28, 26, 6, '#6a707c') +
      repeat(3, (index) => circle(seam - 140 + index * 28, rise + 276, 6, index === 1 ? '#8fd4ff' : '#5b616c'))
    : rect(0, seam - 4, width, 8, 0, tone.deep) + handle(24, seam - 130, 112) + handle(24, seam + 22, 260);
  return {
    width: width + depth,
    height: height + rise + 16,
    feet: [[0, 0.97]],
    svg:
      move(carcass(ink, width, height + rise, depth, tone), 0, 0) +
      skin +
      doors +
      rect(2, rise + 2, width - 4, 4, 2, alpha('#ffffff', 0.75)) +
      rect(2, rise + 6, 4, height - 12, 2, alpha('#ffffff', 0.5)) +
      rect(width / 2 - 34, rise + 34, 68, 9, 4, alpha(tone.deep, 0.5)) +
      rect(0, rise + height - 28, width, 28, 4, alpha(tone.deep, 0.75)) +
      rect(18, rise + height, 50, 16, 4, '#1a1c22') +
      rect(width - 68, rise + height, 50, 16, 4, '#1a1c22') +
      path(
        `M${width * 0.5} ${rise}H${width * 0.78}L${width * 0.36} ${rise + height}H${width * 0.08}Z`,
        alpha('#ffffff', 0.1),
      ),
  };
}

/** Open door, full shelves. */
function openFridge(ink: Ink, model: ArtOf<'fridge'>['model'], tone: Shades): Drawing {
  const width = model === 'sideBySide' ? 460 : 380;
  const height = FRIDGES[model].height;
  const shelves = [0.24, 0.42, 0.6, 0.76].map((share) => height * share);
  const bottle = (x: number, y: number, hue: string, tall: number) =>
    path(
      `M${x} ${y}V${y - tall * 0.6}Q${x} ${y - tall * 0.72} ${x + 9} ${y - tall * 0.78}V${y - tall}H${x + 19}V${y - tall * 0.78}Q${x + 28} ${y - tall * 0.72} ${x + 28} ${y - tall * 0.6}V${y}Z`,
      ink.linear([mix(hue, '#ffffff', 0.45), hue, mix(hue, '#10131c', 0.25)], 'right'),
    );
  const ball = (x: number, y: number, r: number, hue: string) =>
    circle(x, y - r, r, ink.radial([mix(hue, '#ffffff', 0.55), hue, mix(hue, '#3a1008', 0.25)], 0.35, 0.3, 0.75));
  const food = (y: number, index: number) =>
    [
      bottle(60, y, '#7fb7e8', 104) +
        bottle(98, y, '#f2c14e', 96) +
        rect(150, y - 62, 84, 62, 8, ink.linear(['#ffffff', '#dfe6ee'])) +
        rect(150, y - 40, 84, 16, 0, '#4f9fe8') +
        ball(280, y, 26, '#d9553f') +
        ball(326, y, 24, '#7fae4c'),
      rect(56, y - 54, 110, 54, 10, alpha('#8fd4b0', 0.9)) +
        rect(52, y - 62, 118, 14, 6, '#e8f2ec') +
        ball(214, y, 28, '#e8933f') +
        ball(266, y, 28, '#e8933f') +
        ball(240, y - 38, 26, '#f0a850') +
        bottle(306, y, '#8a5a34', 92),
      bottle(60, y, '#d9553f', 84) +
        bottle(96, y, '#5b9a70', 90) +
        rect(150, y - 48, 120, 48, 24, ink.linear(['#fdfbf7', '#d8cdbd'])) +
        ball(306, y, 22, '#6d5bb0') +
        ball(338, y, 20, '#6d5bb0'),
      '',
    ][index] ?? '';
  return {
    width: width + 220,
    height: height + 16,
    feet: [
      [0, 0.68],
      [0.66, 0.98],
    ],
    svg:
      rect(0, 0, width, height, 14, sheet(ink, tone)) +
      rect(26, 26, width - 52, height - 60, 10, ink.linear(['#ffffff', '#eef5fa', '#d9e6ee'])) +
      ellipse(width / 2, 60, width * 0.4, 60, ink.radial([alpha('#fffbe8', 1), alpha('#fffbe8', 0)])) +
      shelves
        .map(
          (y, index) =>
            food(y, index) + rect(30, y, width - 60, 9, 3, ink.linear([alpha('#ffffff', 0.95), alpha('#a9c4d4', 0.9)])),
        )
        .join('') +
      rect(44, height * 0.79, width - 88, height * 0.14, 10, alpha('#bfe0d0', 0.75), {
        stroke: '#ffffff',
        'stroke-width': 4,
      }) +
      repeat(5, (index) =>
        ball(
          84 + index * ((width - 150) / 4),
          height * 0.92,
          26,
          ['#5b9a70', '#d9553f', '#e8933f', '#7fae4c', '#5b9a70'][index] ?? '#5b9a70',
        ),
      ) +
      rect(width / 2 - 40, height * 0.815, 80, 9, 4, '#ffffff') +
      polygon(
        [
          [width, 6],
          [width + 200, 46],
          [width + 200, height + 16],
          [width, height - 12],
        ],
        ink.linear([tone.light, tone.base, tone.dark], 'right'),
      ) +
      polygon(
        [
          [width + 14, 40],
          [width + 176, 72],
          [width + 176, height - 22],
          [width + 14, height - 44],
        ],
        ink.linear(['#f6fafc', '#d3e0e8'], 'right'),
      ) +
      [0.26, 0.48, 0.7, 0.9]
        .map((share, index) =>
          move(
            bottle(36, 0, ['#4f9fe8', '#f2c14e', '#d9553f', '#5b9a70'][index] ?? '#fff', 82) +
              bottle(80, 6, ['#ffffff', '#8a5a34', '#7fb7e8', '#e8933f'][index] ?? '#fff', 76) +
              bottle(122, 12, ['#d9553f', '#ffffff', '#6d5bb0', '#f2c14e'][index] ?? '#fff', 70) +
              polygon(
                [
                  [18, -34],
                  [174, -8],
                  [174, 24],
                  [18, 6],
                ],
                alpha('#ffffff', 0.82),
                { stroke: alpha('#9db4c2', 0.6), 'stroke-width': 2 },
              ),
            width,
            height * share,
          ),
        )
        .join('') +
      rect(18, height, 50, 14, 4, '#1a1c22') +
      rect(width - 68, height, 50, 14, 4, '#1a1c22'),
  };
}
