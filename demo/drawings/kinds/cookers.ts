import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { type Drawing, figures, knob, sheet } from '../kit/parts.ts';
import { circle, ellipse, move, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';

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

export function cooker(ink: Ink, art: ArtOf<'cooker'>): ProductDrawings {
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

export function hob(ink: Ink, art: ArtOf<'hob'>): ProductDrawings {
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
