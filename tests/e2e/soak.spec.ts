import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import autocannon from 'autocannon';
import { sql } from 'drizzle-orm';
import { createCashOrder } from '../../tools/bench/cash-order.ts';
import { findFreePort } from '../../scripts/free-ports.ts';
import type { Driver } from '../../server/db/client.ts';
import { durableDriver } from '../../server/db/pglite.ts';
import { postgresDriver } from '../../server/db/postgres.ts';
import { administer, findPostgres, startCluster } from '../support/postgres.ts';
import { isHard } from '../support/size.ts';
import { UNBOUND } from '../support/unbound.ts';
import { bearer, newCustomer } from './support/customers.ts';
import type { SignedIn } from './support/customers.ts';
import { readProducts } from './support/orders.ts';
import type { Product } from './support/orders.ts';
import { connectShop } from './support/shop.ts';
import { startShop } from './support/start-shop.ts';
import type { RunningShop } from './support/start-shop.ts';
import { expect, plainTest as test } from './support/test.ts';

/**
 * 15 minutes of pages, searches, carts, orders and cancellations at half of the shop's capacity on this machine. Runs
 * with `npm run test:hard -- R31` and every night. At CI size `tests/server/pglite/long-run.test.ts` covers it.
 */

const SOAK_SECONDS = 900;
const WINDOWS = 15;
const CAPACITY_SECONDS = 20;
const CONNECTIONS = 10;
const BUYERS = 10;
const HOUR = 3_600_000;
/** More heap growth than this between the first third and the last counts as a leak: the limit of R22. */
const GROWTH_BYTES = 50 * 1024 * 1024;

interface Window {
  /** Milliseconds. */
  readonly p99: number;
  /** Resident memory of the server, bytes. */
  readonly memory: number;
}

/**
 * The requests that shoppers rotate through. The next call of a connection cancels its order, so that no product sells
 * out.
 */
function getMix(buyers: readonly SignedIn[], products: readonly Product[]): autocannon.Request[] {
  const [product] = products;
  if (product === undefined) throw new Error('no product that is sold for long');
  const { slug, _id, finalPrice } = product;
  const json = { 'content-type': 'application/json' };
  const cart = JSON.stringify({ items: [{ product: _id, quantity: 1, price: finalPrice }] });
  let turn = 0;
  const order: autocannon.Request = {
    method: 'POST',
    path: '/api/orders',
    setupRequest: (request, context) => {
      const buyer = buyers[turn++ % buyers.length];
      const ordered = products[turn % products.length];
      if (buyer === undefined || ordered === undefined) throw new Error('nobody to order');
      const headers = { ...json, ...bearer(buyer) };
      Object.assign(context, { headers });
      const body = JSON.stringify(
        createCashOrder([{ ...ordered, price: ordered.finalPrice, images: [...ordered.images] }]),
      );
      return { ...request, headers: { ...headers, 'idempotency-key': randomUUID() }, body };
    },
    onResponse: (_status, body, context) => {
      const { data } = JSON.parse(body) as { data?: { order?: { _id: string } } };
      Object.assign(context, { id: data?.order?._id });
    },
  };
  const cancel: autocannon.Request = {
    method: 'PUT',
    setupRequest: (request, context) => {
      const { id, headers } = context as { id?: string; headers?: Record<string, string> };
      return { ...request, path: `/api/orders/${id}/cancel`, headers: headers ?? {}, body: '{}' };
    },
  };
  return [
    { path: '/' },
    { path: `/product/${slug}` },
    { path: '/api/products?limit=12&page=2' },
    { path: '/api/products?search=phone&limit=12' },
    { path: `/api/products/slug/${slug}` },
    { method: 'POST', path: '/api/cart/check', headers: json, body: cart },
    order,
    cancel,
  ];
}

/** Returns the successful calls per second and the 99th percentile. No call may fail. */
async function load(url: string, requests: autocannon.Request[], seconds: number, overallRate?: number) {
  const result = await autocannon({
    url,
    requests,
    connections: CONNECTIONS,
    duration: seconds,
    ...(overallRate !== undefined && { overallRate }),
  });
  expect([result.non2xx, result.errors, result.timeouts]).toEqual([0, 0, 0]);
  return { perSecond: result['2xx'] / seconds, p99: result.latency.p99 };
}

