import { createRandom, shuffle } from '../model/random.ts';
import type { Mutant } from './machine-parts.ts';

/** Selection of mutants. */
export interface MutantSelection {
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
export function sampleFew(all: readonly Mutant[]): Mutant[] {
  return drawSample(
    all.filter(({ kind }) => PLAIN_KINDS.includes(kind)),
    { most: FEW, seed: FIXED_SEED },
    ({ kind }) => kind,
  );
}

/**
 * Returns a sample of the requested size, alternating over the kinds, in original order. The same seed gives the same
 * sample.
 */
export function drawSample<Item extends { readonly name: string }>(
  all: readonly Item[],
  { most, sample = most, seed, again }: MutantSelection,
  kindOf: (item: Item) => string,
): Item[] {
  if (again !== undefined) return all.filter(({ name }) => again.includes(name));
  if (all.length <= most) return [...all];
  const random = createRandom(seed);
  const byKind = new Map<string, Item[]>();
  for (const item of all) byKind.set(kindOf(item), [...(byKind.get(kindOf(item)) ?? []), item]);
  const kinds = shuffle([...byKind.values()], random).map((mutants) => shuffle(mutants, random));
  const chosen = new Set<Item>();
  for (let turn = 0; chosen.size < sample; turn++) {
    for (const mutants of kinds) {
      const next = mutants[turn];
      if (next !== undefined && chosen.size < sample) chosen.add(next);
    }
  }
  return all.filter((mutant) => chosen.has(mutant));
}
