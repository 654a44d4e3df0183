import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import { together } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { barrel, carcass, type Drawing, figures, knob, slab } from '../kit/parts.ts';
import { circle, ellipse, group, move, path, rect, repeat, stroke } from '../kit/shapes.ts';

/** Blades behind a round cage of wires. */
function rotor(ink: Ink, tone: Shades, accent: string, turn: number): string {
  return (
    circle(0, 0, 246, alpha('#1d2129', 0.12)) +
    repeat(5, (index) =>
      group(
        path(
          'M0 -30C90 -60 150 -150 120 -214C60 -240 -20 -190 -34 -100Z',
          ink.linear([mix(accent, '#ffffff', 0.45), accent, mix(accent, '#10131c', 0.3)], 'diagonal'),
          { opacity: 0.92 },
        ),
        {
          transform: `rotate(${turn + index * 72})`,
        },
      ),
    ) +
    repeat(5, (index) =>
      circle(0, 0, 70 + index * 42, 'none', { stroke: alpha(tone.deep, 0.5), 'stroke-width': 3.4 }),
    ) +
    repeat(32, (index) =>
      group(rect(-1.7, -246, 3.4, 190, 1.7, alpha(tone.deep, 0.5)), { transform: `rotate(${index * 11.25})` }),
    ) +
    circle(0, 0, 250, 'none', {
      stroke: ink.linear([tone.shine, tone.base, tone.deep], 'diagonal'),
      'stroke-width': 18,
    }) +
    circle(0, 0, 56, ink.linear([tone.shine, tone.base, tone.dark], 'diagonal')) +
    circle(0, 0, 34, accent) +
    path('M-190 -130Q-120 -220 -10 -230', 'none', {
      stroke: alpha('#ffffff', 0.75),
      'stroke-width': 9,
      'stroke-linecap': 'round',
    })
  );
}

export function fan(ink: Ink, art: ArtOf<'fan'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'sky');
  const draw = (turn: number): Drawing =>
    art.model === 'stand'
      ? {
          width: 520,
          height: 1000,
          feet: [[0.16, 0.84]],
          svg:
            rect(244, 500, 32, 440, 12, barrel(ink, tone)) +
            rect(226, 640, 68, 190, 22, ink.linear([tone.light, tone.base, tone.deep], 'right')) +
            repeat(4, (index) => rect(244, 672 + index * 36, 32, 20, 8, index === 0 ? accent : tone.deep)) +
            ellipse(260, 960, 180, 34, ink.linear([tone.light, tone.deep])) +
            ellipse(260, 946, 176, 30, ink.linear([tone.shine, tone.base, tone.dark], 'right')) +
            move(rotor(ink, tone, accent, turn), 260, 262),
        }
      : {
          width: 600,
          height: 700,
          feet: [[0.06, 0.94]],
          svg:
            path(
              'M120 690Q60 690 70 640L120 470H480L530 640Q540 690 480 690Z',
              ink.linear([tone.light, tone.base, tone.deep], 'diagonal'),
            ) +
            knob(ink, 300, 610, 50, shades('silver'), 40) +
            repeat(5, (index) => circle(220 + index * 40, 540, 6, index < 2 ? accent : alpha(tone.deep, 0.6))) +
            move(rotor(ink, tone, accent, turn), 300, 280, 1.04),
        };
  const front = draw(0);
  return {
    front,
    other: together(ink, draw(30), front, 120, -40),
    scene: {
      setting: art.model === 'stand' ? 'lounge' : 'desk',
      size: art.model === 'stand' ? [420, 690] : [400, 430],
      x: art.model === 'stand' ? 640 : 560,
      below: art.model === 'stand' ? 230 : 140,
    },
    closeUp: [0.5, 0.28, 1.8],
    size: [700, 780],
  };
}

