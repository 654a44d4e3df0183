import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../scripts/free-ports.ts';
import { runCommandLine } from '../support/command.ts';
import { administer, findPostgres, startCluster } from '../support/postgres.ts';
import { isHard, size } from '../support/size.ts';
import { UNBOUND } from '../support/unbound.ts';
import { bearer, getData, newCustomer, type SignedIn } from './support/customers.ts';
import { findWrongShillings, payByHand } from './support/hand-books.ts';
import { buy, productWith, readOrders, type PlacedOrder, type Product } from './support/orders.ts';
import { connectShop, type Shop } from './support/shop.ts';
import { startShop, type RunningShop } from './support/start-shop.ts';
import { expect, plainTest as test } from './support/test.ts';

/**
 * The built server on PostgreSQL kills itself while it stores confirmations, matches money, asks Transaction Status about
 * it, hears claims and reads Pull, and starts again on the same data. The simulated M-Pesa keeps the only true list of what
 * was paid.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Covers the queries of a prompt, every question about a receipt, and a pull. */
const LATER_MS = [26 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 30 * MINUTE, 60 * MINUTE, 150 * MINUTE];
const POINTS = ['status', 'pull', 'commit'].flatMap((what) => [`before ${what}`, `after ${what}`]);
/** Points at which completed work is not stored yet. */
const UNWRITTEN: readonly string[] = ['after status', 'after pull', 'before commit'];

/** The shop over several lives of its server. */
interface Lives {
  readonly running: RunningShop;
  readonly shop: Shop;
  readonly product: Product;
  /** Names the next kill point. */
  readonly file: string;
  movedMs: number;
}

/** Ignores a failed call if the server has ended; rethrows other failures as test failures. */
async function unlessKilled(running: RunningShop, call: Promise<unknown>): Promise<void> {
  await call.catch(async (error: unknown) => {
    await expect.poll(() => running.isOpen(), { message: String(error) }).toBe(false);
  });
}

async function move(lives: Lives, ms: number): Promise<void> {
  lives.movedMs += ms;
  await unlessKilled(lives.running, lives.shop.advanceClock(ms));
}

/**
 * Habits whose order is paid whatever happens, because the whole price revives an expired order. A part, and money without
 * an account, go back or are unmatched when the order has expired meanwhile.
 */
const WHOLE = [0, 3] as const;

/** What a shopper with an unpaid order does. Each pays its whole price. */
const HABITS: readonly ((lives: Lives, buyer: SignedIn, order: PlacedOrder) => Promise<unknown>)[] = [
  // By hand, whose confirmation arrives.
  ({ running }, { msisdn }, order) => pay(running, msisdn, getAccount(order), order.totalPrice),
  // In two parts, of which only Pull tells the second.
  async ({ running }, { msisdn }, order) => {
    const first = Math.floor(order.totalPrice / 3);
    await pay(running, msisdn, getAccount(order), first);
    await pay(running, msisdn, getAccount(order), order.totalPrice - first, { drop: true });
  },
  // Without an account or a confirmation, so the shopper sends the receipt.
  async ({ running, shop }, buyer, order) => {
    const { receipt } = await pay(running, buyer.msisdn, 'rent', order.totalPrice, { drop: true });
    await shop.api('POST', `/orders/${order._id}/payment-claims`, { text: receipt }, bearer(buyer));
  },
  // Twice: too much goes back.
  async ({ running }, { msisdn }, order) => {
    await Promise.all([1, 2].map(() => pay(running, msisdn, getAccount(order), order.totalPrice, { times: 2 })));
  },
];

function pay(running: RunningShop, phone: string, account: string, amount: number, { drop = false, times = 1 } = {}) {
  return payByHand(running.simulators, { phone, account, amount, drop, times });
}
const getAccount = ({ _id }: PlacedOrder) => _id.slice(0, 8).toUpperCase();

