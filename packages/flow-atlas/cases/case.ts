import { createHash } from 'node:crypto';
import { nameReferences } from 'model-testing/model/explore';
import type { Happening } from 'model-testing/model/happening';

/** One step of a case, in words. */
export interface CaseStep {
  /** What leads there, or what the case is about. */
  readonly keyword: 'given' | 'when';
  /** Who does what, with which value; or what is answered; or how much time passes. */
  readonly action: string;
  /** What must be seen then; empty where nothing new is. */
  readonly expected: readonly string[];
  readonly references: readonly string[];
}

/** One path as a person walks it. */
export interface Case {
  /** Stays the same while the path does, so that results find their case again. */
  readonly id: string;
  readonly flow: string;
  readonly title: string;
  readonly preconditions: readonly string[];
  readonly steps: readonly CaseStep[];
  readonly references: readonly string[];
  readonly tags: readonly string[];
}

const LETTERS = 8;

/**
 * Returns the id of a path: a hash of what happens along it, not of the words that describe it. Rows that share a path have
 * different ids, because the name of the row is part of the hash.
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
    // Two addresses can give a machine the same input: the name of the start tells them apart.
    kind === 'start' ? [label, input] : input,
    act && { ...act, name: String(act.name) },
  ]);
  return idOf(flow, row === null ? along : { along, row });
}

/** `login-3f2a91c0`: the same for the same things. */
export function idOf(flow: string, things: unknown): string {
  const text = JSON.stringify(things, withFields);
  return `${flow}-${createHash('sha256').update(text).digest('hex').slice(0, LETTERS)}`;
}

/** Two failures with the same message differ by their other fields, e.g. by their status. */
function withFields(key: string, value: unknown): unknown {
  return value instanceof Error ? { ...value, name: value.name, message: value.message } : nameReferences(key, value);
}
