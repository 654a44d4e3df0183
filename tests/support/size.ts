/** True in `npm run test:hard`. */
export const isHard = process.env['HARD'] === '1';

/** How much of a reliability test runs: `short` with every `npm test`, `long` with `npm run test:hard` (providers 4). */
export function size(short: number, long: number): number {
  return isHard ? long : short;
}

/**
 * How long something may take, in ms. A promise about time (providers 4) is judged by `npm run test:hard`; a slow
 * machine, or one with other work, is no fault of the shop, and no test of every day may fail for it.
 */
export function promised(ms: number): number {
  return isHard ? ms : Number.POSITIVE_INFINITY;
}