/** One life of the server, which ends at the point if it reaches it, and then the next one. Returns whether it ended. */
async function live(lives: Lives, point: string, databaseUrl: string): Promise<boolean> {
  const { running, shop, product, file } = lives;
  const buyers = await Promise.all(HABITS.map(() => newCustomer(shop)));
  const made = await Promise.all(
    buyers.map(
      async (buyer) => getData<{ order: PlacedOrder }>(await buy(shop, buyer, product, 1, undefined, 'mpesa')).order,
    ),
  );
  writeFileSync(file, point);
  await Promise.all(
    HABITS.map((habit, index) =>
      unlessKilled(running, habit(lives, buyers[index] as SignedIn, made[index] as PlacedOrder)),
    ),
  );
  for (const ms of LATER_MS) if (running.isOpen()) await move(lives, ms);
  const isKilled = !running.isOpen();
  rmSync(file);
  if (isKilled) {
    await running.reopen();
    getData(await shop.api('POST', '/dev/clock', { advanceMs: lives.movedMs }));
  }
  for (const ms of LATER_MS) await move(lives, ms);
  expect((await findWrongShillings(running.simulators, databaseUrl)).wrong, point).toEqual([]);
  for (const index of WHOLE) {
    const kept = (await readOrders(shop, buyers[index] as SignedIn)).find(({ _id }) => _id === made[index]?._id);
    expect(kept?.isPaid, `${point}: habit ${index}`).toBe(true);
  }
  return isKilled;
}

/** At full size six occurrences of each point, from first to last. Otherwise the middle one of the riskiest points. */
function choose(point: string, passed: readonly string[]): readonly string[] {
  if (isHard) return passed.filter((_, index) => index % Math.ceil(passed.length / 6) === 0);
  return UNWRITTEN.includes(point) ? passed.slice(Math.floor(passed.length / 2)).slice(0, 1) : [];
}

const postgres = findPostgres();
if (postgres === null) console.warn('PostgreSQL was not found: R2 is not tried with payments by hand.');
if (postgres === null && isHard) throw new Error('R2 needs PostgreSQL: install it, e.g. apt-get install postgresql');

for (const bin of postgres === null ? [] : [postgres]) {
  test('R2: killed while money by hand is stored, matched, asked about, claimed and pulled, each shilling is booked once', async () => {
    test.setTimeout(size(300_000, 2_400_000));
    const folder = mkdtempSync(path.join(tmpdir(), 'duka-hand-kills-'));
    const cluster = startCluster(bin, { port: await findFreePort() });
    const file = path.join(folder, 'kill-point');
    const databaseUrl = cluster.url('duka');
    try {
      await administer(cluster.url('postgres'), 'create database duka');
      const settings = { ...UNBOUND, DATABASE_URL: databaseUrl };
      const running = await startShop({
        settings: { ...settings, LOG_LEVEL: 'fatal', KILL_POINT: file, MPESA_QUERIES_PER_MINUTE: '10000' },
        before: ['tsx', './tests/e2e/support/kill-point.ts'],
      });
      try {
        const { url, simulators, dataDir } = running;
        const commands = {
          ...settings,
          DATA_DIR: dataDir,
          PUBLIC_ORIGIN: url,
          SIMULATORS_PORT: new URL(simulators).port,
        };
        const shop = connectShop(url, simulators);
        await shop.mpesaRules({ sameAmountMs: 0, queriesPerMinute: 10_000 });
        const { code, output } = await runCommandLine('mpesa', ['register'], commands);
        expect(code, output).toBe(0);
        const product = await productWith(
          shop,
          ({ stock, finalPrice, flashEndsAt }) => stock > 200 && finalPrice < 20_000 && flashEndsAt === null,
        );
        const lives: Lives = { running, shop, product, file, movedMs: 0 };
        await live(lives, 'nowhere', databaseUrl);
        const passed = readFileSync(`${file}.passed`, 'utf8').trim().split('\n');
        let kills = 0;
        let tried = 0;
        for (const point of POINTS) {
          const all = passed.filter((line) => line.startsWith(`${point} `));
          expect(all, point).not.toEqual([]);
          for (const one of choose(point, all)) {
            tried += 1;
            if (await live(lives, one, databaseUrl)) kills += 1;
          }
        }
        // Some points occur only in some runs, for example the last retries of a race.
        expect(kills).toBeGreaterThan(tried * 0.6);
        console.log(`    killed ${kills} times at ${tried} points of payments by hand`);
      } finally {
        await running.stop();
      }
    } finally {
      cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
