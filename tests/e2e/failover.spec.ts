import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { startHaproxyOfDatabase } from '../support/haproxy.ts';
import { administer, askDatabase, findPostgres, startCluster, startReplica } from '../support/postgres.ts';
import type { Cluster } from '../support/postgres.ts';
import { isHard, size } from '../support/size.ts';
import { startTcpSwitch } from '../support/tcp-switch.ts';
import { UNBOUND } from '../support/unbound.ts';
import { findFreePort } from '../../scripts/free-ports.ts';
import { openBooks } from './support/books.ts';
import { newCustomer } from './support/customers.ts';
import { compareMoney, mpesaBuyers } from './support/mpesa-books.ts';
import { patientShop } from './support/patient-shop.ts';
import { startProcesses } from './support/processes.ts';
import { connectShop } from './support/shop.ts';
import { expect, plainTest as test } from './support/test.ts';

/**
 * Kills the primary under load, promotes its streaming replica, and redirects the shop to it without a restart: with
 * haproxy and docs/scale/failover.sh at full size, with a small TCP switch and the same steps in every `npm test`.
 */

const PROCESSES = 2;
const BUYERS = size(6, 20);
/** Orders acknowledged before the primary is killed, and again after the failover. */
const ORDERS = size(10, 300);
/** Orders acknowledged while the replica is disconnected. */
const UNCOPIED = 20;
/** Clock steps that cover the query intervals of a prompt and its final timeout. */
const LATER_MS = [26_000, 45_000, 60_000, 120_000];

const bin = findPostgres();
if (bin === null) console.warn('PostgreSQL was not found (initdb, pg_ctl, postgres): R35 is not tried.');
if (bin === null && isHard) throw new Error('R35 needs PostgreSQL: install it, e.g. apt-get install postgresql');

/** The route from the shop to its database. It can be switched to another server. */
interface Way {
  readonly port: number;
  /** Without proof that the old primary is down, nothing is promoted. */
  refuse(replica: Cluster): Promise<void>;
  /** The old primary is down: promotes the replica and routes to it. */
  failOver(old: Cluster, replica: Cluster): Promise<void>;
  stop(): Promise<void>;
}

/** Counts the commits that wait for the replica. */
const WAITING = `select count(*) from pg_stat_activity where wait_event = 'SyncRep'`;

const getPort = ({ url }: Cluster) => Number(new URL(url('postgres')).port);

async function startSwitch(first: Cluster): Promise<Way> {
  const { port, leadTo, cut, stop } = await startTcpSwitch([getPort(first)]);
  return {
    port,
    stop,
    async refuse() {},
    async failOver(_old, replica) {
      leadTo([]);
      cut();
      await administer(replica.url('postgres'), `alter system set synchronous_standby_names = ''`);
      await administer(replica.url('postgres'), 'select pg_reload_conf()');
      replica.promote();
      leadTo([getPort(replica)]);
    },
  };
}

async function startHaproxyWay(first: Cluster): Promise<Way> {
  const { port, folder, admin, stop } = await startHaproxyOfDatabase(getPort(first));
  const config = path.join(folder, 'database.cfg');
  const run = (replica: Cluster, fence: string) =>
    spawnSync('bash', ['docs/scale/failover.sh'], {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        FENCE: fence,
        REPLICA: `host=127.0.0.1 port=${getPort(replica)} user=duka dbname=postgres`,
        ADDRESS: `127.0.0.1:${getPort(replica)}`,
        HAPROXY: `127.0.0.1:${admin}`,
        CONFIG: config,
      },
    });
  return {
    port,
    stop,
    async refuse(replica) {
      const { status, stderr } = run(replica, 'false');
      expect([status, stderr]).toEqual([1, expect.stringContaining('nothing was promoted')]);
      expect(await readValue(replica, 'select pg_is_in_recovery()')).toBe(true);
    },
    async failOver(old, replica) {
      const { status, stderr } = run(replica, `! (exec 3<>/dev/tcp/127.0.0.1/${getPort(old)}) 2>/dev/null`);
      expect([stderr, status]).toEqual(['', 0]);
      expect(fs.readFileSync(config, 'utf8')).toContain(`server primary 127.0.0.1:${getPort(replica)}\n`);
    },
  };
}

async function readValue({ url }: Cluster, statement: string): Promise<unknown> {
  const [row] = await askDatabase<{ value: unknown }>(url('postgres'), `select (${statement}) as value`);
  return row?.value;
}

test.describe.configure({ timeout: size(180_000, 600_000) });

/**
 * Runs the failover with a shop, its database, a replica and buyers. Returns the differences in orders and payments.
 */
