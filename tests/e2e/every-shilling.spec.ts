import { randomInt } from 'node:crypto';
import { findFreePort } from '../../scripts/free-ports.ts';
import { administer, findPostgres, startCluster } from '../support/postgres.ts';
import { runCommandLine } from '../support/command.ts';
import { isHard, size } from '../support/size.ts';
import { startTcpSwitch } from '../support/tcp-switch.ts';
import { UNBOUND } from '../support/unbound.ts';
import { bearer, getData, newCustomer, type SignedIn } from './support/customers.ts';
import { findWrongShillings, payByHand, type HandPaid } from './support/hand-books.ts';
import { buy, readProducts, type PlacedOrder, type Product } from './support/orders.ts';
import { patientShop } from './support/patient-shop.ts';
import { startProcesses, type Processes } from './support/processes.ts';
import { connectShop, type Shop } from './support/shop.ts';
import { expect, plainTest as test } from './support/test.ts';

/**
 * Payments by hand in every spelling and claims, together with prompts, while messages are lost and doubled and both
 * processes are killed. The simulated M-Pesa keeps the only true list of what was paid.
 */

const HANDS = size(20, 200);
const PROMPTS = size(20, 200);
const BUYERS = size(5, 25);
const KILLS = size(2, 12);
/** Pieces of an order. */
const MOST_PIECES = 3;
/** Payments at the same moment. */
const TOGETHER = 5;
const MINUTE = 60_000;
/** Covers the queries of every prompt, then every question about a receipt, then a pull. */
const LATER_MS = [26_000, 45_000, MINUTE, 2 * MINUTE, 5 * MINUTE, 30 * MINUTE, 60 * MINUTE, 60 * MINUTE, 60 * MINUTE];

interface Owing {
  readonly buyer: SignedIn;
  readonly order: PlacedOrder;
}

/** How the number is typed. Letters that look like digits are what people read from a screen. */
const SPELLINGS: readonly ((account: string) => string)[] = [
  (account) => account,
  (account) => account.toLowerCase(),
  (account) => `#${account}`,
  (account) => `${account.slice(0, 4)} ${account.slice(4)}`,
  (account) => `${account.slice(0, 4)}-${account.slice(4)}`,
  (account) => account.replaceAll('0', 'O').replaceAll('1', 'I'),
  (account) => ` ${account.toLowerCase()} `,
  (account) => `DUKA${account}`,
];

interface Payment {
  readonly account: string;
  readonly amount: number;
}

/** An account of no order. */
const STRANGE = 'rent november';

/** Habits of people with the same numbers in front of them. */
const HABITS: readonly ((account: string, total: number) => readonly Payment[])[] = [
  (account, total) => [{ account, amount: total }],
  (account, total) => [
    { account, amount: Math.floor(total / 3) },
    { account, amount: total - Math.floor(total / 3) },
  ],
  (account, total) => [
    { account, amount: total },
    { account, amount: total },
  ],
  (account, total) => [{ account, amount: total + 150 }],
  (account) => [{ account, amount: 1 }],
  (_, total) => [{ account: STRANGE, amount: total }],
  (_, total) => [{ account: 'DEADBEEF', amount: total }],
];

/** Of every ten messages one is lost and one comes twice. */
function getFate(index: number): { readonly drop: boolean; readonly times: number } {
  return { drop: index % 10 === 3, times: index % 10 === 7 ? 2 : 1 };
}

const postgres = findPostgres();
if (postgres === null) console.warn('PostgreSQL was not found (initdb, pg_ctl, postgres): R41 is not tried.');
if (postgres === null && isHard) throw new Error('R41 needs PostgreSQL: install it, e.g. apt-get install postgresql');

test.describe.configure({ timeout: size(240_000, 1_800_000) });

