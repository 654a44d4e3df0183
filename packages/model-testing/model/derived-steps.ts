import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import type { Cases, EventCases } from './define.ts';
import { isFromActor, titled } from './steps.ts';
import { getLogicKind, getStateName } from './structure.ts';
import type { EdgeWords } from './structure.ts';
import type { Flight, Step, Timed, Timer } from './timed.ts';

type ByActor = Readonly<Record<string, Cases<unknown> | undefined>>;

/** Values that a machine does not contain, by event type or by actor. */
export interface GivenValues {
  readonly inputs: Cases<unknown>;
  readonly events: Readonly<Record<string, EventCases<{ type: string }> | undefined>>;
  readonly done: ByActor;
  readonly fail: ByActor;
  readonly childSnapshots: ByActor;
}

/**
 * Returns the possible next steps of a machine without a model: events that an active state handles, answers of running
 * actors, the next timer. Without a given value an event has no payload, an answer no output, and a failure is an Error.
 */
export function deriveSteps(given: GivenValues): (state: Timed) => Step[] {
  return (state) => {
    const { snapshot, flights, timers } = state;
    if (snapshot === null) return starts(given);
    if (snapshot.status !== 'active') return [];
    const nodes = snapshot._nodes as readonly AnyStateNode[];
    const handled = new Set(nodes.flatMap(({ transitions }) => [...transitions.keys()]));
    // The machine sends the event of a delayed `raise` itself, unless a payload is given.
    const isOwn = (type: string) => given.events[type] === undefined && timers.some(({ event }) => event.type === type);
    const sent = [...handled].filter((type) => !isOwn(type));
    return [
      ...sent.flatMap((type) => (type === 'xstate.route' ? routes(nodes) : sends(type, given))),
      ...flights.flatMap((flight) => replies(snapshot, flight, handled, given)),
      ...timers.slice(0, 1).map((timer): Step => ({ kind: 'after', label: describeTimer(timer), event: timer.event })),
    ];
  };
}

/** `after 3 s`, `reminder after 3 s`. */
export function describeTimer({ id, delay, event }: Timer): string {
  return `${id.startsWith('xstate.after.') ? '' : `${event.type} `}after ${formatDuration(delay)}`;
}

/** Returns the id of an actor that a state invokes. XState numbers the ones without an id: here their source names them. */
export function getActorName(id: string, node: AnyStateNode): string {
  const index = node.invoke.findIndex((invoke) => invoke.id === id);
  const src = node.invoke[index]?.src;
  if (src === undefined || id !== `${index}.${node.id}`) return id;
  const isInline = typeof src !== 'string' || src.startsWith('xstate.invoke.');
  return isInline ? `actor of ${getStateName(node)}` : src;
}

/** The words of derived steps, for machines that name neither actors nor delays. */
export const DERIVED_WORDS: EdgeWords = {
  actor: getActorName,
  delay: (name) => (/^\d+$/.test(name) ? formatDuration(Number(name)) : name),
};

/** `500 ms`, `3 s`, `10 min`. */
function formatDuration(ms: number): string {
  const [unit, size] =
    (
      [
        ['h', 3_600_000],
        ['min', 60_000],
      ] as const
    ).find(([, one]) => ms > 0 && ms % one === 0) ??
    (Math.abs(ms) < 1_000 ? (['ms', 1] as const) : (['s', 1_000] as const));
  return `${ms / size} ${unit}`;
}

function starts({ inputs }: GivenValues): Step[] {
  return Object.entries(inputs).map(([name, input]) => ({
    kind: 'start',
    label: titled('start', name),
    input,
    event: { type: 'xstate.init' },
  }));
}

function sends(type: string, { events }: GivenValues): Step[] {
  if (type.startsWith('xstate.')) return [];
  return toEventTypes(type, Object.keys(events)).flatMap((sent) => {
    const entry = events[sent] ?? { '': {} };
    const cases = isFromActor(entry) ? entry.cases : (entry as Cases<object>);
    return Object.entries(cases).map(([name, payload]): Step => ({
      kind: 'user',
      label: titled(sent, name),
      event: { ...payload, type: sent },
    }));
  });
}

/** Returns the type itself; for a wildcard the given types that it matches, or `other`. */
function toEventTypes(type: string, known: readonly string[]): string[] {
  if (!type.endsWith('*')) return [type];
  const matching = known.filter((one) => matchesType(type, one));
  return matching.length > 0 ? matching : [type.replace(/\*$/, 'other')];
}

/** Returns whether `*` or `mouse.*` matches a type. */
export function matchesType(descriptor: string, type: string): boolean {
  return descriptor === type || (descriptor.endsWith('*') && `${type}.`.startsWith(descriptor.slice(0, -1)));
}

/** Events of XState's routes, which lead to a state from everywhere. */
function routes(nodes: readonly AnyStateNode[]): Step[] {
  const targets = nodes.flatMap(({ transitions }) => transitions.get('xstate.route') ?? []);
  return targets.map(({ target }) => {
    const to = `#${target?.[0]?.id ?? ''}`;
    return { kind: 'user', label: `route to ${to}`, event: { type: 'xstate.route', to } };
  });
}

/** Returns the answers, failures and snapshots of a running actor that an active state handles. */
function replies(
  snapshot: AnyMachineSnapshot,
  { id, src }: Flight,
  handled: ReadonlySet<string>,
  { done, fail, childSnapshots }: GivenValues,
): Step[] {
  const node = snapshot._nodes.find(({ invoke }) => invoke.some((one) => one.id === id));
  const name = node === undefined ? id : getActorName(id, node);
  const actor = (snapshot.children as Readonly<Record<string, RunningActor | undefined>>)[id];
  const isListener = actor !== undefined && getLogicKind(actor.logic) === 'callback';
  const getCases = (values: ByActor) => values[name] ?? values[src] ?? values[id];
  const steps = (kind: 'done' | 'error' | 'sent', verb: string, type: string, values: Cases<object>): Step[] =>
    ![...handled].some((one) => one !== '*' && matchesType(one, type))
      ? []
      : Object.entries(values).map(([key, value]): Step => ({
          kind,
          actorId: id,
          label: titled(`${name} ${verb}`, key),
          event: { type, ...value },
        }));
  const outputs = getCases(done) ?? (isListener ? {} : { '': undefined });
  const errors = getCases(fail) ?? { '': new Error(`${name} fails`) };
  const snapshots = getCases(childSnapshots) ?? { '': actor?.getSnapshot() };
  return [
    ...steps('sent', 'tells', `xstate.snapshot.${id}`, wrap(snapshots, 'snapshot')),
    ...steps('done', 'answers', `xstate.done.actor.${id}`, wrap(outputs, 'output', { actorId: id })),
    ...steps('error', 'fails', `xstate.error.actor.${id}`, wrap(errors, 'error', { actorId: id })),
  ];
}

interface RunningActor {
  readonly logic: Parameters<typeof getLogicKind>[0];
  readonly getSnapshot: () => unknown;
}

function wrap(values: Cases<unknown>, key: string, rest: object = {}): Cases<object> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { [key]: value, ...rest }]));
}
