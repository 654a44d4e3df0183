import type { MutantKind } from './judged.ts';
import { judgeSources } from './sources/judge.ts';
import type { SourceKind } from './sources/mutants-of.ts';

/** The browser's views, what fills the machines' slots, and the rules of both sides; each is judged in one go. */
export const sources: readonly MutantKind[] = (['views', 'composition', 'rules'] satisfies SourceKind[]).map(
  (name) => ({
    name,
    names: () => Promise.resolve([name]),
    judge: (_, asked) => judgeSources(name, asked),
  }),
);