function getMemory({ pid }: RunningShop): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Returns the number of dead rows in all tables after ANALYZE. */
async function deadRows(driver: Driver): Promise<number> {
  await driver.run('analyze');
  const { rows } = (await driver.sql.execute(
    sql`select coalesce(sum(n_dead_tup), 0)::integer as dead from pg_stat_user_tables`,
  )) as unknown as { rows: { dead: number }[] };
  return rows[0]?.dead ?? 0;
}

/** Returns the medians of the first and the last third. */
function thirds(values: readonly number[]): { readonly first: number; readonly last: number } {
  const third = Math.floor(values.length / 3);
  const middle = (part: readonly number[]) => [...part].sort((one, other) => one - other)[third >> 1] ?? 0;
  return { first: middle(values.slice(0, third)), last: middle(values.slice(-third)) };
}

async function soak(running: RunningShop): Promise<{ readonly calls: number; readonly windows: readonly Window[] }> {
  const shop = connectShop(running.url, running.simulators);
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newCustomer(shop)));
  const products = (await readProducts(shop)).filter(({ stock, flashEndsAt }) => stock > 100 && flashEndsAt === null);
  const mix = getMix(buyers, products);
  const capacity = await load(running.url, mix, CAPACITY_SECONDS);
  const rate = Math.max(mix.length, Math.round(capacity.perSecond / 2));
  const windows: Window[] = [];
  let calls = 0;
  for (let window = 1; window <= WINDOWS; window += 1) {
    const { perSecond, p99 } = await load(running.url, mix, SOAK_SECONDS / WINDOWS, rate);
    calls += perSecond * (SOAK_SECONDS / WINDOWS);
    windows.push({ p99, memory: getMemory(running) });
    // The maintenance jobs run hourly.
    await shop.advanceClock(HOUR);
  }
  const told = windows.map(({ p99, memory }) => `${p99} ms, ${Math.round(memory / 1024 / 1024)} MB`).join('; ');
  console.log(`    half of ${Math.round(capacity.perSecond)} calls a second: ${told}`);
  return { calls, windows };
}

function judge({ windows }: { readonly windows: readonly Window[] }): void {
  const p99 = thirds(windows.map((one) => one.p99));
  expect(p99.last).toBeLessThan(2 * p99.first + 50);
  const memory = thirds(windows.map((one) => one.memory));
  expect(memory.last - memory.first).toBeLessThan(GROWTH_BYTES);
}

function soakTest(name: string, open: () => Promise<{ settings: Record<string, string>; stop: () => void }>): void {
  test(`R31: ${SOAK_SECONDS / 60} min of mixed load at half of the capacity: p99 and memory stay stable, dead rows are removed, on ${name}`, async () => {
    test.setTimeout(3 * SOAK_SECONDS * 1_000);
    const { settings, stop } = await open();
    try {
      const running = await startShop({ settings: { ...settings, ...UNBOUND, LOG_LEVEL: 'fatal' } });
      try {
        const result = await soak(running);
        judge(result);
        await running.stop({ keepData: true });
        const url = settings['DATABASE_URL'];
        const driver =
          url === undefined
            ? await durableDriver(path.join(running.dataDir, 'db'), (error) => {
                throw new Error('the database broke down', { cause: error });
              })
            : postgresDriver(url, 1, () => undefined);
        const dead = await deadRows(driver);
        await driver.close();
        console.log(`    ${Math.round(result.calls)} calls, ${dead} dead rows in the end`);
        // Every eighth call cancels an order, which updates at least one row of stock, one line and the order.
        expect(dead).toBeLessThan(result.calls / 8);
      } finally {
        await running.stop();
      }
    } finally {
      stop();
    }
  });
}

const postgres = findPostgres();

if (isHard) {
  soakTest('PGlite', async () => ({ settings: {}, stop: () => undefined }));
  soakTest('PostgreSQL', async () => {
    if (postgres === null) throw new Error('R31 needs PostgreSQL: initdb, pg_ctl and postgres were not found');
    const cluster = startCluster(postgres, { port: await findFreePort() });
    await administer(cluster.url('postgres'), 'create database duka');
    return { settings: { DATABASE_URL: cluster.url('duka') }, stop: () => cluster.stop() };
  });
}
