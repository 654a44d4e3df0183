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

/** A listener, which sends events as long as it runs. */
export function listenerSlot<Input extends NonReducibleUnknown = NonReducibleUnknown>() {
  return fromCallback<EventObject, Input>(notProvided);
}

/** An effect with parameters; one without is `notProvided` itself. */
export function effectSlot<Params>(): (scope: unknown, params: Params) => void {
  return notProvided;
}

/** Another machine: `machineSlot<typeof deliveryMachine>()`. */
export function machineSlot<Machine extends AnyStateMachine>(): Machine {
  const empty: unknown = fromPromise(notProvided);
  return empty as Machine;
}

/**
 * Invokes what fills a slot, by the name of the slot: `invoke: { ...slot('loadOrders'), onDone: 'shown' }`. Where a function
 * reads the answer in place, `id` and `src` are written out, as only they tell TypeScript what the answer is.
 */
export function slot<const Name extends string>(name: Name) {
  return { id: name, src: name };
}
