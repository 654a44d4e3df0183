import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { paymentStatus, stkPush } from '../../../contract/mpesa.ts';
import { cancelOrder, changePaymentMethod } from '../../../contract/orders.ts';
import { orders, paymentAttempts } from '../../../server/db/schema.ts';
import type { AttemptState } from '../../../server/modules/settlement/attempts.repository.ts';
import {
  toQueryResult,
  toCrossCheckResult,
  toRefusedPush,
} from '../../../server/modules/payments/result-codes.rules.ts';
import type { PushAnswer } from '../../../server/providers/mpesa.ts';
import type { Row } from 'model-testing/table/flow';
import type { TestApp } from '../../support/server.ts';
import { push as pushFor, PHONE } from './mpesa-steps.ts';
import {
  attemptIn,
  getBody,
  readBooks,
  getReceipt,
  settle,
  callBack,
  unpaidOrder,
  type MadeAttempt,
  type MadeOrder,
} from './attempt-steps.ts';

export type Books = Awaited<ReturnType<typeof readBooks>>;
export interface Scene {
  readonly order: MadeOrder;
  /** The row's attempt; `null` when none exists yet. */
  readonly attempt: MadeAttempt | null;
  readonly before: Books;
}
export interface Seen {
  readonly scene: Scene;
  readonly after: Books;
  /** HTTP status and message of each response. */
  readonly replies: readonly {
    readonly status: number;
    readonly body: { success?: boolean; message?: string; data?: Record<string, unknown> };
  }[];
  readonly pushed: number;
  readonly asked: number;
}
export type Reply = Seen['replies'][number];

/** Creates the state before the event of a row. */
export async function readScene(shop: TestApp, { from, on, when }: Row): Promise<Scene> {
  const price = Number(/order total (\d+)/.exec(on)?.[1] ?? 3000);
  const order = on.includes('order total') ? await bigOrder(shop, price) : await unpaidOrder(shop);
  if (from === 'none') return { order, attempt: null, before: await readBooks(shop, order.id) };
  if (when?.startsWith('another attempt of the order has already succeeded') === true)
    await attemptIn(shop, order, 'succeeded');
  let attempt: MadeAttempt;
  if (from === 'refund_pending' || from === 'refunded' || on.startsWith('order cancelled without stock')) {
    attempt = await attemptIn(shop, order, on.startsWith('order cancelled') ? 'failed' : 'pending');
    if (from !== 'succeeded') await refundDue(shop, order, attempt);
    if (from === 'refunded') await settle(shop, attempt, { type: 'refund.confirmed' });
  } else {
    attempt = await attemptIn(shop, order, from as AttemptState);
  }
  // A temporary message brings Daraja's id.
  if (when?.startsWith('its CheckoutRequestID is known') === true) {
    await settle(shop, attempt, { type: 'result.open', ids: attempt.ids, shouldAsk: false, isStrange: true });
  }
  return { order, attempt, before: await readBooks(shop, order.id) };
}

async function bigOrder(shop: TestApp, price: number): Promise<MadeOrder> {
  const order = await unpaidOrder(shop, { price: 1500, quantity: 1 });
  // The order call rejects totals that M-Pesa cannot take (A51), but the database may contain an older order.
  await shop.db.tx(async (tx) => {
    await tx.update(orders).set({ itemsPrice: price, totalPrice: price }).where(eq(orders.id, order.id));
  });
  return { ...order, total: price };
}

/** Cancels the order as the shopper, then receives the money. */
async function refundDue(shop: TestApp, order: MadeOrder, attempt: MadeAttempt): Promise<void> {
  await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
  await callBack(shop, attempt, getBody(attempt));
}

const getReply = (response: { statusCode: number; json: <T>() => T }): Reply => ({
  status: response.statusCode,
  body: response.json(),
});
export const need = (attempt: MadeAttempt | null): MadeAttempt => {
  if (attempt === null) throw new Error('the row needs an attempt');
  return attempt;
};

