import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { versionOf, type Original, type PictureSource } from '../server/media/originals.ts';
import type { Surroundings } from '../server/run.ts';
import type { DemoData } from './data.ts';

/**
 * What the demo brings to a shop. Its code is read when it is needed: fillings and goods where the settings want them,
 * a picture when it is asked for. `folder` holds its files: `demo` in the sources, `dist/demo` in what is built.
 */
export function demoIn(folder: string): Omit<Surroundings, 'dist' | 'flows' | 'backup'> {
  let read: Promise<DemoData> | undefined;
  const data = () => (read ??= import('./data.ts').then(({ readDemo }) => readDemo(folder)));
  return {
    fillings: async () => (await import('./fillings/index.ts')).fillingsOf(await data()),
    onFilled: async (deps) => (await import('./deals.ts')).keepDeals(deps, await data()),
    pictures: picturesIn(path.join(folder, 'pictures')),
  };
}

/**
 * The SVG files of a folder, which do not change while the shop runs. The version is made of the bytes, so a new
 * release encodes no picture again. Unknown keys are not remembered, because anyone can invent them.
 */
function picturesIn(folder: string): PictureSource {
  const known = new Map<string, Original>();
  return async (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const file = path.join(folder, `${key}.svg`);
    const svg = await readFile(file, 'utf8').catch(() => null);
    if (svg === null) return null;
    const original = { version: versionOf(svg), read: () => readFile(file) };
    known.set(key, original);
    return original;
  };
}
