const asked = process.env['TESTS'];

/** True in `npm run test:hard`. */
export const isHard = process.env['HARD'] === '1';

/** True in `npm test`, which omits the tests that docs/testing.md lists for `npm run test:all`. */
export const isCore = asked === 'core';

/** True in `npm run test:all` and `npm run test:hard`: both databases, both screen sizes. */
export const isAll = isHard || asked === 'all';

/** Number of processes of a test runner. `npm test` runs several runners in parallel and sets the share of each. */
export function workers(fallback: number): number {
  return Number(process.env['WORKERS'] ?? fallback);
}

/**
 * Returns the size of a reliability test: `short` in `npm test`, `long` in `npm run test:hard` (providers 4).
 */
export function size(short: number, long: number): number {
  return isHard ? long : short;
}
