import type { ArtOf } from '../art.ts';
import { type ProductDrawings, together } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { type Drawing, grille, lens, shineOver, slab } from '../kit/parts.ts';
import { circle, ellipse, group, move, path, polygon, rect, repeat } from '../kit/shapes.ts';
import { wallpaper } from '../kit/wallpapers.ts';

export function camera(ink: Ink, art: ArtOf<'camera'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'red');
  const front: Drawing = {
    width: 760,
    height: art.model === 'dslr' ? 590 : 500,
    feet: [[0.03, 0.97]],
    svg: art.model === 'dslr' ? dslr(ink, tone, accent) : mirrorless(ink, tone, accent),
  };
  return {
    front,
    other: cameraBack(ink, tone),
    scene: { setting: 'nature', size: [560, 460], x: 520, below: 150 },
    closeUp: [0.55, 0.6, 1.7],
    size: [760, 640],
  };
}

/** A zoom lens from the front, on a square of 400. */
function zoomLens(ink: Ink, cx: number, cy: number, r: number, barrelTone: Shades, accent: string): string {
  return (
    circle(cx + r * 0.07, cy + r * 0.09, r * 1.03, alpha('#0b0d14', 0.4)) +
    circle(cx, cy, r, ink.linear([barrelTone.light, barrelTone.base, barrelTone.deep], 'diagonal')) +
    repeat(48, (index) =>
      group(rect(cx - 2.4, cy - r * 0.985, 4.8, r * 0.1, 1, alpha('#000000', 0.4)), {
        transform: `rotate(${index * 7.5} ${cx} ${cy})`,
      }),
    ) +
    circle(cx, cy, r * 0.86, ink.linear(['#3d414b', '#0b0c10'], 'diagonal')) +
    circle(cx, cy, r * 0.8, 'none', { stroke: accent, 'stroke-width': r * 0.025 }) +
    circle(cx, cy, r * 0.74, '#101116') +
    repeat(24, (index) =>
      group(rect(cx - 1.5, cy - r * 0.71, 3, r * 0.05, 1, alpha('#ffffff', 0.5)), {
        transform: `rotate(${index * 15} ${cx} ${cy})`,
      }),
    ) +
    lens(ink, cx, cy, r * 0.62, shades('graphite'), '#7a5fd0') +
    ellipse(cx + r * 0.16, cy + r * 0.2, r * 0.2, r * 0.13, alpha('#6fd0c0', 0.35), {
      transform: `rotate(-38 ${cx + r * 0.16} ${cy + r * 0.2})`,
    })
  );
}

function dslr(ink: Ink, tone: Shades, accent: string): string {
  const skin = ink.pattern(
    9,
    9,
    `${rect(0, 0, 9, 9, 0, mix(tone.base, tone.dark, 0.6))}${circle(3, 3, 1.7, tone.base)}${circle(7, 7, 1.5, tone.deep)}`,
  );
  return (
    path(
      'M250 150L290 40Q300 0 350 0H470Q520 0 530 40L570 150Z',
      ink.linear([tone.light, tone.base, tone.deep], 'diagonal'),
    ) +
    path('M316 30Q320 16 340 16H480Q500 16 504 30L520 90H300Z', alpha('#ffffff', 0.06)) +
    rect(360, -6, 100, 14, 4, '#5b616c') +
    path(
      'M40 170Q44 120 100 112H250L290 130H540L580 112H680Q730 120 736 170L756 520Q756 586 700 590H60Q4 586 4 520Z',
      ink.linear([tone.light, tone.base, tone.deep], 'diagonal'),
    ) +
    path('M20 220H210V580H60Q8 580 6 520Z', skin) +
    path('M590 220H738L752 520Q752 582 700 586H590Z', skin) +
    path('M20 220Q0 360 12 540', 'none', { stroke: alpha('#ffffff', 0.2), 'stroke-width': 8 }) +
    rect(90, 84, 110, 36, 14, ink.linear(['#6a707c', '#24272e'])) +
    ellipse(120, 108, 36, 15, ink.linear(['#8d95a3', '#2a2d34'])) +
    rect(590, 70, 106, 48, 14, ink.linear(['#5b616c', '#1a1c22'])) +
    repeat(9, (index) => rect(596 + index * 11, 76, 4, 36, 2, alpha('#000000', 0.4))) +
    circle(66, 180, 13, alpha(accent, 0.9)) +
    rect(620, 170, 86, 16, 8, alpha('#ffffff', 0.8)) +
    rect(352, 66, 116, 16, 8, alpha('#ffffff', 0.75)) +
    zoomLens(ink, 412, 370, 216, shades('graphite'), accent) +
    rect(178, 486, 30, 60, 10, ink.linear(['#5b616c', '#15171d']))
  );
}

