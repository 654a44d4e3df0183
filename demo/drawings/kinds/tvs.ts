import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, mix, type Shades, shades } from '../kit/palette.ts';
import { cone, type Drawing, grille, shineOver, slab } from '../kit/parts.ts';
import { circle, ellipse, group, move, path, polygon, rect, repeat } from '../kit/shapes.ts';
import { wallpaper } from '../kit/wallpapers.ts';

const WIDTH = 1000;
const PANEL = 578;

export function tv(ink: Ink, art: ArtOf<'tv'>): ProductDrawings {
  const tone = shades(art.colour);
  const front = screenFront(ink, art, tone);
  return {
    front,
    other: backAndRemote(ink, art, tone),
    scene: {
      setting: 'lounge',
      drawing: {
        ...front,
        feet:
          art.model === 'legs'
            ? [
                [0.1, 0.2],
                [0.8, 0.9],
              ]
            : [[0.32, 0.68]],
      },
      size: [700, 520],
      x: 460,
      below: 8,
    },
    closeUp: [0.18, 0.78, 1.9],
    size: [880, 700],
  };
}

function stands(ink: Ink, art: ArtOf<'tv'>, tone: Shades): string {
  if (art.model === 'pedestal') {
    return (
      polygon(
        [
          [440, PANEL - 8],
          [560, PANEL - 8],
          [576, PANEL + 40],
          [424, PANEL + 40],
        ],
        ink.linear([tone.deep, tone.base, tone.dark], 'right'),
      ) +
      path(`M330 ${PANEL + 36}H670L700 ${PANEL + 56}H300Z`, ink.linear([tone.light, tone.dark])) +
      rect(300, PANEL + 54, 400, 7, 3, tone.deep)
    );
  }
  const leg = (x: number, way: number) =>
    path(
      `M${x} ${PANEL - 6}L${x + way * 52} ${PANEL + 60}H${x + way * 38}L${x - way * 12} ${PANEL - 6}Z`,
      ink.linear([tone.light, tone.dark]),
    ) +
    path(
      `M${x - way * 10} ${PANEL - 6}L${x - way * 58} ${PANEL + 60}H${x - way * 44}L${x + way * 6} ${PANEL - 6}Z`,
      ink.linear([tone.base, tone.deep]),
    );
  return leg(150, 1) + leg(850, -1);
}

function screenFront(ink: Ink, art: ArtOf<'tv'>, tone: Shades): Drawing {
  return {
    width: WIDTH,
    height: PANEL + 61,
    feet:
      art.model === 'legs'
        ? [
            [0.09, 0.21],
            [0.79, 0.91],
          ]
        : [[0.3, 0.7]],
    svg:
      stands(ink, art, tone) +
      rect(0, 0, WIDTH, PANEL, 8, ink.linear([tone.light, tone.base, tone.deep], 'diagonal')) +
      rect(3, 3, WIDTH - 6, PANEL - 6, 6, '#07080b') +
      wallpaper(ink, art.screen ?? 'peaks', 10, 10, WIDTH - 20, PANEL - 30, 2) +
      homeScreen(ink, art.screen === 'match') +
      shineOver(ink, 10, 10, WIDTH - 20, PANEL - 30, 2) +
      rect(0, PANEL - 18, WIDTH, 3, 0, alpha(tone.shine, 0.25)) +
      rect(478, PANEL - 11, 44, 4, 2, alpha('#ffffff', 0.35)),
  };
}

/** A row of programmes over the picture, or the score during a match. */
function homeScreen(ink: Ink, isMatch: boolean): string {
  if (isMatch) {
    return (
      rect(40, 40, 220, 44, 8, alpha('#0d1220', 0.78)) +
      rect(48, 48, 28, 28, 5, '#d64545') +
      rect(224, 48, 28, 28, 5, '#2f6fc4') +
      rect(92, 58, 30, 8, 4, '#ffffff') +
      rect(178, 58, 30, 8, 4, '#ffffff') +
      rect(134, 48, 32, 28, 5, '#ffffff') +
      rect(141, 55, 5, 14, 2, '#0d1220') +
      rect(154, 55, 5, 14, 2, '#0d1220') +
      rect(860, 44, 90, 30, 6, '#d8393d') +
      circle(878, 59, 5, '#ffffff') +
      rect(890, 55, 46, 8, 4, '#ffffff')
    );
  }
  const tiles = [
    ['#d8393d', '#7d1626'],
    ['#2f6fc4', '#173a74'],
    ['#3aa981', '#165a48'],
    ['#8d6be8', '#40267f'],
    ['#f0a33c', '#a8541d'],
    ['#3d475a', '#161b28'],
  ];
  return (
    rect(10, 330, WIDTH - 20, 228, 0, ink.linear([alpha('#06080f', 0), alpha('#06080f', 0.78)])) +
    rect(54, 330, 250, 22, 8, alpha('#ffffff', 0.95)) +
    rect(54, 366, 330, 10, 5, alpha('#ffffff', 0.7)) +
    rect(54, 384, 260, 10, 5, alpha('#ffffff', 0.7)) +
    tiles
      .map(
        ([from, to], index) =>
          rect(54 + index * 152, 428, 138, 84, 9, ink.linear([from ?? '', to ?? ''], 'diagonal')) +
          (index === 0
            ? polygon(
                [
                  [110, 452],
                  [110, 488],
                  [142, 470],
                ],
                '#ffffff',
              )
            : circle(54 + index * 152 + 40, 470, 18, alpha('#ffffff', 0.28)) +
              rect(54 + index * 152 + 66, 462, 46, 8, 4, alpha('#ffffff', 0.75)) +
              rect(54 + index * 152 + 66, 476, 30, 6, 3, alpha('#ffffff', 0.45))),
      )
      .join('') +
    rect(51, 425, 144, 90, 12, 'none', { stroke: '#ffffff', 'stroke-width': 4 })
  );
}