async function failOver(postgres: string, { isSynchronous }: { readonly isSynchronous: boolean }) {
  const stops: (() => unknown)[] = [];
  const keep = <It extends { stop(): unknown }>(it: It): It => (stops.unshift(() => it.stop()), it);
  try {
    const primary = keep(startCluster(postgres, { durable: true, port: await findFreePort() }));
    await administer(primary.url('postgres'), 'create database duka');
    const stream = keep(await startTcpSwitch([getPort(primary)]));
    const replica = keep(await startReplica(postgres, { from: stream.port, port: await findFreePort() }));
    if (isSynchronous) {
      await administer(primary.url('postgres'), `alter system set synchronous_standby_names = 'replica'`);
      await administer(primary.url('postgres'), 'select pg_reload_conf()');
    }
    const state = isSynchronous ? 'sync' : 'async';
    await expect.poll(() => readValue(primary, 'select sync_state from pg_stat_replication')).toBe(state);

    const way = keep(await (isHard ? startHaproxyWay(primary) : startSwitch(primary)));
    const front = keep(await startTcpSwitch([]));
    const processes = keep(
      await startProcesses(PROCESSES, () => ({
        ...UNBOUND,
        DATABASE_URL: `postgresql://duka@127.0.0.1:${way.port}/duka`,
        TRUST_PROXY: '127.0.0.1',
        PUBLIC_ORIGIN: `http://127.0.0.1:${front.port}`,
        MPESA_CALLBACK_ORIGIN: `http://127.0.0.1:${front.port}`,
        MPESA_QUERIES_PER_MINUTE: '10000',
      })),
    );
    front.leadTo(processes.ports);
    const { shop, met, forget } = patientShop(connectShop(`http://127.0.0.1:${front.port}`, processes.simulators));
    await shop.mpesaRules({ queriesPerMinute: 10_000, sameAmountMs: 0 });
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newCustomer(shop)));
    const books = await openBooks(shop, buyers);
    const { pay, counts } = mpesaBuyers();
    const shopNow = async () => shop;
    const moreOrders = (count: number) => books.acknowledgedOnes(books.counts().acknowledged + count);

    const over = new AbortController();
    const load = async () => {
      // Buyers do not pay for an order that may be lost.
      while (!over.signal.aborted) await books.buyAll(2, shopNow, isSynchronous ? pay : undefined);
    };
    const disaster = async () => {
      try {
        await moreOrders(ORDERS);
        // From here on, commits exist on the primary only.
        stream.leadTo([]);
        stream.cut();
        const before = books.counts().acknowledged;
        if (isSynchronous) await expect.poll(() => readValue(primary, WAITING)).not.toBe('0');
        else await moreOrders(UNCOPIED);
        const uncopied = books.counts().acknowledged - before;
        forget();
        await primary.kill();
        await way.refuse(replica);
        const began = performance.now();
        await way.failOver(primary, replica);
        const switchedMs = performance.now() - began;
        await moreOrders(1);
        const downMs = performance.now() - began;
        await moreOrders(ORDERS);
        return { uncopied, switchedMs, downMs, ...met() };
      } finally {
        over.abort();
      }
    };
    const [, seen] = await Promise.all([load(), disaster()]);
    for (const ms of LATER_MS) await processes.advanceClock(ms);
    const faults = await books.compareWith(shop);
    const money = await compareMoney(shop, replica.url('duka'), buyers);
    console.log(
      `    ${state}: switched in ${Math.round(seen.switchedMs)} ms, an order again after ${Math.round(seen.downMs)} ms, asked again ${JSON.stringify(seen.refused)}; ${books.counts().acknowledged} orders acknowledged, ${faults.lost.length} lost; ${counts().paid} prompts paid, ${counts().dropped} without a callback, ${money.wrongMoney.length} not in the books`,
    );
    return { faults, money, uncopied: seen.uncopied };
  } finally {
    for (const stop of stops) await stop();
  }
}

for (const postgres of bin === null ? [] : [bin]) {
  test(`R35: the primary is killed under ${BUYERS} buyers and its synchronous replica takes over: no acknowledged order is lost or duplicated`, async () => {
    const { faults, money } = await failOver(postgres, { isSynchronous: true });
    expect(faults).toEqual({ lost: [], surplus: 0, wrongStock: [] });
    expect(money).toEqual({ twice: [], wrongMoney: [], wrongOrders: [] });
  });

  if (isHard)
    test('R35: without synchronous replication the orders that the replica did not receive are lost', async () => {
      const { faults, uncopied } = await failOver(postgres, { isSynchronous: false });
      expect(uncopied).toBeGreaterThanOrEqual(UNCOPIED);
      expect(faults.lost.length).toBeGreaterThan(0);
      expect(faults.surplus).toBe(-faults.lost.length);
    });
}
