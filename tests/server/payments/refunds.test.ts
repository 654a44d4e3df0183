// @engine postgres
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cancelOrder } from '../../../contract/orders.ts';
import { findDueRefunds } from '../../../server/modules/back-office/back-office.repository.ts';
import type { TestApp } from '../../support/server.ts';
import { byStaff } from '../orders/ordering.ts';
import { addProduct } from '../catalogue/products.ts';
import type { Shopper } from '../orders/ordering.ts';
import { settle } from './attempt-steps.ts';
import { getAttempts, callback, mpesaOrder, orderRow, payingShop, push } from './mpesa-steps.ts';

let shop: TestApp;
let shopper: Shopper;

beforeEach(async () => {
  shop = await payingShop();
  shopper = await shop.signIn();
});
afterEach(() => shop.close());

/** Creates an order with two paid prompts. */
const paidTwice = async () => {
  const made = await mpesaOrder(shop, shopper, await addProduct(shop, { price: 3000 }));
  await push(shop, shopper, made);
  shop.clock.advance(121_000);
  await push(shop, shopper, made);
  const [first, second] = shop.mpesa.prompts;
  await callback(shop, { receipt: 'R1' }, first);
  await callback(shop, { receipt: 'R2' }, second);
  return made;
};

/** The refund texts that were sent to the shopper. */
const sent = () =>
  shop.sms.texts.flatMap(
    ({ text }) => /We send Ksh [\d,]+ back to you|Ksh [\d,]+ goes back to you/.exec(text)?.[0] ?? [],
  );

describe('D8: refunds due', () => {
  test('a second payment: the order stays paid, the refund has all details, and the shopper is notified', async () => {
    const made = await paidTwice();
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'processing', isPaid: true, money: 'overpaid' });
    const [, second] = await getAttempts(shop, made.id);
    const due = await findDueRefunds(shop.db.sql);
    expect(due).toMatchObject([
      {
        id: second?.id,
        orderId: made.id,
        amount: 3000,
        reason: 'overpaid',
        phone: shopper.user.phone,
        receipt: 'R2',
      },
    ]);
    await shop.deps.jobs.runDue();
    expect(shop.sms.texts.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('was paid twice. We send Ksh 3,000 back to you.'),
        expect.stringContaining('we received Ksh 3,000'),
      ]),
    );
  });

  test('Q21: another push returns the prompt that was paid first', async () => {
    const made = await mpesaOrder(shop, shopper, await addProduct(shop, { price: 3000 }));
    await push(shop, shopper, made);
    shop.clock.advance(121_000);
    await push(shop, shopper, made);
    const [first, second] = shop.mpesa.prompts;
    await callback(shop, {}, second);
    shop.clock.advance(1000);
    await callback(shop, {}, first);
    expect((await push(shop, shopper, made)).body.data.checkoutRequestId).toBe(second?.checkoutRequestId);
    expect(shop.mpesa.prompts).toHaveLength(2);
  });

  test('a confirmed refund is no longer due and the order is paid; a second confirmation changes nothing', async () => {
    const made = await paidTwice();
    const [due] = await findDueRefunds(shop.db.sql);
    await settle(shop, { id: due?.id ?? '' }, { type: 'refund.confirmed' });
    expect(await findDueRefunds(shop.db.sql)).toEqual([]);
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'processing', isPaid: true, money: 'paid' });
    expect((await getAttempts(shop, made.id)).map(({ state }) => state)).toEqual(['succeeded', 'refunded']);
    await settle(shop, { id: due?.id ?? '' }, { type: 'refund.confirmed' });
    expect(await orderRow(shop, made.id)).toMatchObject({ money: 'paid' });
  });

  test('H4: cancelling an overpaid order refunds all of it; it is refunded with the last confirmation', async () => {
    const made = await paidTwice();
    await byStaff(shop, made.id, 'cancelled');
    const due = await findDueRefunds(shop.db.sql);
    expect(due.map(({ amount }) => amount)).toEqual([3000, 3000]);
    await settle(shop, { id: due[0]?.id ?? '' }, { type: 'refund.confirmed' });
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'cancelled', money: 'refundDue' });
    await settle(shop, { id: due[1]?.id ?? '' }, { type: 'refund.confirmed' });
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'cancelled', money: 'refunded' });
  });

  test('notifies the shopper once per refund: of the second payment, and later of the rest', async () => {
    const made = await paidTwice();
    const [due] = await findDueRefunds(shop.db.sql);
    await settle(shop, { id: due?.id ?? '' }, { type: 'refund.confirmed' });
    await byStaff(shop, made.id, 'cancelled');
    await shop.deps.jobs.runDue();
    expect(sent().sort()).toEqual(['Ksh 3,000 goes back to you', 'We send Ksh 3,000 back to you']);
  });

  test('D12: notifies the shopper of a second late payment of a cancelled order', async () => {
    const made = await mpesaOrder(shop, shopper, await addProduct(shop, { price: 3000 }));
    await push(shop, shopper, made);
    shop.clock.advance(121_000);
    await push(shop, shopper, made);
    await shop.call(cancelOrder, { id: made.id }, { token: shopper.token });
    for (const prompt of shop.mpesa.prompts) {
      await callback(shop, {}, prompt);
      await shop.deps.jobs.runDue();
    }
    expect(sent()).toEqual(['Ksh 3,000 goes back to you', 'Ksh 3,000 goes back to you']);
  });
});
