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

export const SHIP: OrderMachineEvent = { type: 'staff.ship', trackingNumber: 'T1' };
export const PROCESS: OrderMachineEvent = { type: 'staff.process' };
export const DELIVER: OrderMachineEvent = { type: 'staff.deliver' };
export const DROP: OrderMachineEvent = { type: 'staff.cancel' };
export const CANCEL: OrderMachineEvent = { type: 'shopper.cancel' };
export const MISMATCH: OrderMachineEvent = { type: 'payment.mismatched' };
export const due = (now: number, hasLiveAttempt = false): OrderMachineEvent => ({
  type: 'expiry.due',
  now,
  hasLiveAttempt,
});
export const toCash = (hasLiveAttempt = false): OrderMachineEvent => ({ type: 'method.cash', hasLiveAttempt });

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

export function isIn({ value }: OrderSnapshot, state: string): boolean {
  const [region, name] =
    state.startsWith('money.') || state.startsWith('stock.') ? state.split('.') : ['status', state];
  if (region === 'money') return value.money === name;
  if (region === 'stock') return value.stock === name;
  if (typeof value.status === 'string') return value.status === state;
  return state === 'cancelled' || state === `cancelled.${value.status.cancelled}`;
}

/** Whether an effect was told, with these params where they are given. */
export const has = ({ effects }: Step, type: string, params?: unknown) =>
  effects.some(
    (it) => it.type === type && (params === undefined || JSON.stringify(it.params) === JSON.stringify(params)),
  );
