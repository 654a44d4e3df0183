import type { ArtOf } from '../art.ts';
import type { ProductDrawings } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, type Shades, shades } from '../kit/palette.ts';
import { type Drawing, figures, shineOver, slab } from '../kit/parts.ts';
import { circle, ellipse, group, move, path, rect, repeat, stroke } from '../kit/shapes.ts';

export function watch(ink: Ink, art: ArtOf<'watch'>): ProductDrawings {
  const tone = shades(art.colour);
  const accent = hexOf(art.accent ?? 'sky');
  const front = WATCHES[art.model](ink, tone, accent);
  const turned: Drawing = {
    width: 620,
    height: 560,
    feet: [[0.24, 0.76]],
    svg:
      path('M90 330C20 80 180 0 310 0S600 80 530 330C500 500 430 560 310 560S120 500 90 330Z', 'none', {
        stroke: ink.linear([tone.light, tone.base, tone.deep], 'diagonal'),
        'stroke-width': 70,
      }) +
      path('M120 300C70 110 200 38 310 38S550 110 500 300', 'none', {
        stroke: alpha('#ffffff', 0.3),
        'stroke-width': 8,
        'stroke-linecap': 'round',
      }) +
      group(
        art.model === 'round'
          ? roundCase(ink, shades('graphite'), accent)
          : squareCase(ink, shades('silver'), accent, art.model === 'band'),
        { transform: 'translate(152 220) scale(0.98 0.98)' },
      ),
  };
  return {
    front,
    other: turned,
    scene: { setting: 'desk', drawing: turned, size: [430, 400], x: 570, below: 150 },
    closeUp: [0.5, 0.5, 1.9],
    size: [560, 760],
  };
}

const WATCHES: Record<ArtOf<'watch'>['model'], (ink: Ink, tone: Shades, accent: string) => Drawing> = {
  round: (ink, tone, accent) => ({
    width: 360,
    height: 800,
    feet: [[0.22, 0.78]],
    svg: strap(ink, tone, 360, 190) + move(roundCase(ink, shades('graphite'), accent), 22, 242),
  }),
  square: (ink, tone, accent) => ({
    width: 360,
    height: 800,
    feet: [[0.2, 0.8]],
    svg: strap(ink, tone, 360, 220) + move(squareCase(ink, shades('silver'), accent, false), 22, 222),
  }),
  band: (ink, tone, accent) => ({
    width: 360,
    height: 800,
    feet: [[0.26, 0.74]],
    svg: strap(ink, tone, 360, 150) + move(squareCase(ink, shades('graphite'), accent, true), 22, 210),
  }),
};

function strap(ink: Ink, tone: Shades, width: number, band: number): string {
  const left = (width - band) / 2;
  const fill = ink.linear([tone.dark, [tone.light, 0.25], [tone.base, 0.6], tone.deep], 'right');
  return (
    path(
      `M${left} 300L${left + 16} 40Q${left + 20} 0 ${width / 2} 0T${left + band - 16} 40L${left + band} 300Z`,
      fill,
    ) +
    path(
      `M${left} 500L${left + 14} 770Q${left + 18} 800 ${width / 2} 800T${left + band - 14} 770L${left + band} 500Z`,
      fill,
    ) +
    rect(left + 12, 46, band - 24, 30, 8, ink.linear([tone.light, tone.dark])) +
    repeat(6, (index) => ellipse(width / 2, 600 + index * 30, 9, 5, tone.deep))
  );
}

function rings(cx: number, cy: number, r: number, hues: readonly string[]): string {
  return hues
    .map(
      (hue, index) =>
        circle(cx, cy, r - index * 15, 'none', { stroke: alpha(hue, 0.25), 'stroke-width': 10 }) +
        stroke(arc(cx, cy, r - index * 15, [0.78, 0.6, 0.88][index] ?? 0.7), hue, 10),
    )
    .join('');
}

/** From twelve o'clock over a share of the circle. */
function arc(cx: number, cy: number, r: number, share: number): string {
  const angle = share * 2 * Math.PI - Math.PI / 2;
  return `M${cx} ${cy - r}A${r} ${r} 0 ${share > 0.5 ? 1 : 0} 1 ${Math.round(cx + r * Math.cos(angle))} ${Math.round(cy + r * Math.sin(angle))}`;
}

function roundCase(ink: Ink, metal: Shades, accent: string): string {
  return (
    rect(300, 110, 26, 34, 8, ink.linear([metal.light, metal.deep])) +
    rect(300, 176, 26, 34, 8, ink.linear([metal.light, metal.deep])) +
    circle(158, 158, 158, ink.linear([metal.shine, metal.base, metal.deep], 'diagonal')) +
    circle(158, 158, 144, ink.linear([metal.deep, metal.light], 'diagonal')) +
    circle(158, 158, 138, '#06070a') +
    repeat(12, (index) =>
      group(rect(155, 28, 6, index % 3 === 0 ? 20 : 11, 3, alpha('#ffffff', index % 3 === 0 ? 0.95 : 0.5)), {
        transform: `rotate(${index * 30} 158 158)`,
      }),
    ) +
    figures('10:09', 84, 120, 50, '#ffffff', 1.6) +
    rect(118, 188, 80, 8, 4, accent) +
    stroke(arc(158, 228, 26, 0.7), '#6fe0a4', 8) +
    stroke(arc(158, 84, 15, 0.6), '#ff8a5c', 6) +
    ellipse(110, 84, 60, 30, alpha('#ffffff', 0.07), { transform: 'rotate(-36 110 84)' })
  );
}

function squareCase(ink: Ink, metal: Shades, accent: string, isSlim: boolean): string {
  const width = isSlim ? 204 : 316;
  const left = (316 - width) / 2;
  const height = isSlim ? 390 : 360;
  return (
    (isSlim
      ? ''
      : rect(308, 92, 22, 66, 9, ink.linear([metal.light, metal.deep])) + rect(312, 200, 9, 80, 4, metal.dark)) +
    slab(ink, left, 0, width, height, isSlim ? 92 : 84, metal, 5) +
    rect(left + 12, 12, width - 24, height - 24, isSlim ? 82 : 74, '#06070a') +
    (isSlim
      ? figures('10', 122, 78, 62, '#ffffff', 1.6) +
        figures('09', 122, 156, 62, accent, 1.6) +
        stroke(arc(158, 288, 40, 0.72), '#6fe0a4', 10) +
        circle(158, 288, 40, 'none', { stroke: alpha('#6fe0a4', 0.25), 'stroke-width': 10 }) +
        rect(140, 284, 36, 8, 4, '#ffffff')
      : figures('10:09', 116, 48, 54, '#ffffff', 1.5) +
        rings(112, 218, 70, ['#ff5f7a', '#a6e84f', '#43d9e8']) +
        rect(200, 150, 76, 50, 16, alpha(accent, 0.95)) +
        rect(200, 212, 76, 50, 16, alpha('#ffffff', 0.2)) +
        circle(222, 237, 10, '#f2c14e') +
        rect(40, 310, 236, 10, 5, alpha('#ffffff', 0.3))) +
    shineOver(ink, left + 12, 12, width - 24, height - 24, isSlim ? 82 : 74)
  );
}
