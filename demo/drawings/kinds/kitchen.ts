import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { barrel, carcass, type Drawing, figures, knob } from '../kit/parts.ts';
import { circle, ellipse, group, move, path, polygon, rect, repeat } from '../kit/shapes.ts';

export function microwave(ink: Ink, art: ArtOf<'microwave'>): ProductDrawings {
  const tone = shades(art.colour);
  const shut: Drawing = {
    width: 860,
    height: 520,
    feet: [[0.01, 0.93]],
    svg: microwaveBody(ink, art.model, tone, false),
  };
  const open: Drawing = { ...shut, svg: microwaveBody(ink, art.model, tone, true) };
  return {
    front: shut,
    other: open,
    scene: { setting: 'kitchen', drawing: open, size: [600, 440], x: 560, below: 140 },
    closeUp: [0.78, 0.5, 1.9],
    size: [820, 600],
  };
}

function microwaveBody(ink: Ink, model: ArtOf<'microwave'>['model'], tone: Shades, isLit: boolean): string {
  const inside = isLit ? ['#f7d99a', '#e0a850', '#8a5a22'] : ['#30343d', '#1b1d23', '#26292f'];
  const dish = isLit
    ? ellipse(310, 400, 190, 20, alpha('#ffffff', 0.5)) +
      ellipse(310, 384, 118, 18, '#ffffff') +
      path('M204 380Q220 320 310 316T416 380Q366 398 310 398T204 380Z', ink.linear(['#e8933f', '#a8541d'])) +
      repeat(3, (index) =>
        path(`M${260 + index * 50} 300q-14 -18 0 -36t0 -36`, 'none', {
          stroke: alpha('#ffffff', 0.6),
          'stroke-width': 7,
          'stroke-linecap': 'round',
        }),
      )
    : ellipse(310, 396, 190, 20, alpha('#ffffff', 0.12));
  return (
    carcass(ink, 800, 500, 60, tone) +
    rect(0, 25, 800, 476, 14, ink.linear([tone.light, tone.base, tone.dark], 'diagonal')) +
    rect(20, 46, 580, 434, 14, ink.linear(['#24272e', '#0b0c10'], 'diagonal')) +
    rect(64, 92, 490, 342, 26, ink.linear(inside)) +
    dish +
    rect(64, 92, 490, 342, 26, ink.pattern(9, 9, circle(4.5, 4.5, 1.3, alpha('#0b0c10', isLit ? 0.35 : 0.6)))) +
    path('M64 118Q64 92 90 92H330L150 434H90Q64 434 64 408Z', alpha('#ffffff', 0.09)) +
    rect(572, 90, 18, 346, 9, ink.linear(['#ffffff', '#c4c9d1', '#7d828c'], 'right')) +
    rect(2, 27, 796, 4, 2, alpha('#ffffff', 0.7)) +
    (model === 'digital'
      ? rect(620, 46, 160, 434, 14, ink.linear(['#1d1f25', '#0b0c10'])) +
        rect(636, 66, 128, 62, 8, '#050608') +
        figures('1:30', 652, 80, 34, '#7fe8d0', 1.6) +
        repeat(
          12,
          (index) =>
            rect(638 + (index % 3) * 44, 150 + Math.floor(index / 3) * 48, 36, 36, 8, '#30343d') +
            rect(648 + (index % 3) * 44, 165 + Math.floor(index / 3) * 48, 16, 6, 3, '#c4c9d1'),
        ) +
        rect(638, 354, 124, 40, 10, '#2f8f5b') +
        rect(638, 406, 124, 40, 10, '#5b616c') +
        rect(680, 370, 40, 8, 4, '#ffffff') +
        rect(680, 422, 40, 8, 4, '#ffffff')
      : rect(620, 46, 160, 434, 14, ink.linear([mix(tone.light, '#ffffff', 0.5), tone.base])) +
        [150, 300]
          .map(
            (y, index) =>
              repeat(9, (mark) =>
                group(rect(698, y - 62, 4, 10, 2, alpha(tone.deep, 0.8)), {
                  transform: `rotate(${-120 + mark * 30} 700 ${y})`,
                }),
              ) + knob(ink, 700, y, 42, shades('silver'), index === 0 ? 40 : -60),
          )
          .join('') +
        rect(648, 400, 104, 52, 10, ink.linear(['#ffffff', tone.dark])) +
        rect(676, 422, 48, 8, 4, alpha(tone.deep, 0.6))) +
    rect(40, 500, 60, 20, 5, '#15171d') +
    rect(700, 500, 60, 20, 5, '#15171d')
  );
}

