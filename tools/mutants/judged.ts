import type { Asked } from 'model-testing/mutate/sample';

/** What became of the mutants of one machine, view, slot file or rule. */
export interface Judged {
  /** How many there are, without the listed equivalents. */
  readonly all: number;
  /** How many of them were judged: all, or a sample. */
  readonly judged: number;
  readonly survivors: readonly string[];
  /** Mutants that hung or ended their process, which is noticed too. */
  readonly timeouts: readonly string[];
  /** Mutants that change nothing a shopper could notice, each with the reason. */
  readonly equivalents: Readonly<Record<string, string>>;
  /** Tests that noticed nothing, as they cannot run twice in one process. The run is worth something without them. */
  readonly dropped: readonly string[];
  /** Memory of the largest process, in bytes. */
  readonly peakBytes: number;
  /** What makes the run worth nothing: an unmutated control that was noticed, an equivalent that is no mutant. */
  readonly problems: readonly string[];
}

/** One kind of mutants. Two things of it may be judged at the same time, each on one core. */
export interface MutantKind {
  readonly name: string;
  /** What can be judged alone, by name, the longest first. */
  readonly names: () => Promise<readonly string[]>;
  /** How many of each name are judged at most, without `--most`. */
  readonly most?: number;
  readonly judge: (name: string, asked: Asked) => Promise<Judged>;
}
