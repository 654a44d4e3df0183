import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import { together } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, shades } from '../kit/palette.ts';
import { barrel, type Drawing, lens, slab } from '../kit/parts.ts';
import { circle, ellipse, move, path, rect, repeat, stroke } from '../kit/shapes.ts';

export function bulb(ink: Ink, art: ArtOf<'bulb'>): ProductDrawings {
  const light = hexOf(art.accent ?? 'gold');
  const isGlass = art.model === 'filament';
  const draw = (isOn: boolean): Drawing => ({
    width: 440,
    height: 700,
    feet: [[0.34, 0.66]],
    svg:
      (isOn ? circle(220, 240, 330, ink.radial([alpha(mix(light, '#ffffff', 0.3), 0.85), alpha(light, 0)])) : '') +
      path(
        'M220 10C360 10 430 110 426 220C422 330 320 380 306 470H134C120 380 18 330 14 220C10 110 80 10 220 10Z',
        isOn
          ? ink.radial(['#ffffff', mix(light, '#ffffff', 0.55), light], 0.45, 0.4, 0.65)
          : isGlass
            ? ink.linear([alpha('#e8d9ba', 0.9), alpha('#fbf6ea', 0.75), alpha('#c9b48c', 0.9)], 'right')
            : ink.radial(['#ffffff', '#f3f5f8', '#c8ced8'], 0.36, 0.32, 0.75),
      ) +
      (isGlass
        ? path('M170 470V300L196 190L220 300L244 190L270 300V470', 'none', {
            stroke: isOn ? '#fff7d8' : '#b9873a',
            'stroke-width': 7,
            'stroke-linejoin': 'round',
          }) + rect(206, 330, 28, 140, 10, alpha('#ffffff', 0.5))
        : '') +
      path('M84 130Q120 58 196 46', 'none', {
        stroke: alpha('#ffffff', 0.9),
        'stroke-width': 22,
        'stroke-linecap': 'round',
      }) +
      path(
        'M134 466H306L292 560H148Z',
        isGlass
          ? ink.linear(['#a8894f', '#f1dba2', '#7d6130'], 'right')
          : ink.linear(['#d2d7df', '#ffffff', '#aab1bd'], 'right'),
      ) +
      repeat(4, (index) =>
        rect(150 + index * 3, 560 + index * 28, 140 - index * 6, 20, 10, barrel(ink, shades('steel'))),
      ) +
      path('M172 672H268L244 698H196Z', '#2b2e36'),
  });
  const lit = draw(true);
  return {
    front: draw(false),
    other: lit,
    scene: { setting: 'lounge', drawing: together(ink, draw(false), lit, -60), size: [420, 330], x: 500, below: 4 },
    closeUp: [0.5, 0.34, 1.6],
    size: [640, 700],
  };
}

