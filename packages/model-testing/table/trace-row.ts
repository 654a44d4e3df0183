import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, EventObject, InspectionEvent } from 'xstate';
import type { AnyModel } from '../model/define.ts';
import { isFromActor, userCases } from '../model/steps.ts';
import { getKind } from '../model/structure.ts';
import type { Step } from '../model/timed.ts';
import type { Happening } from '../model/happening.ts';
import type { Act } from '../view/act.ts';
import { actsFor } from '../view/acts-for.ts';
import { edgesSince, watchRow } from './drive-row.ts';
import type { Bench } from './drive-row.ts';
import type { Row } from './flow.ts';

/** The recorded run of a row: all happenings, and the index of the row's act. */
export interface RowTrace {
  readonly happenings: readonly Happening[];
  readonly from: number;
  /** Ids of the transitions that its act takes. */
  readonly taken: readonly string[];
}

/** Runs a row and records what happens as data. Nothing is drawn, and only its start and end are checked. */
export async function traceRow<Machine extends AnyStateMachine>(bench: Bench<Machine>, row: Row): Promise<RowTrace> {
  const model = bench.model as unknown as AnyModel;
  const happenings: Happening[] = [];
  let now = () => 0;
  let from = 0;
  let before = 0;
  let taken: readonly string[] = [];
  let isOver = false;
  const heard = listener(model, (one) => {
    if (!isOver) happenings.push({ ...one, now: now() });
  });
  const hands = new RecordingDriver(model, (act, snapshot) => {
    const step: Step = { kind: 'user', label: `${act.do} ${act.role}`, event: { type: 'act' } };
    const place = { machine: model.machine.id, inside: [], taken: [], before: snapshot, after: snapshot };
    happenings.push({ ...place, step, act, now: now() });
  });
  await watchRow(bench, row, {
    hands,
    inspect: heard,
    begins: (live) => {
      now = () => live.now;
      from = happenings.length;
      before = live.taken.length;
    },
    started: (live) => {
      now = () => live.now;
    },
    ends: (live) => {
      isOver = true;
      taken = edgesSince(live, before).map(({ edge }) => edge);
    },
  });
  // Inspection reports inner machines before the machine itself.
  const start = happenings.findIndex(({ inside }) => inside.length === 0);
  happenings.unshift(...happenings.splice(start, 1));
  // A row about the start itself has its act there.
  return { happenings, from: happenings.length > from ? from : 0, taken };
}

type InspectedStep = Omit<Happening, 'now'>;

/** Converts XState's inspection events to happenings. */
function listener(model: AnyModel, note: (one: InspectedStep) => void): (event: InspectionEvent) => void {
  const sources = new WeakMap<object, AnyActorRef | undefined>();
  const last = new Map<AnyActorRef, AnyMachineSnapshot>();
  return (told) => {
    if (told.type === '@xstate.event') sources.set(told.event, told.sourceRef as AnyActorRef | undefined);
    if (told.type !== '@xstate.snapshot' || !isMachine(told.actorRef as AnyActorRef)) return;
    const actor = told.actorRef as AnyActorRef;
    const before = last.get(actor) ?? null;
    const after = told.snapshot as AnyMachineSnapshot;
    last.set(actor, after);
    const inside = getActorPath(actor);
    const source = sources.get(told.event);
    const step = toStep(model, told.event, { actor, source, inside });
    const isConsequence =
      (step.kind === 'start' && inside.length > 0) || (source !== undefined && source !== actor && isMachine(source));
    note({
      machine: getMachine(actor).id,
      inside,
      step,
      before,
      after,
      taken: [],
      ...(isConsequence && { isConsequence }),
    });
  };
}

interface From {
  readonly actor: AnyActorRef;
  readonly source: AnyActorRef | undefined;
  readonly inside: readonly string[];
}

function toStep(model: AnyModel, event: EventObject, { actor, source, inside }: From): Step {
  const { type } = event;
  const given = event as Step['event'];
  if (type === 'xstate.init') return { kind: 'start', label: 'start', event: given, input: given['input'] };
  const kind = getKind(type);
  if (kind === 'done' || kind === 'error') {
    const actorId = String(given['actorId'] ?? type.split('.').at(-1));
    return { kind, label: `${actorId} ${kind === 'done' ? 'answers' : 'fails'}`, actorId, event: given };
  }
  if (kind === 'after' || source === actor) return { kind: 'after', label: type, event: given };
  const told = /^xstate\.snapshot\.(.+)$/.exec(type)?.[1];
  if (told !== undefined) return { kind: 'sent', label: `${told} tells`, actorId: told, event: given };
  const entry = inside.length === 0 ? model.events[type] : undefined;
  const sender = getName(source) ?? (entry !== undefined && isFromActor(entry) ? entry.sentBy : undefined);
  return sender === undefined
    ? { kind: 'user', label: type, event: given }
    : { kind: 'sent', label: `${sender} sends ${type}`, actorId: sender, event: given };
}

/** Returns the id of an actor. The id that XState makes for the root differs in each run; its machine's id replaces it. */
function getName(actor: AnyActorRef | undefined): string | undefined {
  return actor !== undefined && actor.id === actor.sessionId ? getMachine(actor).id : actor?.id;
}

function getMachine(actor: AnyActorRef): AnyStateMachine {
  return (actor as unknown as { logic: AnyStateMachine }).logic;
}

function isMachine(actor: AnyActorRef): boolean {
  return 'root' in getMachine(actor);
}

function getActorPath(actor: AnyActorRef): string[] {
  const parent = actor._parent as AnyActorRef | undefined;
  return parent === undefined ? [] : [...getActorPath(parent), actor.id];
}

/** A driver without a view: an act sends the event that the model assigns to it; other acts are only recorded. */
class RecordingDriver {
  readonly #model: AnyModel;
  readonly #note: (act: Act, snapshot: AnyMachineSnapshot) => void;
  isActive = false;
  readonly refusals: string[] = [];
  readonly path = '';

  constructor(model: AnyModel, note: (act: Act, snapshot: AnyMachineSnapshot) => void) {
    this.#model = model;
    this.#note = note;
  }

  make(): null {
    return null;
  }

  act(acts: readonly Act[], snapshot: AnyMachineSnapshot): readonly EventObject[] {
    for (const act of acts) {
      const event = findEvent(this.#model, act, snapshot);
      if (event !== null) return [event];
    }
    if (acts[0] !== undefined) this.#note(acts[0], snapshot);
    return [];
  }

  close(): void {
    // There is nothing to close.
  }
}

/** Returns the event of an act here, with the typed value. */
function findEvent(model: AnyModel, act: Act, snapshot: AnyMachineSnapshot): EventObject | null {
  const isSame = (other: Act) =>
    act.do === other.do && act.role === other.role && String(act.name) === String(other.name);
  for (const { event } of userCases(model)) {
    const made = (actsFor(model, event, snapshot) ?? []).find(isSame);
    if (made === undefined) continue;
    const typed = Object.entries(event).find(([name, value]) => name !== 'type' && value === made.value);
    if (made.value === act.value) return event;
    if (typed !== undefined) return { ...event, [typed[0]]: act.value } as EventObject;
  }
  return null;
}
