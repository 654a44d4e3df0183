import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, mix, type Shades, shades } from '../kit/palette.ts';
import { type Drawing, slab } from '../kit/parts.ts';
import { circle, ellipse, group, move, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';

export function printer(ink: Ink, art: ArtOf<'printer'>): ProductDrawings {
  const tone = shades(art.colour);
  const isTank = art.model === 'tank';
  const front: Drawing = {
    width: 840,
    height: isTank ? 560 : 520,
    svg: isTank ? tankPrinter(ink, tone) : laserPrinter(ink, tone),
  };
  return {
    front,
    scene: { setting: 'desk', size: [600, 470], x: 580, below: 150 },
    closeUp: [0.75, 0.6, 1.9],
    size: [780, 620],
  };
}

function page(ink: Ink, x: number, y: number, width: number): string {
  return (
    polygon(
      [
        [x + 14, y],
        [x + width - 14, y],
        [x + width, y + 92],
        [x, y + 92],
      ],
      ink.linear(['#dfe3ea', '#ffffff']),
    ) +
    polygon(
      [
        [x + 44, y + 26],
        [x + width * 0.46, y + 26],
        [x + width * 0.44, y + 74],
        [x + 36, y + 74],
      ],
      ink.linear(['#f2a65a', '#d9553f']),
    ) +
    repeat(4, (index) =>
      rect(x + width * 0.54, y + 28 + index * 13, width * 0.34 - (index % 2) * 26, 5, 2.5, '#b6bdc9'),
    )
  );
}

function tankPrinter(ink: Ink, tone: Shades): string {
  const tanks = ['#16181d', '#2aa7d8', '#d8468f', '#f0c33c'];
  return (
    polygon(
      [
        [180, 0],
        [660, 0],
        [690, 130],
        [150, 130],
      ],
      ink.linear(['#ffffff', '#e1e5ec']),
    ) +
    polygon(
      [
        [130, 60],
        [710, 60],
        [724, 132],
        [116, 132],
      ],
      ink.linear([tone.base, tone.deep]),
    ) +
    path('M40 150Q44 120 76 120H764Q796 120 800 150L812 250H28Z', ink.linear([tone.shine, tone.light, tone.base])) +
    rect(20, 240, 800, 270, 26, ink.linear([tone.base, tone.dark, tone.deep])) +
    rect(20, 240, 800, 10, 5, alpha(tone.shine, 0.5)) +
    rect(60, 272, 250, 66, 12, '#0c0e13') +
    rect(76, 286, 92, 38, 5, ink.linear(['#7fb7e8', '#3f74b8'])) +
    repeat(4, (index) => circle(196 + index * 28, 305, 9, index === 3 ? '#52c27a' : '#49505d')) +
    rect(60, 362, 480, 120, 12, '#0c0e13') +
    page(ink, 96, 396, 408) +
    polygon(
      [
        [70, 482],
        [530, 482],
        [566, 536],
        [34, 536],
      ],
      ink.linear([tone.base, tone.dark]),
    ) +
    page(ink, 104, 432, 392) +
    rect(578, 300, 216, 186, 16, ink.linear([mix(tone.base, tone.dark, 0.5), tone.deep])) +
    rect(590, 312, 192, 162, 10, alpha('#ffffff', 0.12)) +
    tanks
      .map(
        (colour, index) =>
          rect(600 + index * 46, 322, 38, 142, 8, alpha('#ffffff', 0.28)) +
          rect(
            600 + index * 46,
            348 + index * 9,
            38,
            116 - index * 9,
            8,
            ink.linear([mix(colour, '#ffffff', 0.25), colour], 'right'),
          ) +
          rect(604 + index * 46, 328, 6, 128, 3, alpha('#ffffff', 0.35)),
      )
      .join('') +
    rect(46, 508, 748, 26, 8, tone.deep) +
    rect(60, 534, 90, 26, 6, '#0c0e13') +
    rect(690, 534, 90, 26, 6, '#0c0e13')
  );
}

function laserPrinter(ink: Ink, tone: Shades): string {
  return (
    path('M100 70Q104 40 140 40H700Q736 40 740 70L760 150H80Z', ink.linear([tone.shine, tone.base])) +
    polygon(
      [
        [220, 0],
        [620, 0],
        [640, 60],
        [200, 60],
      ],
      ink.linear(['#ffffff', '#dfe3ea']),
    ) +
    rect(180, 56, 480, 20, 8, '#2b2f38') +
    rect(60, 140, 720, 230, 30, ink.linear([tone.light, tone.base, tone.dark])) +
    rect(60, 140, 720, 8, 4, alpha('#ffffff', 0.8)) +
    rect(60, 350, 720, 110, 20, ink.linear([mix(tone.base, tone.dark, 0.5), tone.dark])) +
    rect(130, 176, 440, 20, 8, '#2b2f38') +
    circle(690, 200, 25, ink.linear(['#5b6270', '#22252c'], 'diagonal')) +
    circle(690, 200, 8, '#7fd0ff') +
    repeat(2, (index) => circle(690, 256 + index * 42, 12, '#8d95a3')) +
    rect(130, 378, 580, 16, 6, '#2b2f38') +
    polygon(
      [
        [130, 388],
        [710, 388],
        [752, 492],
        [88, 492],
      ],
      ink.linear([tone.light, tone.base]),
    ) +
    page(ink, 176, 394, 488) +
    polygon(
      [
        [88, 492],
        [752, 492],
        [750, 516],
        [90, 516],
      ],
      ink.linear([tone.dark, tone.deep]),
    )
  );
}

export function router(ink: Ink, art: ArtOf<'router'>): ProductDrawings {
  const tone = shades(art.colour);
  const front = ROUTERS[art.model](ink, tone);
  return {
    front,
    scene: {
      setting: art.model === 'pocket' ? 'desk' : 'lounge',
      size: art.model === 'pocket' ? [300, 300] : [420, 330],
      x: 520,
      below: art.model === 'pocket' ? 140 : 6,
    },
    closeUp: [0.5, 0.7, 1.8],
    size: art.model === 'pocket' ? [460, 640] : [800, 620],
  };
}

const ROUTERS: Record<ArtOf<'router'>['model'], (ink: Ink, tone: Shades) => Drawing> = {
  antennas: (ink, tone) => ({
    width: 900,
    height: 560,
    svg:
      [
        [120, -8],
        [330, -3],
        [570, 3],
        [780, 8],
      ]
        .map(([x, lean]) =>
          group(
            rect((x ?? 0) - 19, 0, 38, 400, 16, ink.linear([tone.base, tone.light, tone.deep], 'right')) +
              rect((x ?? 0) - 14, 380, 28, 50, 8, tone.deep),
            { transform: `rotate(${lean} ${x} 420)` },
          ),
        )
        .join('') +
      polygon(
        [
          [70, 384],
          [830, 384],
          [900, 490],
          [0, 490],
        ],
        ink.linear([tone.base, tone.light, tone.base], 'diagonal'),
      ) +
      repeat(9, (index) =>
        polygon(
          [
            [330 + index * 28, 402],
            [344 + index * 28, 402],
            [342 + index * 30, 452],
            [322 + index * 30, 452],
          ],
          alpha(tone.deep, 0.8),
        ),
      ) +
      polygon(
        [
          [110, 398],
          [290, 398],
          [262, 470],
          [60, 470],
        ],
        alpha('#ffffff', 0.06),
      ) +
      path('M0 490H900L884 546Q880 560 862 560H38Q20 560 16 546Z', ink.linear([tone.dark, tone.deep])) +
      rect(0, 488, 900, 5, 2, alpha(tone.shine, 0.7)) +
      repeat(
        6,
        (index) =>
          circle(360 + index * 36, 526, 6, index === 4 ? '#f0a33c' : '#6fe0a4') +
          circle(360 + index * 36, 526, 12, alpha('#6fe0a4', 0.2)),
      ),
  }),
  mesh: (ink, tone) => {
    const unit = (x: number, y: number, scale: number) =>
      move(
        path(
          'M0 60V260C0 300 70 330 160 330S320 300 320 260V60Z',
          ink.linear([tone.dark, [tone.shine, 0.22], [tone.base, 0.6], tone.deep], 'right'),
        ) +
          ellipse(160, 60, 160, 60, ink.linear([tone.shine, tone.base], 'diagonal')) +
          ellipse(160, 60, 96, 34, ink.linear([tone.dark, tone.light])) +
          ellipse(160, 58, 80, 27, ink.linear([tone.base, tone.shine])) +
          circle(160, 300, 6, '#6fe0a4') +
          circle(160, 300, 14, alpha('#6fe0a4', 0.28)),
        x,
        y,
        scale,
      );
    return {
      width: 640,
      height: 400,
      feet: [
        [0, 0.42],
        [0.4, 1],
      ],
      svg: unit(0, 0, 0.82) + ellipse(290, 384, 60, 20, alpha('#12172a', 0.14)) + unit(270, 42, 1.08),
    };
  },
  pocket: (ink, tone) => ({
    width: 360,
    height: 560,
    svg:
      slab(ink, 0, 0, 360, 560, 54, tone, 5) +
      rect(26, 26, 308, 508, 38, ink.linear([mix(tone.base, '#ffffff', 0.08), tone.deep], 'diagonal')) +
      rect(90, 130, 180, 150, 18, '#07080b') +
      repeat(4, (index) => rect(112 + index * 18, 232 - index * 15, 12, 22 + index * 15, 3, '#6fe0a4')) +
      stroke('M196 196q24 -24 48 0M206 210q14 -14 28 0', '#8fd4ff', 6) +
      circle(220, 224, 5, '#8fd4ff') +
      rect(196, 246, 52, 14, 4, 'none', { stroke: '#fff', 'stroke-width': 3 }) +
      rect(199, 249, 34, 8, 2, '#6fe0a4') +
      circle(180, 410, 42, ink.linear([tone.light, tone.deep], 'diagonal')) +
      circle(180, 410, 36, tone.dark) +
      stroke('M180 392V408M166 398a18 18 0 1 0 28 0', alpha('#ffffff', 0.85), 5) +
      rect(120, 500, 120, 8, 4, alpha(tone.shine, 0.5)),
  }),
};
