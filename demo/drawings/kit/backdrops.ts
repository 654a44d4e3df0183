import { bush, cabinet, frame, fruit, hexagons, lamp, plant, shelf, sunPatch, timber, wall } from './furnishings.ts';
import type { Ink } from './ink.ts';
import { type Mood, SIDE } from './moods.ts';
import { alpha, mix } from './palette.ts';
import { circle, ellipse, move, path, rect, repeat, stroke } from './shapes.ts';

/** Height of the edge between wall and ground in each setting. */
export const GROUND = {
  studio: 640,
  desk: 700,
  kitchen: 680,
  lounge: 690,
  room: 800,
  night: 690,
  nature: 640,
  outside: 820,
} as const;

export type Setting = Exclude<keyof typeof GROUND, 'studio'>;

/** Seamless paper: bright where the lamp stands at the upper left, rolling into the floor without an edge. */
export function studio(ink: Ink, mood: Mood): string {
  const { wall, floor } = mood;
  return (
    rect(
      0,
      0,
      SIDE,
      SIDE,
      0,
      ink.linear([
        mix(wall, '#ffffff', 0.35),
        [wall, 0.45],
        [mix(wall, floor, 0.75), 0.64],
        [floor, 0.8],
        mix(floor, '#ffffff', 0.35),
      ]),
    ) +
    rect(0, 0, SIDE, SIDE, 0, ink.radial([alpha('#ffffff', 0.85), alpha('#ffffff', 0)], 0.26, 0.2, 0.62)) +
    rect(
      0,
      0,
      SIDE,
      SIDE,
      0,
      ink.radial(
        [
          [alpha(mood.tint, 0), 0.6],
          [alpha(mood.tint, 0.16), 1],
        ],
        0.42,
        0.42,
        0.86,
      ),
    )
  );
}

/** A flat, tinted ground for close-ups. */
export function blur(ink: Ink, mood: Mood): string {
  return (
    rect(
      0,
      0,
      SIDE,
      SIDE,
      0,
      ink.linear([mix(mood.wall, mood.tint, 0.12), mix(mood.floor, mood.tint, 0.34)], 'diagonal'),
    ) +
    circle(180, 170, 300, ink.radial([alpha('#ffffff', 0.55), alpha('#ffffff', 0)])) +
    circle(860, 800, 380, ink.radial([alpha(mood.tint, 0.3), alpha(mood.tint, 0)]))
  );
}

export function setting(ink: Ink, name: Setting, mood: Mood): string {
  return SETTINGS[name](ink, mood);
}

