import { fromCallback } from 'xstate';
import type { EventObject, NonReducibleUnknown } from 'xstate';

/** Stops listening. */
export type Stop = () => void;

/** Creates a listening slot. `listen` receives a function that sends events to the machine, and the slot's input. */
export function createListener<Event extends EventObject, Input = NonReducibleUnknown>(
  listen: (send: (event: Event) => void, input: Input) => Stop,
) {
  return fromCallback<EventObject, Input>(({ sendBack, input }) => listen((event) => sendBack(event), input));
}

export function stopAll(...stops: readonly Stop[]): Stop {
  return () => stops.forEach((stop) => stop());
}

interface WatchedActor<Snapshot> {
  readonly getSnapshot: () => Snapshot;
  readonly subscribe: (listener: () => void) => { readonly unsubscribe: () => void };
}

/**
 * Calls the listener with `select(snapshot)`: immediately unless the value equals `known`, and after each change of the
 * value or, for a list, of its items.
 */
export function watchActor<Snapshot, Value>(
  actor: WatchedActor<Snapshot>,
  select: (snapshot: Snapshot) => Value,
  onValue: (value: Value) => void,
  known?: Value,
): Stop {
  let last = known;
  const look = () => {
    const value = select(actor.getSnapshot());
    if (isSame(value, last)) return;
    last = value;
    onValue(value);
  };
  const subscription = actor.subscribe(look);
  look();
  return () => subscription.unsubscribe();
}

interface AbsentOptions<Value> {
  /** Called when the value becomes absent. */
  readonly onAbsent?: () => void;
  readonly known?: Value;
}

/** Like `watchActor`, with separate callbacks for a present value and an absent one (`null` or `false`). */
export function watchPresent<Snapshot, Value>(
  actor: WatchedActor<Snapshot>,
  select: (snapshot: Snapshot) => Value,
  onPresent: (value: Exclude<Value, null | false>) => void,
  { onAbsent = () => undefined, known }: AbsentOptions<Value> = {},
): Stop {
  const onValue = (value: Value) => {
    if (value === null || value === false) onAbsent();
    else onPresent(value as Exclude<Value, null | false>);
  };
  return watchActor(actor, select, onValue, known);
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** Returns an event handler that calls `onOutside` for events outside elements that match the selector. */
export function onOutsideEvent(selector: string, onOutside: () => void) {
  return ({ target }: Event): void => {
    const isInside = target instanceof Element && target.closest(selector) !== null;
    if (!isInside) onOutside();
  };
}
