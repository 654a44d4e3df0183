import { randomFrom, shuffled } from '../model/random.ts';
import type { Mutant } from './machine-parts.ts';

/** Which mutants are judged. */
export interface Asked {
  /** Up to so many all are judged. */
  readonly most: number;
  /** Above that so many; where it is left out, `most`. */
  readonly sample?: number | undefined;
  readonly seed: number;
  /** Only these, by name, as they survived before. */
  readonly again?: readonly string[] | undefined;
}

const FEW = 20;
const FIXED_SEED = 9;

/** Kinds that rows notice by themselves, which is quick. */
const PLAIN_KINDS = ['add', 'drop', 'retarget', 'negate', 'drop invoke'];

/** Those that the tests of a flow judge: few, always the same. */
export function fewOf(all: readonly Mutant[]): Mutant[] {
  return sampleOf(
    all.filter(({ kind }) => PLAIN_KINDS.includes(kind)),
    { most: FEW, seed: FIXED_SEED },
    ({ kind }) => kind,
  );
}

/** As many mutants as asked for, every kind in turn, the same ones for the same seed; in their own order. */
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
