import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findPostgres, startCluster } from '../tests/support/postgres.ts';
import { UNBOUND } from '../tests/support/unbound.ts';
import { measurePage } from './bench/bytes.ts';
import { benchSearched } from './bench/searched.ts';
import type { CatalogueOptions } from './bench/catalogues.ts';
import { benchCatalogue } from './bench/catalogue.ts';
import { benchEmbedded } from './bench/embedded.ts';
import { loadOrders, loadReads } from './bench/load.ts';
import type { LoadResult } from './bench/load.ts';
import { benchHostile } from './bench/hostile.ts';
import { benchInteractions } from './bench/interactions.ts';
import { benchPages } from './bench/pages.ts';
import { benchPeers } from './bench/peers.ts';
import { darajaCalls, forgetCalls, leaveWaiting, loadPayments, loadPolling } from './bench/payments.ts';
import { LIST, prepare } from './bench/prepare.ts';
import type { PreparedShop } from './bench/prepare.ts';
import { origin, run, startReference } from './bench/processes.ts';
import type { Running } from './bench/processes.ts';
import { buildStale } from '../scripts/build.ts';
import { UsageError, runCli } from '../server/cli/shared/cli.ts';

/**
 * `npm run bench`: all loads in one run, because only numbers of the same run are comparable. Durable writes on both
 * databases. BENCH_SECONDS (default 8) sets the length of each load.
 */

const USAGE = `usage: npm run bench
       npm run bench -- catalogue
       npm run bench -- searched
       npm run bench -- hostile
       npm run bench -- embedded
       npm run bench -- pages [folder …]
       npm run bench -- interactions [folder …]
       npm run bench -- peers

Measures the shop on the embedded database and, if its programs are installed, on PostgreSQL. Takes some minutes.
BENCH_SECONDS (8) sets the length of each load, DATABASE_POOL (10) the number of connections.

catalogue: lists, facets, suggestions, details and pages at 240, 10,000 and 100,000 products (BENCH_SIZES), on PostgreSQL
and up to 10,000 on the embedded database (BENCH_DATABASES: postgres,pglite), beside references. Takes half an hour.
BENCH_ONLY=cached measures cached replies only: with BENCH_SIZES=240 BENCH_SECONDS=1, a minute for each database.

searched: response times of others while one address requests the most expensive lists up to its rate limit, at 10,000 and
100,000 products (BENCH_SIZES, BENCH_DATABASES).

hostile: response times of lists beside hostile /products/facets, and of cart checks beside a flood of /api/ready, each
compared with the quiet value of the same run, at 240 and 30,000 products (BENCH_SIZES, BENCH_DATABASES).

embedded: first and second start, memory, 50 readers without cache and one reader beside a long change, on the embedded
database beside an empty server with PGlite; BENCH_PRODUCTS (3000) of the import and the change. Takes two minutes.

pages: Lighthouse 12.8 on each page in phone size; npx fetches it. Folders are built checkouts to compare; the default is
this one. BENCH_RUNS (5) visits of each page and build, BENCH_PAGES (home, list, product, empty-cart, cart, checkout,
order-success), BENCH_THROTTLING: simulate (default) or devtools, which slows the browser down. Beside them: the packages of the browser
alone, the list without scripts, the product page with the packages alone, and the tasks over 50 ms at 4x slowdown.

interactions: time from a press to the next paint on a slow phone, and to the paint of the next page beside a full load of
the same page. Folders are built checkouts to compare; the default is this one. BENCH_RUNS (5) of each kind,
BENCH_PRESSES (e.g. menu,heart) for some of them. BENCH_PROFILE is a folder: one more press of each kind writes its CPU
profile and its trace there, and prints the costliest tasks and functions.

peers: list, detail and search of this shop beside Vendure's, with the same 1,000 products (BENCH_SIZES) on PostgreSQL.
npm fetches Vendure into node_modules/.cache/peers on the first run. Takes 5 minutes.`;

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8);
const READERS = 50;
const WRITERS = 10;
const PORT = 3900;
const EMBEDDED_PORT = 4340;
const PG_PORT = 5599;
/** Pages that wait for a payment at the same time. */
const POLLERS = 1_000;
/** Prompts that they wait for. */
const PROMPTS = 100;
const SERVER = 'dist/server/main.js';
const SIMULATORS = 'dist/simulators/main.js';
const SIMULATORS_PORT = PORT + 6;
const MANY = {
  RATE_LIMIT_FACTOR: '1000000',
  ...UNBOUND,
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  SIMULATORS_PORT: String(SIMULATORS_PORT),
};

