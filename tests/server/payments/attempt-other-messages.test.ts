// @engine pglite
import { eq } from 'drizzle-orm';
import { getRowName, type Row } from 'model-testing/table/flow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orders, paymentAttempts, payments, refunds } from '../../../server/db/schema.ts';
import {
  accountOf,
  confirm,
  handShop,
  newReceipt,
  unpaidOrder,
  type HandShop,
  type MadeOrder,
} from '../by-hand/by-hand-steps.ts';
import { mask } from '../by-hand/hand-payment-scene.ts';
import { importLines, lineOf, pullRows, rowOf } from '../statement/statement-steps.ts';
import { attemptIn, callBack, getBody, getReceipt, settle, type MadeAttempt } from './attempt-steps.ts';
import { flow } from './attempt-rows.ts';
import { NO_IDS } from './attempt-walk.ts';

/** Rows of the table `payment-attempt` about the same money by another message (PAY-C3, PAY-S3). */

let shop: HandShop;
beforeAll(async () => {
  shop = await handShop({ env: { MPESA_PULL: 'on' } });
});
afterAll(() => shop.close());

const SOURCE = /^(?:C2B confirmation|Pull row|statement line)\(receipt R1\)$/;
const MESSAGE = /^(?:callback\(good\), receipt R[12]|query answers\(code 0\)|callback\(code 1032\))$/;
const WHEN =
  /paid by a query, no receipt|^paid with R|prompt's reference|own 8 characters|this payment's own|what was due|has paid this order by a C2B|belongs to no attempt|was paid by hand|taken for the payment by hand/;
const rows = flow.rows.filter(({ on, when }) => (SOURCE.test(on) || MESSAGE.test(on)) && WHEN.test(when ?? ''));

interface Scene {
  readonly order: MadeOrder;
  readonly attempt: MadeAttempt;
  readonly phone: string;
  /** The amount of a payment in doubt, for a row about that money. Whole shillings. */
  readonly doubted: number | null;
}

/** Brings money with this receipt by the row's message. */
async function bring(on: string, { order, phone, doubted }: Scene, receipt: string, isOfPrompt: boolean) {
  const amount = doubted ?? order.total;
  const payer = mask(phone);
  const account = isOfPrompt ? `DUKA${accountOf(order)}` : accountOf(order);
  const words = { account, amount, phone: payer };
  if (on.startsWith('C2B')) return confirm(shop, { receipt, account, amount, payer });
  if (on.startsWith('Pull')) return pullRows(shop, [rowOf(shop, receipt, words)]);
  return importLines(shop, [lineOf(shop, receipt, words)]);
}

async function make(row: Row): Promise<Scene> {
  const order = await unpaidOrder(shop);
  const isByQuery = /by a query|its query was taken|fills it in/.test(row.when ?? '');
  const isHere = !['succeeded', 'refund_pending', 'refunded'].includes(row.from);
  const attempt = await attemptIn(
    shop,
    order,
    (isHere || !isByQuery ? row.from : 'pending') as Parameters<typeof attemptIn>[2],
  );
  const [{ phone = '', told = null } = {}] = await shop.db.sql
    .select({ phone: paymentAttempts.phone, told: payments.amount })
    .from(paymentAttempts)
    .leftJoin(payments, eq(payments.attemptId, paymentAttempts.id))
    .where(eq(paymentAttempts.id, attempt.id));
  return { order, attempt, phone, doubted: row.when?.includes('fills it in') === true ? told : null };
}
const answerQuery = ({ attempt }: Scene) =>
  settle(shop, attempt, { type: 'money.received', receipt: null, ids: NO_IDS, isByQuery: true });

async function play(row: Row, scene: Scene): Promise<readonly string[]> {
  const { attempt } = scene;
  const [own, other] = [getReceipt(attempt), newReceipt()];
  const when = row.when ?? '';
  if (SOURCE.test(row.on)) {
    if (when.startsWith('paid by a query')) await answerQuery(scene);
    if (when.includes('own, or fills') && row.from !== 'held') {
      await answerQuery(scene);
      await settle(shop, attempt, { type: 'refund.due' });
      if (row.from === 'refunded') await settle(shop, attempt, { type: 'refund.confirmed' });
    }
    const isOther = when.startsWith('paid with R2');
    await bring(row.on, scene, isOther ? other : own, when.includes('reference'));
    return isOther ? [own, other] : [own];
  }
  await bring('C2B', scene, own, false);
  if (row.on.startsWith('query')) await answerQuery(scene);
  if (row.on === 'callback(code 1032)') await callBack(shop, attempt, getBody(attempt, { code: 1032 }));
  if (row.on.endsWith('R1')) await callBack(shop, attempt, getBody(attempt));
  if (!row.on.endsWith('R2')) return [own];
  if (when.startsWith('its query')) await answerQuery(scene);
  await callBack(shop, attempt, getBody(attempt, { items: { MpesaReceiptNumber: other } }));
  return [own, other];
}

describe('payment-attempt: the same money by another message', () => {
  test.each(rows.map((row) => [`${row.ref}: ${getRowName(row)} -> ${row.to}`, row] as const))('%s', async (_, row) => {
    const scene = await make(row);
    const receipts = await play(row, scene);
    await shop.deps.jobs.runDue();
    const [attempt] = await shop.db.sql.select().from(paymentAttempts).where(eq(paymentAttempts.id, scene.attempt.id));
    // A second payment that succeeds is in the refund queue immediately.
    const isSecond = row.on.endsWith('R2') && row.to === 'succeeded';
    expect(attempt?.state).toBe(isSecond ? 'refund_pending' : row.to);
    const paid = await shop.db.sql.select().from(payments).where(eq(payments.orderId, scene.order.id));
    expect(paid.flatMap(({ receipt }) => receipt ?? []).toSorted()).toEqual(receipts.toSorted());
    const [order] = await shop.db.sql.select().from(orders).where(eq(orders.id, scene.order.id));
    const due = await shop.db.sql.select().from(refunds).where(eq(refunds.orderId, scene.order.id));
    if (['refund_pending', 'refunded'].includes(row.from)) return expect(paid).toHaveLength(1);
    expect(paid).toHaveLength(receipts.length);
    expect(order?.money).toBe(row.to === 'held' ? 'held' : receipts.length === 2 ? 'overpaid' : 'paid');
    expect(due).toHaveLength(receipts.length - 1);
    if (row.when?.includes('reference') !== true) return;
    // The callback later is the same payment.
    await callBack(shop, scene.attempt, getBody(scene.attempt));
    expect(await shop.db.sql.select().from(payments).where(eq(payments.orderId, scene.order.id))).toHaveLength(1);
  });

  test('the table has these rows', () => {
    expect(rows.length).toBeGreaterThan(40);
  });
});