export function heater(ink: Ink, art: ArtOf<'heater'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'orange');
  const front = HEATERS[art.model](ink, tone, accent);
  return {
    front,
    scene: { setting: 'room', size: art.model === 'tower' ? [260, 620] : [520, 480], x: 560, below: 80 },
    closeUp: [0.5, 0.2, 1.9],
    size: art.model === 'tower' ? [640, 780] : [740, 640],
  };
}

const HEATERS: Record<ArtOf<'heater'>['model'], (ink: Ink, tone: Shades, accent: string) => Drawing> = {
  oil: (ink, tone, accent) => ({
    width: 760,
    height: 640,
    feet: [
      [0.06, 0.28],
      [0.68, 0.94],
    ],
    svg:
      repeat(
        2,
        (index) =>
          rect(70 + index * 480, 590, 150, 22, 10, '#2b2e36') +
          repeat(2, (wheel) => circle(90 + index * 480 + wheel * 110, 618, 20, '#15171d')),
      ) +
      repeat(
        9,
        (index) =>
          rect(
            10 + index * 66,
            40,
            58,
            560,
            28,
            ink.linear([tone.dark, [tone.shine, 0.3], tone.base, tone.deep], 'right'),
          ) + rect(30 + index * 66, 90, 8, 430, 4, alpha('#ffffff', 0.35)),
      ) +
      rect(604, 20, 146, 590, 30, ink.linear([shades('graphite').light, shades('graphite').deep], 'diagonal')) +
      rect(632, 60, 90, 70, 10, '#0b0e14') +
      figures('24', 648, 76, 38, accent, 1.7) +
      knob(ink, 677, 230, 44, shades('silver'), 30) +
      knob(ink, 677, 350, 44, shades('silver'), -50) +
      circle(677, 450, 11, accent),
  }),
  tower: (ink, tone, accent) => ({
    width: 280,
    height: 900,
    feet: [[0.02, 0.98]],
    svg:
      ellipse(140, 866, 138, 32, ink.linear([tone.light, tone.deep])) +
      slab(ink, 36, 0, 208, 860, 90, tone, 6) +
      rect(
        66,
        130,
        148,
        600,
        40,
        ink.linear([mix(accent, '#3a0f04', 0.55), mix(accent, '#ffe0b0', 0.15), mix(accent, '#3a0f04', 0.5)]),
      ) +
      repeat(20, (index) => rect(66, 146 + index * 29, 148, 13, 5, alpha('#08090c', 0.72))) +
      rect(92, 44, 96, 50, 14, '#0b0e14') +
      figures('26', 116, 54, 30, mix(accent, '#ffffff', 0.4), 1.7) +
      circle(140, 784, 24, ink.linear(['#ffffff', tone.dark], 'diagonal')) +
      stroke('M140 775V785M132 779a11 11 0 1 0 16 0', tone.deep, 4),
  }),
  cooler: (ink, tone, accent) => ({
    width: 520,
    height: 860,
    feet: [[0.04, 0.88]],
    svg:
      carcass(ink, 450, 830, 70, tone) +
      slab(ink, 0, 29, 450, 801, 30, tone, 6) +
      rect(40, 180, 370, 290, 20, '#15181f') +
      repeat(9, (index) => rect(52, 196 + index * 30, 346, 15, 6, ink.linear([tone.shine, tone.dark]))) +
      rect(40, 66, 370, 80, 16, '#0b0e14') +
      figures('18', 66, 84, 44, mix(accent, '#ffffff', 0.35), 1.7) +
      repeat(5, (index) => circle(190 + index * 46, 106, 14, index === 1 ? accent : '#3b3f47')) +
      rect(40, 520, 370, 250, 18, ink.linear([alpha('#bfe2f2', 0.9), alpha('#5aa9d6', 0.85)])) +
      path('M40 620Q130 600 225 620T410 616V752Q410 770 392 770H58Q40 770 40 752Z', alpha('#2f86c0', 0.6)) +
      repeat(2, (index) => circle(70 + index * 310, 842, 18, '#15171d')),
  }),
};