async function main() {
  buildStale();
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-bench-'));
  const bin = findPostgres();
  const cluster = bin === null ? null : startCluster(bin, { durable: true, port: PG_PORT });
  // On every exit: PostgreSQL runs in a separate session and would outlive this process.
  process.once('exit', () => {
    cluster?.stop();
    fs.rmSync(work, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  if (cluster === null) console.log('PostgreSQL is skipped: initdb, pg_ctl and postgres are not installed.\n');
  await onPglite(path.join(work, 'pglite'));
  if (cluster !== null) await onPostgres(path.join(work, 'postgres'), cluster.url('postgres'));
}

async function onPglite(dataDir: string) {
  const settings = { ...MANY, DATA_DIR: dataDir, PORT: String(PORT) };
  const prepared = await prepare(settings);
  const first = await shop(settings);
  title('Embedded database (PGlite, durable)');
  print('ready', `${first.readyMs} ms`);
  print('list', of(await loadReads(origin(PORT), LIST, READERS, SECONDS)));
  print('orders', of(await loadOrders(origin(PORT), prepared, WRITERS, SECONDS)));
  await payments(first, prepared);
  await first.stop();
  await secondStart(settings, 'below 400 MB', bytes);
}

async function onPostgres(dataDir: string, url: string) {
  const settings = { ...MANY, DATA_DIR: dataDir, DATABASE_URL: url, PORT: String(PORT) };
  const prepared = await prepare(settings);
  const pool = Number(process.env['DATABASE_POOL'] ?? 10);
  const reference = (kind: 'thin' | 'bare', port: number) =>
    startReference({ kind, port, url, pool, reads: prepared.reads, order: prepared });

  title('PostgreSQL (durable)');
  const ours = await shop(settings);
  print('ready', `${ours.readyMs} ms`);
  const list = await loadReads(origin(PORT), LIST, READERS, SECONDS);
  const orders = await loadOrders(origin(PORT), prepared, WRITERS, SECONDS);
  await payments(ours, prepared);
  await ours.stop();
  const thin = await reference('thin', PORT + 2);
  const thinList = await loadReads(origin(PORT + 2), LIST, READERS, SECONDS);
  const thinOrders = await loadOrders(origin(PORT + 2), prepared, WRITERS, SECONDS);
  await thin.stop();
  const bare = await reference('bare', PORT + 4);
  const bareList = await loadReads(origin(PORT + 4), LIST, READERS, SECONDS);
  await bare.stop();

  print('list', of(list));
  print('  thin reference', `${of(thinList)}   the shop reaches ${share(list, thinList)} of it (target: 0.50)`);
  print('  bare Fastify', of(bareList));
  print('orders', `${of(orders)}   (target: 150/s)`);
  print('  thin reference', `${of(thinOrders)}   the shop reaches ${share(orders, thinOrders)} of it`);
  await secondStart(settings, 'below 200 MB');
}

/** M-Pesa payments with the simulated Daraja, and the pages that wait for them. */
async function payments(server: Running, prepared: PreparedShop) {
  const at = { shop: origin(PORT), simulators: origin(SIMULATORS_PORT) };
  const simulators = await run(
    process.execPath,
    [SIMULATORS],
    { ...MANY, PORT: String(PORT) },
    `${at.simulators}/control/log`,
  );
  try {
    print('order to paid by M-Pesa', of(await loadPayments(at, prepared, WRITERS, SECONDS)));
    const waiting = await leaveWaiting(at, prepared, PROMPTS);
    await forgetCalls(at);
    const [before, started] = [server.cpuSeconds(), performance.now()];
    const polling = await loadPolling(at, waiting, POLLERS, SECONDS);
    const share = (server.cpuSeconds() - before) / ((performance.now() - started) / 1_000);
    print(
      `${POLLERS} pages polling`,
      `${of(polling)}, ${Math.round(share * 100)} % of a CPU, ${await darajaCalls(at)} calls to Daraja`,
    );
  } finally {
    await simulators.stop();
  }
}

/**
 * Memory and readiness of a second start on existing data, after some reads; then further measurements of that shop.
 */
async function secondStart(settings: Readonly<Record<string, string>>, wanted: string, also?: () => Promise<void>) {
  const second = await shop(settings);
  await loadReads(origin(PORT), LIST, READERS, SECONDS);
  for (const page of PAGES) await fetch(origin(PORT) + page);
  print('second start ready', `${second.readyMs} ms   (target: 3000 ms)`);
  print('resident after reading', `${second.memory()} MB   (target: ${wanted})`);
  await also?.();
  await second.stop();
}

const PAGES = [
  '/',
  '/products',
  '/product/samsung-galaxy-a07-128gb',
  '/cart',
  '/auth/login',
  '/auth/signup',
  '/checkout',
  '/order-success',
  '/terms-of-service',
];

async function bytes() {
  title('Bytes of a first visit (brotli; target: 105 KB of JavaScript, 15 KB of CSS)');
  for (const page of PAGES) {
    const { script, style, html } = await measurePage(origin(PORT), page);
    print(page, `${kb(script)} JavaScript, ${kb(style)} CSS, ${kb(html)} HTML`);
  }
}

function shop(settings: Readonly<Record<string, string>>): Promise<Running> {
  return run(process.execPath, [SERVER], { NODE_ENV: 'development', ...settings }, `${origin(PORT)}/api/health`);
}

function of({ perSecond, p50, p99, failed }: LoadResult): string {
  return `${String(perSecond).padStart(6)}/s   p50 ${p50} ms, p99 ${p99} ms${failed > 0 ? `, ${failed} FAILED` : ''}`;
}

function share(one: LoadResult, other: LoadResult): string {
  return (one.perSecond / other.perSecond).toFixed(2);
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

function title(text: string) {
  console.log(`\n${text}`);
}

function print(name: string, value: string) {
  console.log(`  ${name.padEnd(24)} ${value}`);
}

function catalogues(sizes: string): CatalogueOptions {
  const list = (name: string, standard: string) => (process.env[name] ?? standard).split(',');
  return {
    sizes: list('BENCH_SIZES', sizes).map(Number),
    databases: list('BENCH_DATABASES', 'postgres,pglite').map((name) => (name === 'pglite' ? name : 'postgres')),
    seconds: SECONDS,
  };
}

async function catalogue() {
  buildStale();
  const isOnlyCached = process.env['BENCH_ONLY'] === 'cached';
  await benchCatalogue({ ...catalogues('240,10000,100000'), isOnlyCached });
}

async function searched() {
  buildStale();
  await benchSearched(catalogues('10000,100000'));
}

async function hostile() {
  buildStale();
  await benchHostile(catalogues('240,30000'));
}

async function pages(folders: readonly string[]) {
  if (folders.length === 0 || folders.includes('.')) buildStale();
  await benchPages({
    folders: folders.length === 0 ? ['.'] : folders,
    runs: Number(process.env['BENCH_RUNS'] ?? 5),
    only: (process.env['BENCH_PAGES'] ?? '').split(',').filter(Boolean),
    throttling: process.env['BENCH_THROTTLING'] === 'devtools' ? 'devtools' : 'simulate',
  });
}

async function interactions(folders: readonly string[]) {
  if (folders.length === 0 || folders.includes('.')) buildStale();
  const profile = process.env['BENCH_PROFILE'];
  await benchInteractions({
    folders: folders.length === 0 ? ['.'] : folders,
    runs: Number(process.env['BENCH_RUNS'] ?? 5),
    only: (process.env['BENCH_PRESSES'] ?? '').split(',').filter(Boolean),
    ...(profile !== undefined && { profile }),
  });
}

async function peers() {
  buildStale();
  const { sizes, seconds } = catalogues('1000');
  await benchPeers({ products: sizes[0] ?? 0, seconds });
}

async function embedded() {
  buildStale();
  await benchEmbedded({
    port: EMBEDDED_PORT,
    seconds: SECONDS,
    products: Number(process.env['BENCH_PRODUCTS'] ?? 3_000),
  });
}

await runCli(USAGE, {}, async ({ positionals: [what, ...folders] }) => {
  if (what === undefined) await main();
  else if (what === 'pages') await pages(folders);
  else if (what === 'catalogue') await catalogue();
  else if (what === 'searched') await searched();
  else if (what === 'hostile') await hostile();
  else if (what === 'interactions') await interactions(folders);
  else if (what === 'peers') await peers();
  else if (what === 'embedded') await embedded();
  else throw new UsageError();
});
