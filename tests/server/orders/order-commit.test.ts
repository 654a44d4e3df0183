// @engine postgres
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import { toShillings } from '../../../contract/rules/money.ts';
import { orderEvents as eventRows, orderLines, paymentAlarms, productStock } from '../../../server/db/schema.ts';
import { orderMachine } from '../../../server/machines/order.machine.ts';
import type { OrderInput, OrderMachineEvent } from '../../../server/machines/order.types.ts';
import { MESSAGE_JOB } from '../../../server/modules/messages/messages.service.ts';
import type { ChangeOutcome } from '../../../server/modules/settlement/order-change.service.ts';
import type { OrderEvent } from '../../../server/modules/settlement/order-events.rules.ts';
import { findOrder, type StoredOrder } from '../../../server/modules/settlement/stored-orders.repository.ts';
import { walkPure, type PureStep } from 'model-testing/pure-machine';
import { toStepKey, findShortestWalks } from 'model-testing/pure-walks';
import type { TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import {
  attemptIn,
  readBooks,
  callableShop,
  settle,
  type MadeAttempt,
  type MadeOrder,
} from '../payments/attempt-steps.ts';
import { NO_IDS } from '../payments/attempt-walk.ts';
import { stopTime } from '../payments/mpesa-steps.ts';
import { orderTable } from './order-table.ts';
import { EXPIRES_AT, type OrderFacts } from './order-walk.ts';
import { getDraft, order as place } from './ordering.ts';

type Step = PureStep<OrderFacts, OrderMachineEvent>;

/** Prompts pay the whole price. Parts, and payments by hand: tests/server/by-hand. */
const isByHand = (event: OrderMachineEvent) =>
  event.type === 'payment.part' || 'isMore' in event || 'isUnproven' in event;
/** Steps of a parcel are told by its machine (tests/server/parcels), and cash follows them. */
const isOfParcel = ({ type }: OrderMachineEvent) =>
  /^(?:parcel|counter|refund|cash)[.]/.test(type) && !['refund.confirmed', 'refund.dropped'].includes(type);
const isHere = (event: OrderMachineEvent) => !isByHand(event) && !isOfParcel(event);
const { steps } = walkPure(orderMachine, {
  ...orderTable,
  events: (before) => orderTable.events(before).filter(isHere),
  tried: (before) => orderTable.tried?.(before).filter(isHere) ?? [],
});
const told = new Set(steps.flatMap(({ names }) => names));
const sentences = orderTable.sentences.filter(({ name }) => told.has(name));
let shop: TestApp;
beforeAll(async () => {
  shop = await callableShop({ env: { LOG_LEVEL: 'silent' } });
});
beforeEach(() => stopTime(shop));
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

/** Quantities of the two products of each order. */
const PIECES = [2, 1] as const;
const FREE = 5;
/** The reason of an owner that nothing goes back. */
const KEPT = 'The box was empty';

interface Scene {
  readonly order: MadeOrder;
  readonly products: readonly string[];
  /** Attempts of the payments p1, p2 … */
  readonly attempts: MadeAttempt[];
}

async function readScene({ paymentMethod }: OrderInput): Promise<Scene> {
  const shopper = await shop.signIn();
  const products = [];
  for (const price of [1500, 500]) products.push(await addProduct(shop, { stock: FREE, price }));
  const lines = products.map(({ id, price }, index) => ({ id, price, quantity: PIECES[index] ?? 0 }));
  const { body } = await place(shop, shopper, getDraft(lines, { paymentMethod }), crypto.randomUUID());
  const { _id: id, totalPrice: total } = body.data.order;
  return {
    order: { id: toOrderId(id), total, shopper, productId: products[0]?.id ?? '' },
    products: products.map((it) => it.id),
    attempts: [],
  };
}

/** Reads every row that can be written for an order. */
async function allOf({ order, products }: Scene) {
  const { sql } = shop.db;
  const { order: row, attempts, payments, refunds } = await readBooks(shop, order.id);
  const alarms = await sql.select().from(paymentAlarms).where(eq(paymentAlarms.orderId, order.id));
  const stock = await sql.select().from(productStock);
  return {
    // The step that a correction would undo is shown by tests/server/parcels.
    row: { ...row, undo: null },
    lines: (await sql.select().from(orderLines).where(eq(orderLines.orderId, order.id))).map(
      (line) => line.reservation,
    ),
    stock: products.map((id) => {
      const { onHand, reserved } = stock.find(({ productId }) => productId === id) ?? { onHand: 0, reserved: 0 };
      return { onHand, reserved };
    }),
    events: (await sql.select().from(eventRows).where(eq(eventRows.orderId, order.id)).orderBy(asc(eventRows.at))).map(
      ({ type, at }) => ({ type, at }),
    ),
    attempts: attempts.map(({ state }) => state),
    payments: payments.map(({ id, amount, refunded, paidAt }) => ({ id, amount, refunded, paidAt })).sort(byId),
    refunds: refunds
      .map(({ id, paymentId, attemptId, orderId, amount, reason, state, createdAt, confirmedAt, toldAt }) => {
        return { id, paymentId, attemptId, orderId, amount, reason, state, createdAt, confirmedAt, toldAt };
      })
      .sort(byId),
    alarms: alarms.map(({ kind, attemptId }) => `${kind} ${attemptId ?? 'of the order'}`).sort(),
  };
}
type All = Awaited<ReturnType<typeof allOf>>;
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

async function change(orderId: OrderId, event: OrderEvent): Promise<ChangeOutcome> {
  const { changeOrder } = shop.services.orderChange;
  return shop.db.tx((tx) =>
    changeOrder(tx, async () => (await findOrder(tx, orderId)) as StoredOrder, event, shop.clock.now()),
  );
}

/** Triggers the event as its real caller does. Returns `null` when the caller does not report an outcome. */
async function play(scene: Scene, { row, refunds }: All, { event, before }: Step): Promise<ChangeOutcome | null> {
  const { id } = scene.order;
  if (event.type === 'payment.succeeded' || event.type === 'payment.doubted') {
    const attempt = scene.attempts[Number(event.payment.slice(1)) - 1];
    if (attempt === undefined) throw new Error('a payment without an attempt');
    if (before.payments.includes(event.payment)) return change(id, { ...event, payment: attempt.id, isNew: false });
    if (event.type === 'payment.doubted') {
      await settle(shop, attempt, { type: 'amount.differs', amount: toShillings(scene.order.total - 1) });
      await settle(shop, attempt, { type: 'money.received', receipt: null, ids: NO_IDS, isByQuery: true });
      return null;
    }
    const receipt = attempt.id.slice(0, 10).toUpperCase();
    await settle(shop, attempt, { type: 'money.received', receipt, ids: NO_IDS, isByQuery: false });
    return null;
  }
  const due = refunds.filter(({ confirmedAt }) => confirmedAt === null);
  if (event.type === 'refund.confirmed' && due.length > 0) {
    for (const refund of due) await settle(shop, refund, { type: 'refund.confirmed' });
    return null;
  }
  if (event.type === 'refund.dropped' && before.money === 'refundDue' && due.length > 0) {
    for (const refund of due)
      await shop.db.tx((tx) =>
        shop.services.refundChange.changeRefund(tx, refund.id, { type: 'staff.drop' }, shop.clock.now(), {
          note: KEPT,
        }),
      );
    return null;
  }
  // Only a smaller payment brings it: tests/server/by-hand.
  if (event.type === 'payment.part') throw new Error('no prompt pays a part');
  if (event.type !== 'expiry.due') return change(id, event as OrderEvent);
  const expiresAt = row.expiresAt ?? new Date(row.createdAt.getTime() + EXPIRES_AT);
  return change(id, { ...event, now: expiresAt.getTime() + event.now - EXPIRES_AT });
}

/** Rows that the database must contain after the machine's decision is committed, and no others. */
function expected(scene: Scene, was: All, { before, event, after, effects, isAccepted }: Step, now: Date): All {
  const has = (type: string) => effects.some((effect) => effect.type === type);
  if (!isAccepted || has('ignoreRepeat') || has('settleAttemptFirst')) return was;
  const [status = '', ending] = after.status.split('.');
  // Money that arrives after the order has ended does not pay it (D27).
  const isPaid = ['refundDue', 'refunded', 'kept', 'held'].includes(after.money)
    ? was.row.isPaid
    : after.money !== 'unpaid';
  const isDoubt = event.type === 'payment.doubted';
  const money = 'payment' in event ? [getId(scene, event.payment)] : [];
  const come = money.filter((id) => !was.payments.some((payment) => payment.id === id));
  const told = scene.order.total - Number(isDoubt);
  const getAmount = (id: string) => was.payments.find((payment) => payment.id === id)?.amount ?? told;
  const back = has('queueRefund') ? newRefunds(scene, was, { before, event }) : [];
  const isConfirmed = event.type === 'refund.confirmed';
  const isDropped = event.type === 'refund.dropped';
  const isOpen = (id: string) => was.refunds.some((it) => it.paymentId === id && it.confirmedAt === null);
  const wasHeld = before.stock !== 'released';
  const isHeld = after.stock !== 'released';
  return {
    row: {
      ...was.row,
      status: status as All['row']['status'],
      cancelReason:
        ({ byStaff: 'staff', byShopper: 'shopper', expired: 'expired', replaced: 'replaced' }[ending ?? ''] as never) ??
        null,
      isPaid,
      money: after.money as All['row']['money'],
      paidAt: isPaid ? (was.row.paidAt ?? now) : null,
      isDelivered: status === 'delivered',
      deliveredAt: status === 'delivered' ? (was.row.deliveredAt ?? now) : null,
      paymentMethod: after.paymentMethod,
      expiresAt: after.expiresAt === null ? null : was.row.expiresAt,
      trackingNumber: after.trackingNumber,
      noRefundReason: after.isWaived ? KEPT : null,
      cash: after.cash as All['row']['cash'],
      ...toParcel(was.row, status, now),
      updatedAt: now,
    },
    lines: was.lines.map(() => after.stock as All['lines'][number]),
    stock: was.stock.map(({ onHand, reserved }, index) => {
      const pieces = PIECES[index] ?? 0;
      const shipped = has('takeFromShelf') ? pieces : 0;
      return { onHand: onHand - shipped, reserved: reserved - shipped + (Number(isHeld) - Number(wasHeld)) * pieces };
    }),
    events: [...was.events, { type: event.type, at: now }],
    attempts: scene.attempts.map(({ id }, index) => {
      if (back.includes(id)) return 'refund_pending';
      if (isConfirmed && was.attempts[index] === 'refund_pending') return 'refunded';
      if (isDropped && was.attempts[index] === 'refund_pending') return 'succeeded';
      return come.includes(id) ? (isDoubt ? 'held' : 'succeeded') : (was.attempts[index] ?? 'expired');
    }),
    payments: [...was.payments, ...come.map((id) => ({ id, amount: told, refunded: 0, paidAt: now }))]
      .map((payment) => (back.includes(payment.id) ? { ...payment, refunded: payment.amount } : payment))
      .map((payment) => (isDropped && isOpen(payment.id) ? { ...payment, refunded: 0 } : payment))
      .sort(byId),
    refunds: [
      ...was.refunds.map((refund) => ({
        ...refund,
        ...(isConfirmed && refund.confirmedAt === null && { state: 'done' as const, confirmedAt: now }),
        ...(isDropped &&
          refund.confirmedAt === null && { state: 'dropped' as const, confirmedAt: now, attemptId: null }),
      })),
      ...back.map((id) => ({
        id,
        paymentId: id,
        attemptId: id,
        orderId: scene.order.id,
        amount: getAmount(id),
        reason: after.money === 'overpaid' ? ('overpaid' as const) : ('cancelled' as const),
        state: 'due' as const,
        createdAt: now,
        confirmedAt: null,
        toldAt: null,
      })),
    ].sort(byId),
    alarms: has('alertBackOffice') ? [...was.alarms, `${event.type} ${money[0] ?? 'of the order'}`].sort() : was.alarms,
  };
}

/** An order that is shipped or delivered has its parcel there. */
function toParcel(was: All['row'], status: string, now: Date): Pick<All['row'], 'parcel' | 'parcelAt'> {
  const parcel = ({ shipped: 'onTheWay', delivered: 'delivered' } as const)[status] ?? 'none';
  return parcel === was.parcel ? { parcel, parcelAt: was.parcelAt } : { parcel, parcelAt: now };
}

function getId({ attempts }: Scene, payment: string): string {
  return attempts[Number(payment.slice(1)) - 1]?.id ?? '';
}

/** Refunds of the step: the new payment, or all payments that are not refunded yet. */
function newRefunds(scene: Scene, { refunds }: All, { before, event }: Pick<Step, 'before' | 'event'>): string[] {
  const names = 'payment' in event ? [event.payment] : before.payments;
  return names.map((name) => getId(scene, name)).filter((id) => !refunds.some((refund) => refund.id === id));
}

/** Messages that the effects request. Lists each once, even where a duplicate would not be stored. */
function getMessages(scene: Scene, was: All, { before, event, after, effects }: Step) {
  const orderId = scene.order.id;
  // The refunds tell it, each on its own.
  if (event.type === 'refund.dropped' && before.money === 'refundDue')
    return was.refunds.flatMap(({ id, confirmedAt }) =>
      confirmedAt === null ? [{ orderId, about: 'refundDropped', payments: [id], isLate: false }] : [],
    );
  return effects.flatMap(({ type, params }) => {
    if (type === 'queueMessage')
      return [{ orderId, about: (params as { about: string }).about, payments: [], isLate: false }];
    const payments = type === 'queueRefund' ? newRefunds(scene, was, { before, event }) : [];
    const about = after.money === 'overpaid' ? 'overpaid' : 'refund';
    const isLate = 'payment' in event && about === 'refund';
    return payments.length > 0 ? [{ orderId, about, payments, isLate }] : [];
  });
}

/** Sets the stock for late money: exactly enough, or one piece too few of one product. */
async function arrangeStock({ products }: Scene, { before, event }: Step): Promise<void> {
  if (event.type !== 'payment.succeeded' || before.stock !== 'released') return;
  for (const [index, id] of products.entries()) {
    const isShort = !event.hasStock && index === products.length - 1;
    await shop.db.sql
      .update(productStock)
      .set({ onHand: (PIECES[index] ?? 0) - Number(isShort) })
      .where(eq(productStock.productId, id));
  }
}

const walks = findShortestWalks(steps, sentences, getKind);
/** All rejected steps are one kind and all repeats are one kind, because they write nothing. */
function getKind(step: Step): string {
  const outcome = getOutcome(step);
  const { before, event, after, effects } = step;
  const places = [before, after].map(({ status, money, stock }) => [status, money, stock]);
  return outcome === 'changed' ? JSON.stringify([event.type, places, effects]) : outcome;
}

/** Steps that were already compared; later walks skip them. */
const compared = new Set<string>();

describe('commits what the order machine decides', () => {
  test.each(walks.map((walk) => [walk.name, walk] as const))('%s', async (_, { input, steps: walk }) => {
    const scene = await readScene(input as OrderInput);
    const count = Math.max(...walk.map(({ after }) => after.payments.length));
    // The prompts have expired; their money still counts.
    for (let payment = 0; payment < count; payment += 1) {
      shop.clock.advance(1000);
      scene.attempts.push(await attemptIn(shop, scene.order, 'expired'));
    }
    const enqueued = vi.spyOn(shop.deps.jobs, 'enqueue');
    for (const step of walk) {
      await arrangeStock(scene, step);
      shop.clock.advance(1000);
      const was = await allOf(scene);
      enqueued.mockClear();
      const outcome = await play(scene, was, step);
      if (compared.has(toStepKey(step))) continue;
      compared.add(toStepKey(step));
      const title = JSON.stringify([step.event, step.before]);
      expect(await allOf(scene), title).toEqual(expected(scene, was, step, shop.clock.now()));
      const told = enqueued.mock.calls.flatMap(([, { kind, payload }]) => (kind === MESSAGE_JOB ? [payload] : []));
      expect(told, title).toEqual(getMessages(scene, was, step));
      if (outcome !== null) expect(outcome, title).toBe(getOutcome(step));
    }
  });
});

function getOutcome({ isAccepted, effects }: Step): ChangeOutcome {
  if (!isAccepted) return 'refused';
  if (effects.some(({ type }) => type === 'settleAttemptFirst')) return 'attemptFirst';
  return effects.some(({ type }) => type === 'ignoreRepeat') ? 'unchanged' : 'changed';
}
