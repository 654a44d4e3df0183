import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { type Drawing, figures, slab } from '../kit/parts.ts';
import { circle, ellipse, group, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';

export function powerBank(ink: Ink, art: ArtOf<'powerBank'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'sky');
  const front = BANKS[art.model](ink, tone, accent);
  return {
    front,
    scene: { setting: 'desk', size: [320, 400], x: 570, below: 140 },
    size: art.model === 'magnetic' ? [560, 680] : [520, 720],
  };
}

function ports(count: number, y: number): string {
  return repeat(
    count,
    (index) =>
      rect(64 + index * 92, y, index === 0 ? 50 : 66, 16, index === 0 ? 8 : 3, '#06070a') +
      (index === 0 ? '' : rect(70 + index * 92, y + 8, 54, 6, 2, '#e8eaee')),
  );
}

const BANKS: Record<ArtOf<'powerBank'>['model'], (ink: Ink, tone: Shades, accent: string) => Drawing> = {
  display: (ink, tone, accent) => ({
    width: 380,
    height: 700,
    svg:
      path('M60 60Q30 -40 190 -6Q330 20 320 90', 'none', {
        stroke: ink.linear(['#5b616c', '#2a2d34'], 'right'),
        'stroke-width': 22,
        'stroke-linecap': 'round',
      }) +
      rect(294, 70, 52, 50, 10, ink.linear(['#e6e9ee', '#8d95a3'], 'right')) +
      slab(ink, 0, 60, 380, 640, 64, tone, 5) +
      path('M8 420L372 160V300L8 560Z', alpha('#ffffff', 0.05)) +
      rect(60, 150, 260, 150, 26, '#06070a') +
      figures('88%', 104, 184, 80, accent, 1.6) +
      ports(3, 84) +
      circle(190, 470, 22, 'none', { stroke: alpha(tone.shine, 0.5), 'stroke-width': 5 }) +
      rect(140, 610, 100, 10, 5, alpha(tone.shine, 0.5)),
  }),
  slab: (ink, tone, accent) => ({
    width: 400,
    height: 700,
    svg:
      polygon(
        [
          [340, 46],
          [400, 20],
          [400, 660],
          [340, 700],
        ],
        ink.linear([tone.dark, tone.deep]),
      ) +
      slab(ink, 0, 20, 352, 680, 40, tone, 5) +
      rect(
        24,
        120,
        304,
        480,
        26,
        ink.pattern(
          26,
          26,
          `${rect(0, 0, 26, 26, 0, tone.base)}${stroke('M0 26L26 0', mix(tone.base, tone.light, 0.6), 3)}`,
        ),
      ) +
      rect(24, 120, 304, 480, 26, ink.linear([alpha('#ffffff', 0.22), alpha('#000000', 0.25)], 'diagonal')) +
      ports(3, 44) +
      circle(58, 90, 14, '#fff7d8') +
      circle(58, 90, 22, alpha('#ffe9a8', 0.4)) +
      repeat(4, (index) => circle(210 + index * 30, 90, 8, index < 3 ? accent : alpha('#ffffff', 0.25))) +
      rect(126, 630, 100, 14, 7, alpha(accent, 0.9)),
  }),
  magnetic: (ink, tone, accent) => ({
    width: 470,
    height: 690,
    svg:
      slab(ink, 40, 0, 390, 690, 70, tone, 6) +
      circle(235, 300, 142, 'none', { stroke: ink.linear([tone.dark, tone.shine], 'diagonal'), 'stroke-width': 22 }) +
      rect(223, 470, 24, 84, 12, ink.linear([tone.dark, tone.light], 'right')) +
      circle(235, 300, 60, 'none', { stroke: alpha(accent, 0.8), 'stroke-width': 6 }) +
      path('M242 262L208 310H232L226 342L262 292H238Z', accent) +
      repeat(4, (index) => circle(190 + index * 30, 626, 7, index < 3 ? '#6fe0a4' : tone.dark)) +
      rect(424, 240, 10, 60, 5, tone.dark),
  }),
};

