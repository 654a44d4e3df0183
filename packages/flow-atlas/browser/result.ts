import type { Case } from '../cases/case.ts';
import type { PageChanges } from './observe.ts';
import type { Picture } from './picture.ts';
import type { Expectation } from './script.ts';

/** Result of a step. */
export interface StepResult {
  /** Expectations of the step, of which a browser can check some. */
  readonly expected: readonly Expectation[];
  readonly outcome: 'passed' | 'failed' | 'not reached';
  /** Sentences of a failed step. */
  readonly failure: string | null;
  /** `null` when the page has not changed or has no room for another picture. */
  readonly picture: Picture | null;
  /** What the picture shows. */
  readonly changes: Pick<PageChanges, 'fresh' | 'gone'>;
  /** Epoch ms. */
  readonly started: number;
  readonly ms: number;
}

/** Result of a case; `steps` are those of the case. */
export interface Result {
  readonly case: Case;
  readonly steps: readonly StepResult[];
  /** Epoch ms. */
  readonly started: number;
  readonly ms: number;
}

/** A case that cannot be walked in a browser, with the reason. */
export interface LeftOut extends Case {
  readonly why: string;
}

/** The cases of one run. */
export interface Run {
  readonly results: readonly Result[];
  readonly leftOut: readonly LeftOut[];
  /** The machine of all cases; `null` for several. */
  readonly machine: string | null;
  /** How the cases were selected, so that the same ones can be selected later. */
  readonly selection: Readonly<Record<string, string | number>>;
  /** A tester has acted and judged. */
  readonly isByHand?: boolean;
  /** Address of the pages. */
  readonly url: string;
  /** Revision of the cases and the pages, if known. */
  readonly commit: string | null;
  /** Epoch ms. */
  readonly started: number;
  readonly ms: number;
}

/** Verdict of a case. `unchecked`: nothing in it could be checked. */
export type Verdict = 'passed' | 'failed' | 'unchecked';

export function getVerdict(result: Pick<Result, 'steps'>): Verdict {
  if (findFailure(result) !== null) return 'failed';
  return countChecked(result).checked === 0 ? 'unchecked' : 'passed';
}

/** Returns the failed step, counted from 1, and its sentences; `null` when none failed. */
export function findFailure({
  steps,
}: Pick<Result, 'steps'>): { readonly step: number; readonly words: string } | null {
  const index = steps.findIndex(({ failure }) => failure !== null);
  return index === -1 ? null : { step: index + 1, words: steps[index]?.failure ?? '' };
}

/** Returns the number of checked expectations, and of all. */
export function countChecked({ steps }: Pick<Result, 'steps'>): { readonly checked: number; readonly all: number } {
  const count = (some: readonly StepResult[], isCounted: (one: Expectation) => boolean) =>
    some.reduce((sum, { expected }) => sum + expected.filter(isCounted).length, 0);
  const passed = steps.filter(({ outcome }) => outcome === 'passed');
  return { checked: count(passed, ({ check }) => check !== null), all: count(steps, () => true) };
}

/** `40 of 52 expectations checked`. */
export function formatChecked(results: readonly Pick<Result, 'steps'>[]): string {
  const counts = results.map(countChecked);
  const sum = (of: 'checked' | 'all') => counts.reduce((total, one) => total + one[of], 0);
  return `${sum('checked')} of ${sum('all')} expectations checked`;
}
