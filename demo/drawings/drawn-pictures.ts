import type { Original, PictureSource } from '../../server/media/originals.ts';
import { versionOf } from '../../server/media/originals.ts';
import { demoBanners } from '../banners.ts';
import { brands, demoProducts } from '../catalogue/index.ts';
import { drawBanner } from './banner.ts';
import { drawPicture } from './draw.ts';
import { drawWordmark } from './wordmark.ts';

const products = new Map(demoProducts.map((product) => [product.slug, product]));
/** Pictures that are not of one product, by their keys. */
const others = new Map<string, () => string>([
  ...brands.map(({ slug, name }) => [`brand-${slug}-1`, () => drawWordmark(name)] as const),
  ...demoBanners.map((banner) => [`banner-${banner.name}-1`, () => drawBanner(banner, artOf)] as const),
]);
/**
 * Those that were asked for: a drawing costs some milliseconds each time. Unknown keys are not remembered, anyone can
 * invent them.
 */
const drawn = new Map<string, Original>();

/** The drawings as SVG files: `<product slug>-<n>` with n from 1, `brand-<slug>-1`, `banner-<name>-1`. */
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
  const other = others.get(key);
  if (other !== undefined) return other();
  const [, slug = '', n] = /^(.+)-([1-9])$/.exec(key) ?? [];
  const product = products.get(slug);
  return product === undefined ? null : drawPicture(product, Number(n));
}

function artOf(slug: string) {
  const product = products.get(slug);
  if (product === undefined) throw new Error(`a banner shows ${slug}, which there is not`);
  return product.art;
}
