import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { carcass, type Drawing, figures, knob } from '../kit/parts.ts';
import { circle, ellipse, group, path, polygon, rect, repeat } from '../kit/shapes.ts';

export function washer(ink: Ink, art: ArtOf<'washer'>): ProductDrawings {
  const tone = shades(art.colour);
  const front = art.model === 'front' ? frontLoader(ink, tone, true) : twinTub(ink, tone, hexOf(art.accent ?? 'blue'));
  return {
    front,
    ...(art.model === 'front' && { other: frontLoader(ink, tone, false) }),
    scene: { setting: 'room', size: [540, 600], x: 480, below: 70 },
    closeUp: [0.4, 0.55, 1.7],
    size: [680, 720],
  };
}

function frontLoader(ink: Ink, tone: Shades, isShut: boolean): Drawing {
  const laundry =
    circle(275, 420, 104, '#1d2430') +
    path('M180 440Q220 380 270 430T372 420Q380 500 275 524Q190 510 180 440Z', '#4f9fe8') +
    path('M190 470Q240 430 290 470T366 470Q340 524 275 524Q210 520 190 470Z', '#f2c14e') +
    path('M220 400Q260 370 300 404Q270 440 230 430Z', '#e2574c');
  const door = isShut
    ? circle(275, 420, 176, ink.linear([tone.shine, tone.base, tone.deep], 'diagonal')) +
      circle(275, 420, 150, ink.linear(['#2a2d34', '#6a707c'], 'diagonal')) +
      circle(275, 420, 132, '#10141c') +
      group(laundry, { opacity: 0.9 }) +
      circle(275, 420, 120, ink.radial([alpha('#8fb4d8', 0.1), alpha('#10141c', 0.5)], 0.5, 0.5, 0.5)) +
      path('M186 360Q214 306 276 300', 'none', {
        stroke: alpha('#ffffff', 0.65),
        'stroke-width': 14,
        'stroke-linecap': 'round',
      }) +
      rect(404, 388, 30, 70, 12, ink.linear(['#ffffff', '#8d95a3'], 'right'))
    : circle(275, 420, 176, ink.linear([tone.dark, tone.deep], 'diagonal')) +
      circle(275, 420, 150, '#3d424c') +
      circle(275, 420, 138, '#b9bec8') +
      circle(275, 420, 128, ink.radial(['#5b616c', '#b9bec8', '#7d828c'], 0.5, 0.6, 0.6)) +
      circle(275, 420, 128, ink.pattern(22, 22, circle(11, 11, 3.4, '#3d424c'))) +
      path('M176 470Q275 420 376 470Q350 548 275 548Q200 548 176 470Z', '#4f9fe8') +
      path('M210 500Q260 450 330 490Q320 546 275 548Q230 548 210 500Z', '#f4f1ea') +
      ellipse(70, 420, 62, 176, ink.linear([tone.shine, tone.base, tone.deep], 'right')) +
      ellipse(66, 420, 42, 140, ink.linear(['#3d424c', '#8fa4b8', '#2a2d34'], 'right')) +
      ellipse(58, 380, 12, 66, alpha('#ffffff', 0.4));
  return {
    width: 620,
    height: 740,
    feet: [[0, 0.94]],
    svg:
      carcass(ink, 550, 725, 70, tone) +
      rect(0, 29, 550, 696, 12, ink.linear([tone.shine, tone.light, tone.base], 'diagonal')) +
      rect(0, 29, 550, 132, 12, ink.linear([mix(tone.light, '#ffffff', 0.4), tone.base])) +
      rect(0, 158, 550, 4, 0, alpha(tone.deep, 0.3)) +
      rect(24, 56, 150, 76, 10, ink.linear([tone.light, tone.base]), {
        stroke: alpha(tone.deep, 0.25),
        'stroke-width': 3,
      }) +
      rect(60, 104, 78, 9, 4, alpha(tone.deep, 0.35)) +
      knob(ink, 256, 94, 44, shades('silver'), 50) +
      repeat(8, (index) =>
        circle(
          256 + 58 * Math.cos((index * Math.PI) / 4),
          94 + 58 * Math.sin((index * Math.PI) / 4),
          3,
          alpha(tone.deep, 0.6),
        ),
      ) +
      rect(340, 60, 188, 68, 10, '#0b0c10') +
      figures('0:49', 358, 76, 36, '#9fe3ff', 1.6) +
      repeat(3, (index) => circle(462 + index * 24, 94, 8, index === 0 ? '#6fe0a4' : '#454a55')) +
      door +
      rect(30, 664, 90, 40, 8, ink.linear([tone.base, tone.light]), {
        stroke: alpha(tone.deep, 0.25),
        'stroke-width': 3,
      }) +
      rect(24, 725, 70, 15, 4, '#15171d') +
      rect(456, 725, 70, 15, 4, '#15171d') +
      rect(2, 31, 546, 4, 2, alpha('#ffffff', 0.85)),
  };
}

function twinTub(ink: Ink, tone: Shades, accent: string): Drawing {
  return {
    width: 760,
    height: 720,
    feet: [[0.02, 0.95]],
    svg:
      polygon(
        [
          [0, 160],
          [60, 60],
          [740, 60],
          [690, 160],
        ],
        ink.linear([tone.shine, tone.light]),
      ) +
      polygon(
        [
          [690, 160],
          [740, 60],
          [740, 660],
          [690, 710],
        ],
        ink.linear([tone.dark, tone.deep]),
      ) +
      polygon(
        [
          [60, 60],
          [740, 60],
          [726, 0],
          [80, 0],
        ],
        ink.linear([mix(accent, '#ffffff', 0.2), accent]),
      ) +
      knob(ink, 180, 32, 22, shades('white'), 0) +
      knob(ink, 260, 32, 22, shades('white'), 50) +
      knob(ink, 580, 32, 22, shades('white'), -30) +
      rect(320, 22, 200, 16, 8, alpha('#ffffff', 0.6)) +
      polygon(
        [
          [46, 140],
          [90, 78],
          [420, 78],
          [410, 140],
        ],
        ink.linear([alpha(accent, 0.55), alpha(accent, 0.3)]),
        { stroke: alpha('#ffffff', 0.9), 'stroke-width': 5 },
      ) +
      polygon(
        [
          [446, 140],
          [452, 78],
          [700, 78],
          [668, 140],
        ],
        ink.linear([alpha(accent, 0.55), alpha(accent, 0.3)]),
        { stroke: alpha('#ffffff', 0.9), 'stroke-width': 5 },
      ) +
      path(
        'M0 160H690V690Q690 710 670 710H20Q0 710 0 690Z',
        ink.linear([tone.shine, tone.light, tone.dark], 'diagonal'),
      ) +
      rect(424, 160, 5, 540, 0, alpha(tone.deep, 0.25)) +
      rect(0, 160, 690, 6, 0, '#ffffff') +
      path(
        'M0 470Q170 410 345 470T690 460V690Q690 710 670 710H20Q0 710 0 690Z',
        ink.linear([alpha(accent, 0.2), alpha(accent, 0.5)]),
      ) +
      path('M0 540Q170 480 345 540T690 530V690Q690 710 670 710H20Q0 710 0 690Z', alpha(accent, 0.3)) +
      repeat(6, (index) =>
        circle(90 + index * 74, 420 - (index % 3) * 60, 20 - (index % 3) * 5, alpha(accent, 0.22), {
          stroke: alpha('#ffffff', 0.9),
          'stroke-width': 3,
        }),
      ) +
      rect(40, 704, 80, 16, 5, '#3d424c') +
      rect(570, 704, 80, 16, 5, '#3d424c'),
  };
}
