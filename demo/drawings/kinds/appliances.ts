import type { ArtOf } from '../art.ts';
import type { Subject } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { carcass, type Drawing, figures, knob, sheet } from '../kit/parts.ts';
import { circle, ellipse, group, move, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';

export function fridge(ink: Ink, art: ArtOf<'fridge'>): Subject {
  const tone = shades(art.colour);
  const front: Drawing = fridgeBody(ink, art.model, tone);
  return {
    front,
    other: openFridge(ink, art.model, tone),
    scene: { setting: 'room', size: [560, 700], x: 480, below: 60 },
    size: [620, 770],
  };
}

const FRIDGES: Record<ArtOf<'fridge'>['model'], { width: number; height: number; split: number }> = {
  double: { width: 360, height: 800, split: 0.32 },
  single: { width: 360, height: 700, split: 0.28 },
  sideBySide: { width: 520, height: 800, split: 0.42 },
};

function fridgeBody(ink: Ink, model: ArtOf<'fridge'>['model'], tone: Shades): Drawing {
  const { width, height, split } = FRIDGES[model];
  const depth = 70;
  const rise = depth * 0.42;
  const handle = (x: number, y: number, length: number) =>
    rect(x + 4, y + 4, 14, length, 7, alpha('#10131c', 0.3)) +
    rect(x, y, 14, length, 7, ink.linear(['#ffffff', '#c4c9d1', '#7d828c'], 'right'));
  const skin =
    rect(0, rise, width, height, 10, sheet(ink, tone)) +
    rect(
      0,
      rise,
      width,
      height,
      10,
      ink.linear([alpha('#ffffff', 0.28), alpha('#ffffff', 0), alpha('#10131c', 0.16)], 'diagonal'),
    );
  const isWide = model === 'sideBySide';
  const seam = isWide ? width * split : rise + height * split;
  const doors = isWide
    ? rect(seam - 3, rise, 6, height - 30, 0, tone.deep) +
      handle(seam - 30, rise + 150, 420) +
      handle(seam + 16, rise + 150, 420) +
      rect(seam - 168, rise + 250, 112, 190, 12, ink.linear(['#0b0c10', '#24272e'])) +
      rect(seam - 152, rise + 300, 80, 124, 8, '#050608') +
      rect(seam - 126, rise + 300, 28, 26, 6, '#6a707c') +
      repeat(3, (index) => circle(seam - 140 + index * 28, rise + 276, 6, index === 1 ? '#8fd4ff' : '#5b616c'))
    : rect(0, seam - 4, width, 8, 0, tone.deep) + handle(24, seam - 130, 112) + handle(24, seam + 22, 260);
  return {
    width: width + depth,
    height: height + rise + 16,
    feet: [[0, 0.97]],
    svg:
      move(carcass(ink, width, height + rise, depth, tone), 0, 0) +
      skin +
      doors +
      rect(2, rise + 2, width - 4, 4, 2, alpha('#ffffff', 0.75)) +
      rect(2, rise + 6, 4, height - 12, 2, alpha('#ffffff', 0.5)) +
      rect(width / 2 - 34, rise + 34, 68, 9, 4, alpha(tone.deep, 0.5)) +
      rect(0, rise + height - 28, width, 28, 4, alpha(tone.deep, 0.75)) +
      rect(18, rise + height, 50, 16, 4, '#1a1c22') +
      rect(width - 68, rise + height, 50, 16, 4, '#1a1c22') +
      path(
        `M${width * 0.5} ${rise}H${width * 0.78}L${width * 0.36} ${rise + height}H${width * 0.08}Z`,
        alpha('#ffffff', 0.1),
      ),
  };
}

/** Open door, full shelves. */
function openFridge(ink: Ink, model: ArtOf<'fridge'>['model'], tone: Shades): Drawing {
  const width = model === 'sideBySide' ? 460 : 380;
  const height = FRIDGES[model].height;
  const shelves = [0.24, 0.42, 0.6, 0.76].map((share) => height * share);
  const bottle = (x: number, y: number, hue: string, tall: number) =>
    path(
      `M${x} ${y}V${y - tall * 0.6}Q${x} ${y - tall * 0.72} ${x + 9} ${y - tall * 0.78}V${y - tall}H${x + 19}V${y - tall * 0.78}Q${x + 28} ${y - tall * 0.72} ${x + 28} ${y - tall * 0.6}V${y}Z`,
      ink.linear([mix(hue, '#ffffff', 0.45), hue, mix(hue, '#10131c', 0.25)], 'right'),
    );
  const ball = (x: number, y: number, r: number, hue: string) =>
    circle(x, y - r, r, ink.radial([mix(hue, '#ffffff', 0.55), hue, mix(hue, '#3a1008', 0.25)], 0.35, 0.3, 0.75));
  const food = (y: number, index: number) =>
    [
      bottle(60, y, '#7fb7e8', 104) +
        bottle(98, y, '#f2c14e', 96) +
        rect(150, y - 62, 84, 62, 8, ink.linear(['#ffffff', '#dfe6ee'])) +
        rect(150, y - 40, 84, 16, 0, '#4f9fe8') +
        ball(280, y, 26, '#d9553f') +
        ball(326, y, 24, '#7fae4c'),
      rect(56, y - 54, 110, 54, 10, alpha('#8fd4b0', 0.9)) +
        rect(52, y - 62, 118, 14, 6, '#e8f2ec') +
        ball(214, y, 28, '#e8933f') +
        ball(266, y, 28, '#e8933f') +
        ball(240, y - 38, 26, '#f0a850') +
        bottle(306, y, '#8a5a34', 92),
      bottle(60, y, '#d9553f', 84) +
        bottle(96, y, '#5b9a70', 90) +
        rect(150, y - 48, 120, 48, 24, ink.linear(['#fdfbf7', '#d8cdbd'])) +
        ball(306, y, 22, '#6d5bb0') +
        ball(338, y, 20, '#6d5bb0'),
      '',
    ][index] ?? '';
  return {
    width: width + 220,
    height: height + 16,
    feet: [
      [0, 0.68],
      [0.66, 0.98],
    ],
    svg:
      rect(0, 0, width, height, 14, sheet(ink, tone)) +
      rect(26, 26, width - 52, height - 60, 10, ink.linear(['#ffffff', '#eef5fa', '#d9e6ee'])) +
      ellipse(width / 2, 60, width * 0.4, 60, ink.radial([alpha('#fffbe8', 1), alpha('#fffbe8', 0)])) +
      shelves
        .map(
          (y, index) =>
            food(y, index) + rect(30, y, width - 60, 9, 3, ink.linear([alpha('#ffffff', 0.95), alpha('#a9c4d4', 0.9)])),
        )
        .join('') +
      rect(44, height * 0.79, width - 88, height * 0.14, 10, alpha('#bfe0d0', 0.75), {
        stroke: '#ffffff',
        'stroke-width': 4,
      }) +
      repeat(5, (index) =>
        ball(
          84 + index * ((width - 150) / 4),
          height * 0.92,
          26,
          ['#5b9a70', '#d9553f', '#e8933f', '#7fae4c', '#5b9a70'][index] ?? '#5b9a70',
        ),
      ) +
      rect(width / 2 - 40, height * 0.815, 80, 9, 4, '#ffffff') +
      polygon(
        [
          [width, 6],
          [width + 200, 46],
          [width + 200, height + 16],
          [width, height - 12],
        ],
        ink.linear([tone.light, tone.base, tone.dark], 'right'),
      ) +
      polygon(
        [
          [width + 14, 40],
          [width + 176, 72],
          [width + 176, height - 22],
          [width + 14, height - 44],
        ],
        ink.linear(['#f6fafc', '#d3e0e8'], 'right'),
      ) +
      [0.26, 0.48, 0.7, 0.9]
        .map((share, index) =>
          move(
            bottle(36, 0, ['#4f9fe8', '#f2c14e', '#d9553f', '#5b9a70'][index] ?? '#fff', 82) +
              bottle(80, 6, ['#ffffff', '#8a5a34', '#7fb7e8', '#e8933f'][index] ?? '#fff', 76) +
              bottle(122, 12, ['#d9553f', '#ffffff', '#6d5bb0', '#f2c14e'][index] ?? '#fff', 70) +
              polygon(
                [
                  [18, -34],
                  [174, -8],
                  [174, 24],
                  [18, 6],
                ],
                alpha('#ffffff', 0.82),
                { stroke: alpha('#9db4c2', 0.6), 'stroke-width': 2 },
              ),
            width,
            height * share,
          ),
        )
        .join('') +
      rect(18, height, 50, 14, 4, '#1a1c22') +
      rect(width - 68, height, 50, 14, 4, '#1a1c22'),
  };
}

function flame(ink: Ink, x: number, y: number, scale: number): string {
  return move(
    repeat(7, (index) =>
      path(
        `M${-36 + index * 12} 0Q${-40 + index * 12} -16 ${-34 + index * 12} -28Q${-26 + index * 12} -14 ${-30 + index * 12} 0Z`,
        ink.linear([alpha('#6fc3ff', 0.2), '#3f8fe8', '#2a5fd0']),
      ),
    ),
    x,
    y,
    scale,
  );
}

export function cooker(ink: Ink, art: ArtOf<'cooker'>): Subject {
  const tone = shades(art.colour);
  const front: Drawing = { width: 520, height: 780, feet: [[0, 0.95]], svg: cookerBody(ink, tone, false) };
  return {
    front,
    other: { ...front, svg: cookerBody(ink, tone, true) },
    scene: {
      setting: 'room',
      drawing: { ...front, svg: cookerBody(ink, tone, true) },
      size: [480, 600],
      x: 480,
      below: 70,
    },
    closeUp: [0.5, 0.3, 1.8],
    size: [620, 740],
  };
}

function cookerBody(ink: Ink, tone: Shades, isUsed: boolean): string {
  const burner = (x: number, y: number, r: number) =>
    ellipse(x, y, r, r * 0.3, '#15171d') +
    ellipse(x, y - 3, r * 0.6, r * 0.18, '#3d414b') +
    stroke(`M${x - r * 1.15} ${y - 12}H${x + r * 1.15}M${x} ${y - 22}V${y + 8}`, '#0b0c10', 7);
  return (
    polygon(
      [
        [0, 160],
        [70, 110],
        [520, 110],
        [450, 160],
      ],
      ink.linear([tone.light, tone.base]),
    ) +
    polygon(
      [
        [70, 110],
        [520, 110],
        [520, 10],
        [70, 10],
      ],
      ink.linear([alpha('#dfeaf2', 0.75), alpha('#aebfca', 0.8)]),
    ) +
    rect(70, 8, 450, 8, 3, tone.dark) +
    polygon(
      [
        [450, 160],
        [520, 110],
        [520, 716],
        [450, 770],
      ],
      ink.linear([tone.dark, tone.deep]),
    ) +
    burner(160, 142, 46) +
    burner(350, 142, 40) +
    burner(200, 122, 34) +
    ellipse(372, 122, 34, 10, '#2a2d34') +
    ellipse(372, 121, 26, 7, '#8a3a30') +
    (isUsed ? flame(ink, 160, 132, 0.9) + pot(ink, 160, 112, 0.86) + pan(ink, 356, 128, 0.8) : '') +
    rect(0, 160, 450, 610, 6, sheet(ink, tone)) +
    rect(0, 160, 450, 92, 6, ink.linear([tone.light, tone.base])) +
    rect(0, 250, 450, 4, 0, alpha(tone.deep, 0.5)) +
    repeat(6, (index) => knob(ink, 48 + index * 71, 206, 23, shades('graphite'), [0, 40, -30, 0, 90, 0][index] ?? 0)) +
    rect(24, 268, 402, 320, 14, ink.linear([tone.light, tone.dark])) +
    rect(34, 280, 382, 296, 12, '#0b0c10') +
    rect(
      60,
      326,
      330,
      224,
      10,
      ink.linear(isUsed ? ['#5a2f10', '#c9772c', '#6b3812'] : ['#2a2d34', '#15171d', '#22252c']),
    ) +
    repeat(3, (index) => rect(66, 390 + index * 54, 318, 4, 2, alpha('#e9ecf0', 0.45))) +
    (isUsed
      ? ellipse(225, 428, 96, 22, '#e2a04c') +
        ellipse(225, 420, 92, 20, '#f0bf6a') +
        rect(118, 432, 214, 14, 7, '#3d2412')
      : '') +
    path('M60 326H240L120 550H60Z', alpha('#ffffff', 0.09)) +
    rect(50, 292, 350, 16, 8, ink.linear(['#ffffff', '#c4c9d1', '#7d828c'])) +
    rect(24, 604, 402, 140, 12, sheet(ink, tone), { stroke: alpha(tone.deep, 0.5), 'stroke-width': 4 }) +
    rect(150, 630, 150, 12, 6, ink.linear(['#ffffff', '#8d95a3'])) +
    rect(20, 766, 60, 14, 4, '#15171d') +
    rect(370, 766, 60, 14, 4, '#15171d')
  );
}

function pot(ink: Ink, x: number, y: number, scale: number): string {
  return move(
    path(
      'M-70 -80H70V-10Q70 14 44 14H-44Q-70 14 -70 -10Z',
      ink.linear(['#8d95a3', '#f2f4f7', '#b9bec8', '#5d636e'], 'right'),
    ) +
      ellipse(0, -80, 74, 15, ink.linear(['#ffffff', '#aab1bd'])) +
      ellipse(0, -88, 60, 14, ink.linear(['#f7f9fb', '#b4bbc6'])) +
      circle(0, -104, 10, '#2a2d34') +
      rect(-98, -62, 32, 12, 6, '#2a2d34') +
      rect(66, -62, 32, 12, 6, '#2a2d34'),
    x,
    y,
    scale,
  );
}

function pan(ink: Ink, x: number, y: number, scale: number): string {
  return move(
    path('M-78 -34H78Q70 6 40 8H-40Q-70 6 -78 -34Z', ink.linear(['#5b616c', '#2a2d34', '#121318'], 'right')) +
      ellipse(0, -34, 78, 15, '#3d414b') +
      ellipse(0, -33, 66, 11, '#e8b04c') +
      ellipse(-14, -35, 18, 5, '#fff3c4') +
      rect(70, -42, 96, 14, 7, '#1a1c22'),
    x,
    y,
    scale,
  );
}

export function hob(ink: Ink, art: ArtOf<'hob'>): Subject {
  const tone = shades(art.colour);
  const isGas = art.model === 'gas';
  const front: Drawing = {
    width: 900,
    height: 470,
    feet: [[0.02, 0.98]],
    svg: isGas ? gasHob(ink, tone) : inductionHob(ink, tone, hexOf(art.accent ?? 'red')),
  };
  return { front, scene: { setting: 'kitchen', size: [660, 440], x: 540, below: 170 }, size: [820, 600] };
}

function gasHob(ink: Ink, tone: Shades): string {
  const burner = (x: number) =>
    ellipse(x, 240, 150, 52, '#101116') +
    ellipse(x, 232, 104, 34, ink.linear(['#d9b476', '#8a6a30'])) +
    flame(ink, x, 226, 2.2) +
    ellipse(x, 220, 68, 20, ink.linear(['#f0d9a4', '#b98f4c'])) +
    ellipse(x, 216, 40, 11, '#5a4420') +
    stroke(`M${x - 168} 214H${x - 60}M${x + 60} 214H${x + 168}M${x} 176V206M${x} 252V296`, '#0b0c10', 13) +
    stroke(`M${x - 168} 210H${x - 60}M${x + 60} 210H${x + 168}`, '#454a55', 4);
  return (
    polygon(
      [
        [90, 130],
        [810, 130],
        [900, 350],
        [0, 350],
      ],
      ink.linear([mix(tone.base, '#ffffff', 0.22), tone.base, tone.deep], 'diagonal'),
    ) +
    polygon(
      [
        [90, 130],
        [440, 130],
        [180, 350],
        [0, 350],
      ],
      alpha('#ffffff', 0.1),
    ) +
    burner(250) +
    burner(650) +
    move(pot(ink, 650, 204, 1.6), 0, 0) +
    path('M0 350H900L892 424Q888 440 870 440H30Q12 440 8 424Z', ink.linear(['#e6e9ee', '#aab1bd', '#7d828c'])) +
    rect(0, 348, 900, 6, 2, alpha('#ffffff', 0.8)) +
    knob(ink, 250, 396, 32, shades('graphite'), 30) +
    knob(ink, 650, 396, 32, shades('graphite'), -40) +
    rect(60, 438, 60, 32, 8, '#15171d') +
    rect(780, 438, 60, 32, 8, '#15171d')
  );
}

function inductionHob(ink: Ink, tone: Shades, accent: string): string {
  return (
    polygon(
      [
        [110, 110],
        [790, 110],
        [900, 400],
        [0, 400],
      ],
      ink.linear([mix(tone.base, '#ffffff', 0.2), tone.base, tone.deep], 'diagonal'),
    ) +
    polygon(
      [
        [110, 110],
        [470, 110],
        [200, 400],
        [0, 400],
      ],
      alpha('#ffffff', 0.09),
    ) +
    ellipse(450, 210, 240, 74, 'none', { stroke: alpha(accent, 0.85), 'stroke-width': 6 }) +
    ellipse(450, 210, 190, 58, alpha(accent, 0.16)) +
    ellipse(450, 210, 150, 46, 'none', { stroke: alpha('#ffffff', 0.3), 'stroke-width': 3 }) +
    move(pot(ink, 450, 200, 2.1), 0, 0) +
    polygon(
      [
        [180, 320],
        [720, 320],
        [750, 384],
        [150, 384],
      ],
      alpha('#000000', 0.35),
    ) +
    figures('200', 396, 334, 40, accent, 1.7) +
    repeat(3, (index) =>
      circle(240 + index * 46, 352, 14, 'none', { stroke: alpha('#ffffff', 0.75), 'stroke-width': 4 }),
    ) +
    repeat(3, (index) =>
      circle(570 + index * 50, 352, 14, 'none', { stroke: alpha('#ffffff', 0.75), 'stroke-width': 4 }),
    ) +
    path('M0 400H900L890 446Q886 456 870 456H30Q14 456 10 446Z', ink.linear([tone.base, tone.deep])) +
    rect(0, 398, 900, 5, 2, alpha('#ffffff', 0.4)) +
    rect(70, 454, 60, 16, 6, '#0b0c10') +
    rect(770, 454, 60, 16, 6, '#0b0c10')
  );
}

export function washer(ink: Ink, art: ArtOf<'washer'>): Subject {
  const tone = shades(art.colour);
  const front = art.model === 'front' ? frontLoader(ink, tone, true) : twinTub(ink, tone, hexOf(art.accent ?? 'blue'));
  return {
    front,
    other: art.model === 'front' ? frontLoader(ink, tone, false) : front,
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
