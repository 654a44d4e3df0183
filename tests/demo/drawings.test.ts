import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { demoProducts } from '../../demo/catalogue/index.ts';
import { drawPicture } from '../../demo/drawings/draw.ts';
import { drawnPictures } from '../../demo/drawings/drawn-pictures.ts';
import { encodePicture } from '../../server/media/pictures.ts';
import { isHard } from '../support/size.ts';

function svgOf(product: (typeof demoProducts)[number], n: number): string {
  const svg = drawPicture(product, n);
  if (svg === null) throw new Error(`${product.slug} has no picture ${n}`);
  return svg;
}

const numbers = (product: (typeof demoProducts)[number]) =>
  Array.from({ length: product.pictures }, (_, index) => index + 1);

/** Products of one kind are drawn by one drawing: of the others one picture is enough, and all of them at full size. */
const firstOfKind = new Set(
  new Map(demoProducts.toReversed().map((product) => [product.art.kind, product.slug])).values(),
);
const rendered = (product: (typeof demoProducts)[number]) =>
  isHard || firstOfKind.has(product.slug) ? numbers(product) : [1];

describe('art kit', () => {
  test.each(demoProducts)('$slug: its pictures are 320 px WebP that show something', async (product) => {
    for (const n of rendered(product)) {
      const picture = await encodePicture(Buffer.from(svgOf(product, n)), { width: 320, format: 'webp' });
      const image = sharp(picture);
      expect(await image.metadata()).toMatchObject({ format: 'webp', width: 320, height: 320 });
      const { channels } = await image.stats();
      // A blank backdrop stays far below this spread of light and dark.
      expect(Math.max(...channels.map(({ stdev }) => stdev)), `picture ${n}`).toBeGreaterThan(9);
    }
  });

  test('the same product always gives the same drawing', () => {
    for (const product of demoProducts)
      for (const n of numbers(product)) expect(svgOf(product, n)).toBe(svgOf(product, n));
  });

  test('the pictures of one product differ from each other', () => {
    for (const product of demoProducts)
      expect(new Set(numbers(product).map((n) => svgOf(product, n))).size).toBe(product.pictures);
  });

  test('no broken number, no undefined paint, no text that would need a font', () => {
    for (const product of demoProducts) {
      for (const n of numbers(product)) {
        const svg = svgOf(product, n);
        expect(svg).not.toMatch(/NaN|undefined|Infinity|<text|href/);
        const defined = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
        for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(defined, product.slug).toContain(id);
      }
    }
  });

  test('no picture beyond the last or before the first', () => {
    for (const product of demoProducts) {
      expect(drawPicture(product, 0)).toBeNull();
      expect(drawPicture(product, product.pictures + 1)).toBeNull();
    }
  });

  test('the shop reads them as SVG files whose version is theirs', async () => {
    for (const product of demoProducts.slice(0, 5)) {
      const first = await drawnPictures(`${product.slug}-1`);
      const second = await drawnPictures(`${product.slug}-2`);
      expect((await first?.read())?.toString()).toBe(svgOf(product, 1));
      expect(first?.version).toMatch(/^[0-9a-f]{12}$/);
      expect(first?.version).not.toBe(second?.version);
    }
  });

  test.each(['', 'nokia-105-4g', 'nokia-105-4g-0', 'nokia-105-4g-5', 'no-such-product-1', '__proto__-1', '-1'])(
    'there is no drawing %j',
    async (key) => {
      expect(await drawnPictures(key)).toBeNull();
    },
  );
});
