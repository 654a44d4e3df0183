import type { DemoBanner } from '../banners.ts';
import type { Art } from './art.ts';
import { drawingsOf } from './draw.ts';
import { studio } from './kit/backdrops.ts';
import { stand } from './kit/compose.ts';
import { createInk } from './kit/ink.ts';
import { moodOf, SIDE } from './kit/moods.ts';
import { alpha } from './kit/palette.ts';
import { circle } from './kit/shapes.ts';

/** Several products on the paper of a category, as one square picture. */
export function drawBanner({ mood: category, goods }: DemoBanner, artOf: (slug: string) => Art): string {
  const ink = createInk();
  const mood = moodOf(category);
  const content =
    studio(ink, mood) +
    circle(500, 470, 400, ink.radial([alpha(mood.tint, 0.34), alpha(mood.tint, 0.06)], 0.5, 0.5, 0.5)) +
    goods.map(({ slug, x, y, size }) => stand(ink, drawingsOf(ink, artOf(slug)).front, x, y, size)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><defs>${ink.defs()}</defs>${content}</svg>`;
}
