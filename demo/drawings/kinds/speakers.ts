import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { cloth, cone, type Drawing, figures, slab } from '../kit/parts.ts';
import { circle, ellipse, group, move, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';

export function speaker(ink: Ink, art: ArtOf<'speaker'>): ProductDrawings {
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

type Views = Pick<ProductDrawings, 'front' | 'other' | 'closeUp'>;

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
