import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import { together } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { carcass, type Drawing, figures, grille, slab } from '../kit/parts.ts';
import { circle, ellipse, group, move, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';

/** Cells behind glass in a metal frame, tilted to the sky. */
function panel(ink: Ink, frame: Shades, columns: number, rows: number): Drawing {
  const [width, height] = [columns * 104 + 32, rows * 104 + 32];
  const cell = (x: number, y: number) =>
    rect(x + 4, y + 4, 96, 96, 12, ink.linear(['#3c62a8', '#1d3a73', '#12264f'], 'diagonal')) +
    repeat(3, (line) => rect(x + 26 + line * 24, y + 4, 2.4, 96, 0, alpha('#c8d6ee', 0.55))) +
    repeat(7, (line) => rect(x + 4, y + 16 + line * 12, 96, 0.8, 0, alpha('#c8d6ee', 0.24)));
  return {
    width: width + 60,
    height: height + 96,
    feet: [
      [0.1, 0.26],
      [0.74, 0.94],
    ],
    svg:
      stroke(
        `M150 ${height - 30}L110 ${height + 90}M${width - 70} ${height - 30}L${width - 30} ${height + 90}`,
        frame.deep,
        16,
      ) +
      stroke(
        `M150 ${height - 30}L118 ${height + 66}M${width - 70} ${height - 30}L${width - 38} ${height + 66}`,
        frame.light,
        5,
      ) +
      group(
        rect(0, 0, width, height, 10, ink.linear([frame.shine, frame.base, frame.dark], 'diagonal')) +
          rect(12, 12, width - 24, height - 24, 4, '#e8eef8') +
          repeat(rows, (row) => repeat(columns, (column) => cell(16 + column * 104, 16 + row * 104))) +
          polygon(
            [
              [12, 12],
              [width * 0.56, 12],
              [width * 0.16, height - 12],
              [12, height - 12],
            ],
            ink.linear([alpha('#ffffff', 0.34), alpha('#ffffff', 0.03)], 'diagonal'),
          ),
        { transform: 'translate(62 0) skewX(-5)' },
      ),
  };
}

export function solarPanel(ink: Ink, art: ArtOf<'solarPanel'>): ProductDrawings {
  const frame = shades(art.colour);
  const accent = hexOf(art.accent ?? 'orange');
  if (art.model === 'panel') {
    const front = panel(ink, frame, 4, 6);
    return {
      front,
      other: together(ink, panel(ink, frame, 4, 6), panel(ink, frame, 4, 6), 300, 60),
      scene: { setting: 'outside', size: [560, 620], x: 420, below: 110 },
      closeUp: [0.4, 0.3, 1.9],
    };
  }
  const bulb = (x: number) =>
    stroke(`M${x} 0V60`, '#3b3f47', 7) +
    rect(x - 20, 56, 40, 40, 8, ink.linear(['#ffffff', '#b9bec8'], 'right')) +
    circle(x, 140, 54, ink.radial(['#fffef4', '#ffeeb0', '#f3d377'], 0.4, 0.36, 0.7)) +
    circle(x, 140, 92, ink.radial([alpha('#ffe79a', 0.5), alpha('#ffe79a', 0)]));
  const box: Drawing = {
    width: 470,
    height: 500,
    feet: [[0, 0.92]],
    svg:
      carcass(ink, 410, 500, 60, shades('graphite')) +
      slab(ink, 0, 25, 410, 475, 26, shades('graphite'), 5) +
      rect(34, 60, 342, 130, 16, '#0a0d13') +
      figures('100%', 60, 92, 62, '#7fe8a8', 1.6) +
      repeat(4, (index) => rect(262 + index * 25, 148 - index * 15, 17, 16 + index * 15, 3, '#7fe8a8')) +
      repeat(4, (index) => circle(74 + index * 84, 260, 26, '#0a0d13') + circle(74 + index * 84, 260, 13, accent)) +
      repeat(
        2,
        (index) =>
          rect(56 + index * 160, 330, 120, 44, 8, '#0a0d13') + rect(72 + index * 160, 346, 88, 10, 3, '#d7dbe2'),
      ) +
      rect(56, 410, 296, 56, 14, ink.linear([mix(accent, '#ffffff', 0.25), accent])) +
      rect(90, 432, 120, 10, 5, alpha('#ffffff', 0.85)),
  };
  const lights: Drawing = { width: 330, height: 240, svg: bulb(60) + bulb(200), feet: [[0.1, 0.7]] };
  const kit: Drawing = {
    width: 900,
    height: 760,
    feet: [
      [0.04, 0.6],
      [0.5, 0.98],
    ],
    svg: move(panel(ink, frame, 3, 4).svg, 0, 40, 1.16) + move(box.svg, 430, 300, 0.92) + move(lights.svg, 520, 40),
  };
  return {
    front: kit,
    other: { ...box, width: 520 },
    scene: { setting: 'lounge', size: [560, 420], x: 470, below: 10 },
    closeUp: [0.66, 0.6, 1.9],
    size: [820, 700],
  };
}

export function lantern(ink: Ink, art: ArtOf<'lantern'>): ProductDrawings {
  const tone = shades(art.colour);
  const draw = (isOn: boolean): Drawing => ({
    width: 420,
    height: 760,
    feet: [[0.08, 0.92]],
    svg:
      (isOn ? circle(210, 390, 330, ink.radial([alpha('#ffedb0', 0.75), alpha('#ffedb0', 0)])) : '') +
      path('M60 210Q50 0 210 0T360 210', 'none', {
        stroke: ink.linear(['#8d95a3', '#3b3f47'], 'right'),
        'stroke-width': 16,
        'stroke-linecap': 'round',
      }) +
      path(
        'M70 190Q90 120 210 116T350 190L362 240H58Z',
        ink.linear([tone.dark, [tone.shine, 0.25], tone.base, tone.deep], 'right'),
      ) +
      rect(
        84,
        240,
        252,
        290,
        12,
        ink.linear(isOn ? ['#ffe8a4', '#fffdf0', '#ffe08a'] : ['#cfd8de', '#f4f8fa', '#aab6bf'], 'right'),
      ) +
      rect(
        176,
        262,
        68,
        250,
        30,
        isOn
          ? ink.radial(['#ffffff', '#fff2bd', '#ffd967'], 0.5, 0.5, 0.7)
          : ink.linear(['#ffffff', '#d7dde2'], 'right'),
      ) +
      repeat(4, (index) => rect(92 + index * 76, 236, 9, 300, 4, ink.linear([tone.light, tone.deep], 'right'))) +
      rect(112, 250, 14, 270, 7, alpha('#ffffff', 0.6)) +
      path(
        'M54 530H366L392 700Q396 750 340 752H80Q24 750 28 700Z',
        ink.linear([tone.dark, [tone.shine, 0.24], tone.base, tone.deep], 'right'),
      ) +
      rect(60, 528, 300, 16, 8, tone.deep) +
      circle(210, 640, 46, ink.linear(['#ffffff', '#aab1bd'], 'diagonal')) +
      circle(210, 640, 36, isOn ? '#ffd45e' : '#3b3f47') +
      repeat(3, (index) => rect(306, 600 + index * 26, 34, 12, 5, index === 2 ? alpha('#ffffff', 0.35) : '#6fe0a4')),
  });
  const lit = draw(true);
  return {
    front: draw(false),
    other: lit,
    scene: { setting: 'nature', drawing: lit, size: [340, 470], x: 540, below: 130 },
    closeUp: [0.5, 0.5, 1.8],
    size: [600, 730],
  };
}

export function inverter(ink: Ink, art: ArtOf<'inverter'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'teal');
  const front = BOXES[art.model](ink, tone, accent);
  return {
    front,
    scene: { setting: 'room', size: [440, 480], x: 540, below: 60 },
    closeUp: [0.42, 0.28, 1.9],
    size: [640, 680],
  };
}

