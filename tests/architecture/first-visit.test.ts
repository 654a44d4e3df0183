import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { collectImports } from '../../server/http/document.ts';
import type { Manifest } from '../../server/http/document.ts';
import { whenBuilt } from '../support/built.ts';

const CLIENT = 'dist/client';
const MOST_FILES = 8;
/** Bytes as they are in the file. A smaller file costs more to request than to include elsewhere. */
const SMALLEST = 2_048;
/** Our own code of a first visit: bytes of Brotli, with the inline script. */
const MOST_OF_OURS = 27_600;
const BUILD_MS = 120_000;
const PACKAGES = /assets\/(?:packages|renderer)-/;

/** Each first page with the late parts that a phone shows when it opens. */
const PAGES = {
  home: ['src/routes/home/home.route.tsx'],
  list: ['src/routes/catalogue/product-list.route.tsx'],
  product: ['src/routes/catalogue/product-detail.route.tsx'],
};

let manifest: Manifest;

beforeAll(async () => {
  await whenBuilt();
  manifest = JSON.parse(fs.readFileSync(path.join(CLIENT, '.vite/manifest.json'), 'utf8')) as Manifest;
}, BUILD_MS);

const read = (file: string) => fs.readFileSync(path.join(CLIENT, file));

describe.each(Object.entries(PAGES))('a first visit of %s', (_, modules) => {
  const files = () => [
    ...new Set(collectImports(manifest, ['src/entry-client.tsx', ...modules]).map(({ file }) => file)),
  ];

  test('fetches few files, and none of them is tiny', () => {
    expect(files().length).toBeLessThanOrEqual(MOST_FILES);
    expect(files().filter((file) => read(file).length < SMALLEST)).toEqual([]);
  });

  test('keeps the size of our own code', () => {
    const inline = manifest['src/early-presses.ts']?.file ?? '';
    const ours = [inline, ...files().filter((file) => !PACKAGES.test(file))];
    const size = ours.reduce((sum, file) => sum + brotliCompressSync(read(file)).length, 0);
    expect(size).toBeLessThanOrEqual(MOST_OF_OURS);
  });
});

test('packages are in files of their own, which stay the same when the shop changes', () => {
  const packages = Object.values(manifest).filter(({ file }) => PACKAGES.test(file));
  expect(packages).toHaveLength(2);
  const named = packages.flatMap(({ imports = [] }) => imports.map((name) => manifest[name]?.file ?? ''));
  expect(named.filter((file) => !PACKAGES.test(file))).toEqual([]);
});
