// @engine postgres
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import { orderLines, payments, refunds } from '../../../server/db/schema.ts';
import { messageMail, messageText } from '../../../server/modules/messages/order-messages.texts.ts';
import { findFacts, findLines, insertAlarmOnce } from '../../../server/modules/messages/messages.repository.ts';
import type { TestApp } from '../../support/server.ts';
import { inOrderOfWriting } from '../../support/unindexed.ts';
import { addProduct } from '../catalogue/products.ts';
import { callback, mpesaOrder, payingShop, push } from '../payments/mpesa-steps.ts';
import { getDraft, order as place } from './ordering.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await payingShop();
});
afterAll(() => shop.close());

/** Creates an order that is paid twice; the second payment must be refunded. */
async function paidTwice(price: number, receipts: readonly [string, string]): Promise<OrderId> {
  const shopper = await shop.signIn();
  const made = await mpesaOrder(shop, shopper, await addProduct(shop, { price }));
  await push(shop, shopper, made);
  shop.clock.advance(121_000);
  await push(shop, shopper, made);
  const prompts = shop.mpesa.prompts.slice(-2);
  for (const [at, prompt] of prompts.entries()) {
    await callback(shop, { amount: price, receipt: receipts[at] ?? '' }, prompt);
    shop.clock.advance(1_000);
  }
  return made.id;
}

test('U25: returns the first receipt and the refund of one order and of no other order', async () => {
  const [one, other] = [await paidTwice(3000, ['R1', 'R2']), await paidTwice(500, ['R3', 'R4'])];
  const due = await shop.db.sql.select().from(refunds);
  const getBack = (id: string) => due.filter(({ orderId }) => orderId === id).map(({ id }) => id);
  const facts = (id: OrderId, back: readonly string[]) => findFacts(shop.db.sql, id, back);
  expect(await facts(one, getBack(one))).toMatchObject({ totalPrice: 3000, due: 3000, receipt: 'R1', refund: 3000 });
  expect(await facts(other, getBack(other))).toMatchObject({ totalPrice: 500, receipt: 'R3', refund: 500 });
  expect(await facts(one, [])).toMatchObject({ refund: 0 });
  expect(await facts(toOrderId(randomUUID()), [])).toBeNull();
  await shop.db.sql
    .update(payments)
    .set({ receipt: null })
    .where(and(eq(payments.orderId, one), eq(payments.receipt, 'R1')));
  expect(await facts(one, [])).toMatchObject({ receipt: 'R2' });
});

test('returns an order’s lines in their original order, also after a row was updated', async () => {
  const products = [await addProduct(shop, { name: 'First' }), await addProduct(shop, { name: 'Second' })];
  const { body } = await place(shop, await shop.signIn(), getDraft(products), randomUUID());
  const id = toOrderId(body.data.order._id);
  await shop.db.sql.update(orderLines).set({ name: 'First' }).where(eq(orderLines.name, 'First'));
  const lines = await inOrderOfWriting(shop.db, (tx) => findLines(tx, id));
  expect(lines.map(({ name }) => name)).toEqual(['First', 'Second']);
});

test('D29: writes an alarm once per id', async () => {
  const id = randomUUID();
  const alarm = { kind: 'message.late', orderId: null, detail: {} };
  const write = () => insertAlarmOnce(shop.db.sql, id, alarm, shop.clock.now());
  expect([await write(), await write()]).toEqual([true, false]);
});

test('D22: the mail shows the address without empty lines', async () => {
  const shopper = await shop.signIn();
  const made = await mpesaOrder(shop, shopper, await addProduct(shop, { price: 3000 }));
  await push(shop, shopper, made);
  await callback(shop);
  await shop.deps.jobs.runDue();
  const text = shop.mail.mails.find(({ to }) => to === shopper.user.email)?.text ?? '';
  expect(text).toMatch(/\nTo:\n(?:[^\n]+\n){3,}\nYour order: /);
});

test('U25: the mail repeats the text message as a full sentence', () => {
  const facts = {
    shortId: '1a2b3c4d',
    status: 'processing',
    money: 'paid',
    code: null,
    collectUntil: null,
    noRefundReason: null,
    totalPrice: 3000,
    due: 3000,
    isPaid: true,
    paymentMethod: 'mpesa',
    receipt: 'R1',
    trackingNumber: null,
    pickupStation: '',
    cancelReason: null,
    refund: 0,
    isLate: false,
    back: null,
  } as const;
  const news = messageText('paid', facts).replace(/^.*?: w/, 'W');
  const mail = messageMail('paid', { ...facts, name: 'Amina', lines: [], address: ['Nairobi'], link: 'https://x' });
  expect(mail.text.split('\n')[2]).toBe(news);
});
