import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import { desktopScreen } from '../kit/desktop-screen.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { type Drawing, KEY_ROWS, keys, shineOver, slab } from '../kit/parts.ts';
import { circle, group, move, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';
import { wallpaper } from '../kit/wallpapers.ts';

export function laptop(ink: Ink, art: ArtOf<'laptop'>): ProductDrawings {
  const tone = shades(art.colour);
  const front = openLaptop(ink, art, tone);
  return {
    front,
    other: lidAndDeck(ink, art, tone),
    scene: { setting: art.model === 'gaming' ? 'night' : 'desk', size: [640, 480], x: 560, below: 170 },
    closeUp: [0.3, 0.72, 2.1],
    size: [860, 640],
  };
}

/** Open, seen from the front and slightly above. */
function openLaptop(ink: Ink, art: ArtOf<'laptop'>, tone: Shades): Drawing {
  const lit = art.accent === undefined ? '#8f97a6' : hexOf(art.accent);
  const isGaming = art.model === 'gaming';
  const cap = isGaming
    ? ink.linear([mix(lit, '#15171d', 0.5), '#15171d'])
    : art.colour === 'silver' && art.model === 'office'
      ? '#5c626d'
      : '#23262d';
  return {
    width: 1000,
    height: 690,
    svg:
      slab(ink, 130, 0, 740, 486, 22, tone, 3) +
      rect(136, 6, 728, 476, 18, '#0a0b0f') +
      wallpaper(ink, art.screen ?? 'waves', 152, 24, 696, 428, 5) +
      desktopScreen(ink, 152, 24, 696, 428) +
      shineOver(ink, 152, 24, 696, 428, 5) +
      circle(500, 15, 3.4, '#2c3446') +
      rect(190, 478, 620, 16, 4, tone.deep) +
      polygon(
        [
          [130, 490],
          [870, 490],
          [1000, 664],
          [0, 664],
        ],
        ink.linear([mix(tone.base, tone.dark, 0.3), tone.base, tone.light]),
      ) +
      inPerspective(
        rect(70, 10, 860, 116, 8, alpha(tone.deep, 0.45)) +
          move(keys(KEY_ROWS, 844, 104, cap, 4, 4), 78, 16) +
          (isGaming ? move(keys(KEY_ROWS, 844, 104, alpha(lit, 0.16), 4, 4), 78, 16) : '') +
          (art.accent === 'red' ? circle(478, 70, 7, '#d8393d') : ''),
      ) +
      polygon(
        [
          [392, 606],
          [608, 606],
          [628, 656],
          [372, 656],
        ],
        ink.linear([alpha(tone.dark, 0.7), alpha(tone.light, 0.9)]),
        { stroke: alpha(tone.deep, 0.35), 'stroke-width': 2 },
      ) +
      path('M0 664H1000Q998 690 960 690H40Q2 690 0 664Z', ink.linear([tone.shine, tone.base, tone.deep])) +
      path('M410 664H590Q586 674 570 674H430Q414 674 410 664Z', tone.dark) +
      (isGaming ? rect(60, 684, 880, 5, 2, ink.linear([alpha(lit, 0), lit, alpha(lit, 0)], 'right')) : ''),
  };
}

/** Rows drawn on 1000 by 136, leaning away: each row is moved and narrowed towards the hinge. */
function inPerspective(content: string): string {
  return group(content, { transform: 'matrix(0.82 0 0 0.78 90 492)' });
}

/** Closed lid in front of the keyboard seen from above. */
function lidAndDeck(ink: Ink, art: ArtOf<'laptop'>, tone: Shades): Drawing {
  const lit = art.accent === undefined ? tone.shine : hexOf(art.accent);
  return {
    width: 900,
    height: 620,
    svg:
      slab(ink, 40, 0, 820, 540, 30, tone, 4) +
      path('M44 400L620 4H832L44 532Z', ink.linear([alpha('#ffffff', 0.16), alpha('#ffffff', 0.02)], 'right')) +
      (art.model === 'gaming'
        ? path('M450 214L520 254V318L450 358L380 318V254Z', 'none', { stroke: lit, 'stroke-width': 9 }) +
          stroke('M120 60L190 60M780 480L710 480', alpha(lit, 0.8), 8)
        : circle(450, 270, 34, ink.linear([alpha(tone.shine, 0.9), alpha(tone.dark, 0.8)], 'diagonal')) +
          circle(450, 270, 18, tone.base)) +
      path('M40 536H860L900 596Q900 620 872 620H28Q0 620 0 596Z', ink.linear([tone.dark, tone.base, tone.deep])) +
      rect(0, 592, 900, 8, 4, alpha(tone.shine, 0.8)) +
      repeat(2, (index) => rect(30 + index * 52, 604, 38, 8, 3, '#15171d')) +
      rect(800, 604, 60, 7, 3, '#15171d'),
  };
}