const BOXES: Record<ArtOf<'inverter'>['model'], (ink: Ink, tone: Shades, accent: string) => Drawing> = {
  wall: (ink, tone, accent) => ({
    width: 560,
    height: 700,
    feet: [[0.04, 0.9]],
    svg:
      carcass(ink, 500, 700, 60, tone) +
      slab(ink, 0, 25, 500, 675, 34, tone, 6) +
      rect(0, 540, 500, 6, 0, alpha(tone.deep, 0.5)) +
      rect(70, 90, 360, 190, 22, '#0b0e14') +
      figures('220', 104, 128, 78, mix(accent, '#ffffff', 0.35), 1.7) +
      repeat(5, (index) => rect(300 + index * 20, 220 - index * 16, 13, 24 + index * 16, 3, accent)) +
      rect(104, 238, 160, 10, 5, alpha('#ffffff', 0.3)) +
      repeat(
        4,
        (index) =>
          circle(130 + index * 80, 350, 25, ink.linear(['#ffffff', tone.dark], 'diagonal')) +
          circle(130 + index * 80, 350, 18, index === 0 ? accent : tone.dark),
      ) +
      path('M70 430H430L396 500H104Z', ink.linear([mix(accent, '#ffffff', 0.2), accent], 'right')) +
      rect(140, 458, 160, 12, 6, alpha('#ffffff', 0.85)) +
      rect(60, 566, 380, 100, 16, grille(ink, tone, 16)) +
      stroke('M110 700V690M390 700V690', '#15171d', 26),
  }),
  ups: (ink, tone, accent) => ({
    width: 420,
    height: 700,
    feet: [[0.02, 0.82]],
    svg:
      carcass(ink, 340, 690, 80, tone) +
      slab(ink, 0, 34, 340, 656, 24, tone, 6) +
      path('M0 250H340V330Q170 380 0 330Z', ink.linear([tone.dark, tone.deep], 'right')) +
      rect(50, 84, 240, 120, 14, '#0b0e14') +
      figures('98%', 82, 112, 60, mix(accent, '#ffffff', 0.3), 1.7) +
      circle(170, 306, 34, ink.linear(['#ffffff', '#6f7683'], 'diagonal')) +
      circle(170, 306, 26, '#15171d') +
      stroke('M170 292V306M160 298a14 14 0 1 0 20 0', accent, 5) +
      repeat(9, (index) => rect(60, 420 + index * 24, 220, 10, 5, alpha('#05060a', 0.5))) +
      rect(20, 686, 60, 14, 5, '#0b0c10') +
      rect(260, 686, 60, 14, 5, '#0b0c10'),
  }),
  battery: (ink, tone, accent) => ({
    width: 760,
    height: 560,
    feet: [[0.01, 0.93]],
    svg:
      carcass(ink, 690, 560, 70, tone) +
      slab(ink, 0, 29, 690, 531, 18, tone, 6) +
      rect(0, 29, 690, 96, 18, ink.linear([tone.light, tone.dark])) +
      repeat(
        2,
        (index) =>
          rect(
            96 + index * 420,
            0,
            84,
            54,
            10,
            ink.linear(index === 0 ? ['#ef8b7a', '#b5372c'] : ['#6b717d', '#2b2e36']),
          ) + circle(138 + index * 420, 10, 20, ink.linear(['#ffffff', '#8d95a3'], 'diagonal')),
      ) +
      rect(60, 176, 570, 300, 14, ink.linear(['#ffffff', '#eef1f5'])) +
      path('M60 380H630V462Q630 476 616 476H74Q60 476 60 462Z', accent) +
      path('M340 200L270 320H330L306 392L424 262H356L392 200Z', mix(accent, '#ffffff', 0.15)) +
      rect(96, 214, 130, 18, 9, '#2a3346') +
      rect(96, 250, 100, 10, 5, alpha('#2a3346', 0.4)) +
      figures('12', 480, 214, 56, '#2a3346', 1.8) +
      rect(96, 414, 220, 18, 9, alpha('#ffffff', 0.9)) +
      repeat(2, (index) => ellipse(138 + index * 420, 80, 44, 9, alpha('#05060a', 0.4))),
  }),
};