for (const bin of postgres === null ? [] : [postgres]) {
  test(`R34, R41: ${HANDS} payments by hand and ${PROMPTS} prompts, a fifth of the messages lost or doubled, both processes killed: every shilling is a payment, a refund that is due, or unmatched, exactly once`, async () => {
    const stops: (() => unknown)[] = [];
    const keep = <It extends { stop(): unknown }>(it: It): It => (stops.unshift(() => it.stop()), it);
    try {
      const cluster = keep(startCluster(bin, { port: await findFreePort() }));
      const url = cluster.url('duka');
      await administer(cluster.url('postgres'), 'create database duka');
      const front = keep(await startTcpSwitch([]));
      const origin = `http://127.0.0.1:${front.port}`;
      const settings = {
        ...UNBOUND,
        DATABASE_URL: url,
        TRUST_PROXY: '127.0.0.1',
        PUBLIC_ORIGIN: origin,
        MPESA_CALLBACK_ORIGIN: origin,
        MPESA_QUERIES_PER_MINUTE: '10000',
      };
      const processes = keep(await startProcesses(2, () => settings));
      front.leadTo(processes.ports);
      await register(processes, settings);

      const { shop } = patientShop(connectShop(origin, processes.simulators));
      await shop.mpesaRules({ queriesPerMinute: 10_000, sameAmountMs: 0 });
      const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newCustomer(shop)));
      const shelf = await readShelf(shop);
      const owing = await inTurns(HANDS + PROMPTS, async (index): Promise<Owing> => {
        const buyer = buyers[index % BUYERS] as SignedIn;
        const made = await buy(shop, buyer, shelf[index] as Product, 1 + (index % MOST_PIECES), undefined, 'mpesa');
        return { buyer, order: getData<{ order: PlacedOrder }>(made).order };
      });

      const paidByHand: HandPaid[] = [];
      let done = 0;
      const work = inTurns(HANDS + PROMPTS, async (index) => {
        const one = owing[index] as Owing;
        // The first half pays by hand, and a tenth of these gets a prompt as well.
        if (index < HANDS) paidByHand.push(...(await payInHabit(processes, shop, one, index)));
        if (index >= HANDS || index % 10 === 0) await payByPrompt(shop, one, index);
        done += 1;
      });
      const kills = (async () => {
        for (let turn = 0; turn < KILLS; turn += 1) {
          await expect.poll(() => done, { timeout: 600_000 }).toBeGreaterThan((turn * (HANDS + PROMPTS)) / (KILLS + 1));
          await processes.restart(turn % 2, 'SIGKILL');
        }
      })();
      await Promise.all([work, kills]);

      for (const ms of LATER_MS) await processes.advanceClock(ms);
      const { transactions, wrong } = await findWrongShillings(processes.simulators, url);
      expect(wrong).toEqual([]);
      expect(paidByHand.filter(({ receipt }) => receipt === null)).toEqual([]);
      expect(transactions.length).toBeGreaterThan(HANDS);
      const unheard = paidByHand.filter(({ confirmations }) => !confirmations.includes(200)).length;
      expect(unheard).toBeGreaterThan(0);
      console.log(
        `    ${transactions.length} payments, ${paidByHand.length} of them by hand, ${unheard} without a message, ${KILLS} kills`,
      );
    } finally {
      for (const stop of stops) await stop();
    }
  });
}

/** Returns a product for each order. No product has enough pieces for all. */
async function readShelf(shop: Shop): Promise<readonly Product[]> {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => readProducts(shop, `limit=48&page=${page}`)));
  const shelf = pages
    .flat()
    .filter(({ finalPrice, flashEndsAt }) => finalPrice < 20_000 && flashEndsAt === null)
    .flatMap((product) => Array.from({ length: Math.floor(product.stock / MOST_PIECES) }, () => product));
  expect(shelf.length).toBeGreaterThanOrEqual(HANDS + PROMPTS);
  return shelf;
}

/** Registers the addresses for payments by hand, as the owner does. */
async function register({ simulators, folder }: Processes, settings: Readonly<Record<string, string>>): Promise<void> {
  const said = await runCommandLine('mpesa', ['register'], {
    ...settings,
    DATA_DIR: folder,
    SIMULATORS_PORT: new URL(simulators).port,
  });
  expect(said).toMatchObject({ code: 0 });
}

async function payInHabit({ simulators }: Processes, shop: Shop, { buyer, order }: Owing, index: number) {
  const account = order._id.slice(0, 8).toUpperCase();
  const habit = HABITS[index % HABITS.length] as (typeof HABITS)[number];
  const spell = SPELLINGS[randomInt(SPELLINGS.length)] as (typeof SPELLINGS)[number];
  const paid: HandPaid[] = [];
  for (const [part, payment] of habit(account, order.totalPrice).entries()) {
    const typed = payment.account === account ? spell(account) : payment.account;
    const fate = getFate(index + part * 3);
    paid.push(await payByHand(simulators, { phone: buyer.msisdn, ...payment, account: typed, ...fate }));
    // Who sees that nothing happens sends the receipt. Limits may refuse it, and then Pull or staff find the money.
    const { receipt } = paid.at(-1) as HandPaid;
    if (payment.account === STRANGE && receipt !== null)
      await shop.api('POST', `/orders/${order._id}/payment-claims`, { text: receipt }, bearer(buyer));
  }
  return paid;
}

/** Asks for a prompt and pays it on the phone. An order that is paid already has none. */
async function payByPrompt(shop: Shop, { buyer, order }: Owing, index: number): Promise<void> {
  const accountReference = order._id.slice(0, 8);
  const request = { phoneNumber: buyer.phone, amount: order.totalPrice, orderId: order._id, accountReference };
  const pushed = await shop.api('POST', '/mpesa/stkpush', request, bearer(buyer));
  if (pushed.status >= 400) return;
  const { checkoutRequestId } = getData<{ checkoutRequestId: string }>(pushed);
  const prompts = await shop.prompts(buyer.msisdn);
  if (prompts.every((it) => it.checkoutRequestId !== checkoutRequestId || it.state !== 'open')) return;
  await shop.answerPrompt(checkoutRequestId, 'pay', getFate(index));
}

/** Runs `work` for each index, several at a time. Results keep their order. */
async function inTurns<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const take = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, take));
  return results;
}
