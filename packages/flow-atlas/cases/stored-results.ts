import * as v from 'valibot';
import type { Case, Expected } from './case.ts';

/** Name of the format of `results.json`. */
export const FORMAT = 'flow-atlas results';
/** Version of the format. A change that older readers cannot read increases it. */
export const VERSION = 1;

const Texts = v.object({ words: v.string(), line: v.string() });

const StoredStepSchema = v.object({
  action: v.string(),
  expected: v.array(Texts),
  /** File of its picture in the folder of the report. */
  picture: v.nullable(v.string()),
});

const StoredCaseSchema = v.object({
  id: v.string(),
  fingerprint: v.string(),
  flow: v.string(),
  title: v.string(),
  verdict: v.picklist(['passed', 'failed', 'unchecked', 'left out']),
  /** Why it is left out; else `null`. */
  why: v.nullable(v.string()),
  failure: v.nullable(v.object({ step: v.number(), words: v.string() })),
  /** Numbers of expectations. */
  checked: v.number(),
  all: v.number(),
  seconds: v.number(),
  steps: v.array(StoredStepSchema),
});

const StoredRunSchema = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  machine: v.nullable(v.string()),
  selection: v.record(v.string(), v.union([v.string(), v.number()])),
  url: v.string(),
  commit: v.nullable(v.string()),
  /** ISO 8601. */
  started: v.string(),
  seconds: v.number(),
  cases: v.array(StoredCaseSchema),
});

/** The results of one run, as stored in `results.json`. */
export type StoredRun = v.InferOutput<typeof StoredRunSchema>;
export type StoredCase = v.InferOutput<typeof StoredCaseSchema>;

/** Parses a `results.json`. Throws a sentence about a file that cannot be used. */
export function parseStoredRun(text: string, file: string): StoredRun {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is damaged: it is not JSON.`, { cause });
  }
  const head = v.safeParse(v.object({ format: v.literal(FORMAT), version: v.unknown() }), content);
  if (!head.success) throw new Error(`${file} has no results of a run.`);
  if (head.output.version !== VERSION)
    throw new Error(
      `${file} has version ${String(head.output.version)} of the format, and this tool reads version ${VERSION}. Run the cases again.`,
    );
  const run = v.safeParse(StoredRunSchema, content);
  if (run.success) return run.output;
  const [issue] = run.issues;
  throw new Error(`${file} is damaged: ${v.getDotPath(issue) ?? 'it'} is not what a run writes. Run the cases again.`);
}

/** Shortens a revision; a remark after it stays. */
export function formatCommit(commit: string): string {
  return commit.replace(/^([0-9a-f]{12})[0-9a-f]+/, '$1');
}

/** How a stored result stands against the current cases. */
export interface Standing {
  readonly status: 'holds' | 'changed' | 'new' | 'gone';
  readonly id: string;
  readonly title: string;
  /** `null` for a new case. */
  readonly stored: StoredCase | null;
  /** What has changed, in sentences. */
  readonly reasons: readonly string[];
}

/** Compares stored results with the current cases: a result holds while the same way leads to the same expectations. */
export function compareResults(stored: readonly StoredCase[], cases: readonly Case[]): Standing[] {
  const current = new Set(cases.map(({ id }) => id));
  return [
    ...cases.map((one) => compareCase(stored.find(({ id }) => id === one.id) ?? null, one)),
    ...stored
      .filter(({ id }) => !current.has(id))
      .map((one): Standing => ({ status: 'gone', id: one.id, title: one.title, stored: one, reasons: [] })),
  ];
}

function compareCase(stored: StoredCase | null, { id, fingerprint, title, steps }: Case): Standing {
  const standing = { id, title, stored };
  if (stored === null) return { ...standing, status: 'new', reasons: [] };
  if (stored.fingerprint === fingerprint) return { ...standing, status: 'holds', reasons: [] };
  const reasons = Array.from({ length: Math.max(stored.steps.length, steps.length) }, (_, index) =>
    compareStep(index + 1, stored.steps[index], steps[index]),
  ).flat();
  const unknown = 'A control or a waiting time has changed.';
  return { ...standing, status: 'changed', reasons: reasons.length > 0 ? reasons : [unknown] };
}

interface ComparedStep {
  readonly action: string;
  readonly expected: readonly Expected[];
}

function compareStep(number: number, before: ComparedStep | undefined, now: ComparedStep | undefined): string[] {
  if (before === undefined) return [`Step ${number} is new: ${now?.action}`];
  if (now === undefined) return [`Step ${number} is gone: ${before.action}`];
  const only = (own: ComparedStep, other: ComparedStep) =>
    own.expected.filter(({ line }) => !other.expected.some((one) => one.line === line));
  return [
    ...(before.action === now.action ? [] : [`Step ${number} was: ${before.action} It is now: ${now.action}`]),
    ...only(before, now).map(({ words }) => `Step ${number} no longer expects: ${words}`),
    ...only(now, before).map(({ words }) => `Step ${number} now expects: ${words}`),
  ];
}