export function kettle(ink: Ink, art: ArtOf<'kettle'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = shades(art.accent ?? 'black');
  const isSteel = art.model === 'steel';
  const grip = isSteel ? shades('black') : accent;
  const front: Drawing = {
    width: 640,
    height: 640,
    feet: [[0.1, 0.78]],
    svg:
      path('M430 130Q610 110 610 270T470 500', 'none', {
        stroke: ink.linear([grip.light, grip.base, grip.deep], 'right'),
        'stroke-width': 52,
        'stroke-linecap': 'round',
      }) +
      path('M440 116Q620 104 626 250', 'none', {
        stroke: alpha('#ffffff', 0.35),
        'stroke-width': 8,
        'stroke-linecap': 'round',
      }) +
      path(
        'M150 140L60 150Q40 156 52 176L128 270Z',
        isSteel ? barrel(ink, tone) : ink.linear([tone.light, tone.dark], 'right'),
      ) +
      path(
        'M140 120H430L486 530Q488 560 460 560H110Q82 560 84 530Z',
        isSteel
          ? barrel(ink, tone)
          : ink.linear([tone.dark, [tone.shine, 0.25], [tone.light, 0.6], tone.dark], 'right'),
      ) +
      path('M138 130Q140 70 285 66T432 130Z', ink.linear([grip.light, grip.base, grip.deep], 'diagonal')) +
      rect(262, 40, 50, 32, 14, ink.linear([grip.light, grip.deep])) +
      rect(134, 122, 302, 14, 7, isSteel ? '#7d828c' : accent.base) +
      path('M440 250Q470 250 472 280L482 440Q482 470 456 470H446Z', alpha('#bfe2f2', 0.8)) +
      path('M446 350L478 352L482 440Q482 470 456 470H446Z', alpha('#4f9fe8', 0.55)) +
      repeat(4, (index) => rect(450, 300 + index * 42, 18, 4, 2, alpha('#2a3346', 0.6))) +
      path('M80 540H490L500 580H70Z', ink.linear([grip.base, grip.deep])) +
      ellipse(285, 596, 236, 34, ink.linear([grip.dark, grip.deep])) +
      ellipse(285, 582, 232, 30, ink.linear([grip.light, grip.dark])) +
      rect(80, 548, 410, 22, 8, grip.base) +
      rect(236, 520, 96, 12, 6, alpha('#4fc3ff', 0.9)) +
      ellipse(284, 526, 90, 18, alpha('#4fc3ff', 0.2)) +
      path('M168 150L136 520', 'none', {
        stroke: alpha('#ffffff', 0.6),
        'stroke-width': 12,
        'stroke-linecap': 'round',
      }),
  };
  const steam = repeat(3, (index) =>
    path(`M${40 + index * 26} ${150 - index * 8}q-26 -34 0 -66t0 -66`, 'none', {
      stroke: alpha('#ffffff', 0.7),
      'stroke-width': 12,
      'stroke-linecap': 'round',
    }),
  );
  const serving: Drawing = {
    width: 860,
    height: 640,
    feet: [
      [0.08, 0.6],
      [0.76, 1],
    ],
    svg: move(front.svg, 0, 0) + steam + move(cup(ink), 660, 470),
  };
  return {
    front,
    other: serving,
    scene: { setting: 'kitchen', drawing: serving, size: [600, 440], x: 560, below: 140 },
    closeUp: [0.4, 0.4, 1.7],
    size: [720, 640],
  };
}

