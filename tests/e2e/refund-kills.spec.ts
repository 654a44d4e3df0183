import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../scripts/free-ports.ts';
import { runCommandLine } from '../support/command.ts';
import { administer, findPostgres, startCluster } from '../support/postgres.ts';
import { isHard, size } from '../support/size.ts';
import { startTcpSwitch } from '../support/tcp-switch.ts';
import { UNBOUND } from '../support/unbound.ts';
import { bearer, getData, newCustomer } from './support/customers.ts';
import type { SignedIn } from './support/customers.ts';
import { buy, productWith } from './support/orders.ts';
import type { PlacedOrder, Product } from './support/orders.ts';
import { patientShop } from './support/patient-shop.ts';
import { startProcesses } from './support/processes.ts';
import { findWrongRefunds, readRefunds, readSent, type KeptRefund } from './support/refund-books.ts';
import { connectShop } from './support/shop.ts';
import type { Shop } from './support/shop.ts';
import { startShop } from './support/start-shop.ts';
import { expect, plainTest as test } from './support/test.ts';

/**
 * Refunds of a real server on PostgreSQL against the simulated M-Pesa, whose ledger alone tells how much money really
 * went back: killed at each point, approved by two people at once, sent by two processes, with queue time-outs, and after
 * a restore.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Covers the wait for the balance, the repeated calls, the wait for a result, and the questions of half an hour. */
const LATER_MS = [10 * SECOND, MINUTE, MINUTE, 5 * MINUTE, 5 * MINUTE, 30 * MINUTE, 60 * MINUTE, 60 * MINUTE, MINUTE];
const POINTS = ['reversal', 'payout', 'balance', 'status', 'commit'].flatMap((what) => [
  `before ${what}`,
  `after ${what}`,
]);
const ROUNDS = size(2, 15);
/** Points at which completed work is not stored yet. */
const UNWRITTEN: readonly string[] = ['after reversal', 'after payout', 'before commit'];
const PASSWORD = 'Sokoni Nairobi 2026';
const OWNERS = ['otto@duka.example', 'olga@duka.example'] as const;
/** Proposes the refunds. */
const CLERK = 'ben@duka.example';
/** Whole shillings. */
const PART = 100;

type Settings = Readonly<Record<string, string>>;

interface Scene {
  readonly shop: Shop;
  readonly simulators: string;
  readonly databaseUrl: string;
  /** Of the commands. */
  readonly settings: Settings;
  readonly buyer: SignedIn;
  readonly product: Product;
}

/** Adds two owners, a buyer and a product. */
async function openScene(known: Omit<Scene, 'buyer' | 'product'>): Promise<Scene> {
  for (const email of [...OWNERS, CLERK]) {
    const role = email === CLERK ? 'orders' : 'owner';
    const added = await runCommandLine('admin', ['add', email, '--role', role], known.settings, `${PASSWORD}\n`);
    expect(added.code, added.output).toBe(0);
  }
  await known.shop.mpesaRules({ sameAmountMs: 0, queriesPerMinute: 10_000 });
  const buyer = await newCustomer(known.shop);
  const product = await productWith(
    known.shop,
    ({ stock, finalPrice, flashEndsAt }) => stock > 100 && finalPrice < 20_000 && flashEndsAt === null,
  );
  return { ...known, buyer, product };
}

/** Runs `npm run refunds` with a staff login. */
async function act({ settings }: Scene, owner: string, ...args: readonly string[]) {
  return runCommandLine('refunds', args, settings, `${owner}\n${PASSWORD}\n`);
}

async function paidOrder({ shop, buyer, product }: Scene): Promise<PlacedOrder> {
  const { order } = getData<{ order: PlacedOrder }>(await buy(shop, buyer, product, 1, undefined, 'mpesa'));
  const request = {
    phoneNumber: buyer.msisdn,
    amount: order.totalPrice,
    orderId: order._id,
    accountReference: order._id.slice(0, 8).toUpperCase(),
  };
  const { checkoutRequestId } = getData<{ checkoutRequestId: string }>(
    await shop.api('POST', '/mpesa/stkpush', request, bearer(buyer)),
  );
  await shop.answerPrompt(checkoutRequestId, 'pay');
  return order;
}