export function plug(ink: Ink, art: ArtOf<'plug'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'sky');
  const hole = (x: number, y: number, scale = 1) =>
    move(
      circle(0, 0, 104, ink.linear([tone.dark, tone.light], 'diagonal')) +
        circle(0, 0, 94, ink.linear([tone.light, tone.base], 'diagonal')) +
        rect(-13, -66, 26, 52, 5, '#14161b') +
        rect(-62, 18, 48, 22, 5, '#14161b') +
        rect(14, 18, 48, 22, 5, '#14161b'),
      x,
      y,
      scale,
    );
  if (art.model === 'strip') {
    const front: Drawing = {
      width: 860,
      height: 420,
      feet: [[0.06, 1]],
      svg:
        path('M60 330Q-30 360 20 250T60 60', 'none', {
          stroke: ink.linear([tone.light, tone.deep]),
          'stroke-width': 22,
          'stroke-linecap': 'round',
        }) +
        slab(ink, 40, 120, 820, 270, 40, tone, 6) +
        repeat(3, (index) => hole(170 + index * 210, 255, 0.86)) +
        repeat(
          3,
          (index) =>
            rect(722, 176 + index * 52, 84, 26, 6, '#14161b') + rect(736, 184 + index * 52, 56, 8, 2, '#d7dbe2'),
        ) +
        circle(764, 350, 13, accent) +
        repeat(3, (index) => rect(145 + index * 210, 350, 50, 12, 6, alpha(tone.deep, 0.5))),
    };
    return {
      front,
      scene: { setting: 'desk', size: [560, 300], x: 540, below: 150 },
      closeUp: [0.5, 0.55, 1.7],
      size: [800, 560],
    };
  }
  const front: Drawing = {
    width: 520,
    height: 560,
    feet: [[0.1, 0.9]],
    svg:
      slab(ink, 0, 0, 520, 550, 110, tone, 6) +
      hole(260, 250, 1.55) +
      circle(260, 490, 30, ink.linear([tone.shine, tone.dark], 'diagonal')) +
      circle(260, 490, 22, tone.light) +
      stroke('M260 480V491M252 484a11 11 0 1 0 16 0', accent, 4) +
      circle(260, 490, 34, 'none', { stroke: alpha(accent, 0.7), 'stroke-width': 5 }),
  };
  const back: Drawing = {
    width: 520,
    height: 560,
    feet: [[0.1, 0.9]],
    svg:
      slab(ink, 0, 0, 520, 550, 110, tone, 6) +
      circle(260, 260, 180, ink.linear([tone.light, tone.dark], 'diagonal')) +
      rect(236, 120, 48, 96, 8, ink.linear(['#f6dfa6', '#b58a3c'], 'right')) +
      repeat(2, (index) => rect(140 + index * 148, 270, 92, 46, 8, ink.linear(['#f6dfa6', '#b58a3c'], 'right'))) +
      rect(190, 460, 140, 12, 6, alpha(tone.deep, 0.4)) +
      rect(210, 484, 100, 10, 5, alpha(tone.deep, 0.3)),
  };
  return {
    front,
    other: together(ink, back, front, 180, -40),
    scene: { setting: 'desk', size: [340, 360], x: 560, below: 140 },
    closeUp: [0.5, 0.4, 1.7],
    size: [620, 640],
  };
}

export function doorbell(ink: Ink, art: ArtOf<'doorbell'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'sky');
  const front: Drawing = {
    width: 300,
    height: 700,
    feet: [[0.06, 0.94]],
    svg:
      slab(ink, 0, 0, 300, 700, 120, tone, 7) +
      rect(24, 24, 252, 330, 110, ink.linear(['#2a2d35', '#08090c'], 'diagonal')) +
      lens(ink, 150, 168, 92, shades('graphite'), '#4b7fd1') +
      repeat(2, (index) => circle(150 + (index - 0.5) * 120, 300, 9, index === 0 ? '#7d2b2b' : '#3b3f47')) +
      circle(150, 520, 96, alpha(accent, 0.25)) +
      circle(150, 520, 78, 'none', { stroke: accent, 'stroke-width': 10 }) +
      circle(150, 520, 70, ink.linear([tone.shine, tone.base, tone.dark], 'diagonal')) +
      path('M150 488q24 4 24 34v18h-48v-18q0-30 24-34ZM138 548h24', ink.linear([tone.dark, tone.deep])) +
      rect(110, 640, 80, 8, 4, alpha(tone.deep, 0.45)) +
      repeat(5, (index) => circle(126 + index * 12, 400, 3.4, alpha(tone.deep, 0.7))),
  };
  const chime: Drawing = {
    width: 420,
    height: 430,
    feet: [[0.1, 0.9]],
    svg:
      slab(ink, 0, 0, 420, 420, 90, shades('white'), 6) +
      circle(210, 180, 120, ink.pattern(20, 20, circle(10, 10, 4.4, '#9aa2ae'))) +
      ellipse(210, 350, 54, 8, alpha(accent, 0.9)),
  };
  return {
    front,
    other: together(ink, chime, front, 90, 10),
    scene: { setting: 'outside', size: [250, 520], x: 400, below: -70 },
    closeUp: [0.5, 0.26, 1.7],
    size: [640, 720],
  };
}
