import { fromCallback, fromPromise } from 'xstate';
import type { AnyStateMachine, EventObject, NonReducibleUnknown } from 'xstate';

/**
 * Placeholders in the slots of a machine until src/compose provides them: calls, listeners, effects and other machines.
 * A machine that runs an empty slot stops with an error; tests/architecture/slots.test.ts finds empty slots.
 */
export const notProvided = (): never => {
  throw new Error('src/compose left a slot of this machine empty');
};

/** A call: `callSlot<Order, { orderId: string }>()`. */
export function callSlot<Output, Input extends NonReducibleUnknown = void>() {
  return fromPromise<Output, Input>(notProvided);
}

/** A listener, which sends events while it runs. */
export function listenerSlot<Input extends NonReducibleUnknown = NonReducibleUnknown>() {
  return fromCallback<EventObject, Input>(notProvided);
}

/** An effect with parameters; one without parameters is `notProvided` itself. */
export function effectSlot<Params>(): (scope: unknown, params: Params) => void {
  return notProvided;
}

/** Another machine: `machineSlot<typeof deliveryMachine>()`. */
export function machineSlot<Machine extends AnyStateMachine>(): Machine {
  const empty: unknown = fromPromise(notProvided);
  return empty as Machine;
}

/**
 * Invokes a slot by its name: `invoke: { ...slot('loadOrders'), onDone: 'shown' }`. For an inline function that reads
 * the result, write `id` and `src` out, because TypeScript infers the result's type from them.
 */
export function slot<const Name extends string>(name: Name) {
  return { id: name, src: name };
}
