import { createHash } from 'node:crypto';
import { nameReferences } from '../model/explore.ts';
import type { Happening } from './happening.ts';

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

/** By what happens along the path, not by the words that tell it. */
export function caseId(flow: string, happenings: readonly Pick<Happening, 'step' | 'inside' | 'act'>[]): string {
  return idOf(
    flow,
    happenings.map(({ step: { kind, actorId, event, input }, inside, act }) => [
      inside,
      kind,
      actorId,
      event,
      input,
      act && { ...act, name: String(act.name) },
    ]),
  );
}

/** `login-3f2a91c0`: the same for the same things. */
export function idOf(flow: string, things: unknown): string {
  const text = JSON.stringify(things, nameReferences);
  return `${flow}-${createHash('sha256').update(text).digest('hex').slice(0, LETTERS)}`;
}
