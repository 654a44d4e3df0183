/** Test results of a flow for its page. All values are measured; `null` when not measured. */
export interface Proof {
  readonly coverage: ProofCoverage;
  /** Table rows about this flow. */
  readonly rows: readonly ProofRow[];
  /** Transitions without a row, each with its reason. */
  readonly beyond: readonly { readonly edges: readonly string[]; readonly why: string }[];
  /** Texts of the table's states, with the ids of the machine states in which they appear. */
  readonly shows: readonly ProofState[];
  readonly mutants: ProofMutants | null;
}

export interface ProofCoverage {
  readonly states: Share;
  readonly transitions: Share;
  /** Both outcomes of every guard. */
  readonly guards: Share;
}

export interface Share {
  readonly covered: number;
  readonly all: number;
  /** Number of excused items. Each has a reason. */
  readonly excused: number;
}

export interface ProofRow {
  /** `form: submit(again)` */
  readonly name: string;
  readonly when: string | null;
  readonly to: string;
  /** Texts that must be visible. */
  readonly says: readonly string[];
  readonly ref: string;
  /** Ids of rulings and sections in it: `D21`, `§4`. */
  readonly ids: readonly string[];
  /** Ids of the transitions that it takes. */
  readonly edges: readonly string[];
  /** The other flow whose table contains the row, or `null`. */
  readonly table: string | null;
}

export interface ProofState {
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
