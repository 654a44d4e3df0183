import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readDemo } from '../../demo/data.ts';
import { createDemo } from '../../demo/demo.ts';
import { encodePicture } from '../../server/media/pictures.ts';
import { isHard } from '../support/size.ts';

const FOLDER = 'demo/pictures';
const { products, brands, banners } = readDemo();
const named = [
  ...products.flatMap(({ slug, pictures }) => Array.from({ length: pictures }, (_, index) => `${slug}-${index + 1}`)),
  ...brands.map(({ slug }) => `brand-${slug}-1`),
  ...banners.map(({ name }) => `banner-${name}-1`),
];
const getSvg = (key: string) => readFileSync(path.join(FOLDER, `${key}.svg`), 'utf8');
/** The files are all of the same kind, so every tenth is enough in a short run. */
const seen = named.filter((_, index) => isHard || index % 10 === 0);

test('H6, H20: there is a file for every picture of a product, brand or banner, and no other file', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(named.map((key) => `${key}.svg`).toSorted());
});

test('all pictures together have at most 8 MB', () => {
  const bytes = readdirSync(FOLDER).reduce((sum, file) => sum + statSync(path.join(FOLDER, file)).size, 0);
  expect(bytes).toBeLessThanOrEqual(8_000_000);
});

test('no picture has a broken number, an undefined paint, or text that needs a font', () => {
  for (const key of named) {
    const svg = getSvg(key);
    expect(svg, key).not.toMatch(/NaN|undefined|Infinity|<text|<image/);
    const defined = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, id] of svg.matchAll(/(?:url\(#|href="#)([^)"]+)/g)) expect(defined, key).toContain(id);
  }
});

test('the pictures of one product differ', () => {
  for (const { slug, pictures } of products) {
    const all = Array.from({ length: pictures }, (_, index) => getSvg(`${slug}-${index + 1}`));
    expect(new Set(all).size, slug).toBe(pictures);
  }
});

test.each(seen)('%s is a 320 px WebP that is not blank', async (key) => {
  const picture = await encodePicture(Buffer.from(getSvg(key)), { width: 320, format: 'webp' });
  const image = sharp(picture);
  expect(await image.metadata()).toMatchObject({ format: 'webp', width: 320 });
  const { channels } = await image.stats();
  // A blank background stays far below this standard deviation.
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(9);
});

test('the version of a picture depends on its bytes, not on its file time', async () => {
  const [first = '', second = ''] = named;
  const folder = mkdtempSync(path.join(tmpdir(), 'demo-'));
  mkdirSync(path.join(folder, 'pictures'));
  writeFileSync(path.join(folder, 'pictures', `${first}.svg`), getSvg(first));
  const [one, other, copied] = [
    await createDemo('demo').pictures(first),
    await createDemo('demo').pictures(second),
    await createDemo(folder).pictures(first),
  ];
  expect((await one?.read())?.toString()).toBe(getSvg(first));
  expect(one?.version).toMatch(/^[0-9a-f]{12}$/);
  expect(copied?.version).toBe(one?.version);
  expect(other?.version).not.toBe(one?.version);
  expect(await createDemo('demo').pictures('no-such-product-1')).toBeNull();
  rmSync(folder, { recursive: true });
});
