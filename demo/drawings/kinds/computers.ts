import type { ArtOf, Screen } from '../art.ts';
import type { Subject } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { type Drawing, KEY_ROWS, keys, shineOver, slab } from '../kit/parts.ts';
import { circle, ellipse, group, move, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';
import { wallpaper } from '../kit/wallpapers.ts';

export function laptop(ink: Ink, art: ArtOf<'laptop'>): Subject {
  const tone = shades(art.colour);
  const front = openLaptop(ink, art, tone);
  return {
    front,
    other: lidAndDeck(ink, art, tone),
    scene: { setting: art.model === 'gaming' ? 'night' : 'desk', size: [640, 480], x: 560, below: 170 },
    closeUp: [0.3, 0.72, 2.1],
    size: [860, 640],
  };
}

/** Open, seen from the front and slightly above. */
function openLaptop(ink: Ink, art: ArtOf<'laptop'>, tone: Shades): Drawing {
  const lit = art.accent === undefined ? '#8f97a6' : hexOf(art.accent);
  const isGaming = art.model === 'gaming';
  const cap = isGaming
    ? ink.linear([mix(lit, '#15171d', 0.5), '#15171d'])
    : art.colour === 'silver' && art.model === 'office'
      ? '#5c626d'
      : '#23262d';
  return {
    width: 1000,
    height: 690,
    svg:
      slab(ink, 130, 0, 740, 486, 22, tone, 3) +
      rect(136, 6, 728, 476, 18, '#0a0b0f') +
      wallpaper(ink, art.screen ?? 'waves', 152, 24, 696, 428, 5) +
      desktop(ink, 152, 24, 696, 428) +
      shineOver(ink, 152, 24, 696, 428, 5) +
      circle(500, 15, 3.4, '#2c3446') +
      rect(190, 478, 620, 16, 4, tone.deep) +
      polygon(
        [
          [130, 490],
          [870, 490],
          [1000, 664],
          [0, 664],
        ],
        ink.linear([mix(tone.base, tone.dark, 0.3), tone.base, tone.light]),
      ) +
      inPerspective(
        rect(70, 10, 860, 116, 8, alpha(tone.deep, 0.45)) +
          move(keys(KEY_ROWS, 844, 104, cap, 4, 4), 78, 16) +
          (isGaming ? move(keys(KEY_ROWS, 844, 104, alpha(lit, 0.16), 4, 4), 78, 16) : '') +
          (art.accent === 'red' ? circle(478, 70, 7, '#d8393d') : ''),
      ) +
      polygon(
        [
          [392, 606],
          [608, 606],
          [628, 656],
          [372, 656],
        ],
        ink.linear([alpha(tone.dark, 0.7), alpha(tone.light, 0.9)]),
        { stroke: alpha(tone.deep, 0.35), 'stroke-width': 2 },
      ) +
      path('M0 664H1000Q998 690 960 690H40Q2 690 0 664Z', ink.linear([tone.shine, tone.base, tone.deep])) +
      path('M410 664H590Q586 674 570 674H430Q414 674 410 664Z', tone.dark) +
      (isGaming ? rect(60, 684, 880, 5, 2, ink.linear([alpha(lit, 0), lit, alpha(lit, 0)], 'right')) : ''),
  };
}

/** Rows drawn on 1000 by 136, leaning away: each row is moved and narrowed towards the hinge. */
function inPerspective(content: string): string {
  return group(content, { transform: 'matrix(0.82 0 0 0.78 90 492)' });
}

/** A desktop with a window, a dock and two panels. */
export function desktop(ink: Ink, x: number, y: number, width: number, height: number): string {
  const unit = width / 700;
  const icon = 22 * unit;
  const dock = ['#4f9fe8', '#f2736b', '#4fb06d', '#f2c14e', '#8d6be8', '#ffffff', '#2a9d96'];
  const dockWidth = dock.length * icon * 1.5 + icon * 0.5;
  return (
    move(
      rect(4, 8, 330, 220, 12, alpha('#10131c', 0.25)) +
        rect(0, 0, 330, 220, 12, alpha('#ffffff', 0.94)) +
        rect(0, 0, 330, 30, 12, '#edf0f5') +
        rect(0, 18, 330, 12, 0, '#edf0f5') +
        circle(18, 15, 5, '#f2736b') +
        circle(34, 15, 5, '#f2c14e') +
        circle(50, 15, 5, '#4fb06d') +
        rect(0, 30, 84, 178, 0, '#f5f7fa') +
        repeat(6, (index) =>
          rect(14, 48 + index * 24, 48 - (index % 3) * 8, 8, 4, index === 1 ? '#4f9fe8' : '#cfd6e0'),
        ) +
        rect(102, 48, 130, 13, 6, '#3d475a') +
        repeat(3, (index) => rect(102, 74 + index * 15, 204 - index * 34, 7, 3.5, '#cfd6e0')) +
        repeat(7, (index) =>
          rect(
            104 + index * 30,
            206 - ([34, 52, 40, 66, 58, 82, 72][index] ?? 40),
            18,
            [34, 52, 40, 66, 58, 82, 72][index] ?? 40,
            4,
            index === 5 ? '#4f9fe8' : '#a9c8ec',
          ),
        ),
      x + 60 * unit,
      y + 56 * unit,
      unit,
    ) +
    rect(
      x + width / 2 - dockWidth / 2,
      y + height - icon * 2,
      dockWidth,
      icon * 1.7,
      icon * 0.5,
      alpha('#ffffff', 0.55),
    ) +
    dock
      .map((colour, index) =>
        rect(
          x + width / 2 - dockWidth / 2 + icon * 0.5 + index * icon * 1.5,
          y + height - icon * 1.65,
          icon,
          icon,
          icon * 0.28,
          ink.linear([mix(colour, '#ffffff', 0.3), colour]),
        ),
      )
      .join('')
  );
}

/** Closed lid in front of the keyboard seen from above. */
function lidAndDeck(ink: Ink, art: ArtOf<'laptop'>, tone: Shades): Drawing {
  const lit = art.accent === undefined ? tone.shine : hexOf(art.accent);
  return {
    width: 900,
    height: 620,
    svg:
      slab(ink, 40, 0, 820, 540, 30, tone, 4) +
      path('M44 400L620 4H832L44 532Z', ink.linear([alpha('#ffffff', 0.16), alpha('#ffffff', 0.02)], 'right')) +
      (art.model === 'gaming'
        ? path('M450 214L520 254V318L450 358L380 318V254Z', 'none', { stroke: lit, 'stroke-width': 9 }) +
          stroke('M120 60L190 60M780 480L710 480', alpha(lit, 0.8), 8)
        : circle(450, 270, 34, ink.linear([alpha(tone.shine, 0.9), alpha(tone.dark, 0.8)], 'diagonal')) +
          circle(450, 270, 18, tone.base)) +
      path('M40 536H860L900 596Q900 620 872 620H28Q0 620 0 596Z', ink.linear([tone.dark, tone.base, tone.deep])) +
      rect(0, 592, 900, 8, 4, alpha(tone.shine, 0.8)) +
      repeat(2, (index) => rect(30 + index * 52, 604, 38, 8, 3, '#15171d')) +
      rect(800, 604, 60, 7, 3, '#15171d'),
  };
}

export function allInOne(ink: Ink, art: ArtOf<'allInOne'>): Subject {
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

export function monitor(ink: Ink, art: ArtOf<'monitor'>): Subject {
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
      (isPlain ? '' : desktop(ink, 34, 14, 932, 494)) +
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

export function tower(ink: Ink, art: ArtOf<'tower'>): Subject {
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