/** Triggers the event of a row and returns the responses of its calls. */
export async function play(shop: TestApp, { from, on }: Row, { order, attempt }: Scene): Promise<readonly Reply[]> {
  const push = (
    change: Partial<{ phoneNumber: string; amount: number; orderId: string }> = {},
    token = order.shopper.token,
  ) =>
    shop.call(
      stkPush,
      { phoneNumber: PHONE, amount: order.total, orderId: order.id, accountReference: 'X', ...change },
      { token },
    ) as Promise<Reply>;

  if (on.startsWith('POST /mpesa/stkpush')) {
    if (on.includes("another shopper's")) return [await push({}, (await shop.signIn()).token)];
    if (on.includes('order not found')) return [await push({ orderId: '7c7e1b0e-6a0a-4a53-9a49-1f3f2c9b1a11' })];
    if (on.includes('amount 1)')) return [await push({ amount: 1 })];
    if (on.includes('254212345678')) return [await push({ phoneNumber: '254212345678' })];
    if (on.includes('order cancelled')) await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
    if (on.includes('cash-on-delivery'))
      await shop.call(changePaymentMethod, { id: order.id, paymentMethod: 'cod' }, { token: order.shopper.token });
    const ms = /(\d+) ms after the push/.exec(on)?.[1];
    if (ms !== undefined) await age(shop, need(attempt), Number(ms));
    return [await push()];
  }
  if (on.startsWith('two POST')) return Promise.all([push(), push()]);
  if (on === 'worker picks it up') {
    let state: string | undefined;
    const other = await unpaidOrder(shop);
    shop.mpesa.answerPush(async () => {
      state = (await readBooks(shop, other.id)).attempts[0]?.state;
      return { outcome: 'unknown', text: '' };
    });
    const reply = (await pushFor(shop, other.shopper, other)) as Reply;
    expect(state).toBe('requesting');
    await settle(shop, need(attempt), { type: 'push.start', now: shop.clock.now().getTime() });
    return [reply];
  }
  if (from === 'requesting' && /^Daraja|^timer/.test(on))
    return [await answered(shop, order, need(attempt), getAnswer(on, need(attempt)))];
  if (on.startsWith('Daraja answers(accepted')) {
    await settle(shop, need(attempt), { type: 'push.accepted', ids: need(attempt).ids });
    return [];
  }
  if (on === 'server restarts') {
    shop.clock.advance(shop.env.mpesa.timeoutMs + 30_000);
    await shop.deps.jobs.runDue();
    shop.clock.advance(10_000);
    await shop.deps.jobs.runDue();
    return [];
  }
  if (/callback/.test(on))
    return calledBack(
      shop,
      on,
      need(attempt ?? (await attemptIn(shop, await unpaidOrder(shop), 'pending'))),
      attempt === null,
    );
  if (on.startsWith('query answers')) {
    await settle(shop, need(attempt), toQueryResult(/code (\w+)/.exec(on)?.[1] ?? ''));
    return [];
  }
  if (on.startsWith('cross-check query')) {
    const event = on.endsWith('fails') ? null : toCrossCheckResult(/code (\w+)/.exec(on)?.[1] ?? '');
    if (event !== null) await settle(shop, need(attempt), event);
    return [];
  }
  if (on.startsWith("attempt's deadline passes")) {
    await settle(shop, need(attempt), { type: 'deadline.passed' });
    return [];
  }
  if (on.startsWith('order cancelled without stock')) {
    await refundDue(shop, order, need(attempt));
    return [];
  }
  if (on.startsWith('payments desk confirms')) {
    await settle(shop, need(attempt), { type: 'refund.confirmed' });
    return [];
  }
  if (on.startsWith('GET /mpesa/payment-status')) {
    const token = on.includes('another shopper') ? (await shop.signIn()).token : order.shopper.token;
    return [(await shop.call(paymentStatus, { checkoutRequestId: need(attempt).id }, { token })) as unknown as Reply];
  }
  throw new Error(`no way to play ${on}`);
}

/** Moves the push into the past by `ms`. */
async function age(shop: TestApp, { id }: MadeAttempt, ms: number): Promise<void> {
  const pushedAt = new Date(shop.clock.now().getTime() - ms);
  // Stops the clock, because the row is exact to the millisecond.
  vi.spyOn(shop.clock, 'now').mockReturnValue(new Date(pushedAt.getTime() + ms));
  await shop.db.sql.update(paymentAttempts).set({ pushedAt, createdAt: pushedAt }).where(eq(paymentAttempts.id, id));
}

