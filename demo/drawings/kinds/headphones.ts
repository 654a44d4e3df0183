import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades, shadesOf } from '../kit/palette.ts';
import type { Drawing } from '../kit/parts.ts';
import { circle, ellipse, group, path, rect } from '../kit/shapes.ts';

export function headphones(ink: Ink, art: ArtOf<'headphones'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = art.accent === undefined ? tone.shine : hexOf(art.accent);
  const front: Drawing = {
    width: 640,
    height: 616,
    feet: [
      [0.05, 0.3],
      [0.7, 0.95],
    ],
    svg: pair(ink, art, tone, accent),
  };
  const side: Drawing = { width: 460, height: 690, feet: [[0.16, 0.84]], svg: oneEar(ink, art, tone, accent) };
  return {
    front,
    other: side,
    scene: { setting: art.model === 'gaming' ? 'night' : 'desk', size: [460, 520], x: 580, below: 150 },
    closeUp: [0.2, 0.7, 1.7],
    size: [700, 700],
  };
}

function pair(ink: Ink, { model }: ArtOf<'headphones'>, tone: Shades, accent: string): string {
  const size = model === 'onEar' ? 0.84 : 1;
  const cushion = shadesOf(mix(tone.dark, '#1a1c22', 0.6));
  const cup = (isLeft: boolean) => {
    const drawn =
      ellipse(66, 0, 62, 138, ink.linear([cushion.light, cushion.base, cushion.deep], 'right')) +
      ellipse(84, 0, 46, 120, ink.linear([cushion.base, cushion.deep], 'right')) +
      ellipse(22, 0, 84, 140, ink.linear([tone.dark, tone.deep])) +
      ellipse(14, -2, 82, 137, ink.linear([tone.shine, [tone.base, 0.42], tone.deep], 'diagonal')) +
      ellipse(8, -2, 64, 114, ink.linear([tone.base, tone.light, tone.dark], 'diagonal')) +
      ellipse(4, -2, 26, 48, 'none', { stroke: alpha(accent, 0.95), 'stroke-width': 6 }) +
      path('M-52 -60Q-40 -112 4 -120', 'none', {
        stroke: alpha('#ffffff', 0.55),
        'stroke-width': 8,
        'stroke-linecap': 'round',
      });
    return group(drawn, {
      transform: isLeft
        ? `translate(108 470) rotate(6) scale(${size})`
        : `translate(532 470) rotate(-6) scale(${-size} ${size})`,
    });
  };
  return (
    path('M112 400C84 110 200 24 320 24S556 110 528 400', 'none', {
      stroke: ink.linear([tone.light, tone.base, tone.deep], 'right'),
      'stroke-width': 48,
      'stroke-linecap': 'round',
    }) +
    path('M138 300C138 130 226 66 320 66S502 130 502 300', 'none', {
      stroke: ink.linear([cushion.light, cushion.deep], 'right'),
      'stroke-width': 36,
      'stroke-linecap': 'round',
    }) +
    path('M106 280C108 100 204 14 320 13', 'none', {
      stroke: alpha('#ffffff', 0.5),
      'stroke-width': 8,
      'stroke-linecap': 'round',
    }) +
    rect(92, 300, 40, 110, 16, ink.linear(['#e6e9ee', '#9aa1ad', '#5d636e'], 'right')) +
    rect(508, 300, 40, 110, 16, ink.linear(['#c9ced6', '#858c98', '#4b505a'], 'right')) +
    cup(true) +
    cup(false) +
    (model === 'gaming'
      ? path('M96 590Q120 636 236 616', 'none', { stroke: '#2a2d34', 'stroke-width': 13, 'stroke-linecap': 'round' }) +
        rect(222, 594, 78, 38, 19, '#1a1c22') +
        rect(236, 609, 44, 7, 3, accent)
      : '')
  );
}

function oneEar(ink: Ink, { model }: ArtOf<'headphones'>, tone: Shades, accent: string): string {
  return (
    path('M230 470C110 380 90 40 230 26S350 380 230 470', 'none', {
      stroke: ink.linear([tone.light, tone.base, tone.deep], 'right'),
      'stroke-width': 40,
    }) +
    path('M176 120Q196 50 240 44', 'none', {
      stroke: alpha('#ffffff', 0.5),
      'stroke-width': 8,
      'stroke-linecap': 'round',
    }) +
    ellipse(250, 516, 170, 174, ink.linear(['#30343d', '#121318'], 'diagonal')) +
    ellipse(230, 510, 170, 172, ink.linear([tone.shine, tone.base, tone.deep], 'diagonal')) +
    ellipse(226, 506, 148, 150, ink.linear([tone.base, tone.light, tone.dark], 'diagonal')) +
    (model === 'gaming'
      ? path('M226 430L292 468V544L226 582L160 544V468Z', 'none', { stroke: accent, 'stroke-width': 12 }) +
        path('M100 600Q60 660 -10 660', 'none', { stroke: '#2a2d34', 'stroke-width': 14, 'stroke-linecap': 'round' })
      : circle(226, 506, 40, 'none', { stroke: alpha(accent, 0.9), 'stroke-width': 6 }) +
        rect(196, 500, 60, 10, 5, alpha(accent, 0.9))) +
    path('M110 420Q160 362 236 364', 'none', {
      stroke: alpha('#ffffff', 0.5),
      'stroke-width': 10,
      'stroke-linecap': 'round',
    })
  );
}

