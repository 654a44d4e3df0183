import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, shades } from '../kit/palette.ts';
import { type Drawing, knob, slab } from '../kit/parts.ts';
import { circle, ellipse, path, polygon, rect, repeat } from '../kit/shapes.ts';

export function iron(ink: Ink, art: ArtOf<'iron'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = shades(art.accent ?? 'sky');
  const front: Drawing = {
    width: 860,
    height: 500,
    feet: [[0.03, 0.95]],
    svg:
      path('M700 140Q820 120 850 40', 'none', { stroke: '#2a2d34', 'stroke-width': 22, 'stroke-linecap': 'round' }) +
      path(
        'M20 452Q120 300 330 236L640 214Q760 214 786 320L812 452Z',
        ink.linear([accent.shine, accent.base, accent.dark], 'diagonal'),
      ) +
      path(
        'M250 260Q320 60 520 52H640Q740 56 752 170L760 250L660 250Q664 150 600 148H480Q400 152 372 246Z',
        ink.linear([tone.light, tone.base, tone.deep], 'diagonal'),
        { 'fill-rule': 'evenodd' },
      ) +
      path('M330 236Q500 206 700 220Q776 236 790 340L560 330Q430 320 330 236Z', ink.linear([tone.base, tone.dark])) +
      path('M120 400Q220 300 350 270L420 320Q300 340 220 410Z', alpha('#dff0fb', 0.75)) +
      path('M150 396Q220 340 330 320L300 350Q240 370 214 408Z', alpha('#4f9fe8', 0.45)) +
      knob(ink, 560, 304, 54, shades('white'), 40) +
      repeat(2, (index) => ellipse(456 + index * 60, 66, 22, 12, accent.light)) +
      path('M20 452H812L818 474Q818 484 806 484H30Q4 484 20 452Z', ink.linear(['#ffffff', '#aab1bd', '#6a707c'])) +
      rect(24, 448, 786, 8, 4, tone.deep) +
      path('M300 200Q350 88 500 74', 'none', {
        stroke: alpha('#ffffff', 0.5),
        'stroke-width': 12,
        'stroke-linecap': 'round',
      }) +
      repeat(3, (index) =>
        path(`M${40 + index * 60} ${400 - index * 56}q-30 -20 -10 -50t-10 -50`, 'none', {
          stroke: alpha('#ffffff', 0.75),
          'stroke-width': 12,
          'stroke-linecap': 'round',
        }),
      ),
  };
  return { front, scene: { setting: 'desk', size: [540, 380], x: 570, below: 150 }, size: [800, 600] };
}

export function dispenser(ink: Ink, art: ArtOf<'dispenser'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'blue');
  const tap = (x: number, hue: string) =>
    rect(x - 16, 340, 32, 40, 8, ink.linear(['#ffffff', '#b9bec8'])) +
    rect(x - 20, 326, 40, 18, 8, hue) +
    rect(x - 7, 378, 14, 18, 4, '#7d828c');
  const front: Drawing = {
    width: 380,
    height: 900,
    feet: [[0.02, 0.92]],
    svg:
      path(
        'M70 40Q80 0 170 0T270 40Q300 70 296 130T284 230H56Q44 190 44 130T70 40Z',
        ink.linear(
          [
            alpha(mix(accent, '#ffffff', 0.35), 0.95),
            alpha(mix(accent, '#ffffff', 0.8), 0.9),
            alpha(mix(accent, '#ffffff', 0.2), 0.95),
          ],
          'right',
        ),
      ) +
      rect(46, 92, 250, 10, 5, alpha('#ffffff', 0.55)) +
      rect(48, 150, 246, 10, 5, alpha('#ffffff', 0.55)) +
      path('M84 40Q70 90 74 200', 'none', {
        stroke: alpha('#ffffff', 0.85),
        'stroke-width': 14,
        'stroke-linecap': 'round',
      }) +
      ellipse(170, 46, 100, 14, alpha('#ffffff', 0.4)) +
      polygon(
        [
          [320, 250],
          [376, 232],
          [376, 860],
          [320, 886],
        ],
        ink.linear([tone.dark, tone.deep]),
      ) +
      polygon(
        [
          [16, 230],
          [60, 214],
          [376, 232],
          [322, 252],
        ],
        ink.linear(['#ffffff', tone.light]),
      ) +
      slab(ink, 10, 230, 314, 656, 18, tone, 4) +
      rect(36, 258, 262, 230, 16, ink.linear(['#30343d', '#15171d'])) +
      repeat(3, (index) => circle(120 + index * 46, 284, 7, ['#ff7a7a', '#6fe0a4', '#7fb7ff'][index] ?? '#fff')) +
      tap(92, '#d8393d') +
      tap(167, '#c4c9d1') +
      tap(242, '#2f6fc4') +
      rect(
        50,
        452,
        234,
        28,
        8,
        ink.pattern(14, 28, `${rect(0, 0, 14, 28, 0, '#6a707c')}${rect(4, 4, 6, 20, 3, '#24272e')}`),
      ) +
      rect(36, 520, 262, 330, 12, ink.linear([tone.shine, tone.base], 'diagonal'), {
        stroke: alpha(tone.deep, 0.3),
        'stroke-width': 4,
      }) +
      rect(266, 640, 14, 90, 7, ink.linear(['#ffffff', '#7d828c'], 'right')) +
      path('M36 760Q110 720 170 760T298 750V838Q298 850 286 850H48Q36 850 36 838Z', alpha(accent, 0.25)) +
      rect(30, 884, 50, 16, 4, '#15171d') +
      rect(254, 884, 50, 16, 4, '#15171d'),
  };
  return { front, scene: { setting: 'room', size: [360, 640], x: 480, below: 70 }, size: [560, 770] };
}
