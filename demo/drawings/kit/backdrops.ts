import type { Ink } from './ink.ts';
import { alpha, mix } from './palette.ts';
import { circle, ellipse, group, move, path, polygon, rect, repeat, stroke } from './shapes.ts';

/** Side of every picture. */
export const SIDE = 1000;

/** A category's studio: paper colours above and below, and the tone of its rooms. */
export interface Mood {
  wall: string;
  floor: string;
  tint: string;
}

/** Calm and close to each other, so that a mixed list still reads as one shop. */
const MOODS: Record<string, Mood> = {
  phones: { wall: '#eef1f8', floor: '#d9dfec', tint: '#7d8fc0' },
  computers: { wall: '#edf2f5', floor: '#d6e0e7', tint: '#6f97ad' },
  tvs: { wall: '#f3f0ec', floor: '#e0d9d0', tint: '#b09374' },
  audio: { wall: '#f7efe9', floor: '#ebdacd', tint: '#cf8f6c' },
  gaming: { wall: '#f0edf7', floor: '#dcd5eb', tint: '#8c78bd' },
  'home-appliances': { wall: '#eef4ef', floor: '#d6e3da', tint: '#79a68a' },
  accessories: { wall: '#ecf4f6', floor: '#d2e3e8', tint: '#62a0ae' },
  cameras: { wall: '#f5f1e9', floor: '#e5dbc8', tint: '#b79a63' },
};

const PLAIN: Mood = { wall: '#f0f1f4', floor: '#dcdfe6', tint: '#8a93a6' };

export function moodOf(category: string): Mood {
  return MOODS[category] ?? PLAIN;
}

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

function wall(ink: Ink, mood: Mood, ground: number): string {
  return (
    rect(
      0,
      0,
      SIDE,
      ground + 4,
      0,
      ink.linear([mix(mood.wall, '#ffffff', 0.2), mix(mood.wall, mood.tint, 0.24)], 'diagonal'),
    ) + rect(0, 0, SIDE, ground + 4, 0, ink.radial([alpha('#ffffff', 0.5), alpha('#ffffff', 0)], 0.25, 0.2, 0.7))
  );
}

/** Light through a window on the wall. */
function sunPatch(x: number, y: number): string {
  return group(
    repeat(4, (index) =>
      polygon(
        [
          [(index % 2) * 130, Math.floor(index / 2) * 170],
          [(index % 2) * 130 + 112, Math.floor(index / 2) * 170 + 30],
          [(index % 2) * 130 + 112, Math.floor(index / 2) * 170 + 180],
          [(index % 2) * 130, Math.floor(index / 2) * 170 + 150],
        ],
        alpha('#ffffff', 0.34),
      ),
    ),
    { transform: `translate(${x} ${y}) skewX(-12)` },
  );
}

function frame(ink: Ink, x: number, y: number, width: number, height: number, mood: Mood): string {
  return (
    rect(x + 8, y + 12, width, height, 4, alpha('#2d2a26', 0.14)) +
    rect(x, y, width, height, 4, '#fbfaf8') +
    rect(
      x + 16,
      y + 16,
      width - 32,
      height - 32,
      2,
      ink.linear([mix(mood.tint, '#ffffff', 0.72), mix(mood.tint, '#ffffff', 0.42)]),
    ) +
    group(
      circle(x + width * 0.62, y + height * 0.4, width * 0.16, mix('#e9a06a', '#ffffff', 0.2)) +
        path(
          `M${x} ${y + height * 0.72}Q${x + width * 0.3} ${y + height * 0.5} ${x + width * 0.6} ${y + height * 0.68}T${x + width} ${y + height * 0.6}V${y + height}H${x}Z`,
          mix(mood.tint, '#20303a', 0.3),
        ),
      { 'clip-path': ink.clip(rect(x + 16, y + 16, width - 32, height - 32, 2, '#000')) },
    )
  );
}

function timber(ink: Ink, y: number, wood: string): string {
  return (
    rect(0, y, SIDE, SIDE - y, 0, ink.linear([mix(wood, '#ffffff', 0.22), wood, mix(wood, '#4a2d14', 0.22)])) +
    repeat(6, (index) =>
      stroke(
        `M0 ${y + 34 + index * 46}C${240 + index * 30} ${y + 20 + index * 46} ${560 - index * 40} ${y + 52 + index * 46} 1000 ${y + 30 + index * 47}`,
        alpha('#6b421f', 0.13),
        3 + (index % 3) * 2,
      ),
    ) +
    rect(0, y, SIDE, 5, 0, alpha('#ffffff', 0.4))
  );
}

function plant(ink: Ink, x: number, y: number, scale: number): string {
  const leaf = (degrees: number, length: number, tone: string) =>
    group(
      path(
        `M0 0C-26 ${-length * 0.4} -20 ${-length * 0.8} 0 ${-length}C20 ${-length * 0.8} 26 ${-length * 0.4} 0 0Z`,
        ink.linear([mix(tone, '#ffffff', 0.2), mix(tone, '#0e2a1c', 0.25)], 'right'),
      ) + stroke(`M0 0V${-length * 0.9}`, alpha('#ffffff', 0.22), 2),
      { transform: `rotate(${degrees})` },
    );
  return move(
    ellipse(6, 2, 64, 12, alpha('#1e2420', 0.22)) +
      move(
        leaf(-52, 120, '#4f8a63') +
          leaf(48, 124, '#3f7a58') +
          leaf(-28, 160, '#5b9a70') +
          leaf(26, 164, '#4a8a62') +
          leaf(0, 184, '#63a578'),
        0,
        -76,
      ) +
      path('M-46 -84H46L36 0H-36Z', ink.linear(['#f7f3ee', '#e4dbd0', '#bfb2a3'], 'right')) +
      rect(-50, -94, 100, 16, 5, ink.linear(['#fffdfa', '#d5c9bb'], 'right')),
    x,
    y,
    scale,
  );
}

