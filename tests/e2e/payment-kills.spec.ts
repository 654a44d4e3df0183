import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../scripts/free-ports.ts';
import { administer, findPostgres, startCluster } from '../support/postgres.ts';
import { isHard, size } from '../support/size.ts';
import { UNBOUND } from '../support/unbound.ts';
import { bearer, getData, newCustomer } from './support/customers.ts';
import type { SignedIn } from './support/customers.ts';
import { buy, readOrders, productWith } from './support/orders.ts';
import type { PlacedOrder, Product } from './support/orders.ts';
import { connectShop } from './support/shop.ts';
import type { PromptAction, PromptExtras, Shop } from './support/shop.ts';
import { startShop } from './support/start-shop.ts';
import type { RunningShop } from './support/start-shop.ts';
import { expect, plainTest as test } from './support/test.ts';

/**
 * The built server kills itself during payments, before or after a commit or a Daraja call (kill-point.ts), and
 * restarts on the same data while the simulators keep running. At the end the phone's charges must match the paid
 * orders.
 */

const SECOND = 1_000;
const STEP_MS = 15 * SECOND;
/** The promised maximum, in simulated time. */
const SETTLED_MS = 180 * SECOND;

/** Actions on the phones. Each phone pays one order in every life of the server. */
const PHONES: readonly { readonly action: PromptAction; readonly extras?: PromptExtras }[] = [
  { action: 'pay' },
  { action: 'pay', extras: { times: 2 } },
  { action: 'pay', extras: { drop: true } },
  { action: 'cancel' },
  { action: 'cancel', extras: { drop: true } },
  { action: 'ignore' },
];

const POINTS = ['before commit', 'after commit', 'before push', 'after push', 'before query', 'after query'] as const;

interface Payment {
  readonly buyer: SignedIn;
  readonly order: PlacedOrder;
  readonly plan: (typeof PHONES)[number];
}

/** The shop over several lives of its server, and the file that defines the next kill point. */
interface Lives {
  readonly running: RunningShop;
  readonly shop: Shop;
  readonly buyers: readonly SignedIn[];
  readonly product: Product;
  readonly file: string;
  /** How far the clocks were moved. A restarted server does not know it. */
  movedMs: number;
}

/** Each buyer orders and requests a prompt. The server ends at `point` if it reaches it. */
async function pay(lives: Lives, point: string): Promise<readonly Payment[]> {
  const { shop, running, file, product, buyers } = lives;
  const payments = await Promise.all(
    buyers.map(async (buyer, index) => {
      const made = await buy(shop, buyer, product, 1, undefined, 'mpesa');
      const plan = PHONES[index % PHONES.length];
      if (plan === undefined) throw new Error('no plan');
      return { buyer, order: getData<{ order: PlacedOrder }>(made).order, plan };
    }),
  );
  writeFileSync(file, point);
  await Promise.all(payments.map((payment) => unlessKilled(running, push(shop, payment))));
  for (let passed = 0; running.isOpen() && passed < SETTLED_MS; passed += STEP_MS) await move(lives, STEP_MS);
  return payments;
}

/** Ignores a failed call if the server has ended; rethrows other failures as test failures. */
async function unlessKilled(running: RunningShop, call: Promise<unknown>): Promise<void> {
  await call.catch(async (error: unknown) => {
    await expect.poll(() => running.isOpen(), { message: String(error) }).toBe(false);
  });
}

/**
 * If the shop returned Daraja's id, it is stored: then the callback may be lost, and a query still finds the result.
 */
async function push(shop: Shop, { buyer, order, plan }: Payment): Promise<void> {
  const accountReference = getReference(order);
  const request = { phoneNumber: buyer.msisdn, amount: order.totalPrice, orderId: order._id, accountReference };
  const { checkoutRequestId } = getData<{ checkoutRequestId: string }>(
    await shop.api('POST', '/mpesa/stkpush', request, bearer(buyer)),
  );
  const prompt = await readPrompt(shop, order);
  if (prompt?.checkoutRequestId !== checkoutRequestId) return;
  await shop.answerPrompt(checkoutRequestId, plan.action, plan.extras);
}

/** The reference of an order in prompts and in the ledger (A33). */
function getReference({ _id }: PlacedOrder): string {
  return _id.slice(0, 8).toUpperCase();
}

async function readPrompt(shop: Shop, order: PlacedOrder) {
  return (await shop.prompts()).find(({ accountReference }) => accountReference === getReference(order));
}

/** Advances the simulators' clock, and the server's if it runs. */
async function move(lives: Lives, ms: number): Promise<void> {
  lives.movedMs += ms;
  await unlessKilled(lives.running, lives.shop.advanceClock(ms));
}

