import { setNextQuery } from '../../../server/modules/settlement/attempts.repository.ts';
import type { TestApp } from '../../support/server.ts';
import { byStaff } from '../orders/ordering.ts';
import { need, type Books, type Reply, type Seen } from './attempt-scenes.ts';
import { getBody, readBooks, callBack, getReceipt, settle } from './attempt-steps.ts';

type Does = Readonly<Record<string, (seen: Seen) => boolean | Promise<boolean>>>;

const isSame = ({ scene, after }: Seen, ...names: (keyof Books)[]) =>
  names.every((name) => JSON.stringify(scene.before[name]) === JSON.stringify(after[name]));
const isHeldUnpaid = ({ after: { order } }: Seen) =>
  order.money === 'held' && !order.isPaid && order.paidAt === null && order.status === 'pending';
const amounts = (rows: readonly { readonly amount: number }[]) => rows.map(({ amount }) => amount).join();
const keepsTold = ({ after }: Seen) => amounts(after.payments) === '2999' && after.payments[0]?.receipt === null;
const isRefundOfTold = ({ after }: Seen) => amounts(after.refunds) === '2999' && after.refunds[0]?.confirmedAt === null;

/** Expects every reply to say that the payment failed with this text and that its order was cancelled. */
const failedFor =
  (text: string) =>
  ({ replies }: Seen) =>
    replies.length > 0 &&
    replies.every(({ status, body: { data } }) => {
      const reason = String(data?.['failureReason']).replaceAll('\u00a0', ' ');
      return status === 200 && data?.['status'] === 'failed' && data['orderStatus'] === 'cancelled' && reason === text;
    });
const isRefused = (reply: Reply | undefined, data?: string) =>
  reply?.status === 409 && (data === undefined || reply.body.data?.['orderStatus'] === data);

/** The texts of D27 and F28 in payment-status, as the rows quote them. */
const failures = [
  'Your payment came after the order had expired. Ksh 3,000 goes back to you.',
  'Your payment came after the order had expired. Ksh 2,999 goes back to you.',
  'Your payment came after the order had been cancelled. Ksh 3,000 goes back to you.',
  'This order has been cancelled.',
].map(
  (text) => [`answer status 'failed', failureReason '${text}', data.orderStatus 'cancelled'`, failedFor(text)] as const,
);

/** The checks of each `does` text about late money, doubtful money (D27) and cancelled orders (F28). */
export const doesOfLate = (shop: TestApp): Does => ({
  ...Object.fromEntries(failures),
  'the order is held for the desk, not paid': isHeldUnpaid,
  'the payment keeps 2999': keepsTold,
  alarm: ({ scene, after }) => after.alarms.length > scene.before.alarms.length,
  'stored, alarm': (seen) => !isSame(seen, 'callbacks') && !isSame(seen, 'alarms') && isSame(seen, 'payments', 'order'),
  'the order is held, cannot be shipped': async ({ scene, after }) =>
    after.order.money === 'held' &&
    (await byStaff(shop, scene.order.id, 'shipped').then(
      () => false,
      ({ kind }: { kind?: string }) => kind === 'conflict',
    )),
  'order paid; the receipt is filled in when a callback brings it': async ({ scene, after }) => {
    const attempt = need(scene.attempt);
    if (!after.order.isPaid || after.payments[0]?.receipt !== null) return false;
    await callBack(shop, attempt, getBody(attempt));
    const { payments } = await readBooks(shop, scene.order.id);
    return payments.length === 1 && payments[0]?.receipt === getReceipt(attempt) && amounts(payments) === '3000';
  },
  'nothing else': (seen) => isSame(seen, 'order', 'attempts', 'payments', 'refunds', 'alarms', 'messages'),
  'the told 2999 stays an alarm': ({ after }) => after.alarms.includes('wrongAmount'),
  'refund of 2999, the amount that was told': isRefundOfTold,
  'refund of 2999': isRefundOfTold,
  'isPaid false, shopper told': ({ after }) => !after.order.isPaid && after.messages.join() === 'refund',
  '409, no prompt': ({ replies, pushed }) => isRefused(replies[0]) && pushed === 0,
  '409, no prompt, no new attempt': (seen) =>
    isRefused(seen.replies[0]) && seen.pushed === 0 && seen.after.attempts.length === seen.scene.before.attempts.length,
  "409 with data.orderStatus 'cancelled'": ({ replies }) => isRefused(replies[0], 'cancelled'),
  'claim ended: no live attempt any more': ({ after }) =>
    after.order.status === 'cancelled' &&
    after.attempts.every(({ state }) => !['created', 'requesting', 'pending', 'unknown'].includes(state)),
  'no prompt is sent': ({ pushed }) => pushed === 0,
  'ids learned, queries planned': ({ scene, after }) =>
    after.attempts[0]?.checkoutRequestId === scene.attempt?.ids.checkoutRequestId &&
    after.attempts[0]?.nextQueryAt instanceof Date,
  'the first reason stays': ({ after }) => after.attempts[0]?.failureReason === 'This order has been cancelled.',
  'answer data.payment null': ({ replies }) =>
    replies.length === 2 && replies.every(({ status, body }) => status === 200 && body.data?.['payment'] === null),
});

/**
 * Returns whether an expired attempt is queried: immediately when its CheckoutRequestID is known, otherwise as soon as
 * it becomes known, because an attempt without one cannot be queried (Q17).
 */
export async function isAskedOn(shop: TestApp, { scene, after }: Seen): Promise<boolean> {
  const attempt = need(scene.attempt);
  const row = after.attempts.find(({ id }) => id === attempt.id);
  if (row?.checkoutRequestId !== null) return row?.nextQueryAt instanceof Date;
  if (row.pushedAt === null) return row.nextQueryAt === null;
  await settle(shop, attempt, { type: 'push.accepted', ids: attempt.ids });
  const asked = (await readBooks(shop, scene.order.id)).attempts[0]?.nextQueryAt instanceof Date;
  await setNextQuery(shop.db.sql, attempt.id, null);
  return asked;
}