function cup(ink: Ink): string {
  return (
    path('M140 40Q200 40 196 84T138 124', 'none', { stroke: '#f0ebe3', 'stroke-width': 16 }) +
    path('M0 20H150L142 130Q136 166 100 166H50Q14 166 8 130Z', ink.linear(['#ffffff', '#f5f0e8', '#cdbfae'], 'right')) +
    ellipse(75, 22, 75, 16, '#fdfbf7') +
    ellipse(75, 24, 64, 12, '#8a5230')
  );
}

export function blender(ink: Ink, art: ArtOf<'blender'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'red');
  const front: Drawing = { width: 440, height: 760, feet: [[0.04, 0.86]], svg: blenderBody(ink, tone, accent, false) };
  const full: Drawing = { ...front, svg: blenderBody(ink, tone, accent, true) };
  const glass =
    path('M0 0H110L96 190H14Z', alpha('#ffffff', 0.55)) +
    path('M4 40H106L96 190H14Z', ink.linear(['#ffb36b', '#f08a3c'], 'right')) +
    rect(60, -70, 9, 160, 4, '#e2574c') +
    ellipse(55, 40, 51, 9, '#ffd2a0') +
    rect(12, 12, 9, 150, 4, alpha('#ffffff', 0.6));
  const serving: Drawing = {
    width: 620,
    height: 760,
    feet: [
      [0.03, 0.62],
      [0.76, 0.96],
    ],
    svg: full.svg + move(glass, 480, 562),
  };
  return {
    front,
    other: serving,
    scene: { setting: 'kitchen', drawing: serving, size: [520, 540], x: 560, below: 150 },
    size: [620, 740],
  };
}

function blenderBody(ink: Ink, tone: Shades, accent: string, isFull: boolean): string {
  return (
    path('M338 120Q440 110 430 220T330 400', 'none', {
      stroke: ink.linear([tone.light, tone.deep], 'right'),
      'stroke-width': 34,
      'stroke-linecap': 'round',
    }) +
    path(
      'M40 70H350L316 470H74Z',
      ink.linear([alpha('#dbe8ef', 0.95), alpha('#f7fbfd', 0.9), alpha('#b9ccd6', 0.95)], 'right'),
    ) +
    (isFull
      ? path('M58 190Q120 170 195 190T338 188L316 470H74Z', ink.linear(['#ffb36b', '#f08a3c', '#d9632f'])) +
        ellipse(197, 190, 141, 16, '#ffcf9a') +
        circle(130, 270, 18, '#ffcf9a') +
        circle(240, 320, 22, '#ffb97a')
      : polygon(
          [
            [190, 470],
            [140, 424],
            [196, 440],
            [250, 420],
            [204, 470],
          ],
          ink.linear(['#ffffff', '#7d828c'], 'right'),
        )) +
    path('M66 90L98 450', 'none', { stroke: alpha('#ffffff', 0.8), 'stroke-width': 14, 'stroke-linecap': 'round' }) +
    path('M290 110L268 450', 'none', { stroke: alpha('#ffffff', 0.35), 'stroke-width': 22 }) +
    repeat(6, (index) =>
      rect(300 - index * 4, 180 + index * 44, index % 2 === 0 ? 26 : 16, 5, 2, alpha('#2a3346', 0.45)),
    ) +
    rect(30, 40, 330, 40, 14, ink.linear([tone.light, tone.base, tone.deep])) +
    rect(150, 0, 90, 48, 12, ink.linear([tone.light, tone.deep])) +
    rect(70, 462, 250, 44, 10, ink.linear([tone.dark, tone.deep])) +
    path(
      'M84 500H306Q340 500 350 540L384 716Q388 748 356 748H34Q2 748 6 716L40 540Q50 500 84 500Z',
      ink.linear([tone.light, tone.base, tone.deep], 'diagonal'),
    ) +
    knob(ink, 195, 622, 56, shades('silver'), 30) +
    circle(195, 622, 66, 'none', { stroke: alpha(accent, 0.95), 'stroke-width': 6 }) +
    repeat(2, (index) => rect(60 + index * 232, 606, 40, 30, 8, '#15171d')) +
    rect(150, 708, 90, 10, 5, alpha('#ffffff', 0.4)) +
    rect(40, 744, 60, 16, 6, '#0b0c10') +
    rect(290, 744, 60, 16, 6, '#0b0c10') +
    path('M58 545L30 700', 'none', { stroke: alpha('#ffffff', 0.35), 'stroke-width': 10, 'stroke-linecap': 'round' })
  );
}

