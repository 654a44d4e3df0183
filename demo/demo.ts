import type { Surroundings } from '../server/run.ts';

/**
 * What the demo brings to a shop. Its code is read when it is needed: fillings where the settings want them, drawings
 * when a picture is asked for that has no file.
 */
export const demo: Omit<Surroundings, 'dist' | 'flows' | 'backup'> = {
  fillings: async () => (await import('./fillings/index.ts')).fillings,
  onFilled: async (deps) => (await import('./deals.ts')).keepDeals(deps),
  pictures: async (key) => (await import('./drawings/drawn-pictures.ts')).drawnPictures(key),
};
