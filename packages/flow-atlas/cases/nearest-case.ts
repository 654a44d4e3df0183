import type { DescribedCase } from './describe-case.ts';

/** A case, and how many steps of another one it has in the same order. */
export interface NearCase {
  readonly case: DescribedCase['case'];
  readonly shared: number;
}

/**
 * Returns the case whose steps are most similar to a path's: the one with the longest common subsequence of labels,
 * measured against both lengths; `null` when none has a step in common.
 */
export function findNearestCase(walked: DescribedCase, others: readonly DescribedCase[]): NearCase | null {
  const labels = getLabels(walked);
  let best: (NearCase & { readonly likeness: number }) | null = null;
  for (const other of others) {
    const own = getLabels(other);
    const shared = countCommon(labels, own);
    const likeness = (2 * shared) / (labels.length + own.length);
    if (shared > 0 && likeness > (best?.likeness ?? 0)) best = { case: other.case, shared, likeness };
  }
  return best;
}

/** Returns the labels of all steps, each with the actors around it. */
function getLabels({ told }: DescribedCase): string[] {
  return told
    .flatMap(({ happenings }) => happenings)
    .filter(({ isConsequence }) => isConsequence !== true)
    .map(({ inside, step }) => [...inside, step.label].join(' '));
}

/** Returns the length of the longest common subsequence. */
function countCommon(one: readonly string[], other: readonly string[]): number {
  let row = other.map(() => 0);
  for (const label of one) {
    const next: number[] = [];
    for (const [at, own] of other.entries())
      next.push(own === label ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}
