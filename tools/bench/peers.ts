import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { administer, askDatabase, findPostgres, startCluster } from '../../tests/support/postgres.ts';
import { loadRequest } from './load.ts';
import type { LoadResult } from './load.ts';
import { checkReply } from './peers/check.ts';
import type { CatalogueProduct, Contestant, Question } from './peers/contestant.ts';
import { readCatalogue, startDuka } from './peers/duka.ts';
import { installVendure, startVendure } from './peers/vendure.ts';
import { usedByTree } from './processes.ts';

/**
 * `npm run bench -- peers`: list, detail and search of this shop and of a peer with the same products, on the same
 * PostgreSQL, in one run. All shops run the whole time and are loaded in turn.
 */

const CONNECTIONS = 10;
const ROUNDS = 3;
const WARM_UP_SECONDS = 2;
/** Connections of each server to the database: `DATABASE_POOL` and `DATABASE_READ_POOL` of the shop together. */
const POOL = { writes: 10, reads: 5 };
/** One port each; Vendure's worker has the last one. */
const PORTS = { uncached: 3950, cached: 3951, vendure: 3952 };
const PG_PORT = 5597;

export interface PeersOptions {
  /** Number of products in each shop. */
  readonly products: number;
  /** Duration of each load. */
  readonly seconds: number;
}