/** Makes two refunds due: of a whole payment by Reversal, and of a part of another one by B2C. */
async function makeDue(scene: Scene): Promise<readonly KeptRefund[]> {
  const { databaseUrl, simulators } = scene;
  const before = new Set((await readRefunds(databaseUrl)).map(({ id }) => id));
  const [whole, part] = [await paidOrder(scene), await paidOrder(scene)];
  const response = await fetch(`${simulators}/control/mpesa/ledger`);
  const { transactions } = (await response.json()) as { transactions: { receipt: string; kind: string }[] };
  const receipts = transactions.flatMap(({ kind, receipt }) => (kind === 'prompt' ? [receipt] : [])).slice(-2);
  const amounts = [whole.totalPrice, Math.min(PART, part.totalPrice - 1)];
  for (const [index, receipt] of receipts.entries()) {
    const asked = ['propose', receipt, String(amounts[index]), '--note', 'it was broken'];
    const proposed = await act(scene, CLERK, ...asked);
    expect(proposed.code, proposed.output).toBe(0);
  }
  const due = (await readRefunds(databaseUrl)).filter(({ id }) => !before.has(id));
  expect(due.map(({ state }) => state)).toEqual(['due', 'due']);
  return due;
}

/** Both owners approve each refund at the same moment. Both succeed, and it is approved once. */
async function approveTwice(scene: Scene, due: readonly KeptRefund[]): Promise<void> {
  const ran = await Promise.all(
    due.flatMap(({ id }) => OWNERS.map((owner) => act(scene, owner, 'approve', `refund-${id.slice(0, 8)}`))),
  );
  // The first approval may have been sent already when the second one is read.
  for (const { code, output } of ran) if (code !== 0) expect(output).toMatch(/on its way|is closed/);
  for (const { id } of due)
    expect(ran.filter(({ code, output }) => code === 0 && output.includes(id.slice(0, 8)))).not.toEqual([]);
}

