import type { AnyMachineSnapshot } from 'xstate';
import type { OrderInput, OrderMachineEvent } from '../../../server/machines/order.types.ts';

/** An order as the table speaks of it: `status` and the rest are true at the same time. */
export interface OrderFacts {
  /** `cancelled.expired` with what ended it. */
  readonly status: string;
  readonly money: string;
  readonly stock: string;
  readonly paymentMethod: OrderInput['paymentMethod'];
  /** Epoch milliseconds. */
  readonly expiresAt: number | null;
  readonly trackingNumber: string | null;
  readonly payments: readonly string[];
}

/** Until when the M-Pesa orders of these tests are held, epoch milliseconds. */
export const EXPIRES_AT = 1_800_000;
export const MPESA: OrderInput = { paymentMethod: 'mpesa', expiresAt: EXPIRES_AT };
export const CASH: OrderInput = { paymentMethod: 'cod', expiresAt: null };
/** Payments that may come in for one order here. */
const MOST_PAYMENTS = 3;

/** Everything that may come, each guard at its boundary on both sides. */
export function orderEvents({ payments }: OrderFacts): readonly OrderMachineEvent[] {
  const known = [...new Set([...payments.slice(0, 1), ...payments.slice(-1)])];
  const next = payments.length < MOST_PAYMENTS ? [`p${payments.length + 1}`] : [];
  const isEither = [false, true];
  return [
    ...[...known, ...next].flatMap((payment) =>
      isEither.map((hasStock) => ({ type: 'payment.succeeded', payment, hasStock }) as const),
    ),
    ...[...known, ...next].map((payment) => ({ type: 'payment.doubted', payment }) as const),
    { type: 'payment.giveBack' },
    { type: 'payment.failed' },
    { type: 'payment.mismatched' },
    { type: 'payment.clear' },
    { type: 'payment.deny' },
    { type: 'refund.confirmed' },
    ...[EXPIRES_AT - 1, EXPIRES_AT, EXPIRES_AT + 1].flatMap((now) =>
      isEither.map((hasLiveAttempt) => ({ type: 'expiry.due', now, hasLiveAttempt }) as const),
    ),
    ...isEither.map((hasLiveAttempt) => ({ type: 'order.replace', hasLiveAttempt }) as const),
    ...isEither.map((hasLiveAttempt) => ({ type: 'method.cash', hasLiveAttempt }) as const),
    { type: 'shopper.cancel' },
    { type: 'staff.process' },
    ...['T1', null].map((trackingNumber) => ({ type: 'staff.ship', trackingNumber }) as const),
    { type: 'staff.deliver' },
    { type: 'staff.cancel' },
  ];
}

export function orderFacts({ value, context }: AnyMachineSnapshot): OrderFacts {
  const { status, money, stock } = value as { status: string | { cancelled: string }; money: string; stock: string };
  return {
    status: typeof status === 'string' ? status : `cancelled.${status.cancelled}`,
    money,
    stock,
    ...(context as Omit<OrderFacts, 'status' | 'money' | 'stock'>),
  };
}

/** Whether the order is in a state of the table: `cancelled`, `cancelled.expired`, `money.paid`. */
export function isIn(facts: OrderFacts, state: string): boolean {
  const [region = '', name] = state.split('.');
  if (region === 'money' || region === 'stock') return facts[region] === name;
  return facts.status === state || facts.status.startsWith(`${state}.`);
}
