import type { Case } from '../cases/case.ts';
import type { Happening } from '../cases/happening.ts';
import type { Subject } from '../cases/subject.ts';
import { shownIn, slotOf } from '../cases/tell.ts';
import type { SubjectOf } from '../cases/tell.ts';
import type { Walked } from '../cases/tell-case.ts';
import { actsFor } from '../view/acts-for.ts';
import type { Beginning, Player, Reply } from './play.ts';

/** One thing that a player does: the name of its method, and what it is given. */
export interface Move {
  readonly do: Exclude<keyof Player, symbol>;
  readonly with: readonly unknown[];
}

/** A case that can be walked in a browser. */
export interface Script {
  readonly case: Case;
  /** For each step of the case. */
  readonly steps: readonly { readonly text: string; readonly moves: readonly Move[] }[];
}

/** What a project knows of its pages. */
export interface Staging {
  /** How a machine begins in a browser; null where that is not known. */
  readonly begin: (flow: string, input: unknown) => { readonly at: Beginning; readonly next?: readonly Move[] } | null;
  /** How the server says what a slot hands to its machine. */
  readonly reply: (call: string, output: unknown) => Reply;
  /** The same of a failure; null: the network is gone; a number: no answer within so many ms. */
  readonly failure: (error: Error) => Reply | null | number;
  /** What happens without a control, by the type of the event. */
  readonly events: Readonly<Record<string, (event: Happening['step']['event']) => readonly Move[]>>;
}

/** The case for a player, or why nobody can walk it. */
export function scriptOf(path: Subject, subjectOf: SubjectOf, staging: Staging, walked: Walked): Script | string {
  const { told } = walked;
  if (told.every(({ happenings }) => happenings.length === 0)) return 'it is told in words only';
  const machines = new Set(told.flatMap(({ happenings }) => happenings.map(({ machine }) => machine)));
  const held = [...new Set([path, ...[...machines].flatMap((id) => subjectOf(id) ?? [])].flatMap(callsOf))];
  const steps: { text: string; moves: Move[] }[] = [];
  let time = 0;
  for (const { step, happenings } of told) {
    const moves: Move[] = [];
    for (const one of happenings) {
      const found = movesOf(path, subjectOf, staging, { one, held, time });
      if (typeof found === 'string') return found;
      moves.push(...found);
      time = one.now;
    }
    moves.push(...shownIn(step).map((text): Move => ({ do: 'see', with: [text] })));
    steps.push({ text: step.action, moves });
  }
  return { case: walked.case, steps };
}

/** Every call that a machine makes. */
function callsOf({ model, callOf }: Subject): string[] {
  return Object.keys(model.machine.implementations.actors).flatMap((slot) => callOf(slot) ?? []);
}

interface At {
  readonly one: Happening;
  readonly held: readonly string[];
  readonly time: number;
}

function movesOf(
  path: Subject,
  subjectOf: SubjectOf,
  staging: Staging,
  { one, held, time }: At,
): readonly Move[] | string {
  const { step, before, inside, act, isConsequence } = one;
  if (isConsequence === true) return [];
  if (step.kind === 'start' && inside.length === 0) {
    const stage = staging.begin(path.flow, step.input);
    if (stage === null) return `nobody has said how ${step.label} of ${path.flow} begins in a browser`;
    return [{ do: 'begin', with: [{ ...stage.at, held }] }, ...(stage.next ?? [])];
  }
  if (step.kind === 'start') return [];
  const passed: Move[] = one.now > time ? [{ do: 'pass', with: [one.now - time] }] : [];
  const done = act === undefined ? movesFor(path, subjectOf(one.machine) ?? path, staging, one) : [gesture(act)];
  if (done !== null) return [...passed, ...done];
  return `nobody can make '${step.label}' in a browser${before === null ? '' : ` (${one.machine})`}`;
}

function movesFor(path: Subject, subject: Subject, staging: Staging, one: Happening): readonly Move[] | null {
  const { step, before } = one;
  const { kind, event, actorId = '' } = step;
  if (kind === 'after') return [];
  if (kind === 'done' || kind === 'error') {
    const slot = slotOf(before, actorId);
    const call = subject.callOf(slot) ?? path.callOf(slot);
    if (call === null) return null;
    if (kind === 'done') return [{ do: 'answer', with: [call, staging.reply(call, event['output'])] }];
    const failure = staging.failure(event['error'] as Error);
    if (failure === null) return [{ do: 'cut', with: [call] }];
    return [typeof failure === 'number' ? { do: 'pass', with: [failure] } : { do: 'answer', with: [call, failure] }];
  }
  const [how] = before === null ? [] : (actsFor(subject.model, event, before) ?? []);
  if (how !== undefined) return [gesture(how)];
  return staging.events[event.type]?.(event) ?? null;
}

function gesture(act: object): Move {
  return { do: 'act', with: [act] };
}
