/** True in `npm run test:hard`. */
export const isHard = process.env['HARD'] === '1';

/**
 * How much of a reliability test runs: `short` with every `npm test`, `long` with `npm run test:hard` (providers 4).
 */
export function size(short: number, long: number): number {
  return isHard ? long : short;
}

/** Whether what is made for a phone and a desk is walked through on both; otherwise on the phone, which most shoppers hold. */
export const onBothSizes = isHard || process.env['SIZES'] === 'both';