export function earbuds(ink: Ink, art: ArtOf<'earbuds'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = art.accent === undefined ? '#6fe0a4' : hexOf(art.accent);
  const front = openCase(ink, art, tone, accent);
  const loose: Drawing = {
    width: 620,
    height: 470,
    feet: [
      [0.1, 0.42],
      [0.58, 0.9],
    ],
    svg:
      group(bud(ink, art, tone), { transform: 'translate(250 20) rotate(8) scale(-1.5 1.5)' }) +
      group(bud(ink, art, tone), { transform: 'translate(370 20) rotate(-8) scale(1.5)' }),
  };
  return {
    front,
    other: loose,
    scene: { setting: 'desk', drawing: front, size: [400, 400], x: 570, below: 150 },
    closeUp: [0.5, 0.38, 1.7],
    size: [640, 640],
  };
}

/** One bud in 160 by 290, looking left. */
function bud(ink: Ink, { model }: ArtOf<'earbuds'>, tone: Shades, isCased = false): string {
  const tip = ellipse(26, 78, 30, 38, ink.radial(['#8b919c', '#3b3f48'], 0.4, 0.35, 0.7), {
    transform: 'rotate(-24 26 78)',
  });
  if (model === 'bud') {
    return (
      tip +
      ellipse(88, 110, 80, 90, ink.radial([tone.shine, tone.base, tone.deep], 0.34, 0.3, 0.78)) +
      ellipse(104, 116, 50, 58, ink.linear([tone.light, tone.dark], 'diagonal')) +
      circle(106, 116, 16, alpha(tone.shine, 0.85)) +
      rect(66, 190, 40, 20, 10, tone.deep)
    );
  }
  return (
    tip +
    rect(84, 70, 54, 220, 27, ink.linear([tone.shine, [tone.base, 0.5], tone.dark], 'right')) +
    ellipse(80, 78, 66, 72, ink.radial([tone.shine, tone.base, tone.dark], 0.36, 0.3, 0.78)) +
    ellipse(62, 62, 20, 28, alpha('#ffffff', 0.55), { transform: 'rotate(28 62 62)' }) +
    (isCased ? '' : ellipse(92, 84, 12, 18, alpha('#1a1c22', 0.75))) +
    rect(118, 150, 8, 66, 4, alpha(tone.deep, 0.35)) +
    rect(98, 276, 26, 10, 5, alpha('#1a1c22', 0.55))
  );
}

function openCase(ink: Ink, art: ArtOf<'earbuds'>, tone: Shades, light: string): Drawing {
  const rim = ink.linear([tone.dark, tone.deep]);
  return {
    width: 560,
    height: 600,
    feet: [[0.08, 0.92]],
    svg:
      path('M20 250Q16 40 130 30H430Q544 40 540 250Z', ink.linear([tone.light, tone.base, tone.dark], 'diagonal')) +
      path('M52 250Q50 74 140 66H420Q510 74 508 250Z', ink.linear([tone.deep, tone.dark])) +
      group(bud(ink, art, tone, true), { transform: 'translate(96 104) scale(1.05)' }) +
      group(bud(ink, art, tone, true), { transform: 'translate(464 104) scale(-1.05 1.05)' }) +
      path(
        'M12 262H548L552 420Q552 600 400 600H160Q8 600 8 420Z',
        ink.linear([tone.shine, [tone.base, 0.4], tone.dark], 'diagonal'),
      ) +
      rect(8, 250, 544, 22, 11, rim) +
      rect(14, 268, 532, 5, 2, alpha(tone.shine, 0.9)) +
      path('M40 320Q44 540 180 566', 'none', {
        stroke: alpha('#ffffff', 0.5),
        'stroke-width': 12,
        'stroke-linecap': 'round',
      }) +
      circle(280, 338, 9, light) +
      circle(280, 338, 20, alpha(light, 0.28)) +
      rect(230, 470, 100, 10, 5, alpha(tone.deep, 0.28)),
  };
}
