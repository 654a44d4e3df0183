import path from 'node:path';
import { filesIn } from '../server/media/originals.ts';
import type { Surroundings } from '../server/run.ts';

/**
 * What the demo brings to a shop. Its code is read when it is needed: fillings and goods where the settings want them,
 * a picture when it is asked for. `folder` holds its files: `demo` in the sources, `dist/demo` in what is built.
 */
export function demoIn(folder: string): Omit<Surroundings, 'dist' | 'flows' | 'backup'> {
  const data = async () => (await import('./data.ts')).readDemo(folder);
  return {
    fillings: async () => (await import('./fillings/index.ts')).fillingsOf(await data()),
    onFilled: async (deps) => (await import('./deals.ts')).keepDeals(deps, await data()),
    pictures: filesIn(path.join(folder, 'pictures')),
  };
}
