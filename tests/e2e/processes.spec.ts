import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { startHaproxy } from '../support/haproxy.ts';
import { startPgbouncer } from '../support/pgbouncer.ts';
import { administer, findPostgres, startCluster } from '../support/postgres.ts';
import { isHard, size } from '../support/size.ts';
import { startStrictPooler } from '../support/strict-pooler.ts';
import { startTcpSwitch } from '../support/tcp-switch.ts';
import { UNBOUND } from '../support/unbound.ts';
import { SESSION } from '../../server/db/sessions.ts';
import { findFreePort } from '../../scripts/free-ports.ts';
import { openBooks } from './support/books.ts';
import { newCustomer } from './support/customers.ts';
import { compareMoney, mpesaBuyers } from './support/mpesa-books.ts';
import { patientShop } from './support/patient-shop.ts';
import { startProcesses } from './support/processes.ts';
import { connectShop } from './support/shop.ts';
import { expect, plainTest as test } from './support/test.ts';

/**
 * Several processes of the built shop on one PostgreSQL, behind a load balancer and a pooler: haproxy and pgbouncer as
 * in docs/scale at full size, small replacements in every `npm test`.
 */

const PROCESSES = size(2, 3);
const BUYERS = size(8, 24);
/**
 * The number of stops and of kills, which rotate over the processes. At small size the first process is stopped and the
 * second killed.
 */
const TURNS = size(1, 5 * PROCESSES);
const EXIT_MS = 10_000;
const MINUTE = 60_000;
/** Clock steps that cover the query intervals of a prompt and its final timeout. */
const LATER_MS = [26_000, 45_000, MINUTE, 2 * MINUTE];

const bin = findPostgres();
if (bin === null) console.warn('PostgreSQL was not found (initdb, pg_ctl, postgres): R34 is not tried.');
if (bin === null && isHard) throw new Error('R34 needs PostgreSQL: install it, e.g. apt-get install postgresql');

test.describe.configure({ timeout: size(180_000, 1_200_000) });

for (const postgres of bin === null ? [] : [bin]) {
  test(`R34: ${PROCESSES} processes, stopped one after another and killed one at a time under ${BUYERS} buyers: no order is lost or duplicated, and the books are right`, async () => {
    const stops: (() => unknown)[] = [];
    const keep = <It extends { stop(): unknown }>(it: It): It => (stops.unshift(() => it.stop()), it);
    try {
      const cluster = keep(startCluster(postgres, { port: await findFreePort() }));
      const url = cluster.url('duka');
      await administer(cluster.url('postgres'), 'create database duka');
      for (const [name, value] of Object.entries(SESSION))
        await administer(url, `alter role duka set ${name} = '${value}'`);
      const strict = isHard ? null : keep(await startStrictPooler(Number(new URL(url).port)));
      const pooler = strict ?? keep(await startPgbouncer(url));
      const pooled = new URL(url);
      pooled.port = String(pooler.port);
      const direct = { DATABASE_URL: url };
      const throughPooler = { DATABASE_URL: pooled.href, DATABASE_POOLER: 'on' };
      const front = keep(await startTcpSwitch([]));
      const processes = keep(
        await startProcesses(PROCESSES, (index) => ({
          ...UNBOUND,
          // At small size one process bypasses the pooler.
          ...(index === 0 && !isHard ? direct : throughPooler),
          TRUST_PROXY: '127.0.0.1',
          PUBLIC_ORIGIN: `http://127.0.0.1:${front.port}`,
          MPESA_CALLBACK_ORIGIN: `http://127.0.0.1:${front.port}`,
          MPESA_QUERIES_PER_MINUTE: '10000',
        })),
      );
      front.leadTo(isHard ? [keep(await startHaproxy(processes.ports)).port] : processes.ports);

      const { shop, met, forget } = patientShop(connectShop(`http://127.0.0.1:${front.port}`, processes.simulators));
      await shop.mpesaRules({ queriesPerMinute: 10_000, sameAmountMs: 0 });
      const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newCustomer(shop)));
      const books = await openBooks(shop, buyers);
      const { pay, counts } = mpesaBuyers();
      const shopNow = async () => shop;
      let turn = 0;

      /** Runs buyers until the last process is restarted. */
      const underLoad = async (
        name: string,
        signal: NodeJS.Signals,
        check: (code: number | null, ms: number) => void,
      ) => {
        forget();
        const before = books.counts().acknowledged;
        const began = performance.now();
        const over = new AbortController();
        const load = async () => {
          // One cash order and one M-Pesa order for each buyer.
          while (!over.signal.aborted) await books.buyAll(2, shopNow, pay);
        };
        const restarts = async () => {
          try {
            for (let done = 0; done < TURNS; done += 1) {
              await books.acknowledgedOnes(books.counts().acknowledged + randomInt(3, 9));
              const { code, exitMs } = await processes.restart(turn++ % PROCESSES, signal);
              check(code, exitMs);
            }
          } finally {
            over.abort();
          }
        };
        await Promise.all([load(), restarts()]);
        const seconds = (performance.now() - began) / 1_000;
        const orders = books.counts().acknowledged - before;
        const { answered, refused, longestSilenceMs } = met();
        console.log(
          `    ${name}: ${orders} orders, ${(answered / seconds).toFixed(0)} calls a second, asked again ${JSON.stringify(refused)}, nobody answered for ${Math.round(longestSilenceMs)} ms at most`,
        );
      };
      await test.step('stopped', () =>
        underLoad('SIGTERM', 'SIGTERM', (code, ms) => {
          expect(code).toBe(0);
          expect(ms).toBeLessThan(EXIT_MS);
        }));
      await test.step('killed', () => underLoad('kill -9', 'SIGKILL', (code) => expect(code).toBeNull()));

      for (const ms of LATER_MS) await processes.advanceClock(ms);
      expect(await books.compareWith(shop)).toEqual({ lost: [], surplus: 0, wrongStock: [] });
      expect(await compareMoney(shop, url, buyers)).toEqual({ twice: [], wrongMoney: [], wrongOrders: [] });
      expect(strict?.offences ?? []).toEqual([]);
      const { paid, dropped } = counts();
      expect(dropped).toBeGreaterThan(0);
      console.log(`    ${paid} prompts were paid, ${dropped} of them without a callback`);
    } finally {
      for (const stop of stops) await stop();
    }
  });
}

if (isHard) {
  test('R34: the tests of orders, payments, jobs and backups pass through pgbouncer', async () => {
    const folders = ['orders', 'payments', 'backup', 'core/jobs.test.ts', 'core/limiter.test.ts'];
    const child = spawn(
      'npx',
      ['vitest', 'run', '--project', 'through-pgbouncer', ...folders.map((folder) => `tests/server/${folder}`)],
      { stdio: 'inherit', env: { ...process.env, PGBOUNCER: '1', HARD: '' } },
    );
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    expect(code).toBe(0);
  });
}
