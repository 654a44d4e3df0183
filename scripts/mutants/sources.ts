import type { Judged, MutantKind } from './judged.ts';
import { judgeSources, testsIn } from './sources/judge.ts';
import type { SourceKind } from './sources/mutants-of.ts';

/** The browser's views, what fills the machines' slots, and the rules of both sides; each is judged in one go. */
export const sources: readonly MutantKind[] = (['views', 'composition', 'rules'] satisfies SourceKind[]).map(
  (name) => ({
    name,
    names: () => Promise.resolve([name]),
    judge: (_, asked) => judgeSources(name, asked),
  }),
);

/** A fixed sample for `npm test`: 150 wrong rules, judged in some 10 s by the tests of rules alone. */
export function judgeSomeRules(): Promise<Judged> {
  return judgeSources('rules', { most: 150, seed: 1 }, { tests: testsIn('contract', 'rules') });
}