export function charger(ink: Ink, art: ArtOf<'charger'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'silver');
  const pin = (x: number, y: number, width: number, height: number) =>
    rect(x, y, width, height, 4, ink.linear(['#f6e7c4', '#c9a45e', '#8a6a30'], 'right'));
  const cable =
    art.model === 'single'
      ? path('M250 640C250 760 460 760 460 640S640 470 660 620', 'none', {
          stroke: ink.linear([tone.light, tone.dark]),
          'stroke-width': 18,
          'stroke-linecap': 'round',
        }) +
        rect(640, 600, 44, 90, 12, ink.linear([tone.shine, tone.dark], 'right')) +
        rect(650, 684, 24, 32, 6, '#b9bec8')
      : '';
  const front: Drawing = {
    width: art.model === 'single' ? 700 : 480,
    height: 740,
    feet: art.model === 'single' ? [[0.05, 0.94]] : [[0.08, 0.86]],
    svg:
      cable +
      pin(176, 0, 46, 130) +
      pin(70, 60, 90, 46) +
      pin(240, 60, 90, 46) +
      polygon(
        [
          [60, 110],
          [110, 80],
          [420, 80],
          [380, 110],
        ],
        ink.linear([tone.shine, tone.light], 'right'),
      ) +
      path('M378 112L424 82Q440 90 440 120V600Q440 640 420 656L378 690Z', ink.linear([tone.dark, tone.deep])) +
      slab(ink, 20, 106, 366, 590, 46, tone, 5) +
      path('M26 420L380 190V330L26 560Z', alpha('#ffffff', 0.08)) +
      (art.model === 'double'
        ? repeat(2, (index) =>
            rect(150, 500 + index * 62, 108, 34, 17, '#06070a', { stroke: accent, 'stroke-width': 4 }),
          ) +
          rect(140, 628, 128, 38, 5, '#06070a') +
          rect(150, 648, 108, 14, 3, '#e8eaee') +
          rect(150, 250, 108, 14, 7, accent) +
          rect(174, 280, 60, 10, 5, alpha('#ffffff', 0.4))
        : rect(150, 600, 104, 36, 18, '#14161b', { stroke: tone.dark, 'stroke-width': 4 }) +
          circle(203, 300, 26, 'none', { stroke: alpha(tone.deep, 0.35), 'stroke-width': 6 }) +
          path('M208 282L192 304H206L200 320L216 298H204Z', alpha(tone.deep, 0.5))),
  };
  return { front, scene: { setting: 'desk', size: [420, 420], x: 590, below: 150 }, size: [620, 690] };
}

export function cable(ink: Ink, art: ArtOf<'cable'>): ProductDrawings {
  const tone = shades(art.colour);
  const loop = (r: number, y: number) =>
    ellipse(350, y, r, r * 0.7, 'none', { stroke: tone.deep, 'stroke-width': 26 }) +
    ellipse(350, y - 4, r, r * 0.7, 'none', {
      stroke: ink.linear([tone.light, tone.base, tone.dark], 'diagonal'),
      'stroke-width': 22,
    }) +
    ellipse(350, y - 4, r, r * 0.7, 'none', {
      stroke: alpha('#ffffff', 0.28),
      'stroke-width': 22,
      'stroke-dasharray': '3 7',
    });
  const plug = (x: number, y: number, degrees: number) =>
    group(
      rect(-24, 0, 48, 110, 12, ink.linear(['#5b616c', '#2a2d34', '#121318'], 'right')) +
        rect(-24, 80, 48, 8, 0, tone.base) +
        rect(-15, 108, 30, 44, 9, ink.linear(['#f2f4f7', '#aab1bd', '#6a707c'], 'right')) +
        rect(-12, -30, 24, 34, 8, tone.dark),
      { transform: `translate(${x} ${y}) rotate(${degrees})` },
    );
  const front: Drawing = {
    width: 700,
    height: 620,
    feet: [[0.1, 0.9]],
    svg:
      loop(270, 300) +
      loop(244, 316) +
      loop(258, 284) +
      loop(226, 300) +
      stroke('M560 420C640 470 620 540 560 560M150 430C80 470 60 500 120 540', tone.deep, 26) +
      stroke(
        'M560 416C640 466 620 536 560 556M150 426C80 466 60 496 120 536',
        ink.linear([tone.light, tone.dark]),
        22,
      ) +
      plug(548, 556, 84) +
      plug(132, 540, -64) +
      rect(310, 472, 80, 52, 12, ink.linear(['#3d414b', '#15171d'])) +
      rect(324, 492, 52, 10, 5, alpha('#ffffff', 0.3)),
  };
  return { front, scene: { setting: 'desk', size: [480, 400], x: 590, below: 170 }, size: [760, 680] };
}
