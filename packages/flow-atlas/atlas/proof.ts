/** What tests prove about a flow, for its page. Nothing here is a guess: what was not measured is null. */
export interface Proof {
  readonly coverage: ProofCoverage;
  /** Rows of the tables that tell of this flow. */
  readonly rows: readonly ProofRow[];
  /** What no row says, each with its reason. */
  readonly beyond: readonly { readonly edges: readonly string[]; readonly why: string }[];
  /** What the states of the table show; by the ids of the machine's states in which that is so. */
  readonly shows: readonly ProofShown[];
  readonly mutants: ProofMutants | null;
}

export interface ProofCoverage {
  readonly states: Share;
  readonly transitions: Share;
  /** Both sides of every guard. */
  readonly guards: Share;
}

export interface Share {
  readonly covered: number;
  readonly all: number;
  /** What is excused, with the reason. */
  readonly excused: number;
}

export interface ProofRow {
  /** `form: submit(again)` */
  readonly name: string;
  readonly when: string | null;
  readonly to: string;
  /** Texts that must be seen. */
  readonly says: readonly string[];
  readonly ref: string;
  /** The rulings and sections in it: `D21`, `§4`. */
  readonly ids: readonly string[];
  /** Ids of the transitions that it takes. */
  readonly edges: readonly string[];
  /** The table that it stands in, where that is another flow's. */
  readonly table: string | null;
}

export interface ProofShown {
  readonly name: string;
  readonly shows: readonly string[];
  readonly says: string | null;
  readonly ref: string;
  readonly states: readonly string[];
}

export interface ProofMutants {
  readonly judged: number;
  readonly noticed: number;
  readonly survivors: readonly string[];
}