function mirrorless(ink: Ink, tone: Shades, accent: string): string {
  const leather = mix(tone.dark, '#3d424c', tone.base > '#c' ? 0.12 : 0.3);
  const skin = ink.pattern(8, 8, `${rect(0, 0, 8, 8, 0, leather)}${circle(4, 4, 1.8, mix(leather, '#000000', 0.14))}`);
  return (
    path('M280 70L310 20Q316 4 340 4H470Q492 4 498 20L520 70Z', ink.linear([tone.light, tone.base, tone.dark])) +
    rect(90, 40, 90, 40, 10, ink.linear(['#e6e9ee', '#8d95a3'], 'right')) +
    ellipse(226, 64, 36, 16, ink.linear(['#f2f4f7', '#8d95a3'])) +
    rect(570, 30, 110, 44, 10, ink.linear(['#dfe3ea', '#7d828c'])) +
    repeat(9, (index) => rect(577 + index * 11, 34, 4, 36, 2, alpha('#000000', 0.25))) +
    slab(ink, 10, 62, 740, 436, 54, tone, 5) +
    path('M14 150H746V400H14Z', skin) +
    path('M14 150H120Q150 280 120 400H14Z', ink.linear([alpha('#000000', 0.28), alpha('#ffffff', 0.06)], 'right')) +
    rect(14, 148, 732, 4, 0, alpha('#000000', 0.2)) +
    rect(14, 398, 732, 4, 0, alpha('#ffffff', 0.35)) +
    rect(340, 92, 120, 16, 8, alpha(tone.deep, 0.75)) +
    circle(80, 108, 16, accent) +
    circle(650, 110, 18, ink.linear(['#fffdf0', '#d9c48a'], 'diagonal')) +
    zoomLens(ink, 400, 296, 184, shades('graphite'), accent)
  );
}

function cameraBack(ink: Ink, tone: Shades): Drawing {
  const button = (x: number, y: number, r: number) =>
    circle(x, y, r, ink.linear([tone.light, tone.deep], 'diagonal')) + circle(x, y, r * 0.55, alpha(tone.shine, 0.6));
  return {
    width: 760,
    height: 520,
    feet: [[0.03, 0.97]],
    svg:
      path('M280 80L310 16Q316 0 340 0H450Q470 0 478 16L500 80Z', ink.linear([tone.light, tone.base, tone.deep])) +
      rect(330, 24, 130, 62, 16, '#0b0c10') +
      slab(ink, 10, 70, 740, 446, 50, tone, 5) +
      rect(44, 116, 500, 356, 16, '#0b0c10') +
      wallpaper(ink, 'savanna', 58, 130, 472, 328, 6) +
      repeat(3, (index) =>
        rect(58 + (472 / 3) * (index + 0), 130, 1.5, 328, 0, alpha('#ffffff', index === 0 ? 0 : 0.4)),
      ) +
      repeat(2, (index) => rect(58, 130 + (328 / 3) * (index + 1), 472, 1.5, 0, alpha('#ffffff', 0.4))) +
      rect(260, 264, 80, 60, 4, 'none', { stroke: '#6fe0a4', 'stroke-width': 4 }) +
      circle(84, 154, 8, '#ff5f5f') +
      rect(450, 148, 60, 12, 6, alpha('#ffffff', 0.8)) +
      shineOver(ink, 58, 130, 472, 328, 6) +
      circle(650, 330, 70, ink.linear([tone.light, tone.deep], 'diagonal')) +
      circle(650, 330, 56, ink.linear([tone.base, tone.dark], 'diagonal')) +
      button(650, 330, 24) +
      button(600, 190, 20) +
      button(690, 190, 20) +
      button(600, 450, 18) +
      button(690, 450, 18) +
      rect(590, 116, 120, 30, 12, tone.deep),
  };
}

