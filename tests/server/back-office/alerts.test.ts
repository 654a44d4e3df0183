// @engine pglite
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { insertAlarm } from '../../../server/modules/settlement/alarms.repository.ts';
import { startWindow, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { callback, mpesaOrder, payingShop, push } from '../payments/mpesa-steps.ts';

const PERIOD_MS = 10 * 60_000;

let shop: TestApp;
afterEach(() => shop.close());

const alarm = (subject: string = randomUUID()) =>
  insertAlarm(shop.db.sql, { kind: 'badSettings', orderId: null, attemptId: null, subject }, shop.clock.now());
const nextRound = async () => {
  await shop.deps.jobs.runDue();
  shop.clock.advance(PERIOD_MS);
  await shop.deps.jobs.runDue();
  return shop.mail.mails.filter(({ to }) => to === 'owner@duka.example');
};

test('F13, D29: mails new items once, without a shopper’s phone or name', async () => {
  shop = await payingShop({ env: { ALERT_MAIL: 'owner@duka.example' } });
  const shopper = await shop.signIn();
  const made = await mpesaOrder(shop, shopper, await addProduct(shop, { price: 3000 }));
  await push(shop, shopper, made);
  shop.clock.advance(121_000);
  await push(shop, shopper, made);
  for (const prompt of shop.mpesa.prompts.slice(0, 2)) await callback(shop, {}, prompt);
  await alarm();
  const [mail, ...more] = await nextRound();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Duka: 2 items wait in the back office');
  expect(mail?.text).toMatch(
    /^Ksh.3,000 must be refunded for order [\dA-F]{8}\.\nM-Pesa refused the settings of this shop\.\n\nTo handle them, run: npm run back-office\n$/,
  );
  expect(await nextRound()).toHaveLength(1);
  await alarm();
  expect((await nextRound()).at(-1)?.subject).toBe('Duka: One item waits in the back office');
});

test('D29: lists five orders of a kind and counts the rest', async () => {
  shop = await payingShop({ env: { ALERT_MAIL: 'owner@duka.example' } });
  const product = await addProduct(shop, { stock: 50 });
  for (let number = 0; number < 7; number += 1) {
    const { id: orderId } = await mpesaOrder(shop, await shop.signIn(), product);
    const fault = { kind: 'strangeResult', orderId, attemptId: null, subject: randomUUID() };
    await insertAlarm(shop.db.sql, fault, shop.clock.now());
  }
  const [mail] = await nextRound();
  expect(mail?.text).toMatch(/: orders (?:[\dA-F]{8}, ){4}[\dA-F]{8} and 2 more\.\n/);
});

test('D29: mails every ten minutes', async () => {
  shop = await payingShop({ env: { ALERT_MAIL: 'owner@duka.example' } });
  startWindow(shop, PERIOD_MS);
  await shop.deps.jobs.runDue();
  await alarm();
  shop.clock.advance(PERIOD_MS - 60_000);
  await shop.deps.jobs.runDue();
  expect(shop.mail.mails).toEqual([]);
  shop.clock.advance(60_000);
  await shop.deps.jobs.runDue();
  expect(shop.mail.mails).toHaveLength(1);
});

test('D29: sends no mail without an address', async () => {
  shop = await payingShop();
  await alarm();
  await nextRound();
  expect(shop.mail.mails).toEqual([]);
});
