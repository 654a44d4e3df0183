import { openPayment } from '../../../contract/mpesa.ts';
import { cancelOrder } from '../../../contract/orders.ts';
import { toQueryResult } from '../../../server/modules/payments/result-codes.rules.ts';
import { findOrder, type StoredOrder } from '../../../server/modules/settlement/stored-orders.repository.ts';
import type { AttemptState } from '../../../server/modules/settlement/attempts.repository.ts';
import type { Row } from 'model-testing/table/flow';
import { vi } from 'vitest';
import type { TestApp } from '../../support/server.ts';
import { byStaff, getDraft, order as placeOrder } from '../orders/ordering.ts';
import { need, type Reply, type Scene } from './attempt-scenes.ts';
import {
  attemptIn,
  getBody,
  readBooks,
  callBack,
  settle,
  getStatus,
  unpaidOrder,
  type MadeAttempt,
  type MadeOrder,
} from './attempt-steps.ts';
import { push } from './mpesa-steps.ts';

/** Scenes of late money, of different amounts (D27) and of orders that are cancelled during their prompt (F28). */
type Made = Omit<Scene, 'before'>;

const TOLD = { Amount: 2999 };
const cancel = (shop: TestApp, { id, shopper }: MadeOrder) => shop.call(cancelOrder, { id }, { token: shopper.token });
const queryPaid = (shop: TestApp, attempt: MadeAttempt) => settle(shop, attempt, toQueryResult('0'));
const confirm = (shop: TestApp, attempt: MadeAttempt) => settle(shop, attempt, { type: 'refund.confirmed' });

/** The ways to cancel an order, except expiry. */
const ENDS: readonly ((shop: TestApp, order: MadeOrder) => Promise<unknown>)[] = [
  cancel,
  (shop, { id }) => byStaff(shop, id, 'cancelled'),
  (shop, { id, productId, shopper }) => {
    const lines = [{ id: productId, price: 1500 }];
    return placeOrder(shop, shopper, getDraft(lines, { paymentMethod: 'mpesa', replaces: id }));
  },
];

/** Expires the order. */
export async function expire(shop: TestApp, { id }: MadeOrder): Promise<void> {
  const { changeOrder } = shop.services.orderChange;
  const now = (await readBooks(shop, id)).order.expiresAt?.getTime() ?? 0;
  const outcome = await shop.db.tx((tx) =>
    changeOrder(
      tx,
      async () => (await findOrder(tx, id)) as StoredOrder,
      { type: 'expiry.due', now, hasLiveAttempt: false },
      shop.clock.now(),
    ),
  );
  if (outcome !== 'changed') throw new Error('the order did not expire');
}

/** Pays an order that has ended in the given way, so that a refund is due or confirmed. */
async function late(shop: TestApp, end: (typeof ENDS)[number], from: string): Promise<Made> {
  const order = await unpaidOrder(shop, { stock: 2 });
  const attempt = await attemptIn(shop, order, 'expired');
  await end(shop, order);
  await callBack(shop, attempt, getBody(attempt));
  if (from === 'refunded') await confirm(shop, attempt);
  return { order, attempt };
}

/** Expires the order and sells its stock to another shopper. */
async function expireWithoutStock(shop: TestApp, order: MadeOrder): Promise<void> {
  await expire(shop, order);
  await placeOrder(shop, await shop.signIn(), getDraft([{ id: order.productId, price: 1500 }]));
}

/** Pays the order with another attempt first. */
async function overpaid(shop: TestApp, from: string): Promise<Made> {
  const order = await unpaidOrder(shop);
  const [first, attempt] = [await attemptIn(shop, order, 'expired'), await attemptIn(shop, order, 'pending')];
  for (const one of [first, attempt]) await callBack(shop, one, getBody(one));
  if (from === 'refunded') await confirm(shop, attempt);
  return { order, attempt };
}

/** Creates an attempt with its own order and applies reported results to it. */
async function told(shop: TestApp, state: AttemptState, ...steps: readonly Step[]): Promise<Made> {
  const order = await unpaidOrder(shop);
  const attempt = await attemptIn(shop, order, state);
  for (const step of steps) await step(shop, attempt, order);
  return { order, attempt };
}
type Step = (shop: TestApp, attempt: MadeAttempt, order: MadeOrder) => Promise<unknown>;
const tellOther: Step = (shop, attempt) => callBack(shop, attempt, getBody(attempt, { items: TOLD }));
const tellNoAmount: Step = (shop, attempt) =>
  callBack(shop, attempt, getBody(attempt, { items: { Amount: undefined } }));
const tellName: Step = (shop, attempt) =>
  settle(shop, attempt, { type: 'result.open', ids: attempt.ids, shouldAsk: false, isStrange: true });
const cancelled: Step = (shop, _, order) => cancel(shop, order);
const expired: Step = (shop, _, order) => expire(shop, order);
const isPaidByQuery: Step = queryPaid;

