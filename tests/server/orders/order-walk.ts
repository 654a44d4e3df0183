import type { AnyMachineSnapshot } from 'xstate';
import type { OrderInput, OrderMachineEvent } from '../../../server/machines/order.types.ts';

/** An order in the table's terms: `status` and the other fields hold at the same time. */
export interface OrderFacts {
  /** `cancelled` includes its cause: `cancelled.expired`. */
  readonly status: string;
  readonly money: string;
  readonly stock: string;
  readonly paymentMethod: OrderInput['paymentMethod'];
  /** Epoch milliseconds. */
  readonly expiresAt: number | null;
  readonly trackingNumber: string | null;
  readonly payments: readonly string[];
}

/** End of the payment period of M-Pesa orders in these tests, in epoch milliseconds. */
export const EXPIRES_AT = 1_800_000;
export const MPESA: OrderInput = { paymentMethod: 'mpesa', expiresAt: EXPIRES_AT };
export const CASH: OrderInput = { paymentMethod: 'cod', expiresAt: null };
/** Maximum number of payments for one order in these tests. */
const MOST_PAYMENTS = 3;

/** Every event that can occur, with values on both sides of each guard's boundary. */
export function orderEvents({ payments, status, money }: OrderFacts): readonly OrderMachineEvent[] {
  const known = [...new Set([...payments.slice(0, 1), ...payments.slice(-1)])];
  const next = payments.length < MOST_PAYMENTS ? [`p${payments.length + 1}`] : [];
  const isEither = [false, true];
  return [
    ...[...known, ...next].flatMap((payment) =>
      isEither.map((hasStock) => ({ type: 'payment.succeeded', payment, hasStock }) as const),
    ),
    ...[...known, ...next].map((payment) => ({ type: 'payment.doubted', payment }) as const),
    ...(money === 'unpaid' || money === 'partPaid' ? [...known, ...next] : []).map(
      (payment) => ({ type: 'payment.part', payment }) as const,
    ),
    ...(money === 'unpaid' || money === 'partPaid' ? next : []).flatMap((payment) =>
      isEither.map((hasStock) => ({ type: 'payment.succeeded', payment, hasStock, isMore: true }) as const),
    ),
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
    ...(status === 'processing' ? [{ type: 'staff.ship', trackingNumber: 'T1', isUnproven: true } as const] : []),
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

/** Returns whether the order is in a state of the table: `cancelled`, `cancelled.expired`, `money.paid`. */
export function isIn(facts: OrderFacts, state: string): boolean {
  const [region = '', name] = state.split('.');
  if (region === 'money' || region === 'stock') return facts[region] === name;
  return facts.status === state || facts.status.startsWith(`${state}.`);
}
