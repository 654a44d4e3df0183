import type { ArtOf, Screen } from '../art.ts';
import { type ProductDrawings, together } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, mix, type Shades, shades } from '../kit/palette.ts';
import { type Drawing, figures, keys, lens, shineOver, slab } from '../kit/parts.ts';
import { circle, ellipse, group, path, rect, repeat } from '../kit/shapes.ts';
import { wallpaper } from '../kit/wallpapers.ts';

const WIDTH = 300;
const HEIGHT = 624;

export function phone(ink: Ink, art: ArtOf<'phone'>): ProductDrawings {
  const tone = shades(art.colour);
  const screen = art.screen ?? 'waves';
  const front = glassFront(ink, tone, screen);
  const back = phoneBack(ink, art, tone);
  return {
    front: together(ink, back, front, 86, 14),
    other: backAndEdge(ink, back, tone),
    scene: { setting: 'desk', drawing: withCharger(ink, front), size: [620, 600], x: 560, below: 150 },
    closeUp: [0.3, 0.26, 2.1],
    size: [680, 740],
  };
}

function body(ink: Ink, tone: Shades, width: number, height: number, r: number): string {
  return (
    rect(width - 2, height * 0.2, 5, height * 0.1, 2, tone.deep) +
    rect(width - 2, height * 0.33, 5, height * 0.06, 2, tone.deep) +
    rect(0, 0, width, height, r, ink.linear([tone.shine, [tone.base, 0.2], [tone.dark, 0.8], tone.deep], 'diagonal'))
  );
}

function glassFront(ink: Ink, tone: Shades, screen: Screen): Drawing {
  return {
    width: WIDTH,
    height: HEIGHT,
    feet: [[0.04, 0.96]],
    svg:
      body(ink, tone, WIDTH, HEIGHT, 46) +
      rect(4, 4, WIDTH - 8, HEIGHT - 8, 43, '#0a0b0f') +
      wallpaper(ink, screen, 12, 12, WIDTH - 24, HEIGHT - 24, 36) +
      lockScreen() +
      shineOver(ink, 12, 12, WIDTH - 24, HEIGHT - 24, 36) +
      circle(WIDTH / 2, 34, 8, '#06070a') +
      circle(WIDTH / 2 - 2, 32, 2.2, '#33405f'),
  };
}

function lockScreen(): string {
  const white = alpha('#ffffff', 0.95);
  return (
    figures('10:09', 82, 92, 54, white, 1.25) +
    rect(108, 166, 84, 8, 4, alpha('#ffffff', 0.75)) +
    rect(30, 28, 34, 8, 4, alpha('#ffffff', 0.8)) +
    rect(246, 27, 22, 10, 3, alpha('#ffffff', 0.8)) +
    rect(226, 29, 14, 8, 2, alpha('#ffffff', 0.55)) +
    rect(30, 470, 240, 58, 20, alpha('#ffffff', 0.3)) +
    circle(60, 499, 15, alpha('#ffffff', 0.9)) +
    rect(86, 488, 110, 8, 4, alpha('#ffffff', 0.92)) +
    rect(86, 503, 150, 7, 3.5, alpha('#ffffff', 0.6)) +
    circle(56, 568, 19, alpha('#10131c', 0.32)) +
    circle(244, 568, 19, alpha('#10131c', 0.32)) +
    circle(56, 568, 6, white) +
    rect(237, 563, 14, 10, 3, white) +
    rect(106, 590, 88, 5, 2.5, white)
  );
}

function phoneBack(ink: Ink, art: ArtOf<'phone'>, tone: Shades): Drawing {
  return {
    width: WIDTH,
    height: HEIGHT,
    feet: [[0.04, 0.96]],
    svg:
      body(ink, tone, WIDTH, HEIGHT, 46) +
      rect(
        5,
        5,
        WIDTH - 10,
        HEIGHT - 10,
        42,
        ink.linear([mix(tone.light, '#ffffff', 0.15), [tone.base, 0.46], tone.dark], 'diagonal'),
      ) +
      path(
        `M5 ${HEIGHT * 0.72}L${WIDTH - 5} ${HEIGHT * 0.26}V${HEIGHT * 0.52}L5 ${HEIGHT * 0.94}Z`,
        ink.linear([alpha('#ffffff', 0.16), alpha('#ffffff', 0.02)], 'right'),
      ) +
      cameras(ink, art.model, tone) +
      mark(tone, art.model),
  };
}

/** A wordless mark where the maker's name would be. */
function mark(tone: Shades, model: ArtOf<'phone'>['model']): string {
  const ink = alpha(tone.shine, 0.75);
  return model === 'duo' || model === 'square'
    ? circle(WIDTH / 2, HEIGHT * 0.5, 17, 'none', { stroke: ink, 'stroke-width': 4 })
    : rect(WIDTH / 2 - 40, HEIGHT * 0.88, 80, 8, 4, ink);
}

