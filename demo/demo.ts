import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { toVersion, type Original, type PictureSource } from '../server/media/originals.ts';
import type { ShopParts } from '../server/run.ts';
import type { DemoData } from './data.ts';

/**
 * Returns the demo's parts of a shop. Loads code on demand: seeds and products when the settings enable them, pictures
 * on request. `folder` contains the files: `demo` in the sources, `dist/demo` in the build.
 */
export function createDemo(folder: string): Omit<ShopParts, 'dist' | 'flows' | 'backup'> {
  let read: Promise<DemoData> | undefined;
  const data = () => (read ??= import('./data.ts').then(({ readDemo }) => readDemo(folder)));
  return {
    seeds: async () => (await import('./seeds/index.ts')).getSeeds(await data()),
    onFilled: async (deps) => (await import('./deals.ts')).keepDeals(deps, await data()),
    pictures: createPictureSource(path.join(folder, 'pictures')),
  };
}

/**
 * Source of the SVG files in a folder, which do not change while the shop runs. The version is a hash of the content,
 * so that a new release does not encode pictures again. Unknown keys are not cached, because anyone can invent them.
 */
function createPictureSource(folder: string): PictureSource {
  const known = new Map<string, Original>();
  return async (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const file = path.join(folder, `${key}.svg`);
    const svg = await readFile(file, 'utf8').catch(() => null);
    if (svg === null) return null;
    const original = { version: toVersion(svg), read: () => readFile(file) };
    known.set(key, original);
    return original;
  };
}
