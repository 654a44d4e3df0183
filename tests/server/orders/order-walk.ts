import { initialTransition, transition, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import type { OrderInput, OrderMachineEvent, OrderMoney } from '../../../server/machines/order.types.ts';

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
  readonly cash: string;
  /** An owner decided against the refund. */
  readonly isWaived: boolean;
}

/** End of the payment period of M-Pesa orders in these tests, in epoch milliseconds. */
export const EXPIRES_AT = 1_800_000;
export const MPESA: OrderInput = { paymentMethod: 'mpesa', expiresAt: EXPIRES_AT };
export const CASH: OrderInput = { paymentMethod: 'cod', expiresAt: null };
/** Maximum number of payments for one order in these tests: before its parcel leaves, and afterwards. */
const MOST_PAYMENTS = 3;
const MOST_LATER = 2;

/** Every event that can occur, with values on both sides of each guard's boundary. */
export function orderEvents(before: OrderFacts): readonly OrderMachineEvent[] {
  const { payments, status, money } = before;
  const isReturned = status === 'cancelled.returned';
  const known = [...new Set([...payments.slice(0, 1), ...payments.slice(-1)])];
  const next = payments.length < (hasLeft(before) ? MOST_LATER : MOST_PAYMENTS) ? [`p${payments.length + 1}`] : [];
  const isEither = [false, true];
  return [
    ...[...known, ...next].flatMap((payment) =>
      // Only an expired order asks for its stock again.
      (hasLeft(before) ? [true] : isEither).map(
        (hasStock) => ({ type: 'payment.succeeded', payment, hasStock }) as const,
      ),
    ),
    ...[...known, ...next].map((payment) => ({ type: 'payment.doubted', payment }) as const),
    ...(money === 'unpaid' || money === 'partPaid' ? [...known, ...next] : []).map(
      (payment) => ({ type: 'payment.part', payment }) as const,
    ),
    ...(money === 'unpaid' || money === 'partPaid' ? next : []).flatMap((payment) =>
      (hasLeft(before) ? [true] : isEither).map(
        (hasStock) => ({ type: 'payment.succeeded', payment, hasStock, isMore: true }) as const,
      ),
    ),
    { type: 'payment.giveBack' },
    { type: 'payment.failed' },
    { type: 'payment.mismatched' },
    ...(isReturned ? isEither : [false]).map((isInspected) => ({ type: 'payment.clear', isInspected }) as const),
    { type: 'payment.deny' },
    { type: 'refund.confirmed' },
    { type: 'refund.dropped' },
    ...[EXPIRES_AT - 1, EXPIRES_AT, EXPIRES_AT + 1].flatMap((now) =>
      isEither.map((hasLiveAttempt) => ({ type: 'expiry.due', now, hasLiveAttempt }) as const),
    ),
    ...isEither.map((hasLiveAttempt) => ({ type: 'order.replace', hasLiveAttempt }) as const),
    ...isEither.map((hasLiveAttempt) => ({ type: 'method.cash', hasLiveAttempt }) as const),
    { type: 'shopper.cancel' },
    { type: 'staff.process' },
    { type: 'staff.ship', trackingNumber: null },
    ...(status === 'processing' ? [{ type: 'staff.ship', trackingNumber: 'T1', isUnproven: true } as const] : []),
    { type: 'staff.deliver' },
    { type: 'staff.cancel' },
    { type: 'counter.handedOver' },
    { type: 'parcel.resent', trackingNumber: null },
    { type: 'parcel.lost' },
    { type: 'parcel.returned' },
    ...(isReturned || status === 'cancelled.lost' ? [{ type: 'parcel.inspected' } as const] : []),
    ...corrections(before),
    // A refused, uncollected or returned parcel belongs to a shipped or cancelled order.
    ...(status === 'shipped' || isReturned ? isEither : [false]).map(
      (isBack) => ({ type: 'refund.raised', isBack }) as const,
    ),
    ...(isReturned || status === 'cancelled.lost'
      ? isEither.map((isApproved) => ({ type: 'refund.waived', isBack: true, isApproved }) as const)
      : [{ type: 'refund.waived', isBack: false, isApproved: false } as const]),
    ...[OWED - 1, OWED, OWED + 1].map((amount) => ({ type: 'cash.received', amount, missing: OWED }) as const),
    { type: 'cash.writtenOff' },
  ];
}

/**
 * Events that are tried in every state and not followed: the number of the parcel decides nothing, and what M-Pesa has not
 * shown is refused.
 */
export function triedOrderEvents(): readonly OrderMachineEvent[] {
  return [
    { type: 'staff.ship', trackingNumber: 'T1' },
    { type: 'parcel.resent', trackingNumber: 'T1' },
    { type: 'staff.ship', trackingNumber: 'T1', isUnnumbered: true },
    { type: 'counter.handedOver', isUnnumbered: true },
    { type: 'parcel.resent', trackingNumber: 'T1', isUnproven: true },
    { type: 'counter.handedOver', isUnproven: true },
  ];
}

