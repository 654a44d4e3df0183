import type { ArtOf } from '../art.ts';
import { type ProductDrawings, together } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, shades } from '../kit/palette.ts';
import type { Drawing } from '../kit/parts.ts';
import { circle, group, move, path, rect, stroke } from '../kit/shapes.ts';

export function flashDrive(ink: Ink, art: ArtOf<'flashDrive'>): ProductDrawings {
  const tone = shades(art.colour);
  const metal = shades(art.accent ?? 'steel');
  const stick =
    rect(0, 0, 150, 120, 8, ink.linear([metal.shine, metal.base, metal.dark])) +
    rect(24, 26, 34, 26, 4, '#2a2d34') +
    rect(24, 68, 34, 26, 4, '#2a2d34') +
    rect(120, 0, 30, 120, 0, alpha('#10131c', 0.14)) +
    path(
      'M140 -14H520Q570 -14 570 36V84Q570 134 520 134H140Z',
      ink.linear([metal.shine, metal.light, metal.base, metal.dark]),
    ) +
    path('M250 -10H520Q566 -10 566 36V84Q566 130 520 130H190Z', ink.linear([tone.light, tone.base, tone.deep])) +
    circle(520, 60, 22, '#dfe3ea', { stroke: tone.deep, 'stroke-width': 6 }) +
    circle(520, 60, 13, mix('#dfe3ea', '#8d95a3', 0.5)) +
    rect(260, 46, 130, 14, 7, alpha('#ffffff', 0.85)) +
    rect(260, 72, 84, 10, 5, alpha('#ffffff', 0.45)) +
    rect(200, -8, 320, 5, 2, alpha('#ffffff', 0.4));
  const front: Drawing = {
    width: 640,
    height: 420,
    feet: [[0.1, 0.86]],
    svg: group(stick, { transform: 'translate(40 270) rotate(-24)' }),
  };
  const flat: Drawing = { width: 580, height: 150, svg: move(stick, 4, 14) };
  return {
    front,
    other: flat,
    scene: { setting: 'desk', drawing: flat, size: [420, 140], x: 580, below: 150 },
    size: [740, 640],
  };
}

export function ssd(ink: Ink, art: ArtOf<'ssd'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'orange');
  const drive: Drawing = {
    width: 400,
    height: 700,
    feet: [[0.06, 0.94]],
    svg:
      path(
        'M60 0H340Q400 0 400 60V640Q400 700 340 700H60Q0 700 0 640V60Q0 0 60 0ZM300 40A44 44 0 1 0 344 84Q344 40 300 40Z',
        ink.linear([tone.light, tone.base, tone.deep], 'diagonal'),
        { 'fill-rule': 'evenodd' },
      ) +
      path('M300 30A54 54 0 1 0 354 84Q354 30 300 30Z', 'none', { stroke: accent, 'stroke-width': 20 }) +
      rect(
        36,
        190,
        328,
        440,
        30,
        ink.pattern(20, 20, `${rect(0, 0, 20, 20, 0, mix(tone.base, tone.dark, 0.5))}${circle(10, 10, 3, tone.deep)}`),
      ) +
      rect(80, 300, 180, 22, 11, alpha('#ffffff', 0.85)) +
      rect(80, 338, 120, 14, 7, alpha('#ffffff', 0.45)) +
      rect(80, 540, 90, 34, 8, accent) +
      path('M30 620V70Q30 30 66 28', 'none', {
        stroke: alpha('#ffffff', 0.3),
        'stroke-width': 7,
        'stroke-linecap': 'round',
      }),
  };
  const lead: Drawing = {
    width: 300,
    height: 420,
    feet: [[0.1, 0.9]],
    svg:
      path('M150 70C20 120 20 330 150 340S280 200 150 170', 'none', {
        stroke: ink.linear(['#5b616c', '#22252c']),
        'stroke-width': 22,
        'stroke-linecap': 'round',
      }) +
      rect(124, 0, 52, 84, 12, ink.linear(['#5b616c', '#15171d'], 'right')) +
      rect(134, -26, 32, 32, 8, '#c4c9d1') +
      rect(204, 330, 52, 84, 12, ink.linear(['#5b616c', '#15171d'], 'right')) +
      stroke('M150 340Q230 350 230 330', '#2a2d34', 22),
  };
  return {
    front: drive,
    other: together(ink, drive, lead, 30, 20),
    scene: { setting: 'desk', size: [260, 400], x: 580, below: 140 },
    size: [560, 700],
  };
}

export function memoryCard(ink: Ink, art: ArtOf<'memoryCard'>): ProductDrawings {
  const tone = shades(art.colour);
  const second = shades(art.accent ?? 'silver');
  const micro = (x: number, y: number, scale: number) =>
    move(
      path(
        'M20 0H190Q210 0 214 18L222 70Q224 84 238 90Q250 98 250 116V330Q250 350 230 350H20Q0 350 0 330V20Q0 0 20 0Z',
        ink.linear(['#3d414b', '#1d1f25', '#0b0c10'], 'diagonal'),
      ) +
        path(
          'M0 180H250V330Q250 350 230 350H20Q0 350 0 330Z',
          ink.linear([tone.light, tone.base, tone.dark], 'diagonal'),
        ) +
        rect(24, 214, 120, 16, 8, alpha('#ffffff', 0.9)) +
        rect(24, 244, 80, 12, 6, alpha('#ffffff', 0.55)) +
        circle(206, 300, 22, 'none', { stroke: '#ffffff', 'stroke-width': 5 }) +
        rect(24, 40, 130, 20, 10, alpha('#ffffff', 0.85)) +
        rect(24, 76, 84, 12, 6, alpha('#ffffff', 0.4)),
      x,
      y,
      scale,
    );
  const front: Drawing = {
    width: 760,
    height: 560,
    feet: [
      [0, 0.5],
      [0.6, 0.98],
    ],
    svg:
      path(
        'M20 0H300L380 80V540Q380 560 360 560H20Q0 560 0 540V20Q0 0 20 0Z',
        ink.linear([second.shine, second.base, second.dark], 'diagonal'),
      ) +
      rect(-6, 150, 16, 60, 5, tone.base) +
      rect(34, 60, 250, 320, 14, ink.linear(['#3d414b', '#15171d'], 'diagonal')) +
      rect(34, 240, 250, 140, 14, ink.linear([tone.light, tone.dark], 'diagonal')) +
      rect(34, 240, 250, 20, 0, tone.base) +
      rect(60, 100, 150, 20, 10, alpha('#ffffff', 0.85)) +
      rect(60, 136, 96, 12, 6, alpha('#ffffff', 0.4)) +
      rect(60, 300, 110, 14, 7, alpha('#ffffff', 0.85)) +
      path('M250 440L282 486H218Z', second.dark) +
      micro(458, 148, 1.18),
  };
  return { front, scene: { setting: 'desk', size: [380, 300], x: 580, below: 150 }, size: [700, 620] };
}
