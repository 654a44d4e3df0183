import { initialTransition, transition, type SnapshotFrom } from 'xstate';
import { orderMachine, type OrderInput, type OrderMachineEvent } from '../../../server/machines/order.machine.ts';

export type OrderSnapshot = SnapshotFrom<typeof orderMachine>;

export interface Effect {
  readonly type: string;
  readonly params: unknown;
}

export interface Step {
  readonly before: OrderSnapshot;
  readonly after: OrderSnapshot;
  /** Effects that the caller has to carry out; assigns and raised events are not among them. */
  readonly effects: readonly Effect[];
  /** False where the order refuses the event. */
  readonly accepted: boolean;
}

/** Until when the M-Pesa orders of these tests are held, epoch milliseconds. */
export const EXPIRES_AT = 1_800_000;
export const MPESA: OrderInput = { paymentMethod: 'mpesa', expiresAt: EXPIRES_AT };
export const CASH: OrderInput = { paymentMethod: 'cod', expiresAt: null };

export function paid(payment: string, hasStock = true): OrderMachineEvent {
  return { type: 'payment.succeeded', payment, hasStock };
}

export function step(before: OrderSnapshot, event: OrderMachineEvent): Step {
  const accepted = before.can(event);
  const [after, actions] = transition(orderMachine, before, event);
  const effects = actions
    .filter(({ type }) => !type.startsWith('xstate.'))
    .map(({ type, params }) => ({ type, params }));
  return { before, after, effects, accepted };
}

export function walk(input: OrderInput, ...events: readonly OrderMachineEvent[]): OrderSnapshot {
  return events.reduce((snapshot, event) => step(snapshot, event).after, initialTransition(orderMachine, input)[0]);
}
