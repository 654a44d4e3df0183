import type { AnyMachineSnapshot } from 'xstate';
import type { AnyModel, Cases } from './define.ts';
import { parseDelayName, getStateName } from './structure.ts';
import type { Flight, Step, Timed } from './timed.ts';

/** Returns all possible next steps of a timed snapshot: input, user events, results, failures, the next timer. */
export function getSteps(model: AnyModel, state: Timed): Step[] {
  if (state.snapshot === null) return starts(model);
  if (state.snapshot.status !== 'active') return [];
  const isFirst = ({ src }: Flight) => model.answersFirst?.includes(src) === true;
  const results = (flights: readonly Flight[]) =>
    flights.flatMap((flight) => [...getChildSnapshots(model, flight), ...answers(model, state, flight)]);
  return [
    ...results(state.flights.filter(isFirst)),
    ...sends(model, state),
    ...results(state.flights.filter((flight) => !isFirst(flight))),
    ...nextTimer(state),
  ];
}

function starts(model: AnyModel): Step[] {
  return Object.entries(model.inputs).map(([name, input]) => ({
    kind: 'start',
    label: titled('start', name),
    input,
    event: { type: 'xstate.init' },
  }));
}

// Also in states that do not declare the event: a double click or a late click must change nothing.
function sends(model: AnyModel, { flights }: Timed): Step[] {
  const sent = Object.entries(model.events).flatMap(([type, entry]) => {
    if (!isFromActor(entry)) return [];
    const { sentBy, cases } = entry;
    return flights
      .filter(({ id, src }) => id === sentBy || src === sentBy)
      .flatMap(({ id }) =>
        Object.entries(cases).map(([name, payload]): Step => ({
          kind: 'sent',
          actorId: id,
          label: `${id} sends ${titled(type, name)}`,
          event: { ...payload, type },
        })),
      );
  });
  return [...userCases(model), ...sent];
}

const usersSteps = new WeakMap<object, readonly Step[]>();

/** Returns the cases of events that no listener sends. They are the same in every snapshot. */
export function userCases({ events }: Pick<AnyModel, 'events'>): readonly Step[] {
  const found = usersSteps.get(events) ?? toUserCases(events);
  usersSteps.set(events, found);
  return found;
}

function toUserCases(events: AnyModel['events']): Step[] {
  return Object.entries(events).flatMap(([type, entry]) =>
    isFromActor(entry)
      ? []
      : Object.entries(entry as Cases<object>).map(([name, payload]): Step => ({
          kind: 'user',
          label: titled(type, name),
          event: { ...payload, type },
        })),
  );
}

/** Returns the snapshots of an invoked machine that `onSnapshot` receives. */
function getChildSnapshots(model: AnyModel, { id, src }: Flight): Step[] {
  return Object.entries(model.childSnapshots?.[src] ?? {}).map(([name, snapshot]) => ({
    kind: 'sent',
    actorId: id,
    label: titled(`${id} tells`, name),
    event: { type: `xstate.snapshot.${id}`, snapshot },
  }));
}

/** Thrown while exploring when the model lacks the results of a slot. */
export class IncompleteModel extends Error {}

function answers(model: AnyModel, { snapshot, timers }: Timed, { id, src }: Flight): Step[] {
  const listens = new Set(snapshot?._nodes.flatMap(({ ownEvents }) => ownEvents as string[]));
  const doneType = `xstate.done.actor.${id}`;
  const errorType = `xstate.error.actor.${id}`;
  const outputs = model.done[src];
  if (listens.has(doneType) && outputs === undefined) {
    throw new IncompleteModel(`${model.flow}: the model needs done.${src}: results of the slot`);
  }
  const errors = { ...(listens.has(errorType) ? model.config.failures : {}), ...model.fail?.[src] };
  const mayBeLate = model.late?.includes(src) === true && timers.length > 0;
  return (mayBeLate ? [false, true] : [false]).flatMap((late) => {
    const tail = late ? ', late' : '';
    return [
      ...Object.entries(outputs ?? {}).map(([name, output]): Step => ({
        kind: 'done',
        actorId: id,
        late,
        label: `${titled(`${id} answers`, name)}${tail}`,
        event: { type: doneType, output, actorId: id },
      })),
      ...Object.entries(errors).map(([name, error]): Step => ({
        kind: 'error',
        actorId: id,
        late,
        label: `${titled(`${id} fails`, name)}${tail}`,
        event: { type: errorType, error, actorId: id },
      })),
    ];
  });
}

function nextTimer({ snapshot, timers }: Timed): Step[] {
  const timer = timers[0];
  if (timer === undefined) return [];
  return [{ kind: 'after', label: timerLabel(snapshot, timer), event: timer.event }];
}

/** `after resendBlock in open.resend.blocked`. */
export function timerLabel(
  snapshot: AnyMachineSnapshot | null,
  timer: { id: string; event: { type: string } },
): string {
  const node = snapshot?._nodes.find(
    ({ id: stateId }) => timer.id.startsWith('xstate.after.') && timer.id.endsWith(`.${stateId}`),
  );
  return node === undefined
    ? `delayed ${timer.event.type}`
    : `after ${parseDelayName(timer.id, node)} in ${getStateName(node)}`;
}

/** Returns whether a listener sends the event, not a control of a view. */
export function isFromActor(entry: object): entry is { sentBy: string; cases: Cases<object> } {
  return 'sentBy' in entry && typeof entry.sentBy === 'string' && 'cases' in entry;
}

/** `email.change(valid)`. */
export function titled(words: string, name: string): string {
  return name === '' ? words : `${words}(${name})`;
}
