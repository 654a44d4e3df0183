import type { ArtOf } from '../art.ts';
import { type ProductDrawings, together } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { type Drawing, shineOver, slab } from '../kit/parts.ts';
import { circle, ellipse, move, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';
import { wallpaper } from '../kit/wallpapers.ts';

export function gameConsole(ink: Ink, art: ArtOf<'console'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = art.accent === undefined ? '#6fe0a4' : hexOf(art.accent);
  const machine = CONSOLES[art.model](ink, tone, accent);
  const padModel = art.model === 'wing' ? 'symmetric' : 'offset';
  const pad: Drawing = {
    width: 520,
    height: 340,
    feet: [[0.12, 0.88]],
    svg: gamepad(ink, padModel, tone, art.model === 'wing' ? shades('black') : tone),
  };
  const set = together(
    ink,
    machine,
    { ...pad, svg: move(pad.svg, 0, 0, 0.78), width: 406, height: 265 },
    art.model === 'slab' ? 60 : 120,
    26,
  );
  return {
    front: set,
    other: machine,
    scene: { setting: 'night', drawing: set, size: [660, 520], x: 520, below: 170 },
    closeUp: [0.3, 0.4, 1.8],
    size: [760, 720],
  };
}

const CONSOLES: Record<ArtOf<'console'>['model'], (ink: Ink, tone: Shades, accent: string) => Drawing> = {
  wing: (ink, tone, accent) => ({
    width: 380,
    height: 700,
    svg:
      rect(70, 40, 210, 640, 30, ink.linear(['#0e0f13', '#2b2e36', '#0b0c10'], 'right')) +
      repeat(6, (index) => rect(110 + index * 24, 60, 8, 90, 4, '#050608')) +
      stroke('M104 60Q92 340 116 660M250 60Q262 340 238 660', alpha(accent, 0.95), 5) +
      rect(166, 470, 7, 120, 3, '#3a3e48') +
      circle(170, 420, 9, '#454a55') +
      path(
        'M10 20Q40 -16 100 8L112 40Q84 340 120 690H60Q10 680 8 640Q-12 320 10 20Z',
        ink.linear([tone.shine, tone.base, tone.dark], 'right'),
      ) +
      path(
        'M252 6Q330 -14 372 24Q390 330 368 640Q364 684 310 690H236Q262 340 242 40Z',
        ink.linear([tone.light, tone.base, tone.dark, mix(tone.dark, '#3d475a', 0.3)], 'right'),
      ) +
      path('M18 24Q46 -6 98 12', 'none', {
        stroke: alpha('#ffffff', 0.9),
        'stroke-width': 6,
        'stroke-linecap': 'round',
      }) +
      path('M300 60Q330 340 306 660', 'none', { stroke: alpha(tone.deep, 0.22), 'stroke-width': 4 }) +
      rect(60, 676, 260, 24, 10, ink.linear(['#c4c8cf', '#7d828c'])),
  }),
  block: (ink, tone, accent) => ({
    width: 430,
    height: 700,
    svg:
      polygon(
        [
          [290, 50],
          [430, 0],
          [430, 640],
          [290, 700],
        ],
        ink.linear([tone.base, tone.deep], 'right'),
      ) +
      polygon(
        [
          [0, 50],
          [140, 0],
          [430, 0],
          [290, 50],
        ],
        ink.linear([tone.base, tone.deep]),
      ) +
      repeat(7, (row) =>
        repeat(9, (column) =>
          ellipse(
            52 + column * 34 + row * 15 - (row > 3 ? 2 : 0),
            44 - row * 6.2,
            9,
            2.6,
            row % 2 === 0 ? accent : mix(accent, '#0b0c10', 0.4),
            { opacity: column * 34 + row * 15 < 300 ? 1 : 0 },
          ),
        ),
      ) +
      slab(ink, 0, 50, 290, 650, 12, tone, 3) +
      rect(30, 130, 10, 200, 4, '#08090c') +
      circle(54, 96, 17, ink.linear([tone.light, tone.deep], 'diagonal')) +
      stroke('M46 88L62 104M62 88L46 104', '#ffffff', 4) +
      rect(50, 620, 30, 11, 3, '#08090c') +
      circle(254, 626, 9, tone.light) +
      path('M4 60L120 60L4 420Z', alpha('#ffffff', 0.05)),
  }),
  slab: (ink, tone) => ({
    width: 420,
    height: 640,
    svg:
      polygon(
        [
          [240, 46],
          [420, 0],
          [420, 586],
          [240, 640],
        ],
        ink.linear([tone.base, tone.dark], 'right'),
      ) +
      polygon(
        [
          [0, 46],
          [180, 0],
          [420, 0],
          [240, 46],
        ],
        ink.linear(['#ffffff', tone.base]),
      ) +
      slab(ink, 0, 46, 240, 594, 14, tone, 3) +
      circle(120, 250, 96, ink.linear(['#2a2d34', '#101116'], 'diagonal')) +
      circle(120, 250, 96, ink.pattern(15, 15, `${circle(7.5, 7.5, 4.6, '#050608')}`)) +
      circle(120, 250, 99, 'none', { stroke: alpha(tone.deep, 0.3), 'stroke-width': 5 }) +
      circle(46, 92, 16, ink.linear(['#ffffff', tone.dark], 'diagonal')) +
      stroke('M39 85L53 99M53 85L39 99', '#6a707c', 4) +
      rect(44, 560, 30, 11, 3, '#15171d') +
      circle(196, 566, 9, tone.dark) +
      repeat(9, (index) =>
        polygon(
          [
            [270, 110 + index * 20],
            [390, 78 + index * 20],
            [390, 84 + index * 20],
            [270, 116 + index * 20],
          ],
          alpha(tone.deep, 0.35),
        ),
      ),
  }),
};

/** A controller from the front, 520 by 340. */
function gamepad(ink: Ink, model: ArtOf<'controller'>['model'], tone: Shades, second: Shades): string {
  const stick = (x: number, y: number) =>
    circle(x + 2, y + 5, 43, alpha('#0b0d14', 0.3)) +
    circle(x, y, 42, ink.linear(['#3d414b', '#0e0f13'], 'diagonal')) +
    circle(x, y, 33, ink.radial(['#2c2f37', '#4b505a', '#17191e'], 0.45, 0.4, 0.62)) +
    circle(x, y, 21, ink.radial(['#24272e', '#33373f'], 0.5, 0.6, 0.6));
  const button = (x: number, y: number, hue: string) =>
    circle(x, y, 17, ink.linear(['#3d414b', '#0e0f13'], 'diagonal')) +
    circle(x, y - 1, 14, ink.radial(['#3d424c', '#16181d'], 0.4, 0.35, 0.8)) +
    circle(x, y - 1, 6, 'none', { stroke: hue, 'stroke-width': 3 });
  const cross = (x: number, y: number) =>
    rect(x - 13, y - 38, 26, 76, 8, '#1a1c22') +
    rect(x - 38, y - 13, 76, 26, 8, '#1a1c22') +
    rect(x - 9, y - 34, 18, 30, 5, '#33373f') +
    rect(x - 34, y - 9, 30, 18, 5, '#33373f') +
    circle(x, y, 8, '#101116');
  const isOffset = model === 'offset';
  return (
    rect(66, 4, 110, 40, 18, tone.deep) +
    rect(344, 4, 110, 40, 18, tone.deep) +
    path(
      'M100 22Q130 10 176 20Q260 34 344 20Q390 10 420 22Q466 40 490 150Q524 290 508 318Q484 356 438 318L376 240Q260 262 144 240L82 318Q36 356 12 318Q-4 290 30 150Q54 40 100 22Z',
      ink.linear([tone.shine, [tone.base, 0.35], tone.dark, tone.deep], 'diagonal'),
    ) +
    path(
      'M176 20Q260 34 344 20Q352 100 330 150Q260 172 190 150Q168 100 176 20Z',
      ink.linear([second.light, second.base, second.dark]),
    ) +
    path(
      'M144 240Q170 176 190 150Q260 172 330 150Q350 176 376 240Q260 262 144 240Z',
      ink.linear([second.base, second.deep]),
    ) +
    (isOffset
      ? stick(118, 98) +
        cross(188, 196) +
        stick(334, 192) +
        circle(260, 66, 20, ink.linear(['#ffffff', '#b9bec8'], 'diagonal')) +
        stroke('M251 57L269 75M269 57L251 75', '#5b616c', 4) +
        rect(214, 108, 24, 14, 7, '#1a1c22') +
        rect(282, 108, 24, 14, 7, '#1a1c22')
      : rect(188, 34, 144, 84, 22, ink.linear([mix(second.light, '#ffffff', 0.1), second.dark], 'diagonal')) +
        stroke('M180 60V108M340 60V108', alpha('#8fd4ff', 0.9), 4) +
        cross(110, 106) +
        stick(186, 196) +
        stick(334, 196) +
        circle(260, 196, 12, '#15171d')) +
    button(402, 66, '#6fe0a4') +
    button(440, 104, '#ff7a7a') +
    button(402, 142, '#7fb7ff') +
    button(364, 104, '#e58fd6') +
    path('M44 150Q62 62 106 34', 'none', {
      stroke: alpha('#ffffff', 0.5),
      'stroke-width': 7,
      'stroke-linecap': 'round',
    })
  );
}

export function controller(ink: Ink, art: ArtOf<'controller'>): ProductDrawings {
  const tone = shades(art.colour);
  const front: Drawing = {
    width: 520,
    height: 340,
    feet: [
      [0.04, 0.26],
      [0.74, 0.96],
    ],
    svg: gamepad(ink, art.model, tone, art.accent === undefined ? tone : shades(art.accent)),
  };
  const back: Drawing = {
    width: 520,
    height: 340,
    feet: [
      [0.04, 0.26],
      [0.74, 0.96],
    ],
    svg:
      rect(60, 0, 124, 56, 22, ink.linear(['#4b505a', '#15171d'])) +
      rect(336, 0, 124, 56, 22, ink.linear(['#4b505a', '#15171d'])) +
      path(
        'M100 32Q130 20 176 30Q260 44 344 30Q390 20 420 32Q466 50 490 150Q524 290 508 318Q484 356 438 318L376 250Q260 262 144 250L82 318Q36 356 12 318Q-4 290 30 150Q54 50 100 32Z',
        ink.linear([tone.light, tone.base, tone.deep], 'diagonal'),
      ) +
      rect(236, 46, 48, 20, 10, '#0d0e12') +
      rect(190, 96, 140, 84, 18, ink.linear([tone.base, tone.dark])) +
      repeat(4, (index) => circle(206 + (index % 2) * 108, 112 + Math.floor(index / 2) * 52, 5, tone.deep)) +
      path('M44 160Q62 78 106 48', 'none', {
        stroke: alpha('#ffffff', 0.5),
        'stroke-width': 7,
        'stroke-linecap': 'round',
      }),
  };
  return {
    front,
    other: back,
    scene: { setting: 'night', size: [560, 400], x: 520, below: 160 },
    closeUp: [0.75, 0.35, 2],
    size: [740, 560],
  };
}

export function handheld(ink: Ink, art: ArtOf<'handheld'>): ProductDrawings {
  const tone = shades(art.colour);
  const front: Drawing = { width: 900, height: 400, feet: [[0.03, 0.97]], svg: handheldFront(ink, art, tone) };
  const back: Drawing = {
    width: 900,
    height: 400,
    svg:
      slab(ink, 0, 0, 900, 390, 70, tone, 4) +
      repeat(16, (index) => rect(330 + index * 15, 40, 7, 50, 3, tone.deep)) +
      rect(180, 330, 540, 50, 8, ink.linear([tone.dark, tone.deep])) +
      circle(450, 200, 34, 'none', { stroke: alpha(tone.shine, 0.6), 'stroke-width': 6 }) +
      rect(30, 10, 130, 36, 16, tone.deep) +
      rect(740, 10, 130, 36, 16, tone.deep),
  };
  return {
    front,
    other: back,
    scene: { setting: 'night', size: [640, 400], x: 520, below: 150 },
    closeUp: [0.86, 0.4, 1.9],
    size: [860, 560],
  };
}

function handheldFront(ink: Ink, art: ArtOf<'handheld'>, tone: Shades): string {
  const isHybrid = art.model === 'hybrid';
  const left = isHybrid ? shades('sky') : tone;
  const right = isHybrid ? shades(art.accent ?? 'red') : tone;
  const glow = hexOf(art.accent ?? 'purple');
  const grip = (side: Shades) => ink.linear([side.shine, side.base, side.dark], 'diagonal');
  const stick = (x: number, y: number) =>
    circle(x, y, 32, ink.linear(['#3d414b', '#0e0f13'], 'diagonal')) +
    circle(x, y, 24, ink.radial(['#2c2f37', '#4b505a', '#17191e'], 0.45, 0.4, 0.62)) +
    (isHybrid ? '' : circle(x, y, 35, 'none', { stroke: alpha(glow, 0.9), 'stroke-width': 4 }));
  const buttons = (x: number, y: number) =>
    repeat(4, (index) =>
      circle(
        x + ([0, 30, 0, -30][index] ?? 0),
        y + ([-30, 0, 30, 0][index] ?? 0),
        13,
        ink.radial(['#454a55', '#16181d'], 0.4, 0.35, 0.8),
      ),
    );
  return (
    path(
      isHybrid ? 'M150 8V392H70Q4 392 4 320V80Q4 8 70 8Z' : 'M160 8V380Q110 400 70 398Q0 400 4 300L14 80Q20 8 80 8Z',
      grip(left),
    ) +
    path(
      isHybrid
        ? 'M750 8V392H830Q896 392 896 320V80Q896 8 830 8Z'
        : 'M740 8V380Q790 400 830 398Q900 400 896 300L886 80Q880 8 820 8Z',
      grip(right),
    ) +
    slab(ink, 142, 0, 616, 400, 16, shades('black'), 3) +
    wallpaper(ink, art.screen ?? 'race', 170, 24, 560, 352, 4) +
    rect(190, 42, 130, 14, 7, alpha('#10131c', 0.45)) +
    rect(192, 44, 84, 10, 5, '#6fe0a4') +
    circle(690, 330, 34, alpha('#10131c', 0.35)) +
    stroke('M690 330L704 312', '#ffffff', 4) +
    shineOver(ink, 170, 24, 560, 352, 4) +
    stick(76, 112) +
    buttons(76, 238) +
    buttons(824, 112) +
    stick(824, 238) +
    rect(100, 42, 26, 7, 3, '#15171d') +
    rect(776, 42, 26, 7, 3, '#15171d') +
    rect(783, 36, 8, 20, 3, '#15171d') +
    rect(96, 320, 20, 20, 4, '#15171d') +
    circle(794, 330, 11, '#15171d') +
    path('M14 90Q18 24 76 20', 'none', { stroke: alpha('#ffffff', 0.6), 'stroke-width': 6, 'stroke-linecap': 'round' })
  );
}
