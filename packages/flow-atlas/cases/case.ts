import { createHash } from 'node:crypto';
import { nameReferences } from 'model-testing/model/explore';
import type { Happening } from 'model-testing/model/happening';

/** One step of a case in words. */
export interface CaseStep {
  /** `given` for steps that lead there, `when` for the subject of the case. */
  readonly keyword: 'given' | 'when';
  /** A sentence that a person can carry out. */
  readonly action: string;
  /** Values that the step sets, and that its expectations compare: `J1: Jane, logged in`. */
  readonly data: readonly string[];
  /** What can be observed then; empty when nothing is new. */
  readonly expected: readonly Expected[];
  readonly references: readonly string[];
}

/** One expectation of a step. */
export interface Expected {
  readonly words: string;
  /** The same as a line of the table, which a run in a browser checks: `Shown: 'Email is required'`. */
  readonly line: string;
}

/** One path for a person to walk. */
export interface Case {
  /** Stable as long as the path is, so that results can be assigned to their case. */
  readonly id: string;
  /** Stable as long as the same is expected along the path. An older result with another fingerprint is void. */
  readonly fingerprint: string;
  readonly flow: string;
  /** Unique in a selection of cases, at most 120 letters. */
  readonly title: string;
  readonly preconditions: readonly string[];
  readonly steps: readonly CaseStep[];
  readonly references: readonly string[];
  readonly tags: readonly string[];
}

/** Groups cases by their flow, in their order. */
export function groupByFlow(cases: readonly Case[]): Map<string, Case[]> {
  const groups = new Map<string, Case[]>();
  for (const one of cases) groups.set(one.flow, [...(groups.get(one.flow) ?? []), one]);
  return groups;
}

const LETTERS = 8;

/**
 * Returns the id of a path: a hash of what happens along it, not of the words that describe it. Rows that share a path
 * have different ids, because the name of the row is part of the hash.
 */
export function caseId(
  flow: string,
  happenings: readonly Pick<Happening, 'step' | 'inside' | 'act'>[],
  row: string | null = null,
): string {
  const along = happenings.map(({ step: { kind, actorId, event, input, label }, inside, act }) => [
    inside,
    kind,
    actorId,
    event,
    // Two addresses can give a machine the same input; the name of the start distinguishes them.
    kind === 'start' ? [label, input] : input,
    act && { ...act, name: String(act.name) },
  ]);
  return hashId(flow, row === null ? along : { along, row });
}

/** Returns an id such as `login-3f2a91c0`, stable for equal values. */
export function hashId(flow: string, things: unknown): string {
  return `${flow}-${hash(things)}`;
}

/** Returns eight letters, stable for equal values. */
export function hash(things: unknown): string {
  return createHash('sha256').update(JSON.stringify(things, withFields)).digest('hex').slice(0, LETTERS);
}

/** Failures with the same message differ in other fields, e.g. their status. */
function withFields(key: string, value: unknown): unknown {
  return value instanceof Error ? { ...value, name: value.name, message: value.message } : nameReferences(key, value);
}
