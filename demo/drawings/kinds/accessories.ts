import type { ArtOf } from '../art.ts';
import { type Subject, together } from '../kit/compose.ts';
import type { Ink } from '../kit/ink.ts';
import { alpha, hexOf, mix, type Shades, shades } from '../kit/palette.ts';
import { type Drawing, figures, shineOver, slab } from '../kit/parts.ts';
import { circle, ellipse, group, move, path, polygon, rect, repeat, stroke } from '../kit/shapes.ts';

export function watch(ink: Ink, art: ArtOf<'watch'>): Subject {
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

export function powerBank(ink: Ink, art: ArtOf<'powerBank'>): Subject {
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

export function charger(ink: Ink, art: ArtOf<'charger'>): Subject {
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

export function cable(ink: Ink, art: ArtOf<'cable'>): Subject {
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

export function flashDrive(ink: Ink, art: ArtOf<'flashDrive'>): Subject {
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

export function ssd(ink: Ink, art: ArtOf<'ssd'>): Subject {
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

export function memoryCard(ink: Ink, art: ArtOf<'memoryCard'>): Subject {
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