export function actionCamera(ink: Ink, art: ArtOf<'actionCamera'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'red');
  const front: Drawing = {
    width: 640,
    height: 480,
    feet: [[0.03, 0.97]],
    svg:
      rect(80, 0, 90, 20, 8, accent) +
      slab(ink, 0, 12, 640, 460, 56, tone, 6) +
      rect(
        30,
        44,
        270,
        396,
        30,
        ink.pattern(
          14,
          14,
          `${rect(0, 0, 14, 14, 0, tone.dark)}${polygon(
            [
              [7, 2],
              [12, 7],
              [7, 12],
              [2, 7],
            ],
            tone.base,
          )}`,
        ),
      ) +
      rect(66, 90, 196, 150, 16, '#0b0c10') +
      wallpaper(ink, 'peaks', 76, 100, 176, 130, 8) +
      circle(96, 400, 10, accent) +
      rect(66, 330, 120, 16, 8, alpha('#ffffff', 0.75)) +
      slab(ink, 320, 40, 290, 290, 60, shades('black'), 4) +
      lens(ink, 465, 185, 120, shades('graphite'), '#4f9fc4') +
      rect(360, 380, 210, 40, 10, grille(ink, tone, 12)) +
      path('M30 440V90Q34 46 80 44', 'none', {
        stroke: alpha('#ffffff', 0.2),
        'stroke-width': 8,
        'stroke-linecap': 'round',
      }),
  };
  const cased: Drawing = {
    width: 760,
    height: 640,
    feet: [[0.3, 0.7]],
    svg:
      rect(10, 0, 740, 560, 60, alpha('#dfeaf2', 0.75), { stroke: alpha('#8fa4b8', 0.9), 'stroke-width': 10 }) +
      move(front.svg, 60, 40) +
      rect(
        10,
        0,
        740,
        560,
        60,
        ink.linear([alpha('#ffffff', 0.45), alpha('#ffffff', 0), alpha('#ffffff', 0.15)], 'diagonal'),
      ) +
      circle(525, 225, 150, 'none', { stroke: alpha('#8fa4b8', 0.9), 'stroke-width': 12 }) +
      rect(300, 556, 160, 84, 16, ink.linear(['#6a707c', '#15171d'])) +
      circle(380, 606, 18, '#0b0c10') +
      rect(690, 120, 66, 200, 20, ink.linear(['#5b616c', '#1a1c22'], 'right')),
  };
  return {
    front,
    other: cased,
    scene: { setting: 'nature', drawing: cased, size: [420, 400], x: 520, below: 140 },
    size: [720, 600],
  };
}

