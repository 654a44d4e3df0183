import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import { together } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, shades } from '../kit/palette.ts';
import { type Drawing, figures } from '../kit/parts.ts';
import { circle, ellipse, group, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';

export function hairDryer(ink: Ink, art: ArtOf<'hairDryer'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = shades(art.accent ?? 'gold');
  const front: Drawing = {
    width: 780,
    height: 660,
    feet: [[0.42, 0.72]],
    svg:
      path('M470 590Q520 660 640 640T760 560', 'none', {
        stroke: '#2a2d34',
        'stroke-width': 20,
        'stroke-linecap': 'round',
      }) +
      path(
        'M400 250H540L516 580Q512 616 470 616H452Q412 616 410 580Z',
        ink.linear([tone.dark, [tone.light, 0.3], tone.base, tone.deep], 'right'),
      ) +
      rect(440, 340, 52, 112, 22, tone.deep) +
      rect(450, 352, 32, 40, 14, accent.base) +
      rect(450, 402, 32, 40, 14, alpha('#ffffff', 0.3)) +
      path(
        'M180 60Q230 20 420 12Q640 6 690 90Q730 170 690 250Q640 326 420 318Q230 310 180 270Z',
        ink.linear([tone.shine, tone.base, tone.dark]),
      ) +
      path('M200 96Q300 52 460 50Q600 52 650 96', 'none', {
        stroke: alpha('#ffffff', 0.6),
        'stroke-width': 16,
        'stroke-linecap': 'round',
      }) +
      rect(164, 52, 46, 226, 18, ink.linear([accent.light, accent.base, accent.dark])) +
      path('M30 92L170 76V254L30 238Q10 234 10 214V116Q10 96 30 92Z', ink.linear([tone.dark, tone.base, tone.deep])) +
      ellipse(24, 165, 15, 70, '#0b0c10') +
      ellipse(682, 165, 40, 96, ink.linear([accent.shine, accent.dark], 'diagonal')) +
      ellipse(684, 165, 30, 80, ink.pattern(12, 12, rect(0, 0, 12, 12, 0, '#15171d') + circle(6, 6, 3.4, '#3b3f47'))) +
      circle(420, 168, 62, alpha('#ffffff', 0.12)) +
      stroke('M396 168q24 -34 48 0M400 190q20 -22 40 0', alpha('#ffffff', 0.7), 7),
  };
  const nozzle: Drawing = {
    width: 240,
    height: 230,
    feet: [[0.1, 0.9]],
    svg:
      path('M20 40H220L190 220H50Z', ink.linear([tone.dark, [tone.light, 0.3], tone.deep], 'right')) +
      ellipse(120, 40, 100, 26, accent.base) +
      ellipse(120, 40, 82, 18, '#0b0c10'),
  };
  return {
    front,
    other: together(ink, front, nozzle, 30),
    scene: { setting: 'desk', size: [480, 400], x: 560, below: 140 },
    closeUp: [0.3, 0.28, 1.9],
    size: [780, 640],
  };
}

export function shaver(ink: Ink, art: ArtOf<'shaver'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = shades(art.accent ?? 'sky');
  const steel = shades('steel');
  const isTrimmer = art.model === 'trimmer';
  const head = isTrimmer
    ? rect(62, 70, 156, 60, 10, ink.linear([steel.shine, steel.base, steel.deep])) +
      repeat(13, (index) =>
        polygon(
          [
            [66 + index * 11.6, 74],
            [71 + index * 11.6, 28],
            [76 + index * 11.6, 74],
          ],
          ink.linear(['#ffffff', '#7d828c'], 'right'),
        ),
      ) +
      path('M50 126H230L222 214H58Z', ink.linear([tone.dark, [tone.light, 0.3], tone.deep], 'right'))
    : path('M20 210Q10 90 140 86T260 210L220 250H60Z', ink.linear([tone.dark, [tone.shine, 0.3], tone.deep], 'right')) +
      [70, 210, 140]
        .map(
          (x, index) =>
            circle(x, index === 2 ? 170 : 92, 72, ink.linear([steel.shine, steel.base, steel.deep], 'diagonal')) +
            circle(
              x,
              index === 2 ? 170 : 92,
              56,
              ink.pattern(9, 9, rect(0, 0, 9, 9, 0, '#dfe3e8') + circle(4.5, 4.5, 2, '#5d6470')),
            ) +
            circle(x, index === 2 ? 170 : 92, 24, ink.linear(['#ffffff', '#9aa2ae'], 'diagonal')),
        )
        .join('');
  const front: Drawing = {
    width: 280,
    height: 720,
    feet: [[0.28, 0.72]],
    svg:
      path(
        'M56 210H224Q250 420 214 640Q204 716 140 716T66 640Q30 420 56 210Z',
        ink.linear([tone.dark, [tone.shine, 0.24], tone.base, tone.deep], 'right'),
      ) +
      path(
        'M84 300Q140 330 196 300Q206 430 184 560Q140 590 96 560Q74 430 84 300Z',
        ink.linear([mix(tone.deep, '#000000', 0.1), tone.dark], 'diagonal'),
      ) +
      head +
      rect(52, 214, 176, 16, 8, accent.base) +
      circle(140, 372, 34, ink.linear([accent.shine, accent.dark], 'diagonal')) +
      circle(140, 372, 25, accent.base) +
      stroke('M140 360V373M131 365a12 12 0 1 0 18 0', '#ffffff', 5) +
      figures('90', 112, 450, 40, accent.light, 1.7) +
      rect(122, 520, 36, 7, 3, '#6fe0a4') +
      path('M82 250Q70 430 92 600', 'none', {
        stroke: alpha('#ffffff', 0.4),
        'stroke-width': 9,
        'stroke-linecap': 'round',
      }),
  };
  const dock: Drawing = {
    width: 300,
    height: 300,
    feet: [[0.06, 0.94]],
    svg:
      path(
        'M60 40Q150 0 240 40L280 260Q284 296 240 296H60Q16 296 20 260Z',
        ink.linear([tone.light, tone.base, tone.deep], 'diagonal'),
      ) +
      ellipse(150, 54, 76, 22, '#0b0c10') +
      rect(110, 200, 80, 10, 5, accent.base),
  };
  return {
    front,
    other: together(ink, front, dock, -30),
    scene: { setting: 'desk', size: [300, 480], x: 580, below: 140 },
    closeUp: [0.5, 0.2, 2],
    size: [600, 730],
  };
}

export function toothbrush(ink: Ink, art: ArtOf<'toothbrush'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = shades(art.accent ?? 'teal');
  const brush = (hue: string) =>
    rect(50, 150, 30, 120, 12, ink.linear(['#ffffff', '#c8ced8'], 'right')) +
    rect(40, 10, 50, 132, 22, ink.linear(['#ffffff', '#d6dbe3'], 'right')) +
    repeat(6, (row) =>
      repeat(4, (column) =>
        rect(84 + column * 9 - (row % 2), 20 + row * 19, 8, 15, 3, (row + column) % 2 === 0 ? hue : '#ffffff'),
      ),
    ) +
    path('M56 262H74L84 300H46Z', '#e4e8ee');
  const front: Drawing = {
    width: 130,
    height: 740,
    feet: [[0.14, 0.86]],
    svg:
      brush(accent.base) +
      path(
        'M36 296Q65 280 94 296Q122 500 108 690Q104 738 65 738T22 690Q8 500 36 296Z',
        ink.linear([tone.dark, [tone.shine, 0.26], tone.base, tone.deep], 'right'),
      ) +
      rect(34, 318, 62, 9, 4, accent.base) +
      circle(65, 396, 25, ink.linear([accent.shine, accent.dark], 'diagonal')) +
      circle(65, 396, 18, accent.base) +
      repeat(4, (index) => rect(50, 470 + index * 30, 30, 8, 4, index === 0 ? accent.base : alpha(tone.deep, 0.35))) +
      path('M40 330Q30 500 42 660', 'none', {
        stroke: alpha('#ffffff', 0.7),
        'stroke-width': 8,
        'stroke-linecap': 'round',
      }),
  };
  const stand: Drawing = {
    width: 300,
    height: 400,
    feet: [[0.04, 0.96]],
    svg:
      path('M30 330Q150 300 270 330L290 380Q150 410 10 380Z', ink.linear([tone.light, tone.dark])) +
      ellipse(150, 336, 112, 20, tone.shine) +
      [60, 190].map((x) => group(brush(accent.light), { transform: `translate(${x - 40} 20)` })).join(''),
  };
  return {
    front,
    other: together(ink, front, stand, -60),
    scene: { setting: 'desk', drawing: together(ink, front, stand, -60), size: [380, 460], x: 580, below: 140 },
    closeUp: [0.5, 0.14, 1.6],
    size: [600, 740],
  };
}

export function scale(ink: Ink, art: ArtOf<'scale'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'teal');
  const isKitchen = art.model === 'kitchen';
  const plate = (lit: string): Drawing => ({
    width: 800,
    height: isKitchen ? 460 : 560,
    feet: [[0.08, 0.92]],
    svg:
      polygon(
        [
          [90, 20],
          [710, 20],
          [800, isKitchen ? 410 : 510],
          [0, isKitchen ? 410 : 510],
        ],
        ink.linear([tone.light, tone.base, tone.dark], 'diagonal'),
      ) +
      polygon(
        [
          [0, isKitchen ? 410 : 510],
          [800, isKitchen ? 410 : 510],
          [792, isKitchen ? 440 : 540],
          [8, isKitchen ? 440 : 540],
        ],
        ink.linear([tone.dark, tone.deep]),
      ) +
      polygon(
        [
          [110, 34],
          [420, 34],
          [250, isKitchen ? 396 : 496],
          [20, isKitchen ? 396 : 496],
        ],
        alpha('#ffffff', 0.16),
      ) +
      (isKitchen
        ? ellipse(400, 170, 240, 96, ink.linear(['#ffffff', '#b9bec8', '#7d828c'], 'diagonal')) +
          ellipse(400, 164, 222, 84, ink.linear(['#e8ebf0', '#c3c9d2'], 'diagonal')) +
          rect(270, 306, 260, 74, 12, '#0b0e14') +
          figures(lit, 316, 322, 44, accent, 1.7)
        : rect(300, 60, 200, 90, 16, '#0b0e14') +
          figures(lit, 336, 80, 50, mix(accent, '#ffffff', 0.25), 1.7) +
          [190, 610]
            .map((x) =>
              ellipse(x, 330, 110, 120, 'none', { stroke: ink.linear(['#ffffff', '#aab1bd']), 'stroke-width': 14 }),
            )
            .join('') +
          circle(400, 420, 26, 'none', { stroke: alpha('#ffffff', 0.6), 'stroke-width': 5 })),
  });
  return {
    front: plate(isKitchen ? '250' : '68'),
    scene: { setting: isKitchen ? 'kitchen' : 'room', size: [480, 340], x: 540, below: isKitchen ? 150 : 100 },
    closeUp: [0.5, isKitchen ? 0.7 : 0.24, 1.9],
    size: [800, 620],
  };
}
