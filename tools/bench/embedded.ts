import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UNBOUND } from '../../tests/support/unbound.ts';
import { EMPTY_SERVER } from './empty-server.ts';
import { loadReads, toLoadResult, type LoadResult } from './load.ts';
import { LIST } from './prepare.ts';
import { findChild, origin, readMemory, run, type Running } from './processes.ts';
import autocannon from 'autocannon';

/**
 * `npm run bench -- embedded`: starts, memory and waiting times of a shop on the embedded database, beside an empty
 * server with PGlite in the same run.
 */

export interface EmbeddedOptions {
  readonly port: number;
  readonly seconds: number;
  /** Products of the import and of the long write. */
  readonly products: number;
}

const READERS = 50;
/** Targets of issue 33. */
const TARGET = { firstMs: 8_000, secondMs: 1_000, p99Ms: 500, servingMb: 60, importingMb: 150 };
const SAMPLE_MS = 100;
const SERVER = 'dist/server/main.js';

export async function benchEmbedded({ port, seconds, products }: EmbeddedOptions): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-embedded-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const settings = {
    RATE_LIMIT_FACTOR: '1000000',
    ...UNBOUND,
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: String(port),
    SIMULATORS_PORT: String(port + 1),
    SIMULATORS_MAIL_PORT: String(port + 2),
    DATA_DIR: path.join(folder, 'shop'),
    // Every read reaches the database.
    CATALOGUE_KEPT_MS: '0',
  };
  const empty = await measureEmpty(path.join(folder, 'empty'), port, seconds);

  const first = await npmStart(settings);
  print('first start', `${first.readyMs} ms   (target: ${TARGET.firstMs} ms)`);
  print('  peak', compare(readMemory(serverOf(first)).peak, empty, TARGET.importingMb));
  await first.stop();
  const second = await npmStart(settings);
  print('second start', `${second.readyMs} ms   (target: ${TARGET.secondMs} ms)`);
  for (const round of [1, 2]) {
    const list = await loadReads(origin(port), LIST, READERS, seconds);
    print(`list, ${READERS} readers, ${round}.`, `${describe(list)}   (target: p99 ${TARGET.p99Ms} ms)`);
    print('  resident', compare(readMemory(serverOf(second)).resident, empty, TARGET.servingMb));
  }
  await second.stop();

  const peak = await runCommand(['server/cli/seed.ts', '--products', String(products)], settings);
  print(`import of ${products}, peak`, compare(peak, empty, TARGET.importingMb));
  const fresh = { ...settings, DATA_DIR: path.join(folder, 'fresh') };
  const inNew = await runCommand(['server/cli/seed.ts', '--products', String(products)], fresh);
  print('  into a new database', compare(inNew, empty, TARGET.importingMb));
  await besideLongWrite(settings, { port, products, folder, empty });
}

/** Returns the resident memory of an empty server in MB. */
async function measureEmpty(directory: string, port: number, seconds: number): Promise<number> {
  const start = () =>
    run(process.execPath, ['--input-type=module', '-e', EMPTY_SERVER, directory, String(port)], {}, origin(port));
  const first = await start();
  print('empty server, first start', `${first.readyMs} ms, peak ${readMemory(first.pid).peak} MB`);
  await first.stop();
  const second = await start();
  const load = await loadReads(origin(port), '/', READERS, seconds);
  const resident = second.memory();
  print('empty server, second start', `${second.readyMs} ms, ${describe(load)}, resident ${resident} MB`);
  await second.stop();
  return resident;
}

/** Updates every product from a file while the shop answers one reader. */
async function besideLongWrite(
  settings: Readonly<Record<string, string>>,
  { port, products, folder, empty }: Pick<EmbeddedOptions, 'port' | 'products'> & { folder: string; empty: number },
): Promise<void> {
  const file = path.join(folder, 'changed.jsonl');
  fs.writeFileSync(file, changed(await readOutput(['server/cli/seed.ts', '--products', String(products), '--json'])));
  const shop = await npmStart(settings);
  const server = serverOf(shop);
  await loadReads(origin(port), LIST, 1, 2);
  const sizes: number[] = [];
  const alone = await loadReads(origin(port), LIST, 1, 3);
  print('one reader, alone', describe(alone));
  const started = performance.now();
  const reading = readUntil(port);
  const update = ['server/cli/import.ts', file, '--update', 'price,specifications', '--yes'];
  await runCommand(update, settings, () => void sizes.push(readMemory(server).resident));
  const { longest, ...beside } = await reading();
  const took = ((performance.now() - started) / 1_000).toFixed(1);
  print(`  beside a change of ${products}`, `${describe(beside)}, longest ${longest} ms, in ${took} s`);
  const [least = 0, most = 0] = [Math.min(...sizes), Math.max(...sizes)];
  print('  resident meanwhile', `${least} to ${compare(most, empty, TARGET.importingMb)}`);
  await shop.stop();
}

/** Adds a specification to each product and raises its price, so that all its derived rows change. */
function changed(lines: string): string {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const product = JSON.parse(line) as { price: number; specifications: readonly object[] };
      return JSON.stringify({
        ...product,
        price: product.price + 1,
        specifications: [...product.specifications, { name: 'Batch', value: 'second' }],
      });
    })
    .join('\n');
}

/** Reads lists one after the other. The returned function stops and returns the times. */
function readUntil(port: number): () => Promise<LoadResult & { readonly longest: number }> {
  const started = performance.now();
  const options = { url: origin(port), connections: 1, duration: 3_600, requests: [{ path: LIST }] };
  let instance: autocannon.Instance | undefined;
  const result = new Promise<autocannon.Result>((resolve, reject) => {
    instance = autocannon(options, (error: unknown, found) => (error ? reject(error) : resolve(found)));
  });
  return async () => {
    const seconds = (performance.now() - started) / 1_000;
    (instance as unknown as { stop(): void }).stop();
    const found = await result;
    return { ...toLoadResult(found, seconds), longest: found.latency.max };
  };
}

function npmStart(settings: Readonly<Record<string, string>>): Promise<Running> {
  return run(
    process.execPath,
    ['--import', 'tsx', 'scripts/start.ts'],
    { NODE_ENV: 'development', ...settings },
    `${origin(Number(settings['PORT']))}/api/health`,
  );
}

const serverOf = ({ pid }: Running) => findChild(pid, SERVER);

/** Runs one of the shop's commands and returns its peak memory in MB. Calls `onSample` meanwhile. */
async function runCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  onSample: () => void = () => undefined,
): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    peak = Math.max(peak, readMemory(child.pid ?? 0).peak);
    onSample();
    await Promise.race([wait(SAMPLE_MS), ended]);
  }
  if ((await ended) !== 0) throw new Error(`${args.join(' ')} failed`);
  return peak;
}

async function readOutput(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const part of child.stdout.setEncoding('utf8')) output += String(part);
  return output;
}

function compare(megabytes: number, empty: number, more: number): string {
  return `${megabytes} MB   (target: ${empty + more} MB, ${more} more than an empty server)`;
}

function describe({ perSecond, p50, p99, failed }: LoadResult): string {
  return `${perSecond}/s, p50 ${p50} ms, p99 ${p99} ms${failed > 0 ? `, ${failed} FAILED` : ''}`;
}

function print(name: string, value: string): void {
  console.log(`  ${name.padEnd(28)} ${value}`);
}
