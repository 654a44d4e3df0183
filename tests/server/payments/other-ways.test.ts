// @engine postgres
import { afterEach, expect, test } from 'vitest';
import { changePaymentMethod } from '../../../contract/orders.ts';
import { otherWaysAt } from '../../../contract/rules/payment-times.ts';
import { getCashTime } from '../../../src/rules/payment/payment-times.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { getAttempts, mpesaOrder, payingShop, push, stopTime } from './mpesa-steps.ts';

let shop: TestApp;
afterEach(() => shop.close());

test('X10: the server accepts pay on delivery at exactly the time when the page offers it', async () => {
  shop = await payingShop();
  stopTime(shop);
  const shopper = await shop.signIn();
  const made = await mpesaOrder(shop, shopper, await addProduct(shop, { price: 1500 }));
  await push(shop, shopper, made);
  const pushedAt = (await getAttempts(shop, made.id))[0]?.pushedAt?.getTime() ?? 0;
  const offeredAt = getCashTime({ pushedAt, startedAt: pushedAt, now: pushedAt });
  expect(offeredAt).toBe(otherWaysAt(pushedAt, shop.deps.env.mpesa.retryMs));
  const switchAt = (at: number) => {
    shop.clock.advance(at - shop.clock.now().getTime());
    return shop.call(changePaymentMethod, { id: made.id, paymentMethod: 'cod' }, { token: shopper.token });
  };
  const early = await switchAt(offeredAt - 1);
  expect([early.status, (early.body as { data?: unknown }).data]).toEqual([409, { retryAfter: 1 }]);
  expect((await switchAt(offeredAt)).status).toBe(200);
});
