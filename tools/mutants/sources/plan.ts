import type { SourceMutant } from './mutants-of.ts';

/** What a run is about: written once as JSON, read by Vitest's own process and by each of its workers. */
export interface Plan {
  /** A mutant's number is its place in this list. */
  readonly mutants: readonly SourceMutant[];
  /** The test files that judge, in the order in which they are run: quick ones first. */
  readonly tests: readonly string[];
  /** Tests of the server share a shop, which `beforeAll` starts and `afterAll` stops. */
  readonly isServer: boolean;
  /** Each of these tests gets a shop of its own, as for mutants that survived in a shared one. */
  readonly isAlone: boolean;
  /** The file that all processes add lines of JSON to. */
  readonly log: string;
}

/** Names the file with the plan, for the processes of Vitest. */
export const PLAN_VARIABLE = 'MUTANTS_PLAN';

/** A line of the log. Memory is in bytes. */
export type Line =
  /** A mutant is about to be judged by a test file. */
  | { readonly is: 'tried'; readonly mutant: number; readonly test: string }
  /** A test file has judged a mutant; `by` is what failed, null where nothing did. */
  | { readonly is: 'judged'; readonly mutant: number; readonly test: string; readonly by: string | null }
  /** A test file has judged all that it runs into, or has no room for more (then it is to be run again). */
  | { readonly is: 'ended'; readonly test: string; readonly isWhole: boolean; readonly memory: number }
  /** The unmutated sources failed, which makes the rest worthless. */
  | { readonly is: 'control failed'; readonly test: string; readonly by: string }
  /** A test that cannot run twice in one process: what it fails by the second time. It notices no mutant. */
  | { readonly is: 'dropped'; readonly name: string; readonly by: string }
  /** Vitest's own process ends. */
  | { readonly is: 'closed'; readonly memory: number };
