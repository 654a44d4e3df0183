const asked = process.env['TESTS'];

/** True in `npm run test:hard`. */
export const isHard = process.env['HARD'] === '1';

/** True in `npm test`, which leaves to `npm run test:all` what docs/testing.md lists. */
export const isCore = asked === 'core';

/** True in `npm run test:all` and `npm run test:hard`: both databases, both screen sizes. */
export const isAll = isHard || asked === 'all';

/** Processes of a test runner. `npm test` runs several runners side by side and gives each its share. */
export function workers(fallback: number): number {
  return Number(process.env['WORKERS'] ?? fallback);
}

/**
 * How much of a reliability test runs: `short` with every `npm test`, `long` with `npm run test:hard` (providers 4).
 */
export function size(short: number, long: number): number {
  return isHard ? long : short;
}
