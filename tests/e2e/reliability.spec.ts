import { randomInt } from 'node:crypto';
import { findPostgres, startCluster } from '../support/postgres.ts';
import { findFreePort } from '../../scripts/free-ports.ts';
import { administer } from '../support/postgres.ts';
import { UNBOUND } from '../support/unbound.ts';
import { isHard, size } from '../support/size.ts';
import { openBooks } from './support/books.ts';
import { newCustomer } from './support/customers.ts';
import { connectShop } from './support/shop.ts';
import type { Shop } from './support/shop.ts';
import { startShop } from './support/start-shop.ts';
import type { RunningShop } from './support/start-shop.ts';
import { expect, plainTest as test } from './support/test.ts';

/**
 * The built server as a process, ended under load and restarted on the same data. Buyers repeat an unanswered call with
 * the same key. At the end their orders must match the shop's.
 */

const BUYERS = 20;
const KILLS = size(4, 30);
/** Orders for each buyer: enough that some remain after the last kill. */
const ORDERS = size(10, 40);
/** 3 s are promised on a quiet machine; here Node, both programs and other tests share two cores. */
const READY_MS = 10_000;
const EXIT_MS = 10_000;
/** Ten times the duration on an idle machine. */
const SLOW_MS = size(180_000, 1_200_000);

const nothingWrong = { lost: [], surplus: 0, wrongStock: [] };

type Settings = Readonly<Record<string, string>>;
type Business = Awaited<ReturnType<typeof openForBusiness>>;

/** The shop for the buyers, who wait during a restart. */
async function openForBusiness(database: Settings) {
  const settings = { ...database, ...UNBOUND, LOG_LEVEL: 'error' };
  let running = await startShop({ settings });
  const connect = ({ url, simulators }: RunningShop): Shop => connectShop(url, simulators);
  let shop = Promise.resolve(connect(running));
  const { dataDir } = running;
  const first = await shop;
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newCustomer(first)));
  return {
    shopNow: () => shop,
    openBooks: async () => openBooks(await shop, buyers),
    /** Stops new calls until the restart is done. Returns the exit code and the times in ms. */
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
    close: () => running.stop(),
  };
}

async function killsUnderLoad({ openBooks, shopNow, restart }: Business): Promise<void> {
  const books = await openBooks();
  const kills = async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await books.acknowledgedOnes(books.counts().acknowledged + randomInt(5, 30));
      const { readyMs } = await restart('SIGKILL');
      expect(readyMs).toBeLessThan(READY_MS);
    }
  };
  await Promise.all([books.buyAll(ORDERS, shopNow), kills()]);
  expect(books.counts()).toMatchObject({ wished: BUYERS * ORDERS, acknowledged: BUYERS * ORDERS });
  // Otherwise no kill met a call in progress, and the test proves nothing.
  expect(books.counts().unanswered).toBeGreaterThan(KILLS);
  expect(await books.compareWith(await shopNow())).toEqual(nothingWrong);
}

async function stopUnderLoad({ openBooks, shopNow, restart }: Business): Promise<void> {
  const books = await openBooks();
  await books.buyAll(1, shopNow);
  const wave = books.buyAll(1, shopNow);
  await books.acknowledgedOnes(BUYERS + 1);
  const { code, exitMs } = await restart('SIGTERM');
  expect(code).toBe(0);
  expect(exitMs).toBeLessThan(EXIT_MS);
  await wave;
  expect(books.counts()).toEqual({ wished: BUYERS * 2, acknowledged: BUYERS * 2, unanswered: 0 });
  expect(await books.compareWith(await shopNow())).toEqual(nothingWrong);
}

test.describe.configure({ timeout: SLOW_MS });

/** Both on one shop, because its first start, which seeds the catalogue, is slow. */
function reliabilityTest(name: string, database: () => Promise<{ settings: Settings; stop: () => void }>): void {
  test(`R1, R17: kill -9 and SIGTERM under ${BUYERS} buyers lose and duplicate no acknowledged order, on ${name}`, async () => {
    const { settings, stop } = await database();
    try {
      const business = await openForBusiness(settings);
      try {
        await test.step('R1: killed', () => killsUnderLoad(business));
        await test.step('R17: stopped', () => stopUnderLoad(business));
      } finally {
        await business.close();
      }
    } finally {
      stop();
    }
  });
}

const postgres = findPostgres();

// At CI size `tests/server/pglite/process.test.ts` covers the same on PGlite.
if (isHard || postgres === null) reliabilityTest('PGlite', async () => ({ settings: {}, stop: () => undefined }));

if (postgres !== null) {
  reliabilityTest('PostgreSQL', async () => {
    const cluster = startCluster(postgres, { port: await findFreePort() });
    await administer(cluster.url('postgres'), 'create database duka');
    return { settings: { DATABASE_URL: cluster.url('duka') }, stop: () => cluster.stop() };
  });
}
