import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, shades } from '../kit/palette.ts';
import { type Drawing, KEY_ROWS, keys, slab } from '../kit/parts.ts';
import { circle, group, move, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';

export function mouse(ink: Ink, art: ArtOf<'mouse'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'silver');
  const isGaming = art.model === 'gaming';
  const front: Drawing = {
    width: 430,
    height: 640,
    feet: [[0.06, 0.94]],
    svg:
      path(
        isGaming
          ? 'M215 0C350 0 400 90 404 220C408 300 384 340 396 420C420 560 340 640 215 640S10 560 34 420C46 340 22 300 26 220C30 90 80 0 215 0Z'
          : 'M215 0C360 0 416 110 416 260V400C416 560 340 640 215 640S14 560 14 400V260C14 110 70 0 215 0Z',
        ink.radial([tone.shine, [tone.base, 0.45], tone.dark, tone.deep], 0.36, 0.28, 0.82),
      ) +
      path('M215 6V270', 'none', { stroke: alpha(tone.deep, 0.75), 'stroke-width': 6 }) +
      path('M30 262Q215 306 400 262', 'none', { stroke: alpha(tone.deep, 0.55), 'stroke-width': 5 }) +
      rect(184, 84, 62, 130, 31, tone.deep) +
      rect(193, 94, 44, 110, 22, ink.linear(['#15171d', '#6a707c', '#15171d'])) +
      repeat(6, (index) =>
        rect(193, 104 + index * 17, 44, 5, 2, isGaming ? alpha(accent, 0.7) : alpha('#000000', 0.35)),
      ) +
      (isGaming
        ? rect(200, 236, 30, 14, 7, accent) +
          path('M170 470Q215 430 260 470Q240 530 215 540Q190 530 170 470Z', 'none', {
            stroke: accent,
            'stroke-width': 9,
            'stroke-linejoin': 'round',
          }) +
          stroke('M28 330Q46 380 34 430', alpha(accent, 0.9), 8)
        : circle(215, 470, 20, 'none', { stroke: alpha(tone.deep, 0.5), 'stroke-width': 6 })) +
      path('M72 210C78 110 120 48 176 34', 'none', {
        stroke: alpha('#ffffff', 0.5),
        'stroke-width': 16,
        'stroke-linecap': 'round',
      }),
  };
  const low: Drawing = {
    width: 520,
    height: 250,
    svg:
      path(
        'M10 220C10 90 150 0 300 20C440 36 520 130 516 220Q516 244 490 246H40Q10 246 10 220Z',
        ink.linear([tone.shine, tone.base, tone.deep], 'diagonal'),
      ) +
      path('M300 20C250 60 226 110 226 150', 'none', { stroke: alpha(tone.deep, 0.6), 'stroke-width': 5 }) +
      rect(160, 42, 34, 60, 17, '#15171d', { transform: 'rotate(28 177 72)' }) +
      path('M40 190C60 110 130 60 200 48', 'none', {
        stroke: alpha('#ffffff', 0.5),
        'stroke-width': 10,
        'stroke-linecap': 'round',
      }) +
      rect(10, 216, 506, 8, 4, isGaming ? accent : alpha(tone.deep, 0.5)),
  };
  return {
    front,
    scene: { setting: isGaming ? 'night' : 'desk', drawing: low, size: [420, 240], x: 570, below: 160 },
    size: [520, 660],
  };
}

export function keyboard(ink: Ink, art: ArtOf<'keyboard'>): ProductDrawings {
  const tone = shades(art.colour);
  const isMechanical = art.model === 'mechanical';
  const lit = hexOf(art.accent ?? 'white');
  const cap = isMechanical
    ? ink.linear(['#3a3e48', '#1a1c22'])
    : ink.linear(['#ffffff', mix(tone.light, '#ffffff', 0.4)]);
  const rows = isMechanical ? KEY_ROWS : KEY_ROWS.slice(1);
  const height = isMechanical ? 330 : 290;
  const caps = keys(rows, 844, height - 60, cap, 7, isMechanical ? 6 : 20);
  const top: Drawing = {
    width: 900,
    height,
    feet: [[0.01, 0.99]],
    svg:
      rect(0, 12, 900, height - 6, 26, tone.deep) +
      slab(ink, 0, 0, 900, height - 4, 26, tone, 4) +
      (isMechanical
        ? rect(
            20,
            20,
            860,
            height - 44,
            12,
            ink.linear([mix(lit, '#15171d', 0.2), '#3fd0ea', mix('#e2762f', lit, 0.4)], 'right'),
          ) + rect(20, 20, 860, height - 44, 12, alpha('#0b0c10', 0.35))
        : '') +
      move(
        keys(
          rows,
          844,
          height - 60,
          isMechanical ? alpha('#050608', 0.75) : alpha(tone.deep, 0.4),
          7,
          isMechanical ? 6 : 20,
        ),
        28,
        33,
      ) +
      move(caps, 28, 27),
  };
  const leaning: Drawing = {
    width: 900,
    height: height * 0.62,
    svg:
      polygon(
        [
          [0, height * 0.58],
          [900, height * 0.58],
          [896, height * 0.66],
          [4, height * 0.66],
        ],
        tone.deep,
      ) + group(top.svg, { transform: 'matrix(1 0 0 0.58 0 4)' }),
  };
  const slanted: Drawing = {
    width: 900,
    height: 520,
    feet: [[0.06, 0.94]],
    svg: group(top.svg, { transform: 'matrix(0.94 -0.26 0.2 0.82 0 240)' }),
  };
  return {
    front: slanted,
    other: top,
    scene: { setting: isMechanical ? 'night' : 'desk', drawing: leaning, size: [700, 240], x: 540, below: 180 },
    size: [820, 620],
  };
}