function lamp(ink: Ink, x: number, y: number): string {
  return (
    circle(x, y - 500, 230, ink.radial([alpha('#fff1cf', 0.75), alpha('#fff1cf', 0)])) +
    rect(x - 4, y - 460, 8, 460, 3, '#6f6558') +
    ellipse(x, y, 58, 12, '#5d5449') +
    polygon(
      [
        [x - 44, y - 580],
        [x + 44, y - 580],
        [x + 78, y - 455],
        [x - 78, y - 455],
      ],
      ink.linear(['#fffaf0', '#f3dfb9'], 'right'),
    )
  );
}

function cabinet(ink: Ink, x: number, y: number, width: number, height: number): string {
  const wood = '#b98a5e';
  return (
    ellipse(x + width / 2, y + height + 28, width * 0.54, 24, alpha('#2a1c10', 0.26)) +
    rect(x + 40, y + height - 4, 16, 34, 3, '#5d4229') +
    rect(x + width - 56, y + height - 4, 16, 34, 3, '#5d4229') +
    rect(
      x,
      y,
      width,
      height,
      8,
      ink.linear([mix(wood, '#ffffff', 0.2), wood, mix(wood, '#3c2410', 0.25)], 'diagonal'),
    ) +
    rect(x, y, width, 16, 6, ink.linear([mix(wood, '#ffffff', 0.5), mix(wood, '#ffffff', 0.15)])) +
    repeat(
      3,
      (index) =>
        rect(x + 18 + (index * (width - 36)) / 3, y + 32, (width - 36) / 3 - 12, height - 50, 5, 'none', {
          stroke: alpha('#4a2d14', 0.35),
          'stroke-width': 3,
        }) +
        rect(x + 18 + (index * (width - 36)) / 3 + (width - 36) / 6 - 32, y + 46, 52, 6, 3, alpha('#3c2410', 0.55)),
    )
  );
}

function shelf(ink: Ink, x: number, y: number): string {
  return (
    rect(x + 6, y + 12, 330, 14, 3, alpha('#3c4a44', 0.16)) +
    rect(x, y, 340, 16, 4, ink.linear(['#d9b98f', '#b98f62'])) +
    jar(ink, x + 30, y, '#e7b86d') +
    jar(ink, x + 100, y, '#9c5b3c') +
    jar(ink, x + 170, y, '#c9d3a5') +
    path(
      `M${x + 250} ${y}V${y - 60}Q${x + 250} ${y - 76} ${x + 274} ${y - 76}T${x + 298} ${y - 60}V${y}Z`,
      ink.linear(['#f5efe6', '#c7b9a6'], 'right'),
    ) +
    path(`M${x + 298} ${y - 56}q26 4 22 24t-22 14`, 'none', { stroke: '#d6c9b7', 'stroke-width': 8 })
  );
}

function jar(ink: Ink, x: number, y: number, inside: string): string {
  return (
    rect(x, y - 84, 52, 84, 10, alpha('#ffffff', 0.7)) +
    rect(
      x + 4,
      y - 58,
      44,
      55,
      8,
      ink.linear([mix(inside, '#ffffff', 0.3), inside, mix(inside, '#000000', 0.2)], 'right'),
    ) +
    rect(x + 2, y - 98, 48, 18, 5, '#b08a5f') +
    rect(x + 8, y - 76, 6, 62, 3, alpha('#ffffff', 0.55))
  );
}

function fruit(ink: Ink): string {
  const ball = (x: number, y: number, r: number, tone: string) =>
    circle(x, y, r, ink.radial([mix(tone, '#ffffff', 0.55), tone, mix(tone, '#3a1008', 0.3)], 0.35, 0.3, 0.75));
  return (
    ellipse(92, 88, 112, 16, alpha('#4a4238', 0.22)) +
    ball(50, 26, 32, '#e8933f') +
    ball(132, 28, 32, '#7fae4c') +
    ball(92, 14, 34, '#d9553f') +
    path('M-10 30H194C190 66 150 88 92 88S-6 66 -10 30Z', ink.linear(['#fdfbf7', '#e9e1d6', '#bdb0a0'], 'right'))
  );
}

function bush(x: number, y: number, scale: number): string {
  return move(
    ellipse(0, 0, 90, 34, '#75895a') +
      ellipse(-40, -20, 52, 34, '#80955f') +
      ellipse(30, -34, 58, 40, '#8a9f66') +
      ellipse(10, 0, 80, 24, '#6c8053'),
    x,
    y,
    scale,
  );
}

function hexagons(mood: Mood): string {
  const at = [
    [640, 120, 0.5],
    [730, 172, 0.24],
    [640, 224, 0.34],
    [820, 120, 0.3],
    [820, 224, 0.55],
    [910, 172, 0.26],
  ] as const;
  return at
    .map(([x, y, opacity], index) =>
      polygon(
        Array.from(
          { length: 6 },
          (_, corner) =>
            [x + 54 * Math.cos((corner * Math.PI) / 3), y + 54 * Math.sin((corner * Math.PI) / 3)] as const,
        ),
        alpha(index % 2 === 0 ? mix(mood.tint, '#a98bff', 0.5) : '#3fd0ea', opacity),
        { stroke: alpha('#ffffff', 0.12), 'stroke-width': 3 },
      ),
    )
    .join('');
}
