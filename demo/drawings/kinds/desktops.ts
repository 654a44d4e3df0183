import type { ArtOf, Screen } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import { desktopScreen } from '../kit/desktop-screen.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { type Drawing, KEY_ROWS, keys, shineOver, slab } from '../kit/parts.ts';
import { circle, ellipse, move, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';
import { wallpaper } from '../kit/wallpapers.ts';

export function allInOne(ink: Ink, art: ArtOf<'allInOne'>): ProductDrawings {
  const tone = shades(art.colour);
  const front = display(ink, tone, art.screen ?? 'peaks', { chin: 54, stand: 'block' });
  const set: Drawing = { ...withKeyboard(ink, front, tone) };
  return {
    front: set,
    other: displayBack(ink, tone),
    scene: { setting: 'desk', drawing: set, size: [640, 540], x: 570, below: 200 },
    closeUp: [0.7, 0.85, 2],
    size: [820, 700],
  };
}

export function monitor(ink: Ink, art: ArtOf<'monitor'>): ProductDrawings {
  const tone = shades(art.colour);
  const isGaming = art.model === 'gaming';
  const front = display(ink, tone, art.screen ?? 'peaks', {
    chin: 14,
    stand: isGaming ? 'fork' : 'arc',
    isPlain: isGaming,
    glow: isGaming && art.accent !== undefined ? hexOf(art.accent) : undefined,
  });
  return {
    front,
    other: displayBack(ink, tone, art.accent === undefined ? undefined : hexOf(art.accent)),
    scene: { setting: isGaming ? 'night' : 'desk', size: [660, 520], x: 560, below: 150 },
    closeUp: [0.3, 0.7, 1.7],
    size: [820, 680],
  };
}

interface Display {
  chin: number;
  stand: 'block' | 'arc' | 'fork';
  isPlain?: boolean;
  glow?: string | undefined;
}

function display(ink: Ink, tone: Shades, screen: Screen, { chin, stand, isPlain = false, glow }: Display): Drawing {
  const height = 520 + chin;
  const feet = {
    block:
      polygon(
        [
          [390, height - 6],
          [610, height - 6],
          [630, height + 110],
          [370, height + 110],
        ],
        ink.linear([tone.dark, tone.base, tone.light]),
      ) +
      path(
        `M310 ${height + 110}Q500 ${height + 84} 690 ${height + 110}L700 ${height + 128}H300Z`,
        ink.linear([tone.light, tone.dark]),
      ),
    arc:
      polygon(
        [
          [466, height - 6],
          [534, height - 6],
          [542, height + 116],
          [458, height + 116],
        ],
        ink.linear([tone.deep, tone.base, tone.dark], 'right'),
      ) +
      ellipse(500, height + 118, 170, 16, ink.linear([tone.light, tone.deep])) +
      ellipse(500, height + 113, 168, 13, ink.linear([tone.light, tone.base])),
    fork:
      polygon(
        [
          [470, height - 6],
          [530, height - 6],
          [536, height + 90],
          [464, height + 90],
        ],
        ink.linear([tone.deep, tone.base, tone.deep], 'right'),
      ) +
      path(
        `M500 ${height + 72}L250 ${height + 118}L256 ${height + 130}L500 ${height + 100}L744 ${height + 130}L750 ${height + 118}Z`,
        ink.linear([tone.light, tone.deep]),
      ),
  };
  return {
    width: 1000,
    height: height + 128,
    feet: [[0.28, 0.72]],
    svg:
      (glow === undefined ? '' : ellipse(500, height - 40, 520, 130, ink.radial([alpha(glow, 0.55), alpha(glow, 0)]))) +
      feet[stand] +
      slab(ink, 20, 0, 960, height, 16, tone, 3) +
      rect(26, 6, 948, 508, 12, '#08090c') +
      wallpaper(ink, screen, 34, 14, 932, 494, 4) +
      (isPlain ? '' : desktopScreen(ink, 34, 14, 932, 494)) +
      shineOver(ink, 34, 14, 932, 494, 4) +
      circle(950, height - chin / 2 - 1, 3.5, '#6fd4a0'),
  };
}

function displayBack(ink: Ink, tone: Shades, glow?: string): Drawing {
  return {
    width: 1000,
    height: 690,
    feet: [[0.28, 0.72]],
    svg:
      slab(ink, 20, 0, 960, 560, 24, tone, 4) +
      rect(250, 130, 500, 300, 28, ink.linear([tone.base, tone.dark], 'diagonal')) +
      repeat(14, (index) => rect(300 + index * 29, 30, 14, 46, 5, tone.deep)) +
      (glow === undefined ? '' : circle(500, 280, 92, 'none', { stroke: alpha(glow, 0.9), 'stroke-width': 12 })) +
      slab(ink, 420, 200, 160, 470, 20, tone, 3) +
      ellipse(500, 672, 190, 18, ink.linear([tone.light, tone.deep])) +
      rect(470, 560, 60, 30, 15, tone.deep) +
      repeat(4, (index) => rect(620 + index * 44, 396, 30, 14, 3, '#15171d')),
  };
}

function withKeyboard(ink: Ink, front: Drawing, tone: Shades): Drawing {
  const top = front.height + 6;
  return {
    width: front.width,
    height: front.height + 78,
    feet: [
      [0.14, 0.8],
      [0.84, 0.94],
    ],
    svg:
      ellipse(500, front.height - 2, 260, 22, ink.radial([alpha('#12172a', 0.45), alpha('#12172a', 0)])) +
      front.svg +
      polygon(
        [
          [190, top],
          [740, top],
          [780, top + 66],
          [150, top + 66],
        ],
        ink.linear([tone.light, tone.base]),
      ) +
      polygon(
        [
          [150, top + 66],
          [780, top + 66],
          [778, top + 72],
          [152, top + 72],
        ],
        tone.deep,
      ) +
      move(keys(KEY_ROWS.slice(1), 560, 50, mix(tone.base, tone.shine, 0.8), 4, 4), 186, top + 8) +
      ellipse(890, top + 40, 46, 30, ink.linear([tone.shine, tone.base, tone.dark], 'diagonal')) +
      stroke(`M890 ${top + 11}V${top + 34}`, tone.dark, 4),
  };
}

export function tower(ink: Ink, art: ArtOf<'tower'>): ProductDrawings {
  const tone = shades(art.colour);
  const front: Drawing = {
    width: 430,
    height: 640,
    svg:
      polygon(
        [
          [250, 30],
          [430, 0],
          [430, 596],
          [250, 640],
        ],
        ink.linear([tone.base, tone.dark], 'right'),
      ) +
      polygon(
        [
          [0, 30],
          [180, 0],
          [430, 0],
          [250, 30],
        ],
        ink.linear([tone.shine, tone.base], 'right'),
      ) +
      slab(ink, 0, 30, 250, 610, 8, tone, 3) +
      rect(20, 52, 210, 54, 6, ink.linear([tone.dark, tone.deep])) +
      rect(34, 74, 140, 5, 2, tone.light) +
      circle(206, 79, 6, tone.light) +
      circle(212, 144, 15, ink.linear([tone.shine, tone.dark], 'diagonal')) +
      circle(212, 144, 8, '#bfe7ff') +
      repeat(2, (index) => rect(30, 132 + index * 26, 42, 14, 3, '#0d0e12')) +
      repeat(2, (index) => rect(84, 132 + index * 26, 28, 14, 3, '#2f6fc4')) +
      circle(134, 139, 7, '#0d0e12') +
      rect(
        20,
        206,
        210,
        410,
        8,
        ink.pattern(
          22,
          22,
          `${rect(0, 0, 22, 22, 0, tone.dark)}${polygon(
            [
              [11, 2],
              [20, 11],
              [11, 20],
              [2, 11],
            ],
            tone.deep,
          )}`,
        ),
      ) +
      rect(20, 206, 210, 410, 8, ink.linear([alpha('#ffffff', 0.14), alpha('#ffffff', 0)], 'diagonal')) +
      circle(125, 410, 26, ink.linear([tone.shine, tone.dark], 'diagonal')) +
      repeat(9, (row) =>
        polygon(
          [
            [290, 160 + row * 22 - row * 0.4],
            [390, 146 + row * 22],
            [390, 152 + row * 22],
            [290, 166 + row * 22 - row * 0.4],
          ],
          tone.deep,
        ),
      ),
  };
  return {
    front,
    other: withInputs(ink, front, tone),
    scene: { setting: 'desk', size: [380, 520], x: 600, below: 150 },
    size: [560, 680],
  };
}

/** The tower with the keyboard and the mouse of its box. */
function withInputs(ink: Ink, front: Drawing, tone: Shades): Drawing {
  return {
    width: 820,
    height: 760,
    feet: [
      [0.02, 0.6],
      [0.08, 0.82],
    ],
    svg:
      move(front.svg, 60, 0) +
      polygon(
        [
          [60, 660],
          [600, 660],
          [640, 748],
          [20, 748],
        ],
        ink.linear([tone.light, tone.base]),
      ) +
      polygon(
        [
          [20, 748],
          [640, 748],
          [638, 758],
          [22, 758],
        ],
        tone.deep,
      ) +
      move(keys(KEY_ROWS.slice(1), 556, 64, mix(tone.deep, '#000000', 0.3), 4, 4), 52, 672) +
      ellipse(740, 718, 62, 38, ink.linear([tone.shine, tone.base, tone.deep], 'diagonal')) +
      stroke('M740 682V714', tone.deep, 5),
  };
}
