/** Sentences of one flow's cases, for people who test by hand and have never seen the code. */
export interface CaseTexts {
  /** Test data by name (`J1`), with every value. Sentences use the names. */
  readonly data: Texts;
  /** By label of the start: the precondition, and the first action. */
  readonly starts: Readonly<Record<string, { readonly has: string; readonly do: string }>>;
  /** Instructions, by label of a step that no control of the flow's own view triggers. */
  readonly steps: Texts;
  /** By state of the table: its name, and what a person sees in it. */
  readonly seen: Readonly<Record<string, { readonly name: string; readonly shows: string }>>;
  /** Sentences for lines of the table that name code, by the line. */
  readonly rows: Texts;
  /** What a person sees after a step that leaves the flow's own part of the page unchanged, by label of the step. */
  readonly around: Texts;
}

type Texts = Readonly<Record<string, string>>;

export const NO_CASE_TEXTS: CaseTexts = { data: {}, starts: {}, steps: {}, seen: {}, rows: {}, around: {} };

/** Returns the test data that the sentences name, also indirectly: `J1: Jane, logged in`. */
export function listData({ data }: CaseTexts, sentences: readonly string[]): string[] {
  const names = new Set(sentences.flatMap(findDataNames));
  for (const name of names) for (const inner of findDataNames(data[name] ?? '')) names.add(inner);
  return Object.entries(data).flatMap(([name, value]) => (names.has(name) ? [`${name}: ${value}`] : []));
}

/** Returns the names of test data in a sentence: one or two capital letters and a number, outside quoted texts. */
export function findDataNames(sentence: string): string[] {
  return sentence.replaceAll(/(?<!\w)'.*?'(?!\w)/g, '').match(/\b[A-Z]{1,2}\d{1,2}\b/g) ?? [];
}

/** Returns the sentence for a line of the table, or the line itself. */
export function getRowText({ rows }: CaseTexts, line: string): string {
  return rows[line] ?? rows[line.charAt(0).toLowerCase() + line.slice(1)] ?? line;
}

/** Returns the label of a step without its remark on time: an answer at the last moment is the same answer. */
export function getStepKey(label: string): string {
  return label.replace(/, late$/, '');
}