/** Creates the state before a row of this file; `null` when the row belongs elsewhere. */
async function readMade(shop: TestApp, { from, on, when }: Row): Promise<Made | null> {
  const state = from as AttemptState;
  if (from === 'held') return told(shop, 'pending', tellOther, isPaidByQuery);
  switch (when) {
    case 'the order had expired, stock gone, amount 3000':
      return late(shop, expireWithoutStock, from);
    case 'the order had been cancelled by its owner or the staff, or replaced, amount 3000':
      return late(shop, cancel, from);
    case 'another payment of the order stands (overpaid)':
      return overpaid(shop, from);
    case 'the order had expired and revived':
      return late(shop, expire, from);
    case '2999 was told of an order of 3000 that had expired':
      return told(shop, 'expired', expired, tellOther, isPaidByQuery);
    case 'a callback told 2999 before':
    case 'a callback told 2999 before, the order is pending':
      return told(shop, state, tellOther);
    case 'its CheckoutRequestID is known, a callback told 2999 before':
      return told(shop, state, tellName, tellOther);
    case 'a callback told 2999 before, the order is cancelled or expired':
      return told(shop, 'pending', tellOther, cancelled);
    case 'a callback told no amount or no receipt before':
      return told(shop, state, tellNoAmount);
    case 'paid by a query, no receipt yet':
      return told(shop, 'pending', isPaidByQuery);
    case 'the order was cancelled while it was live':
      return told(shop, 'pending', cancelled);
    case 'the order was cancelled before its request was sent':
      return told(shop, 'created', cancelled);
    case 'the order was cancelled while it was requesting':
      return told(shop, 'requesting', cancelled);
    case 'the order is cancelled':
      return on.startsWith('POST') ? told(shop, state, cancelled) : null;
    default:
      return null;
  }
}

/** Creates the scene of a row about late money or a cancelled order; `null` for other rows. */
export async function lateScene(shop: TestApp, row: Row): Promise<Scene | null> {
  const made = await readMade(shop, row);
  return made === null ? null : { ...made, before: await readBooks(shop, made.order.id) };
}

/** Triggers the event of such a row. Returns `null` when it is triggered as in other rows. */
export async function playLate(
  shop: TestApp,
  { from, on, when }: Row,
  { order, attempt }: Scene,
): Promise<readonly Reply[] | null> {
  if (on.startsWith('GET /mpesa/payment-status') && when?.includes('or replaced') === true)
    return Promise.all(ENDS.map(async (end) => statusReply(shop, await late(shop, end, from))));
  if (on.startsWith('GET /mpesa/open-payment')) {
    const others = [await told(shop, 'pending', cancelled), await told(shop, 'pending', tellOther, isPaidByQuery)];
    return Promise.all(
      others.map(
        async ({ order: { shopper } }) =>
          (await shop.call(openPayment, {}, { token: shopper.token })) as unknown as Reply,
      ),
    );
  }
  if (on.startsWith('callback(code 0, amount 2999), again')) {
    const again = [TOLD, { ...TOLD, TransactionDate: 20261121102116 }];
    const replies = [];
    for (const items of again) {
      const reply = await callBack(shop, need(attempt), getBody(need(attempt), { items }));
      replies.push({ status: reply.statusCode, body: {} });
    }
    return replies;
  }
  if (on.startsWith('the order is cancelled by')) {
    const other = await unpaidOrder(shop);
    await attemptIn(shop, other, from as AttemptState);
    await byStaff(shop, other.id, 'cancelled');
    await cancel(shop, order);
    const [one, twin] = [await readBooks(shop, order.id), await readBooks(shop, other.id)];
    const seen = ({ attempts: [it] }: typeof one) => `${it?.state} ${it?.failureReason}`;
    if (seen(one) !== seen(twin)) throw new Error(`by the staff it is ${seen(twin)}`);
    return [];
  }
  if (on === 'worker picks it up' && from === 'expired') {
    await pushCancelledBetween(shop);
    await settle(shop, need(attempt), { type: 'push.start', now: shop.clock.now().getTime() });
    return [];
  }
  const desk = shop.services.refundsBackOffice;
  if (on === 'payments desk: take it') {
    await shop.db.tx((tx) => desk.take(tx, order.id));
    return [];
  }
  if (on === 'payments desk: give it back') {
    await shop.db.tx((tx) => desk.giveBack(tx, order.id));
    return [];
  }
  return null;
}

async function statusReply(shop: TestApp, { order, attempt }: Made): Promise<Reply> {
  return (await getStatus(shop, order, need(attempt).id)) as unknown as Reply;
}

/** Runs a whole push whose order is cancelled after its row is written and before the prompt is sent. */
async function pushCancelledBetween(shop: TestApp): Promise<void> {
  const order = await unpaidOrder(shop);
  const original = shop.db.tx.bind(shop.db);
  let isDone = false;
  const spy = vi.spyOn(shop.db, 'tx').mockImplementation(async (work) => {
    const result = await original(work);
    if (!isDone && (await readBooks(shop, order.id)).attempts[0]?.state === 'created') {
      isDone = true;
      await cancel(shop, order);
    }
    return result;
  });
  await push(shop, order.shopper, order);
  await shop.deps.background.idle();
  spy.mockRestore();
  const [attempt] = (await readBooks(shop, order.id)).attempts;
  if (!isDone || attempt?.state !== 'expired' || attempt.pushedAt !== null)
    throw new Error(`a cancelled order was pushed: ${isDone} ${attempt?.state}`);
}