const hasLeft = ({ status }: OrderFacts) =>
  ![
    'pending',
    'processing',
    'cancelled.expired',
    'cancelled.byStaff',
    'cancelled.byShopper',
    'cancelled.replaced',
  ].includes(status);

/** Whole shillings. */
const OWED = 3_000;

/** A delivered order was shipped, or a counter order that was packed or not. */
function statusesBefore({ paymentMethod, money, cash }: OrderFacts): readonly ('shipped' | 'processing' | 'pending')[] {
  if (cash !== 'none') return ['shipped', 'processing', 'pending'];
  if (paymentMethod === 'cod') return ['shipped', 'processing'];
  return money === 'unpaid' ? ['shipped'] : ['shipped', 'processing'];
}

/** The money and the number of payments before a step that brought or returns money, as far as they are possible. */
function moneyBefore(
  { payments: { length }, paymentMethod }: OrderFacts,
  states: readonly OrderMoney[],
): readonly Pick<Corrected, 'money' | 'payments'>[] {
  return states.flatMap((money): { money: OrderMoney; payments: number }[] => {
    if (money === 'unpaid') return [{ money, payments: 0 }];
    if (money === 'partPaid' && paymentMethod !== 'cod') return [];
    const counts = money === 'partPaid' || money === 'paid' ? [length, length - 1] : [length];
    return counts.filter((count) => count > 0).map((payments) => ({ money, payments }));
  });
}

type Corrected = Extract<OrderMachineEvent, { type: 'parcel.corrected' }>;

/** The corrections that the parcel machine can tell an order in this state. */
function corrections(before: OrderFacts): readonly OrderMachineEvent[] {
  const { status, money: now, trackingNumber, payments } = before;
  const type = 'parcel.corrected';
  const money = now as OrderMoney;
  const others = { payments: payments.length, trackingNumber };
  switch (status) {
    case 'shipped':
      return [
        // A refund is raised after a later step.
        ...(money === 'refundDue' || money === 'refunded'
          ? []
          : [{ type, undone: 'shipped', status: 'processing', money, ...others, trackingNumber: null } as const]),
        ...(['paid', 'refundDue'] as const).map(
          (was) => ({ type, undone: 'moved', status: 'shipped', money: was, ...others }) as const,
        ),
      ];
    case 'delivered':
      return statusesBefore(before).flatMap((from) =>
        moneyBefore(before, ['unpaid', ...(before.cash === 'none' ? [] : (['partPaid'] as const))]).map((was) => ({
          ...({ type, undone: 'delivered', trackingNumber, ...was } as const),
          status: from,
        })),
      );
    case 'cancelled.lost':
      return moneyBefore(before, ['unpaid', 'partPaid', 'paid', 'overpaid', 'held', 'refundDue', 'refunded']).map(
        (was) => ({ type, undone: 'lost', status: 'shipped', trackingNumber, ...was }),
      );
    case 'cancelled.returned':
      return (['unpaid', 'partPaid', 'paid', 'refundDue'] as const).map(
        (was) => ({ type, undone: 'returned', status: 'shipped', money: was, ...others }) as const,
      );
    default:
      return [{ type, undone: 'moved', status: 'shipped', money: 'paid', payments: 0, trackingNumber: null }];
  }
}

export function orderFacts({ value, context }: AnyMachineSnapshot): OrderFacts {
  const { status, money, stock, cash } = value as Record<'money' | 'stock' | 'cash', string> & {
    readonly status: string | { readonly cancelled: string };
  };
  return {
    status: typeof status === 'string' ? status : `cancelled.${status.cancelled}`,
    money,
    stock,
    cash,
    ...(context as Omit<OrderFacts, 'status' | 'money' | 'stock' | 'cash'>),
  };
}

/** Returns whether the order is in a state of the table: `cancelled`, `cancelled.expired`, `money.paid`. */
export function isIn(facts: OrderFacts, state: string): boolean {
  const [region = '', name] = state.split('.');
  if (region === 'money' || region === 'stock' || region === 'cash') return facts[region] === name;
  return facts.status === state || facts.status.startsWith(`${state}.`);
}

/** OWN-P1: a parcel that is sent again without a new number keeps its own. The walk follows no numbers. */
export function judgeResent(machine: AnyStateMachine): string | null {
  const events: readonly OrderMachineEvent[] = [
    { type: 'staff.process' },
    { type: 'staff.ship', trackingNumber: 'T1' },
    { type: 'parcel.resent', trackingNumber: null },
  ];
  const [created] = initialTransition(machine, CASH as never);
  const sent = events.reduce((snapshot, event) => transition(machine, snapshot, event)[0], created);
  const { trackingNumber } = orderFacts(sent as never);
  return trackingNumber === 'T1' ? null : `a parcel that is sent again has the number ${trackingNumber}`;
}