/** Fills the shops, checks every reply, and prints a table for each question. */
export async function benchPeers({ products, seconds }: PeersOptions): Promise<void> {
  const bin = findPostgres();
  if (bin === null) throw new Error('The peers need PostgreSQL: initdb, pg_ctl and postgres are not installed.');
  const folder = installVendure();
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-peers-'));
  const cluster = startCluster(bin, { durable: true, port: PG_PORT });
  process.once('exit', () => {
    cluster.stop();
    fs.rmSync(work, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const contestants: Contestant[] = [];
  try {
    for (const name of ['duka', 'vendure']) await administer(cluster.url('postgres'), `create database ${name}`);
    const own = { url: cluster.url('duka'), pool: POOL, products, work };
    contestants.push(await startDuka({ ...own, port: PORTS.uncached, isCached: false }));
    contestants.push(await startDuka({ ...own, port: PORTS.cached, isCached: true }));
    const catalogue = await readCatalogue(PORTS.uncached, products);
    const pool = POOL.writes + POOL.reads;
    const peer = { folder, port: PORTS.vendure, url: cluster.url('vendure'), pool, catalogue, work };
    contestants.push(await startVendure(peer));
    // PostgreSQL would take its statistics at some time during the loads.
    for (const name of ['duka', 'vendure']) await administer(cluster.url(name), 'analyze');
    await printHeading(cluster.url('postgres'), contestants, { products, seconds });
    const postmaster = await findPostmaster(cluster.url('postgres'));
    for (const question of chooseQuestions(catalogue)) {
      const loads = await measure(contestants, question, postmaster, seconds);
      await printQuestion(question, contestants, loads, catalogue);
    }
  } finally {
    for (const { running } of contestants) await running.stop();
  }
}

/** The largest category, its middle product, and the most frequent brand, which is the first word of a name. */
function chooseQuestions(catalogue: readonly CatalogueProduct[]): readonly Question[] {
  const largest = (names: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
  };
  const category = largest(catalogue.flatMap(({ categories }) => categories.map(({ slug }) => slug)));
  const inside = catalogue.filter(({ categories }) => categories.some(({ slug }) => slug === category));
  const slug = inside[Math.floor(inside.length / 2)]?.slug ?? '';
  return [
    { kind: 'list', category },
    { kind: 'detail', slug, isShort: false },
    { kind: 'detail', slug, isShort: true },
    { kind: 'search', word: largest(catalogue.map(({ brand }) => brand)).toLowerCase() },
  ];
}

interface Load extends LoadResult {
  /** Milliseconds of processor time per reply: of the shop's processes, and of PostgreSQL's. */
  readonly own: number;
  readonly database: number;
}

/** Loads the contestants in turn and returns of each the round with the least processor time per reply. */
async function measure(
  contestants: readonly Contestant[],
  question: Question,
  postmaster: number,
  seconds: number,
): Promise<readonly Load[]> {
  for (const one of contestants) await loadRequest(one.ask(question), CONNECTIONS, WARM_UP_SECONDS);
  const rounds: Load[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const loads: Load[] = [];
    for (const { ask, running } of contestants) {
      const [own, database] = [running.cpuSeconds(), usedByTree(postmaster)];
      const load = await loadRequest(ask(question), CONNECTIONS, seconds);
      if (load.failed > 0) throw new Error(`${load.failed} replies of ${question.kind} failed`);
      const each = (used: number) => (used * 1_000) / (load.perSecond * seconds);
      loads.push({
        ...load,
        own: each(running.cpuSeconds() - own),
        database: each(usedByTree(postmaster) - database),
      });
    }
    rounds.push(loads);
  }
  return contestants.map((_, index) =>
    rounds
      .flatMap((loads) => loads[index] ?? [])
      .reduce((best, one) => (one.own + one.database < best.own + best.database ? one : best)),
  );
}

async function findPostmaster(url: string): Promise<number> {
  const client = await askDatabase<{ pid: number }>(
    url,
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  );
  const status = fs.readFileSync(`/proc/${client[0]?.pid}/status`, 'utf8');
  return Number(/PPid:\s+(\d+)/.exec(status)?.[1]);
}

async function printHeading(
  url: string,
  contestants: readonly Contestant[],
  { products, seconds }: PeersOptions,
): Promise<void> {
  const [server] = await askDatabase<{ server_version: string }>(url, 'show server_version');
  console.log(
    `${products.toLocaleString('en')} equal products; Node ${process.versions.node}, PostgreSQL ${server?.server_version}, ` +
      `${os.availableParallelism()} processors`,
  );
  for (const { about } of contestants) console.log(`  ${about}`);
  console.log(
    `${CONNECTIONS} connections, ${POOL.writes + POOL.reads} to the database; best of ${ROUNDS} rounds of ${seconds} s each by processor time`,
  );
}

/** Replies per second, per second of the shop's processes, and of these and PostgreSQL's; milliseconds of PostgreSQL. */
const HEADINGS = ['per second', 'per processor second', "with PostgreSQL's", 'PostgreSQL ms', '     p50', '     p99'];

async function printQuestion(
  question: Question,
  contestants: readonly Contestant[],
  loads: readonly Load[],
  catalogue: readonly CatalogueProduct[],
): Promise<void> {
  console.log(`\n${formatQuestion(question)}`);
  console.log(`  ${''.padEnd(24)}${HEADINGS.join('  ')}  answers`);
  for (const [index, contestant] of contestants.entries()) {
    const load = loads[index];
    if (load === undefined) continue;
    const columns = [
      String(load.perSecond),
      String(Math.round(1_000 / load.own)),
      String(Math.round(1_000 / (load.own + load.database))),
      load.database.toFixed(2),
      `${load.p50} ms`,
      `${load.p99} ms`,
    ].map((text, column) => text.padStart(HEADINGS[column]?.length ?? 0));
    columns.push(await checkReply(contestant, question, catalogue));
    console.log(`  ${contestant.name.padEnd(24)}${columns.join('  ')}`);
  }
}

function formatQuestion(question: Question): string {
  switch (question.kind) {
    case 'list':
      return `List: the 12 cheapest of the category "${question.category}"`;
    case 'detail':
      return question.isShort
        ? `Detail: name and price of "${question.slug}" (Duka has one reply for both)`
        : `Detail: "${question.slug}" with description, stock, specifications and categories`;
    case 'search':
      return `Search: the best 12 of "${question.word}"`;
  }
}
