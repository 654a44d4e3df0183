import { blur, GROUND, setting, type Setting, studio } from './backdrops.ts';
import { type Ink, round } from './ink.ts';
import { type Mood, SIDE } from './moods.ts';
import { alpha, mix, shadesOf } from './palette.ts';
import type { Drawing } from './parts.ts';
import { circle, ellipse, group, move, polygon, rect } from './shapes.ts';

/** What a kind of product gives to make its pictures of. */
export interface ProductDrawings {
  front: Drawing;
  /** Back, open, from the side, or with its accessories; without it the product stands beside its carton. */
  other?: Drawing;
  scene: {
    setting: Setting;
    /** Drawn in the scene instead of `front`. */
    drawing?: Drawing;
    /** Largest width and height in the scene, of 1000. */
    size: readonly [width: number, height: number];
    /** Centre across, and how far below the edge of the ground it stands. */
    x?: number;
    below?: number;
  };
  /** Centre of the close-up as shares of `front`, and how many times larger than in the studio. */
  closeUp?: readonly [x: number, y: number, zoom: number];
  /** Largest width and height in the studio, of 1000. */
  size?: readonly [width: number, height: number];
}

export type Shot = 'front' | 'other' | 'scene' | 'closeUp';

const STUDIO_SIZE = [720, 720] as const;

