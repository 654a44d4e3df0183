import type { Ink } from './ink.ts';
import { type Mood, SIDE } from './moods.ts';
import { alpha, mix } from './palette.ts';
import { circle, ellipse, group, move, path, polygon, rect, repeat, stroke } from './shapes.ts';

export function wall(ink: Ink, mood: Mood, ground: number): string {
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
export function sunPatch(x: number, y: number): string {
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

export function frame(ink: Ink, x: number, y: number, width: number, height: number, mood: Mood): string {
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

export function timber(ink: Ink, y: number, wood: string): string {
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

export function plant(ink: Ink, x: number, y: number, scale: number): string {
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

export function lamp(ink: Ink, x: number, y: number): string {
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

export function cabinet(ink: Ink, x: number, y: number, width: number, height: number): string {
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

export function shelf(ink: Ink, x: number, y: number): string {
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

export function fruit(ink: Ink): string {
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

export function bush(x: number, y: number, scale: number): string {
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

export function hexagons(mood: Mood): string {
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
