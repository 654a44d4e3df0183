import type { SourceMutant } from './create-mutants.ts';

/** The plan of a run: written once as JSON, read by Vitest's main process and by each of its workers. */
export interface Plan {
  /** The index in this list is the mutant's number. */
  readonly mutants: readonly SourceMutant[];
  /** The judging test files in their order: fast ones first. */
  readonly tests: readonly string[];
  /** Tests of the server share a shop, which `beforeAll` starts and `afterAll` stops. */
  readonly isServer: boolean;
  /** Each of these tests gets a separate shop, e.g. for mutants that survived in a shared one. */
  readonly isAlone: boolean;
  /** The log file; all processes append lines of JSON. */
  readonly log: string;
}

/** The environment variable with the plan's file, for the processes of Vitest. */
export const PLAN_VARIABLE = 'MUTANTS_PLAN';

/** A line of the log. Memory is in bytes. */
export type Line =
  /** A test file is about to run without a mutant. */
  | { readonly is: 'begun'; readonly test: string }
  /** A test file starts to judge a mutant. */
  | { readonly is: 'tried'; readonly mutant: number; readonly test: string }
  /** A test file has judged a mutant; `by` is the failure, or `null` when it survived. */
  | { readonly is: 'judged'; readonly mutant: number; readonly test: string; readonly by: string | null }
  /** A test file has judged all mutants that it reaches, or has no memory for more and must run again. */
  | { readonly is: 'ended'; readonly test: string; readonly isWhole: boolean; readonly memory: number }
  /** The unmutated sources failed, which makes the run invalid. */
  | { readonly is: 'control failed'; readonly test: string; readonly by: string }
  /** A test that fails when it runs a second time in one process, with its failure. It kills no mutant. */
  | { readonly is: 'dropped'; readonly name: string; readonly by: string }
  /** Vitest's main process exits. */
  | { readonly is: 'closed'; readonly memory: number };