function backAndRemote(ink: Ink, art: ArtOf<'tv'>, tone: Shades): Drawing {
  const remote =
    slab(ink, 0, 0, 92, 330, 30, shades('graphite'), 3) +
    circle(46, 34, 11, '#d8393d') +
    circle(46, 104, 36, ink.linear(['#6a707c', '#2a2d35'], 'diagonal')) +
    circle(46, 104, 15, '#1a1c22') +
    repeat(2, (index) => rect(14 + index * 44, 156, 20, 20, 10, '#7b818c')) +
    repeat(2, (index) => rect(16 + index * 40, 190, 22, 56, 11, '#7b818c')) +
    repeat(4, (index) =>
      rect(
        14 + (index % 2) * 36,
        262 + Math.floor(index / 2) * 24,
        28,
        16,
        5,
        ['#d8393d', '#e9ebef', '#3f7fd6', '#f0a33c'][index] ?? '#fff',
      ),
    );
  return {
    width: 1100,
    height: PANEL + 61,
    feet: [
      [0.1, 0.84],
      [0.91, 1],
    ],
    svg:
      stands(ink, art, tone) +
      slab(ink, 0, 0, WIDTH, PANEL, 10, tone, 4) +
      path(
        'M150 250Q150 210 190 210H810Q850 210 850 250V540Q850 578 812 578H188Q150 578 150 540Z',
        ink.linear([tone.light, tone.base, tone.deep], 'diagonal'),
      ) +
      rect(200, 510, 600, 40, 8, grille(ink, tone, 10)) +
      repeat(4, (index) => circle(400 + (index % 2) * 200, 290 + Math.floor(index / 2) * 130, 10, tone.deep)) +
      rect(740, 280, 80, 190, 10, mix(tone.deep, '#000000', 0.3)) +
      repeat(4, (index) =>
        rect(758, 298 + index * 42, 44, 18, 3, '#0a0b0e', { stroke: alpha('#ffffff', 0.2), 'stroke-width': 2 }),
      ) +
      repeat(18, (index) => rect(200 + index * 34, 60, 16, 60, 6, alpha(tone.deep, 0.75))) +
      move(remote, 1004, PANEL + 61 - 330),
  };
}

export function soundbar(ink: Ink, art: ArtOf<'soundbar'>): ProductDrawings {
  const tone = shades(art.colour);
  const front: Drawing = art.model === 'bar' ? barAndSub(ink, tone, false) : barAndSub(ink, tone, true);
  return {
    front,
    scene: { setting: 'lounge', drawing: barOnly(ink, tone), size: [600, 200], x: 460, below: 10 },
    other: barOnly(ink, tone),
    closeUp: [0.3, 0.9, 2],
    size: [880, 620],
  };
}

function barBody(ink: Ink, tone: Shades): string {
  return (
    polygon(
      [
        [24, 0],
        [876, 0],
        [900, 26],
        [0, 26],
      ],
      ink.linear([tone.shine, tone.base]),
    ) +
    repeat(5, (index) => circle(390 + index * 30, 13, 5, alpha(tone.deep, 0.7))) +
    rect(0, 22, 900, 92, 16, ink.linear([tone.base, tone.dark, tone.deep])) +
    rect(10, 30, 880, 76, 10, grille(ink, tone, 11)) +
    rect(10, 30, 880, 76, 10, ink.linear([alpha('#ffffff', 0.2), alpha('#ffffff', 0), alpha('#000000', 0.3)])) +
    rect(0, 22, 900, 4, 2, alpha(tone.shine, 0.6)) +
    circle(450, 68, 6, '#9fe3ff') +
    circle(474, 68, 4, alpha('#9fe3ff', 0.6)) +
    rect(40, 62, 60, 10, 3, alpha('#ffffff', 0.5))
  );
}

function barOnly(ink: Ink, tone: Shades): Drawing {
  return {
    width: 900,
    height: 120,
    svg: barBody(ink, tone) + rect(40, 112, 80, 8, 3, tone.deep) + rect(780, 112, 80, 8, 3, tone.deep),
  };
}

function barAndSub(ink: Ink, tone: Shades, hasRears: boolean): Drawing {
  const wood = shades('graphite');
  const sub =
    polygon(
      [
        [0, 40],
        [70, 0],
        [300, 0],
        [230, 40],
      ],
      ink.linear([wood.shine, wood.base], 'right'),
    ) +
    polygon(
      [
        [230, 40],
        [300, 0],
        [300, 366],
        [230, 420],
      ],
      ink.linear([tone.dark, tone.deep]),
    ) +
    slab(ink, 0, 40, 230, 380, 8, tone, 3) +
    cone(ink, 115, 210, 88) +
    circle(115, 366, 24, '#0b0c10', { stroke: tone.light, 'stroke-width': 4 });
  const rear = (x: number) =>
    move(
      slab(ink, 0, 0, 84, 250, 14, tone, 3) +
        rect(8, 10, 68, 230, 9, grille(ink, tone, 9)) +
        rect(8, 10, 68, 230, 9, ink.linear([alpha('#ffffff', 0.22), alpha('#ffffff', 0)], 'diagonal')),
      x,
      130,
    );
  return {
    width: 900,
    height: 540,
    feet: [[0, 1]],
    svg:
      move(sub, 560, 0) +
      (hasRears ? rear(90) + rear(230) : '') +
      ellipse(450, 420, 440, 22, ink.radial([alpha('#12172a', 0.35), alpha('#12172a', 0)])) +
      group(barBody(ink, tone), { transform: 'translate(0 426)' }),
  };
}