/** One picture as a whole SVG document of 1000 by 1000. */
export function composePicture(ink: Ink, drawings: ProductDrawings, shot: Shot, mood: Mood): string {
  const content = SHOTS[shot](ink, drawings, mood);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><defs>${ink.defs()}</defs>${content}</svg>`;
}

const SHOTS: Record<Shot, (ink: Ink, drawings: ProductDrawings, mood: Mood) => string> = {
  front: (ink, drawings, mood) => studio(ink, mood) + centred(ink, drawings.front, drawings.size),
  other: (ink, drawings, mood) =>
    studio(ink, mood) +
    (drawings.other === undefined ? beside(ink, drawings.front, mood) : centred(ink, drawings.other, drawings.size)),
  scene: (ink, { front, scene }, mood) => {
    const drawing = scene.drawing ?? front;
    const [x, y] = [scene.x ?? 500, GROUND[scene.setting] + (scene.below ?? 120)];
    return stepCloser(
      setting(ink, scene.setting, mood) + stand(ink, drawing, x, y, scene.size, 1.35),
      drawing,
      x,
      y,
      scene.size,
    );
  },
  closeUp: (ink, { front, closeUp, size }, mood) => {
    const [x, y, zoom] = closeUp ?? [0.5, 0.4, 2];
    const scale = fit(front, size ?? STUDIO_SIZE) * zoom;
    return (
      blur(ink, mood) + move(front.svg, SIDE / 2 - x * front.width * scale, SIDE / 2 - y * front.height * scale, scale)
    );
  },
};

/** Crops a scene towards its product, until that fills most of the picture. */
function stepCloser(content: string, drawing: Drawing, x: number, y: number, size: readonly [number, number]): string {
  const scale = fit(drawing, size);
  const [width, height] = [drawing.width * scale, drawing.height * scale];
  const zoom = Math.min(1.75, Math.max(1, 640 / Math.max(width, height * 1.04)));
  const side = SIDE / zoom;
  const within = (middle: number) => Math.min(SIDE - side, Math.max(0, middle - side / 2));
  return group(content, {
    transform: `scale(${round(zoom)}) translate(${round(-within(x - 30))} ${round(-within(y - height * 0.5 - 20))})`,
  });
}

function fit(drawing: Drawing, [width, height]: readonly [number, number]): number {
  return Math.min(width / drawing.width, height / drawing.height);
}

function centred(ink: Ink, drawing: Drawing, size: readonly [number, number] = STUDIO_SIZE): string {
  const height = drawing.height * fit(drawing, size);
  // A tall product stands low, a flat one nearer to the middle.
  return stand(ink, drawing, SIDE / 2, Math.min(878, SIDE / 2 + height / 2 + 30), size);
}

/** Puts a drawing on the ground at `y`, with its contact shadow to the right of the light. */
export function stand(
  ink: Ink,
  drawing: Drawing,
  x: number,
  y: number,
  size: readonly [number, number],
  weight = 1,
): string {
  const scale = fit(drawing, size);
  const width = drawing.width * scale;
  const left = x - width / 2;
  const shadows = (drawing.feet ?? [[0, 1]])
    .map(([from, to]) => shadow(ink, left + from * width, left + to * width, y, weight))
    .join('');
  return shadows + move(drawing.svg, left, y - drawing.height * scale, scale);
}

function shadow(ink: Ink, from: number, to: number, y: number, weight: number): string {
  const half = (to - from) / 2;
  const centre = (from + to) / 2;
  const depth = Math.min(46, 16 + half * 0.11);
  return (
    ellipse(
      centre + half * 0.1,
      y + depth * 0.1,
      half * 1.22,
      depth,
      ink.radial([
        [alpha('#1b2236', 0.3 * weight), 0],
        [alpha('#1b2236', 0.14 * weight), 0.55],
        [alpha('#1b2236', 0), 1],
      ]),
    ) +
    ellipse(
      centre + half * 0.02,
      y,
      half * 1.03,
      depth * 0.36,
      ink.radial([
        [alpha('#12172a', 0.6), 0],
        [alpha('#12172a', 0.34), 0.6],
        [alpha('#12172a', 0), 1],
      ]),
    )
  );
}

/** The product beside the carton it comes in. */
function beside(ink: Ink, drawing: Drawing, mood: Mood): string {
  const isWide = drawing.width > drawing.height * 1.25;
  const box = carton(ink, drawing, mood);
  return isWide
    ? stand(ink, box, 650, 690, [560, 420]) + stand(ink, drawing, 400, 860, [600, 400])
    : stand(ink, box, 670, 806, [480, 600]) + stand(ink, drawing, 300, 858, [400, 540]);
}

function carton(ink: Ink, drawing: Drawing, mood: Mood): Drawing {
  const wide = drawing.width / drawing.height;
  const width = wide > 1 ? 420 : Math.max(280, 420 * wide);
  const height = wide > 1 ? Math.max(280, 420 / wide) : 420;
  const depth = 90;
  const rise = 36;
  const paper = shadesOf(mix(mood.wall, '#ffffff', 0.5));
  const band = mix(mood.tint, '#ffffff', 0.1);
  const scale = Math.min((width * 0.72) / drawing.width, (height * 0.62) / drawing.height);
  return {
    width: width + depth,
    height: height + rise,
    svg:
      polygon(
        [
          [0, rise],
          [depth, 0],
          [width + depth, 0],
          [width, rise],
        ],
        ink.linear(['#ffffff', paper.base], 'right'),
      ) +
      polygon(
        [
          [width, rise],
          [width + depth, 0],
          [width + depth, height + rise - 22],
          [width, height + rise],
        ],
        ink.linear([mix(paper.base, '#5b6478', 0.3), mix(paper.base, '#5b6478', 0.48)]),
      ) +
      rect(0, rise, width, height, 4, ink.linear(['#ffffff', paper.base], 'diagonal')) +
      polygon(
        [
          [0, rise + height * 0.84],
          [width, rise + height * 0.84],
          [width, rise + height],
          [0, rise + height],
        ],
        ink.linear([band, mix(band, '#1b2236', 0.2)], 'right'),
      ) +
      polygon(
        [
          [width, rise + height * 0.84],
          [width + depth, height * 0.84],
          [width + depth, height + rise - 22],
          [width, rise + height],
        ],
        mix(band, '#1b2236', 0.42),
      ) +
      circle(34, rise + 36, 13, band) +
      rect(56, rise + 29, 78, 6, 3, alpha('#2a3346', 0.5)) +
      rect(56, rise + 40, 50, 5, 2.5, alpha('#2a3346', 0.28)) +
      rect(26, rise + height * 0.9, 96, 8, 4, alpha('#ffffff', 0.8)) +
      rect(width - 74, rise + height * 0.895, 48, 12, 6, alpha('#ffffff', 0.5)) +
      move(
        group(drawing.svg, {}),
        width / 2 - (drawing.width * scale) / 2,
        rise + height * 0.49 - (drawing.height * scale) / 2,
        scale,
      ),
  };
}

/** Two drawings standing together, the second in front; `overlap` in their own units. */
export function together(ink: Ink, back: Drawing, front: Drawing, overlap: number, frontLower = 0): Drawing {
  const width = back.width + front.width - overlap;
  const height = Math.max(back.height + frontLower, front.height);
  const left = back.width - overlap;
  const backBase = height - frontLower;
  return {
    width,
    height,
    feet: [
      [0, back.width / width],
      [left / width, 1],
    ],
    svg:
      move(back.svg, 0, backBase - back.height) +
      ellipse(
        left + front.width * 0.02,
        height - front.height * 0.02,
        front.width * 0.2,
        front.height * 0.05,
        ink.radial([alpha('#12172a', 0.3), alpha('#12172a', 0)]),
      ) +
      move(front.svg, left, height - front.height),
  };
}
