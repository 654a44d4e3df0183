import type { MutantSelection } from 'model-testing/mutate/sample';

/** Result of the mutants of one machine, view, slot file or rule. */
export interface MutantResult {
  /** Number of mutants, without the listed equivalents. */
  readonly all: number;
  /** Number of judged mutants: all, or a sample. */
  readonly judged: number;
  readonly survivors: readonly string[];
  /** Mutants that hung or ended their process, which counts as killed. */
  readonly timeouts: readonly string[];
  /** Mutants that change nothing a shopper could notice, each with the reason. */
  readonly equivalents: Readonly<Record<string, string>>;
  /** Tests that judged nothing, because they cannot run twice in one process. The run is valid without them. */
  readonly dropped: readonly string[];
  /** Memory of the largest process in bytes. */
  readonly peakBytes: number;
  /** Problems that make the run invalid: a failed control without a mutant, an equivalent that is no mutant. */
  readonly problems: readonly string[];
}

/** One kind of mutants. Two names may be judged at the same time, each on one core. */
export interface MutantKind {
  readonly name: string;
  /** Names that can be judged separately, longest first. */
  readonly names: () => Promise<readonly string[]>;
  /** The most judged mutants of each name, without `--most`. */
  readonly most?: number;
  readonly judge: (name: string, asked: MutantSelection) => Promise<MutantResult>;
}