/** Fate of the next call: a queue time-out, no message, or a result twice. */
async function plan({ simulators }: Scene, plans: readonly object[]): Promise<void> {
  for (const body of plans)
    await fetch(`${simulators}/control/mpesa/plan`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
}

const FATES: readonly (readonly object[])[] = [
  [],
  [
    { call: 'reversal', tells: 'timeout' },
    { call: 'payout', tells: 'none' },
  ],
  [
    { call: 'reversal', times: 2 },
    { call: 'payout', tells: 'timeout' },
  ],
];

const postgres = findPostgres();
if (postgres === null)
  console.warn('PostgreSQL was not found (initdb, pg_ctl, postgres): R40 is not tried in processes.');
if (postgres === null && isHard) throw new Error('R40 needs PostgreSQL: install it, e.g. apt-get install postgresql');

test.describe.configure({ timeout: size(400_000, 3_000_000) });

for (const bin of postgres === null ? [] : [postgres]) {
  test('R40: killed before and after commits and Daraja calls, and restored from a backup, money goes back once', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'duka-refund-kills-'));
    const cluster = startCluster(bin, { port: await findFreePort() });
    const file = path.join(folder, 'kill-point');
    const databaseUrl = cluster.url('duka');
    try {
      await administer(cluster.url('postgres'), 'create database duka');
      const settings = { ...UNBOUND, DATABASE_URL: databaseUrl, BACKUP_DIR: path.join(folder, 'backups') };
      const running = await startShop({
        settings: { ...settings, LOG_LEVEL: 'fatal', KILL_POINT: file },
        before: ['tsx', './tests/e2e/support/kill-point.ts'],
      });
      let movedMs = 0;
      try {
        const { url, simulators, dataDir } = running;
        const commands = {
          ...settings,
          DATA_DIR: dataDir,
          PUBLIC_ORIGIN: url,
          SIMULATORS_PORT: new URL(simulators).port,
        };
        const scene = await openScene({
          shop: connectShop(url, simulators),
          simulators,
          databaseUrl,
          settings: commands,
        });
        const move = async (ms: number) => {
          movedMs += ms;
          await scene.shop.advanceClock(ms).catch(async (error: unknown) => {
            await expect.poll(() => running.isOpen(), { message: String(error) }).toBe(false);
          });
        };
        const reopen = async () => {
          await running.reopen();
          getData(await scene.shop.api('POST', '/dev/clock', { advanceMs: movedMs }));
        };
        /** One life of the server, which ends at the point if it reaches it. */
        const live = async (point: string, fate: number) => {
          const due = await makeDue(scene);
          await plan(scene, FATES[fate % FATES.length] ?? []);
          writeFileSync(file, point);
          await approveTwice(scene, due);
          for (const ms of LATER_MS) if (running.isOpen()) await move(ms);
          const isKilled = !running.isOpen();
          rmSync(file);
          if (isKilled) await reopen();
          for (const ms of LATER_MS) await move(ms);
          expect(await findWrongRefunds(simulators, databaseUrl), point).toEqual([]);
          return isKilled;
        };

        await live('nowhere', 1);
        const passed = readFileSync(`${file}.passed`, 'utf8').trim().split('\n');
        let kills = 0;
        let lives = 0;
        for (const point of POINTS) {
          const all = passed.filter((line) => line.startsWith(`${point} `));
          expect(all, point).not.toEqual([]);
          for (const one of chosen(point, all)) {
            lives += 1;
            if (await live(one, lives)) kills += 1;
          }
        }
        expect(kills).toBeGreaterThan(lives * 0.6);
        console.log(`    killed ${kills} times at ${lives} points of refunds`);

        // A backup from before the sending: the shop has forgotten it, and must not send again.
        const due = await makeDue(scene);
        const made = await runCommandLine('backup', [], commands);
        expect(made.code, made.output).toBe(0);
        await approveTwice(scene, due);
        for (const ms of LATER_MS) await move(ms);
        const sent = await readSent(simulators, due);
        expect([...sent.values()].map(({ length }) => length)).toEqual([1, 1]);
        process.kill(running.pid() ?? 0, 'SIGTERM');
        await expect.poll(() => running.isOpen(), { timeout: 60_000 }).toBe(false);
        await administer(cluster.url('postgres'), 'drop database duka');
        await administer(cluster.url('postgres'), 'create database duka');
        const [name = ''] = /\d{4}-\d\d-\d\d\S*/.exec((await runCommandLine('restore', [], commands)).output) ?? [];
        const restored = await runCommandLine('restore', [name], commands);
        expect(restored.code, restored.output).toBe(0);
        await reopen();
        const doubted = (await readRefunds(databaseUrl)).filter(({ id }) => due.some((it) => it.id === id));
        expect(doubted.map(({ state }) => state)).toEqual(['unknown', 'unknown']);
        for (const { id } of due) {
          const { code, output } = await act(scene, OWNERS[1], 'approve', `refund-${id.slice(0, 8)}`);
          expect([code, output]).toEqual([1, expect.stringContaining('is on its way')]);
        }
        for (const ms of LATER_MS) await move(ms);
        expect(await readSent(simulators, due)).toEqual(sent);
        expect(await findWrongRefunds(simulators, databaseUrl)).toEqual([]);
        // M-Pesa knows the payout by the id that the shop makes again.
        const payout = (await readRefunds(databaseUrl)).find(
          ({ id, amount }) => amount === PART && due.some((it) => it.id === id),
        );
        expect(payout?.state).toBe('done');
      } finally {
        await running.stop();
      }
    } finally {
      cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test(`R40: two processes send what two people approve at once, and are killed: money goes back once`, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'duka-refund-processes-'));
    const cluster = startCluster(bin, { port: await findFreePort() });
    const front = await startTcpSwitch([]);
    const databaseUrl = cluster.url('duka');
    try {
      await administer(cluster.url('postgres'), 'create database duka');
      const origin = `http://127.0.0.1:${front.port}`;
      const settings = {
        ...UNBOUND,
        DATABASE_URL: databaseUrl,
        TRUST_PROXY: '127.0.0.1',
        PUBLIC_ORIGIN: origin,
        MPESA_CALLBACK_ORIGIN: origin,
      };
      const processes = await startProcesses(2, () => settings);
      try {
        front.leadTo(processes.ports);
        const { simulators, ports } = processes;
        const { shop } = patientShop(connectShop(origin, simulators));
        const commands = { ...settings, DATA_DIR: folder, SIMULATORS_PORT: new URL(simulators).port };
        const scene = await openScene({ shop, simulators, databaseUrl, settings: commands });
        let movedMs = 0;
        const move = async (ms: number) => {
          movedMs += ms;
          await processes.advanceClock(ms);
        };
        for (let round = 0; round < ROUNDS; round += 1) {
          const due = await makeDue(scene);
          await plan(scene, FATES[round % FATES.length] ?? []);
          await approveTwice(scene, due);
          await move(10 * SECOND);
          await processes.restart(round % 2, 'SIGKILL');
          const restarted = connectShop(`http://127.0.0.1:${ports[round % 2]}`, simulators);
          getData(await restarted.api('POST', '/dev/clock', { advanceMs: movedMs }));
          for (const ms of LATER_MS) await move(ms);
          expect(await findWrongRefunds(simulators, databaseUrl), `round ${round}`).toEqual([]);
        }
        const sent = [...(await readSent(simulators, await readRefunds(databaseUrl))).values()].flat();
        expect(sent.length).toBeGreaterThan(ROUNDS);
      } finally {
        await processes.stop();
      }
    } finally {
      await front.stop();
      cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** At full size six occurrences of each point, from first to last. Otherwise the middle one of the riskiest points. */
function chosen(point: string, passed: readonly string[]): readonly string[] {
  if (isHard) return passed.filter((_, index) => index % Math.ceil(passed.length / 6) === 0);
  return UNWRITTEN.includes(point) ? passed.slice(Math.floor(passed.length / 2)).slice(0, 1) : [];
}
