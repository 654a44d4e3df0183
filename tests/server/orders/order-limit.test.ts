// @engine postgres
import { expect, test } from 'vitest';
import { createTestApp, startWindow } from '../../support/server.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct } from '../catalogue/products.ts';
import { getDraft, order } from './ordering.ts';

test('H15: allows ten orders a minute per shopper, then returns 429 with Retry-After', async () => {
  const shop = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1', ...UNBOUND } });
  try {
    const product = await addProduct(shop, { stock: 100 });
    const [busy, other] = [await shop.signIn(), await shop.signIn()];
    startWindow(shop, 60_000);
    const statuses = [];
    for (let count = 1; count <= 11; count += 1)
      statuses.push((await order(shop, busy, getDraft([product]), `key-${count}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const refused = await order(shop, busy, getDraft([product]), 'key-12');
    expect(refused.body.message).toBe('Please wait a minute and try again.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await order(shop, other, getDraft([product]), 'key-1')).status).toBe(200);
    shop.clock.advance(60_000);
    expect((await order(shop, busy, getDraft([product]), 'key-12')).status).toBe(200);
  } finally {
    await shop.close();
  }
});
