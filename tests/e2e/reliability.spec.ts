import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { findPostgres, startCluster } from '../support/postgres.ts';
import type { Cluster } from '../support/postgres.ts';
import { administer, freePort } from '../support/server-setup.ts';
import { openBooks } from './support/books.ts';
import { newCustomer } from './support/customers.ts';
import { productsOf } from './support/orders.ts';
import { connectShop } from './support/shop.ts';
import type { Shop } from './support/shop.ts';
import { startShop } from './support/start-shop.ts';
import type { RunningShop } from './support/start-shop.ts';

/**
 * The built server as a process, ended under load and started again on the same data. Buyers ask again with the
 * key of the answer that they did not get; in the end their books must agree with the shop's.
 */

const BUYERS = 20;
const KILLS = 4;
/** Orders a buyer: enough that some are left after the last kill. */
const ORDERS = 15;
/** 3 s are promised on a quiet machine; here Node, both programs and other tests share two cores. */
const READY_MS = 10_000;
const EXIT_MS = 10_000;

const nothingWrong = { lost: [], surplus: 0, wrongStock: [] };

/** The shop as the buyers know it: while it is being started again, they wait. */
async function openForBusiness(settings: Readonly<Record<string, string>>) {
  let running = await startShop({ settings });
  const connect = ({ url, simulators }: RunningShop): Shop => connectShop(url, simulators);
  let shop = Promise.resolve(connect(running));
  const { dataDir } = running;
  const first = await shop;
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newCustomer(first)));
  const products = (await productsOf(first)).filter(({ stock, flashEndsAt }) => stock > 60 && flashEndsAt === null);
  expect(products.length).toBeGreaterThan(10);
  return {
    books: openBooks(products, buyers),
    shopNow: () => shop,
    /** From this moment on nobody starts a call. Gives the exit code and the times in ms. */
    async restart(signal: NodeJS.Signals) {
      const sent = performance.now();
      const exit = running.stop({ signal, keepData: true });
      const again = exit.then(async () => {
        running = await startShop({ dataDir, settings });
        return connect(running);
      });
      shop = again;
      const code = await exit;
      const ended = performance.now();
      await again;
      return { code, exitMs: ended - sent, readyMs: performance.now() - ended };
    },
    async close() {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type Database = () => Promise<Readonly<Record<string, string>>>;

function reliabilityTests(name: string, database: Database): void {
  const settings = async () => ({ ...(await database()), COD_MAX_OPEN: '1000', LOG_LEVEL: 'error' });

  test(`R1: kill -9 under ${BUYERS} buyers loses no acknowledged order and makes none twice, on ${name}`, async () => {
    const business = await openForBusiness(await settings());
    const { books, shopNow, restart } = business;
    const buying = books.buyAll(ORDERS, shopNow);
    const kills = (async () => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await books.acknowledgedOnes(books.counts().acknowledged + randomInt(10, 50));
        const { readyMs } = await restart('SIGKILL');
        expect(readyMs).toBeLessThan(READY_MS);
      }
    })();
    await Promise.all([buying, kills]);
    expect(books.counts()).toMatchObject({ wished: BUYERS * ORDERS, acknowledged: BUYERS * ORDERS });
    // Otherwise no kill met a call under way, and the test shows nothing.
    expect(books.counts().unanswered).toBeGreaterThan(KILLS);
    expect(await books.compareWith(await shopNow())).toEqual(nothingWrong);
    await business.close();
  });

  test(`R17: SIGTERM under load answers every call under way and ends within 10 s, on ${name}`, async () => {
    const business = await openForBusiness(await settings());
    const { books, shopNow, restart } = business;
    await books.buyAll(2, shopNow);
    const lastWave = books.buyAll(1, shopNow);
    await books.acknowledgedOnes(books.counts().acknowledged + 1);
    const { code, exitMs } = await restart('SIGTERM');
    expect(code).toBe(0);
    expect(exitMs).toBeLessThan(EXIT_MS);
    await lastWave;
    expect(books.counts()).toEqual({ wished: BUYERS * 3, acknowledged: BUYERS * 3, unanswered: 0 });
    expect(await books.compareWith(await shopNow())).toEqual(nothingWrong);
    await business.close();
  });
}

test.describe('on the embedded database', () => {
  reliabilityTests('PGlite', async () => ({}));
});

const postgres = findPostgres();
if (postgres !== null) {
  test.describe('on PostgreSQL', () => {
    let cluster: Cluster;
    let count = 0;
    test.beforeAll(async () => {
      cluster = startCluster(postgres, { port: await freePort() });
    });
    test.afterAll(() => cluster.stop());
    reliabilityTests('PostgreSQL', async () => {
      count += 1;
      await administer(cluster.url('postgres'), `create database shop_${count}`);
      return { DATABASE_URL: cluster.url(`shop_${count}`) };
    });
  });
}
