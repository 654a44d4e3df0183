import type { Screen } from '../art.ts';
import type { Ink } from './ink.ts';
import { alpha, mix } from './palette.ts';
import { circle, ellipse, group, move, path, polygon, rect, repeat, stroke } from './shapes.ts';

/**
 * What a switched-on screen shows. Each is painted on a square of 100 and covers the screen from its centre,
 * so the subject stays inside 28 to 72 across (phones) and 22 to 78 down (televisions).
 */
const WALLPAPERS: Record<Screen, (ink: Ink) => string> = {
  dunes: (ink) =>
    sky(ink, ['#f6d9b8', '#f3b58a', '#e58e6a']) +
    circle(58, 38, 8.5, ink.radial(['#fff6e0', '#ffe1ad'])) +
    path('M0 56Q24 44 44 53T100 46V100H0Z', ink.linear(['#d98455', '#b75f42'])) +
    path('M0 64Q30 54 52 63T100 58V100H0Z', ink.linear(['#c06a45', '#94462f'])) +
    path('M0 80Q34 58 62 70T100 68V100H0Z', ink.linear(['#9d4a36', '#5f2a2b'])) +
    path('M18 77Q40 64 62 70Q46 72 40 100H0V84Z', alpha('#f2b07c', 0.35)),

  aurora: (ink) =>
    sky(ink, ['#10173a', '#27367d', '#5a5fc0']) +
    ellipse(30, 30, 44, 26, ink.radial([alpha('#42e0c8', 0.85), alpha('#42e0c8', 0)])) +
    ellipse(76, 42, 40, 34, ink.radial([alpha('#a06bff', 0.9), alpha('#a06bff', 0)])) +
    ellipse(48, 74, 54, 26, ink.radial([alpha('#ff7eb6', 0.75), alpha('#ff7eb6', 0)])) +
    ellipse(20, 84, 40, 24, ink.radial([alpha('#ffc37a', 0.6), alpha('#ffc37a', 0)])),

  savanna: (ink) =>
    sky(ink, ['#3d2a5c', '#c0556b', '#f59a57', '#ffd27f']) +
    circle(50, 55, 13, ink.radial(['#fff3c4', '#ffcf6b'])) +
    path('M0 62L18 56L30 60L52 55L70 60L86 56L100 60V72H0Z', '#8a3f4f') +
    path('M0 66Q50 60 100 66V100H0Z', ink.linear(['#3a1f30', '#1f1020'])) +
    acacia(62, 67, 1.15) +
    acacia(33, 65.5, 0.6) +
    repeat(3, (index) => stroke(`M${36 + index * 5} ${34 + (index % 2) * 3}q1.2 -1.2 2 0q.8 -1.2 2 0`, '#2c1730', 0.5)),

  ocean: (ink) =>
    sky(ink, ['#bfe6f7', '#7cc7ea', '#4ea5d6']) +
    ellipse(38, 34, 13, 3.6, alpha('#ffffff', 0.8)) +
    ellipse(48, 31, 11, 4.4, alpha('#ffffff', 0.85)) +
    ellipse(66, 40, 10, 2.6, alpha('#ffffff', 0.6)) +
    rect(0, 50, 100, 50, 0, ink.linear(['#2b86c0', '#0f5c93', '#0a3f6d'])) +
    polygon(
      [
        [52, 36],
        [52, 54],
        [64, 54],
      ],
      '#ffffff',
    ) +
    polygon(
      [
        [50.6, 40],
        [50.6, 54],
        [42, 54],
      ],
      '#f0615a',
    ) +
    path('M40 55.4H66L62 60H44Z', '#2a3350') +
    repeat(5, (index) =>
      stroke(
        `M${-4 + index * 3} ${64 + index * 7}q8 -4 16 0t16 0t16 0t16 0t16 0t16 0t16 0`,
        alpha('#ffffff', 0.24 - index * 0.03),
        1.1,
      ),
    ),

  bloom: (ink) =>
    sky(ink, ['#fde4ec', '#f7c2d6', '#c9b4f0']) +
    repeat(8, (index) =>
      group(
        path(
          'M50 50C36 40 38 20 50 12C62 20 64 40 50 50Z',
          ink.linear([alpha('#ff6f9d', 0.75), alpha('#8d6be8', 0.7)], 'down'),
        ),
        { transform: `rotate(${index * 45} 50 50)` },
      ),
    ) +
    repeat(8, (index) =>
      group(
        path(
          'M50 50C44 44 44 34 50 30C56 34 56 44 50 50Z',
          ink.linear([alpha('#fff0b8', 0.95), alpha('#ff9d6e', 0.9)], 'down'),
        ),
        { transform: `rotate(${22.5 + index * 45} 50 50)` },
      ),
    ) +
    circle(50, 50, 4, ink.radial(['#fff7d8', '#ffc24d'], 0.4, 0.4, 0.7)),

  peaks: (ink) =>
    sky(ink, ['#2f5c9c', '#7fb2dd', '#f3dcc2']) +
    circle(34, 34, 6, '#fff2d8') +
    polygon(
      [
        [8, 78],
        [38, 40],
        [52, 58],
        [62, 44],
        [96, 78],
      ],
      ink.linear(['#7e93b8', '#566a92']),
    ) +
    polygon(
      [
        [38, 40],
        [30, 50],
        [35, 48.5],
        [38, 52],
        [42, 48],
        [46, 50.5],
      ],
      '#f6f9ff',
    ) +
    polygon(
      [
        [62, 44],
        [55, 54],
        [60, 51],
        [63, 55],
        [66, 51],
        [70, 52],
      ],
      '#f6f9ff',
    ) +
    polygon(
      [
        [-6, 84],
        [24, 56],
        [46, 74],
        [72, 52],
        [110, 84],
      ],
      ink.linear(['#44597f', '#2b3b5c']),
    ) +
    path('M0 76Q30 68 55 74T100 71V100H0Z', ink.linear(['#2f6b57', '#17413a'])) +
    repeat(11, (index) =>
      polygon(
        [
          [index * 10 - 3, 82],
          [index * 10, 71 + (index % 3)],
          [index * 10 + 3, 82],
        ],
        '#123430',
      ),
    ),

  city: (ink) =>
    sky(ink, ['#0e1330', '#2b2c66', '#8a4f86', '#f0906f']) +
    circle(62, 34, 6, '#ffe9c9') +
    repeat(11, (index) => {
      const height = [24, 38, 30, 46, 28, 52, 36, 42, 26, 40, 30][index] ?? 30;
      return (
        rect(index * 9.4 - 2, 84 - height, 8.4, height + 20, 0.6, mix('#1b1f46', '#3a2c5c', (index % 4) / 4)) +
        repeat(10, (row) =>
          repeat(3, (column) =>
            (index * 7 + row * 5 + column * 3) % 4 < 2
              ? rect(
                  index * 9.4 - 0.7 + column * 2.4,
                  87 - height + row * 4.2,
                  1.3,
                  1.9,
                  0.2,
                  (index + row) % 5 === 0 ? '#8fd4ff' : '#ffd58a',
                )
              : '',
          ),
        )
      );
    }) +
    rect(0, 86, 100, 14, 0, '#0c0f26'),

  neon: (ink) =>
    sky(ink, ['#12062e', '#3a0f63', '#c12b84', '#ff8a5c']) +
    circle(50, 46, 17, ink.linear(['#ffe27a', '#ff5fa2'])) +
    repeat(5, (index) => rect(30, 47 + index * 3.6, 40, 0.7 + index * 0.35, 0, '#8d1f77')) +
    polygon(
      [
        [0, 62],
        [16, 50],
        [28, 60],
        [38, 54],
        [46, 62],
      ],
      '#2a0b52',
    ) +
    polygon(
      [
        [56, 62],
        [68, 52],
        [78, 59],
        [90, 48],
        [104, 62],
      ],
      '#2a0b52',
    ) +
    rect(0, 62, 100, 40, 0, ink.linear(['#26083f', '#0c0220'])) +
    repeat(13, (index) =>
      stroke(`M${50 + (index - 6) * 5} 62L${50 + (index - 6) * 26} 100`, alpha('#43e8ff', 0.75), 0.45),
    ) +
    repeat(6, (index) => stroke(`M0 ${63 + index * index * 1.25}H100`, alpha('#43e8ff', 0.75), 0.4)),

  waves: (ink) =>
    sky(ink, ['#dfe9ff', '#a9c4f7']) +
    path('M0 30C30 10 48 62 100 28V100H0Z', ink.linear(['#6f9bf0', '#4a6fdc'], 'right')) +
    path('M0 48C28 24 56 80 100 44V100H0Z', ink.linear(['#4f78e6', '#7a5ce0'], 'right')) +
    path('M0 64C34 44 60 92 100 58V100H0Z', ink.linear(['#3d58c9', '#a05be0'], 'right')) +
    path('M0 80C34 62 64 100 100 74V100H0Z', ink.linear(['#27409e', '#d06ad0'], 'right')) +
    stroke('M0 48C28 24 56 80 100 44', alpha('#ffffff', 0.4), 0.5) +
    stroke('M0 64C34 44 60 92 100 58', alpha('#ffffff', 0.35), 0.5),

  race: (ink) =>
    sky(ink, ['#5fb3ec', '#bfe3f7', '#fdeccb']) +
    polygon(
      [
        [0, 52],
        [20, 40],
        [38, 51],
        [60, 38],
        [82, 50],
        [100, 44],
        [100, 60],
        [0, 60],
      ],
      '#86a6b8',
    ) +
    rect(0, 52, 100, 50, 0, ink.linear(['#9fcb62', '#5d9a45'])) +
    polygon(
      [
        [46, 52],
        [54, 52],
        [92, 100],
        [8, 100],
      ],
      ink.linear(['#6d7280', '#40434f']),
    ) +
    polygon(
      [
        [46, 52],
        [44.6, 52],
        [0, 100],
        [8, 100],
      ],
      '#f4f4f4',
    ) +
    polygon(
      [
        [54, 52],
        [55.4, 52],
        [100, 100],
        [92, 100],
      ],
      '#e05545',
    ) +
    repeat(4, (index) =>
      polygon(
        [
          [49.8 - index * 0.2, 54 + index * index * 2.8],
          [50.2 + index * 0.2, 54 + index * index * 2.8],
          [50.6 + index * 0.4, 56 + index * index * 3.6],
          [49.4 - index * 0.4, 56 + index * index * 3.6],
        ],
        '#ffffff',
      ),
    ) +
    move(
      path('M2 10L5 3Q6 1 9 1H15Q18 1 19 3L22 10Q24 11 24 14V18H0V14Q0 11 2 10Z', ink.linear(['#ff6b52', '#c92c34'])) +
        path('M6 4Q6.6 2.6 9 2.6H15Q17.4 2.6 18 4L20 9H4Z', '#27304a') +
        rect(1, 12, 5, 2.4, 1, '#fff1b0') +
        rect(18, 12, 5, 2.4, 1, '#fff1b0') +
        rect(2, 17, 5, 4, 1, '#1c1e26') +
        rect(17, 17, 5, 4, 1, '#1c1e26') +
        rect(3, 0, 18, 1, 0.4, '#1c1e26'),
      38,
      56,
    ),

  match: (ink) =>
    rect(0, 0, 100, 100, 0, ink.linear(['#1c2740', '#31456b'])) +
    repeat(60, (index) =>
      circle(
        (index * 17.3) % 100,
        24 + ((index * 7.9) % 15),
        0.9,
        ['#f2c14e', '#e2574c', '#f5f5f5', '#4ea5d6', '#2f8f5b'][index % 5] ?? '#fff',
        { opacity: 0.75 },
      ),
    ) +
    rect(0, 39, 100, 3.4, 0, '#e8ecf4') +
    rect(10, 39.6, 14, 2.2, 0.3, '#d64545') +
    rect(42, 39.6, 18, 2.2, 0.3, '#1f7a4d') +
    rect(76, 39.6, 14, 2.2, 0.3, '#2f6fc4') +
    rect(0, 42.4, 100, 58, 0, ink.linear(['#57b35c', '#2f8a45'])) +
    repeat(6, (index) =>
      polygon(
        [
          [index * 18 - 2, 42.4],
          [index * 18 + 7, 42.4],
          [index * 22 - 2, 100],
          [index * 22 - 14, 100],
        ],
        alpha('#ffffff', 0.08),
      ),
    ) +
    ellipse(50, 60, 17, 6, 'none', { stroke: alpha('#ffffff', 0.8), 'stroke-width': 0.6 }) +
    stroke('M0 60H100', alpha('#ffffff', 0.7), 0.6) +
    player(40, 56, '#d64545') +
    player(59, 53, '#2f6fc4') +
    player(70, 64, '#d64545') +
    player(29, 50, '#2f6fc4') +
    circle(47.5, 68.4, 1.5, '#ffffff'),

  balloons: (ink) =>
    sky(ink, ['#7ec8f2', '#bfe5f8', '#fff0d6']) +
    ellipse(30, 64, 18, 4, alpha('#ffffff', 0.8)) +
    ellipse(72, 58, 16, 4, alpha('#ffffff', 0.8)) +
    balloon(ink, 46, 42, 1, '#e2574c', '#f2c14e') +
    balloon(ink, 66, 52, 0.6, '#2f8f8a', '#f5f0e0') +
    balloon(ink, 30, 54, 0.5, '#6d5bb0', '#f0bcc6') +
    path('M0 76Q24 68 46 75T100 72V100H0Z', ink.linear(['#7fb069', '#4c8a55'])) +
    path('M0 84Q30 77 60 84T100 82V100H0Z', '#3d7450'),
};

