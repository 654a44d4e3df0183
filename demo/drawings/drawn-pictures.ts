import type { Original, PictureSource } from '../../server/media/originals.ts';
import { versionOf } from '../../server/media/originals.ts';
import { demoProducts } from '../catalogue/index.ts';
import { drawPicture } from './draw.ts';

const products = new Map(demoProducts.map((product) => [product.slug, product]));
/**
 * Those that were asked for: a drawing costs some milliseconds each time. Unknown keys are not remembered, anyone can
 * invent them.
 */
const drawn = new Map<string, Original>();

/** The drawings as SVG files: `<product slug>-<n>`, n from 1. */
export const drawnPictures: PictureSource = async (key) => {
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const svg = draw(key);
  if (svg === null) return null;
  const original = { version: versionOf(svg), read: async () => Buffer.from(svg) };
  drawn.set(key, original);
  return original;
};

function draw(key: string): string | null {
  const [, slug = '', n] = /^(.+)-([1-9])$/.exec(key) ?? [];
  const product = products.get(slug);
  return product === undefined ? null : drawPicture(product, Number(n));
}