export function airFryer(ink: Ink, art: ArtOf<'airFryer'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'gold');
  const front: Drawing = { width: 560, height: 640, feet: [[0.06, 0.94]], svg: fryerBody(ink, tone, accent) };
  const chips = repeat(14, (index) =>
    group(rect(-7, -46, 14, 60, 4, ink.linear(['#ffdf8a', '#e8a83c'], 'right')), {
      transform: `translate(${110 + index * 26} ${index % 2 === 0 ? 36 : 24}) rotate(${-30 + ((index * 37) % 60)})`,
    }),
  );
  const basket =
    chips +
    path('M60 30H510L490 170Q484 200 450 200H120Q86 200 80 170Z', ink.linear([tone.light, tone.base, tone.deep])) +
    rect(52, 20, 466, 22, 10, tone.dark) +
    rect(250, 90, 70, 40, 16, ink.linear([tone.shine, tone.deep])) +
    rect(262, 100, 46, 120, 18, ink.linear([accent, mix(accent, '#2a1c08', 0.4)]));
  const open: Drawing = {
    width: 680,
    height: 730,
    feet: [[0.04, 0.96]],
    svg:
      move(front.svg, 60, 0) +
      rect(112, 318, 456, 150, 16, '#08090c') +
      rect(112, 318, 456, 60, 16, ink.linear(['#3d2a14', '#08090c'])) +
      move(basket, -10, 470, 1.24),
  };
  return {
    front,
    other: open,
    scene: { setting: 'kitchen', drawing: open, size: [520, 540], x: 560, below: 170 },
    closeUp: [0.5, 0.3, 1.7],
    size: [660, 720],
  };
}

function fryerBody(ink: Ink, tone: Shades, accent: string): string {
  return (
    path(
      'M90 60Q110 0 280 0T470 60L530 520Q540 620 470 626H90Q20 620 30 520Z',
      ink.linear([tone.dark, [tone.light, 0.22], [tone.base, 0.5], tone.deep], 'right'),
    ) +
    path('M100 62Q120 14 280 12T460 62Q400 86 280 86T100 62Z', ink.linear([tone.shine, tone.base])) +
    path('M150 130H410L424 270H136Z', '#06070a') +
    figures('180', 200, 156, 46, accent, 1.6) +
    figures('20', 310, 156, 46, alpha('#ffffff', 0.9), 1.6) +
    repeat(6, (index) =>
      circle(176 + index * 42, 240, 11, 'none', { stroke: alpha('#ffffff', 0.7), 'stroke-width': 3 }),
    ) +
    path(
      'M66 320H494L516 560Q518 600 470 604H90Q42 600 44 560Z',
      ink.linear([tone.base, tone.light, tone.deep], 'diagonal'),
      { stroke: tone.deep, 'stroke-width': 5 },
    ) +
    rect(66, 316, 428, 7, 3, accent) +
    rect(236, 380, 88, 44, 18, ink.linear([tone.shine, tone.deep])) +
    path('M244 400H316L306 560Q304 590 280 590T254 560Z', ink.linear([tone.light, tone.base, tone.deep], 'right')) +
    rect(262, 420, 36, 8, 4, accent) +
    path('M106 130L66 520', 'none', { stroke: alpha('#ffffff', 0.3), 'stroke-width': 12, 'stroke-linecap': 'round' }) +
    rect(100, 620, 70, 20, 8, '#0b0c10') +
    rect(390, 620, 70, 20, 8, '#0b0c10')
  );
}