function getAnswer(on: string, { ids }: MadeAttempt): PushAnswer {
  if (on.includes('accepted')) return { outcome: 'accepted', ...ids };
  if (on.includes('code 17')) return { outcome: 'refused', code: '17', text: '' };
  if (on.includes('refused'))
    return { outcome: 'refused', code: '400.002.02', text: 'Bad Request - Invalid PhoneNumber' };
  return { outcome: 'unknown', text: on };
}

/**
 * Sends the answer to a whole push, whose response has the text for the shopper. The row's attempt gets the same
 * answer.
 */
async function answered(shop: TestApp, order: MadeOrder, attempt: MadeAttempt, answer: PushAnswer): Promise<Reply> {
  const other = await unpaidOrder(shop);
  shop.mpesa.answerPush(
    answer.outcome === 'accepted'
      ? ({ merchantRequestId, checkoutRequestId }) => ({ outcome: 'accepted', merchantRequestId, checkoutRequestId })
      : answer,
  );
  const reply = (await pushFor(shop, other.shopper, other)) as Reply;
  const [twin] = (await readBooks(shop, other.id)).attempts;
  if (answer.outcome === 'accepted') await settle(shop, attempt, { type: 'push.accepted', ids: attempt.ids });
  else
    await settle(
      shop,
      attempt,
      answer.outcome === 'refused' ? toRefusedPush(answer.code, answer.text) : { type: 'push.unanswered' },
    );
  expect((await readBooks(shop, order.id)).attempts[0]).toMatchObject({
    state: twin?.state,
    failureReason: twin?.failureReason,
  });
  return reply;
}

async function calledBack(
  shop: TestApp,
  on: string,
  attempt: MadeAttempt,
  isUnknown: boolean,
): Promise<readonly Reply[]> {
  const say = async (body: string, to: Pick<MadeAttempt, 'id' | 'token'> = attempt) =>
    getReply(await callBack(shop, to, body));
  if (isUnknown)
    return [await say(getBody(attempt), { id: '7c7e1b0e-6a0a-4a53-9a49-1f3f2c9b1a11', token: attempt.token })];
  if (on.includes('wrong token')) return [await say(getBody(attempt), { id: attempt.id, token: 'x'.repeat(22) })];
  if (on.startsWith('two good'))
    return Promise.all([
      say(getBody(attempt)),
      say(getBody(attempt, { items: { TransactionDate: '20261121102115' } })),
    ]);
  if (on.includes('the same body again')) return [await say(getBody(attempt)), await say(getBody(attempt))];
  if (on.startsWith('callback(good') || on.startsWith('good callback')) return [await say(getBody(attempt))];
  if (on.includes('not JSON')) return [await say('<html>oops')];
  if (on.includes('CheckoutRequestID of another')) {
    const other = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    return [await say(getBody(attempt, { ids: other.ids }))];
  }
  if (on.includes('already used by another')) {
    const other = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    await callBack(shop, other, getBody(other));
    return [await say(getBody(attempt, { items: { MpesaReceiptNumber: getReceipt(other) } }))];
  }
  if (on.includes('no amount or no receipt')) {
    return [
      await say(getBody(attempt, { items: { Amount: undefined } })),
      await say(getBody(attempt, { items: { MpesaReceiptNumber: undefined } })),
    ];
  }
  const amount = /amount (\d+)/.exec(on)?.[1];
  if (amount !== undefined) return [await say(getBody(attempt, { items: { Amount: Number(amount) } }))];
  const codes = /code(?:s)? ([^)]*)/.exec(on)?.[1]?.match(/\w*\d\w*/g) ?? [];
  if (codes.length === 0) throw new Error(`no code in ${on}`);
  const [first = '', ...others] = codes;
  for (const code of others) {
    const twin = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    expect((await callBack(shop, twin, getBody(twin, { code: asSent(code) }))).statusCode).toBe(200);
    expect((await readBooks(shop, twin.orderId)).attempts[0]).toMatchObject({ state: 'failed', resultCode: code });
  }
  return [await say(getBody(attempt, { code: asSent(first) }))];
}

/** Sends a numeric code as a number and any other as text, as the callback does. */
function asSent(code: string): number | string {
  return /^\d+$/.test(code) ? Number(code) : code;
}