const CAMERAS: Record<ArtOf<'phone'>['model'], (ink: Ink, tone: Shades) => string> = {
  column: (ink, tone) =>
    repeat(
      3,
      (index) =>
        circle(66, 74 + index * 78, 33, alpha(tone.deep, 0.3)) +
        lens(ink, 64, 70 + index * 78, 31, tone, ['#5d78c9', '#7d6bd0', '#4f9fc4'][index]),
    ) +
    lens(ink, 124, 96, 14, tone) +
    flash(ink, 124, 146),
  square: (ink, tone) =>
    slab(ink, 20, 20, 160, 160, 44, tone, 3) +
    lens(ink, 62, 62, 32, tone) +
    lens(ink, 62, 138, 32, tone, '#7d6bd0') +
    lens(ink, 138, 100, 32, tone, '#4f9fc4') +
    flash(ink, 138, 46) +
    circle(138, 156, 8, '#15171d'),
  duo: (ink, tone) =>
    slab(ink, 24, 24, 92, 164, 44, tone, 3) +
    lens(ink, 70, 70, 34, tone) +
    lens(ink, 70, 142, 34, tone, '#7d6bd0') +
    flash(ink, 138, 60),
  ring: (ink, tone) =>
    circle(WIDTH / 2, 122, 96, alpha(tone.deep, 0.25)) +
    circle(WIDTH / 2, 118, 94, ink.linear([tone.shine, tone.base, tone.deep], 'diagonal')) +
    circle(WIDTH / 2, 118, 86, ink.linear(['#2c3038', '#101218'], 'diagonal')) +
    lens(ink, WIDTH / 2 - 38, 96, 30, tone) +
    lens(ink, WIDTH / 2 + 38, 96, 30, tone, '#4f9fc4') +
    lens(ink, WIDTH / 2, 160, 24, tone, '#7d6bd0') +
    flash(ink, WIDTH / 2, 66),
  bar: (ink, tone) =>
    slab(ink, 22, 30, 256, 104, 52, tone, 3) +
    rect(30, 38, 240, 88, 44, ink.linear(['#343841', '#14161c'], 'diagonal')) +
    lens(ink, 76, 82, 34, tone) +
    lens(ink, 156, 82, 30, tone, '#7d6bd0') +
    lens(ink, 218, 66, 15, tone, '#4f9fc4') +
    flash(ink, 220, 104),
};

function cameras(ink: Ink, model: ArtOf<'phone'>['model'], tone: Shades): string {
  return CAMERAS[model](ink, tone);
}

function flash(ink: Ink, x: number, y: number): string {
  return (
    circle(x, y, 11, ink.radial(['#fffdf0', '#ffe9b0', '#e2bd7a'], 0.4, 0.4, 0.65)) +
    circle(x, y, 5, alpha('#ffffff', 0.8))
  );
}

/** The back beside the thin edge with its keys. */
function backAndEdge(ink: Ink, back: Drawing, tone: Shades): Drawing {
  const edge =
    rect(0, 0, 34, HEIGHT, 17, ink.linear([tone.dark, [tone.shine, 0.3], [tone.base, 0.6], tone.deep], 'right')) +
    rect(10, 40, 3, HEIGHT - 80, 1.5, alpha(tone.deep, 0.5)) +
    rect(11, 118, 12, 92, 6, ink.linear([tone.light, tone.dark])) +
    rect(11, 236, 12, 54, 6, ink.linear([tone.light, tone.dark])) +
    rect(-9, 40, 12, 120, 6, ink.linear([tone.light, tone.deep]));
  return {
    width: WIDTH + 120,
    height: HEIGHT,
    feet: [
      [0.03, 0.69],
      [0.9, 1],
    ],
    svg: back.svg + group(edge, { transform: `translate(${WIDTH + 86} 0)` }),
  };
}

/** The phone leaning on a round charging stand. */
function withCharger(ink: Ink, front: Drawing): Drawing {
  return {
    width: front.width + 60,
    height: front.height + 40,
    feet: [[0.08, 0.92]],
    svg:
      ellipse(180, front.height + 22, 150, 18, ink.linear(['#f7f5f2', '#c9c4bd'])) +
      rect(150, front.height - 40, 60, 60, 8, ink.linear(['#e9e6e1', '#b9b3ab'], 'right')) +
      group(front.svg, { transform: `translate(30 0)` }) +
      rect(96, front.height - 8, 168, 26, 12, ink.linear(['#fbfaf8', '#cfcac3'])),
  };
}

export function featurePhone(ink: Ink, art: ArtOf<'featurePhone'>): ProductDrawings {
  const tone = shades(art.colour);
  const front = keypadPhone(ink, tone, art.screen ?? 'ocean');
  const back: Drawing = {
    width: 250,
    height: 600,
    svg:
      slab(ink, 0, 0, 250, 600, 58, tone, 4) +
      slab(ink, 14, 90, 222, 490, 48, tone, 2) +
      lens(ink, 125, 50, 20, tone) +
      repeat(4, (row) => repeat(7, (column) => circle(83 + column * 14, 150 + row * 14, 3.4, tone.deep))) +
      rect(85, 340, 80, 9, 4, alpha(tone.shine, 0.7)),
  };
  return {
    front: together(ink, back, front, 70, 12),
    other: back,
    scene: { setting: 'desk', drawing: front, size: [500, 520], x: 580, below: 140 },
    closeUp: [0.7, 0.3, 1.6],
    size: [640, 720],
  };
}

