import autocannon from 'autocannon';
import { toLoadResult } from './load.ts';
import { origin } from './processes.ts';

/** Requests per second of honest browsers. */
const HONEST_PER_SECOND = 5;
/** Target: at most this multiple of the quiet value in the same run. */
export const MOST_TIMES = 2;

export interface ResponseTimes {
  readonly p95: number;
  readonly failed: number;
}

/** A request of honest browsers; `path` is called for each request. */
export interface HonestCall {
  readonly path: () => string;
  readonly body?: object;
}

/** Returns the times of an honest call that is repeated for some seconds. */
export async function measureHonest(port: number, { path, body }: HonestCall, seconds: number): Promise<ResponseTimes> {
  const times: number[] = [];
  const options = {
    url: origin(port),
    requests: [
      {
        ...(body !== undefined && {
          method: 'POST' as const,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        // With a list of paths, every connection would start with the same one, and one cached reply would serve all of
        // them.
        setupRequest: (request: autocannon.Request) => ({ ...request, path: path() }),
      },
    ],
    connections: 5,
    overallRate: HONEST_PER_SECOND,
    duration: seconds,
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error: unknown, found) => (error ? reject(error) : resolve(found)));
    instance.on('response', (_client, _status, _bytes, ms) => void times.push(ms));
  });
  const { failed } = toLoadResult(result, seconds);
  times.sort((one, other) => one - other);
  return { p95: times[Math.max(0, Math.ceil(times.length * 0.95) - 1)] ?? Number.NaN, failed };
}

/**
 * Measures an honest call alone, beside a flood, and alone again. Prints both results and whether the target is met.
 */
export async function compareBeside(
  name: string,
  honest: () => Promise<ResponseTimes>,
  flood: () => Promise<{ readonly answered: number; readonly refused: number }>,
): Promise<void> {
  // The first loads run on cold caches, which would flatter the comparison.
  await honest();
  const before = await honest();
  const [beside, load] = await Promise.all([honest(), flood()]);
  const after = await honest();
  const quiet = Math.max(before.p95, after.p95);
  const times = beside.p95 / quiet;
  const failed = before.failed + beside.failed + after.failed;
  console.log(
    `  ${name.padEnd(44)} p95 ${quiet.toFixed(1)} ms alone, ${beside.p95.toFixed(1)} ms beside ${load.answered} answered and ${load.refused} refused: ${times.toFixed(2)} times (target: ${MOST_TIMES})${failed > 0 ? `, ${failed} FAILED` : ''}`,
  );
}
