import type { ArtOf } from '../art.ts';
import type { Subject } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades, shadesOf } from '../kit/palette.ts';
import { cloth, cone, type Drawing, figures, slab } from '../kit/parts.ts';
import { circle, ellipse, group, move, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';

export function speaker(ink: Ink, art: ArtOf<'speaker'>): Subject {
  const tone = shades(art.colour);
  const accent = art.accent === undefined ? tone.shine : hexOf(art.accent);
  const scenes = {
    cylinder: { setting: 'nature', size: [520, 420], below: 150 },
    boombox: { setting: 'nature', size: [640, 440], below: 170 },
    party: { setting: 'night', size: [520, 640], below: 190 },
    tower: { setting: 'lounge', size: [640, 420], x: 460, below: 10 },
  } as const;
  return {
    ...SPEAKERS[art.model](ink, tone, accent),
    scene: scenes[art.model],
    size: art.model === 'tower' ? [860, 640] : [760, 700],
  };
}

type Views = Pick<Subject, 'front' | 'other' | 'closeUp'>;

const SPEAKERS: Record<ArtOf<'speaker'>['model'], (ink: Ink, tone: Shades, accent: string) => Views> = {
  cylinder: (ink, tone, accent) => {
    const front: Drawing = { width: 760, height: 320, feet: [[0.06, 0.94]], svg: lyingCylinder(ink, tone, accent) };
    const upright: Drawing = {
      width: 330,
      height: 760,
      svg: group(lyingCylinder(ink, tone, accent), { transform: 'translate(325 0) rotate(90)' }),
    };
    return { front, other: upright, closeUp: [0.2, 0.45, 1.8] };
  },

  boombox: (ink, tone, accent) => {
    const front: Drawing = {
      width: 900,
      height: 430,
      feet: [[0.06, 0.94]],
      svg:
        path('M110 120Q150 -30 450 -10T790 120', 'none', { stroke: accent, 'stroke-width': 22 }) +
        rect(0, 60, 900, 360, 150, ink.linear([tone.shine, tone.base, tone.dark, tone.deep])) +
        rect(26, 86, 848, 308, 130, cloth(ink, tone, 12)) +
        rect(26, 86, 848, 308, 130, ink.linear([alpha('#ffffff', 0.4), alpha('#ffffff', 0), alpha('#10131c', 0.4)])) +
        ellipse(110, 240, 86, 150, alpha('#10131c', 0.1)) +
        ellipse(790, 240, 86, 150, alpha('#10131c', 0.14)) +
        cone(ink, 250, 244, 104) +
        cone(ink, 650, 244, 104) +
        rect(380, 214, 140, 60, 30, alpha(tone.deep, 0.85)) +
        rect(410, 238, 80, 12, 6, alpha('#ffffff', 0.85)) +
        repeat(5, (index) => rect(360 + index * 40, 68, 26, 12, 6, accent)) +
        rect(160, 414, 90, 16, 8, tone.deep) +
        rect(650, 414, 90, 16, 8, tone.deep),
    };
    return { front, closeUp: [0.28, 0.55, 2] };
  },

  party: (ink, tone, accent) => ({
    front: partyBox(ink, tone, accent),
    other: {
      width: 900,
      height: 720,
      feet: [
        [0.02, 0.46],
        [0.54, 0.98],
      ],
      svg:
        move(partyBox(ink, tone, accent).svg, 0, 0) +
        group(move(microphone(ink), 0, 0), { transform: 'translate(640 110)' }),
    },
    closeUp: [0.5, 0.35, 1.7],
  }),

  tower: (ink, tone, accent) => {
    const satellite = (x: number) =>
      move(
        polygon(
          [
            [0, 26],
            [44, 0],
            [160, 0],
            [116, 26],
          ],
          ink.linear([tone.shine, tone.base], 'right'),
        ) +
          polygon(
            [
              [116, 26],
              [160, 0],
              [160, 262],
              [116, 296],
            ],
            ink.linear([tone.dark, tone.deep]),
          ) +
          slab(ink, 0, 26, 116, 270, 6, tone, 2) +
          cone(ink, 58, 110, 42) +
          circle(58, 110, 44, 'none', { stroke: alpha(accent, 0.8), 'stroke-width': 3 }) +
          cone(ink, 58, 220, 42) +
          circle(58, 220, 44, 'none', { stroke: alpha(accent, 0.8), 'stroke-width': 3 }),
        x,
        184,
      );
    const front: Drawing = {
      width: 980,
      height: 480,
      feet: [
        [0, 0.17],
        [0.21, 0.65],
        [0.66, 0.82],
        [0.83, 1],
      ],
      svg:
        satellite(0) +
        satellite(650) +
        satellite(820) +
        polygon(
          [
            [210, 50],
            [290, 0],
            [630, 0],
            [550, 50],
          ],
          ink.linear([tone.shine, tone.base], 'right'),
        ) +
        polygon(
          [
            [550, 50],
            [630, 0],
            [630, 424],
            [550, 480],
          ],
          ink.linear([tone.dark, tone.deep]),
        ) +
        slab(ink, 210, 50, 340, 430, 8, tone, 3) +
        cone(ink, 380, 200, 126) +
        circle(380, 200, 130, 'none', { stroke: alpha(accent, 0.85), 'stroke-width': 5 }) +
        rect(234, 350, 292, 106, 12, ink.linear(['#1a1c22', '#0b0c10'])) +
        rect(250, 366, 116, 44, 6, '#050608') +
        figures('88:5', 262, 374, 28, accent, 1.6) +
        circle(470, 400, 36, ink.linear(['#7b818c', '#24272e'], 'diagonal')) +
        circle(470, 400, 27, ink.linear(['#4b505a', '#17191e'], 'diagonal')) +
        stroke('M470 380V390', accent, 4) +
        repeat(4, (index) => rect(250 + index * 30, 424, 22, 12, 4, '#5b616c')),
    };
    return { front, closeUp: [0.4, 0.6, 1.9] };
  },
};

/** Half heights of the bars on the badge. */
const LEVELS = [18, 34, 24, 38, 16];

function lyingCylinder(ink: Ink, tone: Shades, accent: string): string {
  return (
    rect(30, 30, 700, 270, 130, ink.linear([tone.light, tone.base, tone.deep])) +
    rect(56, 30, 648, 270, 60, cloth(ink, tone, 10)) +
    rect(
      30,
      30,
      700,
      270,
      130,
      ink.linear([
        alpha('#ffffff', 0.05),
        [alpha('#ffffff', 0.36), 0.22],
        [alpha('#ffffff', 0), 0.5],
        [alpha('#0a0e1c', 0.62), 1],
      ]),
    ) +
    ellipse(78, 165, 70, 137, ink.linear([tone.base, tone.deep], 'diagonal')) +
    ellipse(72, 165, 60, 118, ink.radial(['#3a3e48', '#15171c'], 0.4, 0.35, 0.7)) +
    ellipse(70, 165, 36, 72, 'none', { stroke: alpha(accent, 0.9), 'stroke-width': 8 }) +
    ellipse(68, 165, 14, 28, alpha('#ffffff', 0.6)) +
    rect(220, 116, 260, 96, 16, ink.linear([mix(accent, '#ffffff', 0.2), accent, mix(accent, '#20100a', 0.25)])) +
    repeat(5, (index) =>
      rect(282 + index * 32, 164 - (LEVELS[index] ?? 20), 14, 2 * (LEVELS[index] ?? 20), 7, '#ffffff'),
    ) +
    rect(560, 36, 60, 14, 7, alpha(tone.deep, 0.7)) +
    rect(130, 284, 110, 26, 12, tone.deep) +
    rect(540, 284, 110, 26, 12, tone.deep) +
    path('M716 96Q772 120 752 200Q742 236 712 240', 'none', {
      stroke: accent,
      'stroke-width': 12,
      'stroke-linecap': 'round',
    })
  );
}

function partyBox(ink: Ink, tone: Shades, accent: string): Drawing {
  const glow = (r: number, hue: string, width: number) =>
    circle(210, 390, r, 'none', { stroke: hue, 'stroke-width': width });
  return {
    width: 420,
    height: 720,
    svg:
      path('M70 96Q74 10 150 10H270Q346 10 350 96', 'none', {
        stroke: ink.linear([tone.light, tone.deep], 'right'),
        'stroke-width': 34,
      }) +
      slab(ink, 0, 80, 420, 640, 56, tone, 5) +
      rect(20, 104, 380, 596, 44, ink.linear([tone.dark, tone.deep])) +
      rect(
        32,
        116,
        356,
        572,
        36,
        ink.pattern(
          18,
          18,
          `${rect(0, 0, 18, 18, 0, '#1b1d23')}${polygon(
            [
              [9, 2],
              [16, 9],
              [9, 16],
              [2, 9],
            ],
            '#0e0f13',
          )}`,
        ),
      ) +
      circle(210, 390, 190, ink.radial([alpha(accent, 0.75), alpha(accent, 0)])) +
      cone(ink, 210, 390, 140) +
      glow(152, '#ff5fa2', 10) +
      glow(164, accent, 10) +
      glow(175, '#3fd0ea', 6) +
      circle(210, 182, 42, '#0b0c10', { stroke: tone.light, 'stroke-width': 5 }) +
      circle(210, 182, 20, ink.radial(['#7b818c', '#15171c'], 0.4, 0.35, 0.7)) +
      rect(160, 610, 100, 36, 8, '#e2762f') +
      rect(180, 624, 60, 8, 4, '#ffffff') +
      rect(40, 130, 340, 30, 15, alpha('#ffffff', 0.05)),
  };
}

function microphone(ink: Ink): string {
  return (
    circle(90, 90, 78, ink.radial(['#b9bec8', '#6a707c', '#2c2f37'], 0.36, 0.32, 0.72)) +
    circle(90, 90, 78, ink.pattern(12, 12, `${stroke('M0 0L12 12M12 0L0 12', alpha('#15171d', 0.45), 2)}`)) +
    rect(16, 108, 148, 20, 8, '#8d95a3') +
    path('M40 128H140L122 560Q120 600 90 600T58 560Z', ink.linear(['#4b505a', '#2a2d34', '#121318'], 'right')) +
    rect(76, 210, 28, 60, 12, '#d8393d') +
    circle(90, 310, 8, '#6fe0a4')
  );
}

export function headphones(ink: Ink, art: ArtOf<'headphones'>): Subject {
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

export function earbuds(ink: Ink, art: ArtOf<'earbuds'>): Subject {
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
