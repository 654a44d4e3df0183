/** Weight of a piece of work: its seconds if known. */
export interface Weighed<Work> {
  readonly work: Work;
  readonly weight: number;
}

/**
 * Divides work between workers so that all end at about the same time and each does its slowest work last: the slowest
 * first goes to the worker with the least, and each worker then walks its share backwards.
 */
export function divideWork<Work>(all: readonly Weighed<Work>[], workers: number): Work[][] {
  const shares = Array.from({ length: workers }, () => ({ sum: 0, own: [] as Work[] }));
  for (const { work, weight } of all.toSorted((a, b) => b.weight - a.weight)) {
    const least = shares.reduce((best, one) => (one.sum < best.sum ? one : best));
    least.own.unshift(work);
    least.sum += weight;
  }
  return shares.map(({ own }) => own);
}

/** Does all work; a worker whose share is done takes the next of the longest share. */
export async function workInShares<Work>(shares: Work[][], perform: (work: Work) => Promise<void>): Promise<void> {
  await Promise.all(
    shares.map(async (own) => {
      for (;;) {
        const from = own.length > 0 ? own : shares.reduce((best, one) => (one.length > best.length ? one : best));
        const work = from.shift();
        if (work === undefined) return;
        await perform(work);
      }
    }),
  );
}
