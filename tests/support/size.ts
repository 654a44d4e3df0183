/** True in `npm run test:hard`. */
export const isHard = process.env['HARD'] === '1';

/**
 * How much of a reliability test runs: `short` with every `npm test`, `long` with `npm run test:hard` (providers 4).
 */
export function size(short: number, long: number): number {
  return isHard ? long : short;
}
