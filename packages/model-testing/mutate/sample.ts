import { randomFrom, shuffled } from '../model/random.ts';
import type { Mutant } from './machine-parts.ts';

/** Selection of mutants. */
export interface Asked {
  /** Up to this number, all are judged. */
  readonly most: number;
  /** Above it, the size of the sample. Default: `most`. */
  readonly sample?: number | undefined;
  readonly seed: number;
  /** Only these, by name, e.g. earlier survivors. */
  readonly again?: readonly string[] | undefined;
}

const FEW = 20;
const FIXED_SEED = 9;

/** Kinds that rows alone kill, which is fast. */
const PLAIN_KINDS = ['add', 'drop', 'retarget', 'negate', 'drop invoke'];

/** Returns the few mutants that the tests of a flow judge, always the same. */
export function fewOf(all: readonly Mutant[]): Mutant[] {
  return sampleOf(
    all.filter(({ kind }) => PLAIN_KINDS.includes(kind)),
    { most: FEW, seed: FIXED_SEED },
    ({ kind }) => kind,
  );
}

/**
 * Returns a sample of the requested size, alternating over the kinds, in original order. The same seed gives the same
 * sample.
 */
export function sampleOf<Item extends { readonly name: string }>(
  all: readonly Item[],
  { most, sample = most, seed, again }: Asked,
  kindOf: (item: Item) => string,
): Item[] {
  if (again !== undefined) return all.filter(({ name }) => again.includes(name));
  if (all.length <= most) return [...all];
  const random = randomFrom(seed);
  const byKind = new Map<string, Item[]>();
  for (const item of all) byKind.set(kindOf(item), [...(byKind.get(kindOf(item)) ?? []), item]);
  const kinds = shuffled([...byKind.values()], random).map((mutants) => shuffled(mutants, random));
  const chosen = new Set<Item>();
  for (let turn = 0; chosen.size < sample; turn++) {
    for (const mutants of kinds) {
      const next = mutants[turn];
      if (next !== undefined && chosen.size < sample) chosen.add(next);
    }
  }
  return all.filter((mutant) => chosen.has(mutant));
}