function keypadPhone(ink: Ink, tone: Shades, screen: Screen): Drawing {
  const key = ink.linear([mix(tone.base, '#ffffff', 0.16), tone.dark]);
  return {
    width: 250,
    height: 600,
    feet: [[0.1, 0.9]],
    svg:
      slab(ink, 0, 0, 250, 600, 58, tone, 4) +
      rect(92, 24, 66, 9, 4.5, tone.deep) +
      rect(22, 48, 206, 226, 18, '#0b0d12') +
      wallpaper(ink, screen, 34, 60, 182, 200, 6) +
      figures('10:09', 66, 82, 34, '#ffffff', 1.5) +
      repeat(
        3,
        (index) =>
          rect(46 + index * 56, 206, 46, 42, 10, alpha('#ffffff', 0.34)) +
          circle(69 + index * 56, 227, 10, alpha('#ffffff', 0.9)),
      ) +
      shineOver(ink, 34, 60, 182, 200, 6) +
      rect(28, 294, 58, 26, 10, key) +
      rect(164, 294, 58, 26, 10, key) +
      rect(28, 328, 58, 26, 10, key) +
      rect(164, 328, 58, 26, 10, key) +
      rect(40, 304, 30, 5, 2.5, '#52c27a') +
      rect(180, 304, 30, 5, 2.5, '#e26a5d') +
      rect(94, 292, 62, 64, 16, ink.linear([tone.shine, tone.base, tone.dark], 'diagonal')) +
      rect(110, 308, 30, 32, 8, tone.dark) +
      group(
        keys(
          Array.from({ length: 4 }, () => [1, 1, 1]),
          194,
          200,
          key,
          8,
          12,
        ),
        { transform: 'translate(28 372)' },
      ) +
      repeat(12, (index) =>
        rect(49 + (index % 3) * 67, 388 + Math.floor(index / 3) * 52, 24, 8, 4, alpha('#ffffff', 0.85)),
      ),
  };
}

export function tablet(ink: Ink, art: ArtOf<'tablet'>): ProductDrawings {
  const tone = shades(art.colour);
  const [width, height] = [820, 570];
  const pen =
    art.model === 'pen'
      ? rect(150, -26, 420, 20, 10, ink.linear(['#ffffff', '#e6e8ec', '#b4b9c2'])) +
        rect(540, -26, 30, 20, 10, '#d5d8de')
      : '';
  const front: Drawing = {
    width,
    height: height + (pen === '' ? 0 : 26),
    svg: group(
      pen +
        body(ink, tone, width, height, 40) +
        rect(5, 5, width - 10, height - 10, 36, '#0a0b0f') +
        wallpaper(ink, art.screen ?? 'waves', 28, 28, width - 56, height - 56, 14) +
        rect(56, 66, 220, 150, 26, alpha('#ffffff', 0.32)) +
        figures('10:09', 84, 96, 50, '#ffffff', 1.3) +
        rect(84, 172, 110, 10, 5, alpha('#ffffff', 0.8)) +
        repeat(8, (index) =>
          rect(
            330 + (index % 4) * 108,
            78 + Math.floor(index / 4) * 112,
            70,
            70,
            18,
            ['#ffffff', '#ff8a5c', '#4fb06d', '#3f7fd6', '#f2c14e', '#8d6be8', '#2a9d96', '#f27d9b'][index] ?? '#fff',
            { opacity: 0.94 },
          ),
        ) +
        rect(220, 462, 380, 62, 24, alpha('#ffffff', 0.35)) +
        repeat(5, (index) =>
          rect(
            246 + index * 68,
            471,
            44,
            44,
            12,
            ['#4fb06d', '#3f7fd6', '#ffffff', '#f2736b', '#f2c14e'][index] ?? '#fff',
          ),
        ) +
        shineOver(ink, 28, 28, width - 56, height - 56, 14) +
        circle(width / 2, 16, 5, '#262b36'),
      { transform: `translate(0 ${pen === '' ? 0 : 26})` },
    ),
  };
  const back: Drawing = {
    width,
    height,
    svg:
      body(ink, tone, width, height, 40) +
      rect(5, 5, width - 10, height - 10, 36, ink.linear([tone.light, tone.base, tone.dark], 'diagonal')) +
      path(`M5 ${height * 0.8}L${width - 5} ${height * 0.2}V${height * 0.5}L5 ${height - 20}Z`, alpha('#ffffff', 0.1)) +
      slab(ink, 30, 30, 96, 96, 34, tone, 3) +
      lens(ink, 78, 78, 30, tone) +
      circle(width / 2, height / 2, 22, 'none', { stroke: alpha(tone.shine, 0.8), 'stroke-width': 5 }),
  };
  return {
    front,
    other: back,
    scene: { setting: 'desk', size: [620, 470], x: 550, below: 110 },
    closeUp: [0.3, 0.3, 1.6],
    size: [780, 640],
  };
}