const SETTINGS: Record<Setting, (ink: Ink, mood: Mood) => string> = {
  desk: (ink, mood) =>
    wall(ink, mood, GROUND.desk) +
    sunPatch(560, 60) +
    frame(ink, 700, 60, 180, 214, mood) +
    timber(ink, GROUND.desk, '#c99f73') +
    plant(ink, 110, GROUND.desk + 46, 1),

  kitchen: (ink, mood) =>
    rect(0, 0, SIDE, SIDE, 0, mix(mood.wall, mood.tint, 0.1)) +
    rect(
      0,
      0,
      SIDE,
      GROUND.kitchen,
      0,
      ink.pattern(
        125,
        84,
        rect(
          2,
          2,
          121,
          80,
          5,
          ink.linear([mix(mood.wall, '#ffffff', 0.6), mix(mood.wall, mood.tint, 0.13)], 'diagonal'),
        ),
      ),
    ) +
    rect(0, 0, SIDE, GROUND.kitchen, 0, ink.radial([alpha('#ffffff', 0.5), alpha('#3c4a44', 0.16)], 0.25, 0.2, 0.95)) +
    shelf(ink, 600, 190) +
    rect(0, GROUND.kitchen - 6, SIDE, 6, 0, alpha('#3c4a44', 0.16)) +
    rect(0, GROUND.kitchen, SIDE, 230, 0, ink.linear(['#f4f1ec', '#dfd9d0'])) +
    rect(0, 910, SIDE, 90, 0, ink.linear(['#b3aa9d', '#cfc7bb'])) +
    rect(0, 910, SIDE, 6, 0, alpha('#5b5348', 0.35)) +
    move(fruit(ink), 40, GROUND.kitchen - 26),

  lounge: (ink, mood) =>
    wall(ink, mood, GROUND.lounge + 96) +
    sunPatch(80, 40) +
    lamp(ink, 905, GROUND.lounge + 112) +
    rect(0, GROUND.lounge + 100, SIDE, 220, 0, ink.linear(['#cdb498', '#b4977a'])) +
    rect(0, GROUND.lounge + 92, SIDE, 10, 0, mix(mood.wall, '#ffffff', 0.6)) +
    ellipse(500, GROUND.lounge + 232, 470, 62, alpha(mix(mood.tint, '#ffffff', 0.55), 0.9)) +
    cabinet(ink, 90, GROUND.lounge, 740, 190) +
    plant(ink, 60, GROUND.lounge + 222, 1.25),

  room: (ink, mood) =>
    wall(ink, mood, GROUND.room) +
    sunPatch(60, 90) +
    frame(ink, 60, 170, 170, 210, mood) +
    rect(0, GROUND.room - 26, SIDE, 26, 0, ink.linear(['#ffffff', '#e6e6e3'])) +
    rect(0, GROUND.room, SIDE, 200, 0, ink.linear(['#c9cdc9', '#dfe2de'])) +
    repeat(7, (index) =>
      stroke(`M${500 + (index - 3) * 190} ${GROUND.room}L${500 + (index - 3) * 330} 1000`, alpha('#8b938d', 0.35), 3),
    ) +
    stroke(`M0 ${GROUND.room + 72}H1000`, alpha('#8b938d', 0.35), 3) +
    plant(ink, 900, GROUND.room + 70, 1.5),

  night: (ink, mood) =>
    rect(0, 0, SIDE, SIDE, 0, ink.linear(['#231d3a', '#2f2750', '#1a1630'])) +
    circle(180, 240, 420, ink.radial([alpha('#7b5cff', 0.6), alpha('#7b5cff', 0)])) +
    circle(860, 300, 420, ink.radial([alpha('#27b8d8', 0.5), alpha('#27b8d8', 0)])) +
    hexagons(mood) +
    rect(0, GROUND.night, SIDE, 320, 0, ink.linear(['#3b3258', '#1d1833'])) +
    rect(0, GROUND.night, SIDE, 4, 0, ink.linear([alpha('#8d6bff', 0.9), alpha('#3fd0ea', 0.9)], 'right')) +
    ellipse(300, GROUND.night + 130, 420, 90, ink.radial([alpha('#8d6bff', 0.35), alpha('#8d6bff', 0)])) +
    ellipse(780, GROUND.night + 120, 380, 80, ink.radial([alpha('#3fd0ea', 0.28), alpha('#3fd0ea', 0)])),

  outside: (ink) =>
    rect(0, 0, SIDE, SIDE, 0, ink.linear(['#f1e2cb', '#e3cfb2', '#d3bb9a'], 'diagonal')) +
    rect(0, 0, SIDE, SIDE, 0, ink.radial([alpha('#ffffff', 0.55), alpha('#ffffff', 0)], 0.2, 0.2, 0.7)) +
    repeat(9, (row) =>
      repeat(5, (column) =>
        rect(
          740 + (row % 2) * -46 + column * 96,
          110 + row * 82,
          90,
          76,
          8,
          ['#b98d68', '#a97c5a', '#c49a74', '#b08463'][(row * 3 + column) % 4] ?? '#b08463',
        ),
      ),
    ) +
    rect(690, 100, 310, 760, 0, ink.linear([alpha('#2a1c10', 0.22), alpha('#2a1c10', 0)], 'right')) +
    rect(0, 0, SIDE, 74, 0, ink.linear(['#8a5a44', '#6d4432'])) +
    repeat(9, (index) => rect(index * 118 - 30, 0, 112, 84, 30, ink.linear(['#a86c50', '#7d4f3b']))) +
    rect(0, 84, SIDE, 70, 0, ink.linear([alpha('#2a1c10', 0.3), alpha('#2a1c10', 0)])) +
    rect(0, GROUND.outside, SIDE, 200, 0, ink.linear(['#bfae97', '#a9977f'])) +
    repeat(9, (index) => bush(index * 130 - 10, GROUND.outside + 30 + (index % 2) * 26, 0.85)) +
    repeat(16, (index) =>
      circle(20 + index * 64, GROUND.outside - 8 + ((index * 37) % 60), 9, index % 3 === 0 ? '#e58fb4' : '#d64f86'),
    ),

  nature: (ink) =>
    rect(0, 0, SIDE, SIDE, 0, ink.linear(['#cfe4f3', '#f3e6d2', '#f6d9b4'])) +
    circle(250, 240, 300, ink.radial([alpha('#fffbe8', 0.95), alpha('#fffbe8', 0)])) +
    path('M0 500L140 420L260 470L430 360L600 480L760 410L1000 500V700H0Z', ink.linear(['#b7c3cc', '#cfd0c4'])) +
    path('M0 560Q250 500 500 550T1000 540V720H0Z', ink.linear(['#a6b58d', '#b9bb8c'])) +
    path('M0 610Q320 560 640 605T1000 590V720H0Z', ink.linear(['#8fa070', '#a39d64'])) +
    bush(790, 612, 1) +
    bush(905, 620, 0.7) +
    bush(150, 616, 0.6) +
    rect(0, GROUND.nature, SIDE, 360, 0, ink.linear(['#c2a27a', '#a98560'])) +
    rect(0, GROUND.nature, SIDE, 14, 0, alpha('#f6e2c2', 0.55)) +
    repeat(5, (index) =>
      stroke(
        `M0 ${GROUND.nature + 70 + index * 62}Q${300 + index * 40} ${GROUND.nature + 58 + index * 62} 1000 ${GROUND.nature + 74 + index * 62}`,
        alpha('#6d4f32', 0.22),
        3,
      ),
    ),
};