export function instantCamera(ink: Ink, art: ArtOf<'instantCamera'>): ProductDrawings {
  const tone = shades(art.colour);
  const front: Drawing = {
    width: 620,
    height: 640,
    feet: [[0.1, 0.9]],
    svg:
      path(
        'M120 10H500Q590 10 600 110Q620 320 600 530Q590 636 490 640H130Q30 636 20 530Q0 320 20 110Q30 10 120 10Z',
        ink.radial([tone.shine, [tone.base, 0.5], tone.dark], 0.34, 0.26, 0.85),
      ) +
      rect(400, 60, 130, 92, 30, ink.linear(['#ffffff', '#dfe6ea', '#aab6bd'], 'diagonal'), {
        stroke: alpha(tone.deep, 0.3),
        'stroke-width': 5,
      }) +
      repeat(5, (index) => rect(414 + index * 22, 72, 8, 68, 3, alpha('#8d9aa3', 0.35))) +
      rect(80, 70, 110, 78, 22, ink.linear(['#2a2d34', '#0b0c10'])) +
      ellipse(120, 96, 26, 13, alpha('#ffffff', 0.3)) +
      circle(310, 366, 204, alpha(tone.deep, 0.2)) +
      circle(310, 358, 200, ink.linear([tone.shine, tone.base, tone.dark], 'diagonal')) +
      circle(310, 358, 164, ink.linear(['#ffffff', mix(tone.light, '#ffffff', 0.4), tone.dark], 'diagonal')) +
      circle(310, 358, 122, ink.linear(['#3d414b', '#101116'], 'diagonal')) +
      lens(ink, 310, 358, 88, shades('graphite'), '#7a5fd0') +
      circle(92, 240, 27, ink.linear(['#ffffff', tone.dark], 'diagonal')) +
      rect(520, 480, 44, 12, 6, alpha(tone.deep, 0.5)) +
      path('M70 130Q84 50 160 42', 'none', {
        stroke: alpha('#ffffff', 0.75),
        'stroke-width': 14,
        'stroke-linecap': 'round',
      }),
  };
  const print = (degrees: number, x: number, screen: 'savanna' | 'balloons' | 'bloom') =>
    group(
      rect(6, 8, 210, 270, 6, alpha('#12172a', 0.2)) +
        rect(0, 0, 210, 270, 6, '#ffffff') +
        wallpaper(ink, screen, 16, 18, 178, 186, 2),
      { transform: `translate(${x} 330) rotate(${degrees} 105 270)` },
    );
  const prints: Drawing = {
    width: 900,
    height: 640,
    feet: [
      [0.07, 0.62],
      [0.66, 0.98],
    ],
    svg: print(12, 660, 'balloons') + print(-8, 610, 'savanna') + front.svg,
  };
  return {
    front,
    other: prints,
    scene: { setting: 'nature', drawing: prints, size: [600, 440], x: 520, below: 150 },
    size: [760, 680],
  };
}

export function securityCamera(ink: Ink, art: ArtOf<'securityCamera'>): ProductDrawings {
  const tone = shades(art.colour);
  const front = art.model === 'dome' ? panTilt(ink, tone) : bullet(ink, tone);
  return {
    front,
    other:
      art.model === 'dome'
        ? together(ink, panTilt(ink, tone), { ...memory(ink), feet: [[0, 1]] }, 0, 0)
        : boltedBullet(ink, tone),
    scene:
      art.model === 'dome'
        ? { setting: 'lounge', size: [260, 300], x: 470, below: 12 }
        : { setting: 'outside', drawing: boltedBullet(ink, tone), size: [520, 460], x: 520, below: -220 },
    closeUp: [0.5, 0.4, 1.8],
    size: [660, 680],
  };
}

function panTilt(ink: Ink, tone: Shades): Drawing {
  return {
    width: 420,
    height: 600,
    feet: [[0.1, 0.9]],
    svg:
      path(
        'M70 430H350L386 570Q388 600 350 600H70Q32 600 34 570Z',
        ink.linear([tone.dark, [tone.shine, 0.25], [tone.base, 0.6], tone.deep], 'right'),
      ) +
      ellipse(210, 430, 140, 30, ink.linear([tone.deep, tone.dark])) +
      circle(210, 226, 216, ink.radial([tone.shine, [tone.base, 0.52], tone.dark, tone.deep], 0.34, 0.28, 0.8)) +
      path('M64 380A216 216 0 0 0 356 380Q330 440 210 444T64 380Z', alpha(tone.deep, 0.4)) +
      ellipse(216, 226, 132, 140, ink.linear(['#30343d', '#0b0c10'], 'diagonal')) +
      lens(ink, 216, 210, 82, shades('graphite'), '#4f7fc4') +
      repeat(6, (index) =>
        circle(
          216 + 112 * Math.cos(((index + 0.5) * Math.PI) / 3),
          222 + 118 * Math.sin(((index + 0.5) * Math.PI) / 3),
          7,
          '#3a2030',
        ),
      ) +
      circle(216, 322, 6, '#6fe0a4') +
      path('M60 160Q90 60 180 36', 'none', {
        stroke: alpha('#ffffff', 0.6),
        'stroke-width': 14,
        'stroke-linecap': 'round',
      }) +
      rect(170, 530, 80, 11, 5, alpha(tone.deep, 0.3)) +
      repeat(7, (index) => circle(168 + index * 14, 564, 3.4, alpha(tone.deep, 0.5))),
  };
}

