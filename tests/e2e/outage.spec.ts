import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { findPostgres, startCluster } from '../support/postgres.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { UNBOUND } from '../support/unbound.ts';
import { administer } from '../support/postgres.ts';
import { newCustomer } from './support/customers.ts';
import { buy, ordersOf, productsOf } from './support/orders.ts';
import { connectShop } from './support/shop.ts';
import { startShop } from './support/start-shop.ts';

/** The database goes away under load and comes back; part of `npm run test:hard`. */

const BUYERS = 20;
const AWAY_MS = 20_000;
const BACK_MS = 2_000;
/** Between two tries of a buyer who was told to come again; a real page waits longer. */
const BREATH_MS = 100;

test.describe.configure({ timeout: 240_000 });

test('R16: 20 s without PostgreSQL under load: 503 with Retry-After only, nothing acknowledged lost, back in 2 s', async () => {
  const bin = findPostgres();
  if (bin === null) throw new Error('R16 needs PostgreSQL: initdb, pg_ctl and postgres were not found');
  const cluster = startCluster(bin, { durable: true, port: await freePort() });
  try {
    await administer(cluster.url('postgres'), 'create database duka');
    const running = await startShop({
      settings: { DATABASE_URL: cluster.url('duka'), ...UNBOUND, LOG_LEVEL: 'fatal' },
    });
    try {
      const shop = connectShop(running.url, running.simulators);
      const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newCustomer(shop)));
      const [product] = (await productsOf(shop)).filter(
        ({ stock, flashEndsAt }) => stock > 100 && flashEndsAt === null,
      );
      if (product === undefined) throw new Error('no product for so many orders');
      const acknowledged: string[] = [];
      const refusals = new Map<string, number>();
      const over = new AbortController();
      let isAway = false;
      let backAt = Number.POSITIVE_INFINITY;

      const load = Promise.all(
        buyers.map(async (buyer) => {
          let key = randomUUID();
          while (!over.signal.aborted) {
            const reply = await buy(shop, buyer, product, 1, key);
            if (reply.status === 200) {
              acknowledged.push((reply.body as { data: { order: { _id: string } } }).data.order._id);
              if (!isAway) backAt = Math.min(backAt, performance.now());
              key = randomUUID();
            } else {
              const name = `${reply.status}${reply.retryAfter === null ? ' without Retry-After' : ''}`;
              refusals.set(name, (refusals.get(name) ?? 0) + 1);
            }
            await pause(BREATH_MS);
          }
        }),
      );

      await expect.poll(() => acknowledged.length).toBeGreaterThan(BUYERS);
      isAway = true;
      cluster.halt();
      await pause(AWAY_MS);
      cluster.resume();
      isAway = false;
      backAt = Number.POSITIVE_INFINITY;
      const resumed = performance.now();
      await expect.poll(() => Number.isFinite(backAt)).toBe(true);
      over.abort();
      await load;

      expect(backAt - resumed).toBeLessThan(BACK_MS);
      expect([...refusals.keys()]).toEqual(['503']);
      const kept = (await Promise.all(buyers.map((buyer) => ordersOf(shop, buyer)))).flat().map(({ _id }) => _id);
      expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([]);
      expect(new Set(kept).size).toBe(kept.length);
      console.log(
        `    ${acknowledged.length} orders acknowledged, ${refusals.get('503')} times 503, first order ${Math.round(backAt - resumed)} ms after the database was back`,
      );
    } finally {
      await running.stop();
    }
  } finally {
    cluster.stop();
  }
});