/** The screen's picture inside a rounded rectangle. */
export function wallpaper(
  ink: Ink,
  screen: Screen,
  x: number,
  y: number,
  width: number,
  height: number,
  r = 0,
): string {
  const side = Math.max(width, height);
  const scale = side / 100;
  const square = move(WALLPAPERS[screen](ink), x + (width - side) / 2, y + (height - side) / 2, scale);
  return group(square, { 'clip-path': ink.clip(rect(x, y, width, height, r, '#000')) });
}

function sky(ink: Ink, stops: readonly string[]): string {
  return rect(0, 0, 100, 100, 0, ink.linear(stops));
}

function acacia(x: number, y: number, scale: number): string {
  return move(
    stroke('M0 0Q-1 -6 1 -11M.4 -8Q5 -11 8 -13M0 -8Q-5 -11 -8 -12.6', '#1f1020', 1.1) +
      ellipse(0, -14.6, 14, 2.7, '#1f1020') +
      ellipse(-5, -16, 7, 2.2, '#1f1020') +
      ellipse(6, -16.2, 6, 2, '#1f1020'),
    x,
    y,
    scale,
  );
}

function player(x: number, y: number, shirt: string): string {
  return move(
    ellipse(0.4, 12.4, 3, 0.8, alpha('#103018', 0.4)) +
      circle(0, 0, 1.5, '#4a2c20') +
      rect(-1.9, 1.6, 3.8, 5, 1.2, shirt) +
      stroke('M-1 6.4L-1.8 12M1 6.4L2 11.6', '#f2f2f2', 1.4),
    x,
    y,
  );
}

function balloon(ink: Ink, x: number, y: number, scale: number, main: string, stripe: string): string {
  return move(
    path(
      'M-13 -2A13 13 0 0 1 13 -2C13 7 4 12 3 16H-3C-4 12 -13 7 -13 -2Z',
      ink.linear([mix(main, '#ffffff', 0.25), main, mix(main, '#000000', 0.25)], 'right'),
    ) +
      path('M-4.6 -14A13 13 0 0 1 4.6 -14C7 -6 4 8 1.6 16H-1.6C-4 8 -7 -6 -4.6 -14Z', alpha(stripe, 0.9)) +
      stroke('M-2.6 16L-2 20M2.6 16L2 20', '#5a4030', 0.5) +
      rect(-2.6, 20, 5.2, 3.8, 0.8, '#8a5a34'),
    x,
    y,
    scale,
  );
}