/** Restarts the server. Open prompts, whose ids the shop did not return, are answered only now. */
async function settle(lives: Lives, payments: readonly Payment[]): Promise<void> {
  const { shop, running, file } = lives;
  rmSync(file);
  if (!running.isOpen()) {
    await running.reopen();
    getData(await shop.api('POST', '/dev/clock', { advanceMs: lives.movedMs }));
  }
  for (const { order, plan } of payments) {
    const prompt = await readPrompt(shop, order);
    if (prompt?.state === 'open') await shop.answerPrompt(prompt.checkoutRequestId, plan.action);
  }
  for (let passed = 0; passed < SETTLED_MS; passed += STEP_MS) await move(lives, STEP_MS);
}

/** Returns the orders that disagree with the ledger or were charged more than once. */
async function disagreements({ shop }: Lives, payments: readonly Payment[]): Promise<readonly string[]> {
  const ledger = await shop.charges();
  const wrong = await Promise.all(
    payments.map(async ({ buyer, order }) => {
      const reference = getReference(order);
      const charges = ledger.filter(({ accountReference }) => accountReference === reference).length;
      const kept = (await readOrders(shop, buyer)).find(({ _id }) => _id === order._id);
      const isRight = kept !== undefined && charges <= 1 && kept.isPaid === (charges === 1);
      return isRight ? [] : [`${reference}: ${charges} charges, ${kept?.isPaid === true ? 'paid' : 'unpaid'}`];
    }),
  );
  return wrong.flat();
}

/** Returns the points that one life of the server passes, numbered: `before push 1`, `before push 2`, … */
async function readPoints(lives: Lives): Promise<ReadonlyMap<string, readonly string[]>> {
  const payments = await pay(lives, 'nowhere');
  await settle(lives, payments);
  expect(await disagreements(lives, payments)).toEqual([]);
  const passed = readFileSync(`${lives.file}.passed`, 'utf8').trim().split('\n');
  return new Map(POINTS.map((point) => [point, passed.filter((line) => line.startsWith(`${point} `))]));
}

/** Points at which completed work is not stored yet. */
const UNWRITTEN: readonly string[] = ['before commit', 'after push', 'after query'];

/**
 * At full size six occurrences of each point, from first to last. Otherwise the middle occurrence of the riskiest
 * points.
 */
function chosen(point: string, passed: readonly string[]): readonly string[] {
  if (isHard) return passed.filter((_, index) => index % Math.ceil(passed.length / 6) === 0);
  return UNWRITTEN.includes(point) ? passed.slice(Math.floor(passed.length / 2)).slice(0, 1) : [];
}

const postgres = findPostgres();

async function openLives(settings: Readonly<Record<string, string>>, folder: string): Promise<Lives> {
  const file = path.join(folder, 'kill-point');
  const running = await startShop({
    settings: { ...settings, ...UNBOUND, LOG_LEVEL: 'fatal', KILL_POINT: file, MPESA_QUERIES_PER_MINUTE: '60' },
    before: ['tsx', './tests/e2e/support/kill-point.ts'],
  });
  try {
    const shop = connectShop(running.url, running.simulators);
    await shop.mpesaRules({ sameAmountMs: 0, queriesPerMinute: 1000 });
    const buyers = await Promise.all(PHONES.map(() => newCustomer(shop)));
    const product = await productWith(
      shop,
      ({ stock, finalPrice, flashEndsAt }) => stock > 100 && finalPrice < 20_000 && flashEndsAt === null,
    );
    return { running, shop, buyers, product, file, movedMs: 0 };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

async function killEverywhere(lives: Lives): Promise<void> {
  const points = await readPoints(lives);
  expect([...points].filter(([, passed]) => passed.length === 0)).toEqual([]);
  let kills = 0;
  const asked = [...points].flatMap(([point, passed]) => chosen(point, passed));
  for (const point of asked) {
    const payments = await pay(lives, point);
    if (!lives.running.isOpen()) kills += 1;
    await settle(lives, payments);
    expect(await disagreements(lives, payments), point).toEqual([]);
  }
  // Some points occur only in some runs, for example the last retries of a race.
  expect(kills).toBeGreaterThan(asked.length * 0.8);
  console.log(`    killed ${kills} times at ${asked.length} points of payments`);
}

function killsTest(name: string, database: () => Promise<{ url?: string; stop: () => void }>): void {
  test(`R2: killed before and after commits and Daraja calls, exactly the orders with a charge are paid, on ${name}`, async () => {
    test.setTimeout(size(180_000, 1_200_000));
    const folder = mkdtempSync(path.join(tmpdir(), 'duka-kill-point-'));
    const { url, stop } = await database();
    try {
      const lives = await openLives(url === undefined ? {} : { DATABASE_URL: url }, folder);
      try {
        await killEverywhere(lives);
      } finally {
        await lives.running.stop();
      }
    } finally {
      stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

// At CI size one database is enough to test the order of commits and calls.
if (isHard || postgres === null) killsTest('PGlite', async () => ({ stop: () => undefined }));

if (postgres !== null) {
  killsTest('PostgreSQL', async () => {
    const cluster = startCluster(postgres, { port: await findFreePort() });
    await administer(cluster.url('postgres'), 'create database duka');
    return { url: cluster.url('duka'), stop: () => cluster.stop() };
  });
}