/** Plug and lead of the box. */
function memory(ink: Ink): Drawing {
  return {
    width: 240,
    height: 260,
    svg:
      path('M110 60Q10 40 20 150T130 240H220', 'none', {
        stroke: ink.linear(['#f2f4f7', '#b9bec8']),
        'stroke-width': 16,
        'stroke-linecap': 'round',
      }) +
      rect(96, 0, 120, 150, 20, ink.linear(['#ffffff', '#dfe3ea', '#aab1bd'], 'diagonal')) +
      rect(120, -36, 14, 40, 3, '#c9a45e') +
      rect(176, -36, 14, 40, 3, '#c9a45e'),
  };
}

function bulletHead(ink: Ink, tone: Shades): string {
  return (
    path(
      'M120 60H520Q560 60 560 100V250Q560 290 520 290H150Z',
      ink.linear([tone.shine, tone.base, tone.dark, tone.deep]),
    ) +
    path('M90 30H540Q580 30 584 64L560 96H150Z', ink.linear(['#ffffff', tone.light, tone.dark])) +
    ellipse(140, 176, 92, 128, ink.linear([tone.light, tone.dark], 'diagonal')) +
    ellipse(134, 176, 80, 114, ink.linear(['#30343d', '#0b0c10'], 'diagonal')) +
    group(lens(ink, 0, 0, 56, shades('graphite'), '#4f7fc4'), { transform: 'translate(126 156) scale(0.82 1)' }) +
    repeat(2, (index) => ellipse(98 + index * 62, 246, 13, 17, ink.radial(['#fff3c4', '#c9a45e']))) +
    circle(130, 262, 5, '#6fe0a4') +
    path('M250 90H500', 'none', { stroke: alpha('#ffffff', 0.85), 'stroke-width': 9, 'stroke-linecap': 'round' })
  );
}

function aerials(ink: Ink, tone: Shades): string {
  return [440, 500]
    .map((x) => rect(x, -130, 26, 200, 13, ink.linear([tone.shine, tone.base, tone.dark], 'right')))
    .join('');
}

function bullet(ink: Ink, tone: Shades): Drawing {
  return {
    width: 640,
    height: 620,
    feet: [[0.5, 0.86]],
    svg:
      group(aerials(ink, tone) + bulletHead(ink, tone), { transform: 'translate(0 130)' }) +
      path('M400 400Q400 480 430 520H470Q490 480 480 400Z', ink.linear([tone.light, tone.dark], 'right')) +
      ellipse(440, 570, 110, 34, ink.linear([tone.dark, tone.deep])) +
      ellipse(440, 552, 108, 32, ink.linear(['#ffffff', tone.base])) +
      circle(440, 470, 38, ink.radial([tone.shine, tone.base, tone.deep], 0.35, 0.3, 0.75)),
  };
}

/** On the wall, seen from the side of the yard. */
function boltedBullet(ink: Ink, tone: Shades): Drawing {
  return {
    width: 760,
    height: 560,
    feet: [],
    svg:
      ellipse(640, 330, 150, 150, ink.radial([alpha('#12172a', 0.3), alpha('#12172a', 0)])) +
      slab(ink, 650, 210, 90, 240, 24, tone, 4) +
      path('M470 400Q560 460 660 350', 'none', {
        stroke: ink.linear([tone.light, tone.dark]),
        'stroke-width': 44,
        'stroke-linecap': 'round',
      }) +
      circle(480, 404, 40, ink.radial([tone.shine, tone.base, tone.deep], 0.35, 0.3, 0.75)) +
      group(aerials(ink, tone) + bulletHead(ink, tone), { transform: 'translate(0 130)' }),
  };
}
