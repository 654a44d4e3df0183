import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import type { InferInput } from 'valibot';
import type { Product } from '../../contract/catalogue.ts';
import { FLAGS, prepareBrowser } from '../../tests/e2e/support/browser.ts';
import type { Browser } from '../../tests/e2e/support/browser.ts';
import { inlineScripts, measurePage, measureFile } from './bytes.ts';
import { createCashOrder } from './cash-order.ts';
import { buildLibraries } from './libraries.ts';
import type { Libraries } from './libraries.ts';
import { formatLongTask, traceLongTasks } from './long-tasks.ts';
import { run } from './processes.ts';
import type { Running } from './processes.ts';
import { serveReferencePages } from './reference-pages.ts';

/**
 * `npm run bench -- pages [folder …]`: Lighthouse on the built shop in phone size, all builds in turn in one run,
 * because only numbers of the same run are comparable.
 */

/** Fetched on use instead of a dependency: the newest of 12.8. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const FIRST_PORT = 3920;
const DEMO = { email: 'shopper@duka.test', password: 'Bench-2026' };
const LINES = 2;

export interface PagesOptions {
  /** Built checkouts, each with its own `dist`. */
  readonly folders: readonly string[];
  readonly runs: number;
  /** Names of pages; all when empty. */
  readonly only: readonly string[];
  /** `simulate` computes the times of a slow phone, `devtools` slows the browser down. */
  readonly throttling: 'simulate' | 'devtools';
}

interface Page {
  readonly name: string;
  readonly path: string;
  readonly visitor: 'stranger' | 'guest' | 'shopper';
}

interface Build {
  readonly folder: string;
  readonly origin: string;
  readonly server: Running;
  readonly pages: readonly Page[];
  /** A browser profile per visitor: a stranger has no data, a guest's cart has lines, a shopper is also signed in. */
  readonly profiles: Readonly<Record<Page['visitor'], string>>;
}

interface Sample {
  /** Milliseconds; `score` is out of 100; `hydrated` is `null` when the build sets no such mark. */
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly score: number;
  readonly hydrated: number | null;
  /** Scripts fetched during the visit. */
  readonly scripts: readonly string[];
}

type Row = Sample & {
  readonly named: number;
  readonly fetched: number;
  readonly files: number;
  readonly libraries: Libraries;
};

/** Measures the pages and prints a table for each, with a line per build. */
export async function benchPages({ folders, runs, only, throttling }: PagesOptions): Promise<void> {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-pages-'));
  process.once('exit', () => fs.rmSync(work, { recursive: true, force: true }));
  const browser = await prepareBrowser({ isWhole: true });
  const libraries = await buildLibraries(path.join(work, 'libraries'));
  const builds: Build[] = [];
  for (const [index, folder] of folders.entries())
    builds.push(await start(folder, FIRST_PORT + index, path.join(work, String(index)), browser));
  const [newest] = builds;
  if (newest === undefined) return;
  const references = await startReferences(newest, libraries);
  const { executablePath, channel, env } = browser;
  const chromiumOptions = { args: FLAGS, ...(executablePath && { executablePath }), ...(channel && { channel }) };
  const tracer = await chromium.launch({ ...chromiumOptions, ...(env && { env }) });
  try {
    console.log(`Pages as a phone sees them (Lighthouse 12.8, mobile, ${throttling}; medians of ${runs})`);
    console.log(`The packages alone: ${kb(libraries.size)} of JavaScript in ${libraries.files.length} files`);
    for (const { name, path: address, visitor } of newest.pages) {
      if (only.length > 0 && !only.includes(name)) continue;
      const rivals = [...builds, ...references.filter(({ pages }) => pages.some((page) => page.name === name))];
      await compare(name, rivals, { runs, throttling, work, browser, libraries });
      if (visitor !== 'stranger') continue;
      for (const { folder, origin } of builds)
        for (const task of await traceLongTasks(tracer, origin + address, runs))
          console.log(`    ${path.basename(path.resolve(folder))}: ${formatLongTask(task)}`);
    }
  } finally {
    await tracer.close();
    for (const { server } of [...builds, ...references]) await server.stop();
  }
}

/** Serves the list without scripts, and the product page with the packages alone, which hydrate an empty root. */
async function startReferences(build: Build, libraries: Libraries): Promise<Build[]> {
  const serve = async (folder: string, page: string, scripts: Libraries | null): Promise<Build> => {
    const { origin, stop } = await serveReferencePages(build.origin, scripts);
    const pages = build.pages.filter(({ name }) => name === page);
    return { ...build, folder, origin, pages, server: { ...build.server, stop } };
  };
  return [await serve('no scripts', 'list', null), await serve('packages', 'product', libraries)];
}

interface How extends Pick<PagesOptions, 'runs' | 'throttling'> {
  readonly work: string;
  readonly browser: Browser;
  readonly libraries: Libraries;
}

async function compare(name: string, builds: readonly Build[], how: How): Promise<void> {
  const samples = builds.map((): Sample[] => []);
  for (let turn = 0; turn < how.runs; turn++) {
    for (const [index, build] of builds.entries()) {
      const page = build.pages.find((one) => one.name === name);
      if (page !== undefined) samples[index]?.push(await visit(build, page, how));
    }
  }
  console.log(`\n${name} (${builds[0]?.pages.find((one) => one.name === name)?.path.split('?')[0]})`);
  for (const [index, build] of builds.entries()) {
    const page = build.pages.find((one) => one.name === name);
    const taken = samples[index] ?? [];
    if (page === undefined || taken.length === 0) continue;
    const { script } = await measurePage(build.origin, page.path);
    print(path.basename(path.resolve(build.folder)), {
      lcp: median(taken.map(({ lcp }) => lcp)),
      tbt: median(taken.map(({ tbt }) => tbt)),
      cls: median(taken.map(({ cls }) => cls)),
      score: median(taken.map(({ score }) => score)),
      hydrated: taken.some(({ hydrated }) => hydrated === null)
        ? null
        : median(taken.map(({ hydrated }) => hydrated ?? 0)),
      scripts: [],
      named: script,
      fetched: await weighAll(build, page, taken[0]?.scripts ?? []),
      files: new Set(taken[0]?.scripts).size,
      libraries: how.libraries,
    });
  }
}

function print(name: string, { lcp, tbt, cls, score, hydrated, named, fetched, files, libraries }: Row): void {
  const parts = [
    `LCP ${ms(lcp)}`,
    `TBT ${ms(tbt)}`,
    `CLS ${cls.toFixed(3)}`,
    `score ${score}`,
    ...(hydrated === null ? [] : [`hydrated ${ms(hydrated)}`]),
    `JavaScript ${kb(named)} named by the document, ${kb(fetched)} in all in ${files} files`,
    `the packages and ${kb(fetched - libraries.size)}`,
  ];
  console.log(`  ${name.padEnd(14)} ${parts.join('  ')}`);
}

/** Brotli bytes of the document's inline scripts and of every script that the visit fetched. */
async function weighAll({ origin }: Build, { path: address }: Page, scripts: readonly string[]): Promise<number> {
  const html = await (await fetch(origin + address)).text();
  let sum = inlineScripts(html);
  for (const url of new Set(scripts)) sum += await measureFile(url);
  return sum;
}

async function visit({ origin, profiles }: Build, { path: address, visitor }: Page, how: How): Promise<Sample> {
  const { throttling, work, browser } = how;
  const report = path.join(work, 'report.json');
  const flags = [...FLAGS, `--user-data-dir=${profiles[visitor]}`].join(' ');
  const lighthouse = () =>
    promisify(execFile)(
      'npx',
      [
        '--yes',
        LIGHTHOUSE,
        origin + address,
        '--quiet',
        '--only-categories=performance',
        '--form-factor=mobile',
        `--throttling-method=${throttling}`,
        '--output=json',
        `--output-path=${report}`,
        `--chrome-flags=${flags}`,
      ],
      { env: { ...process.env, ...browser.env, CHROME_PATH: browser.executablePath ?? chromium.executablePath() } },
    );
  // Lighthouse sometimes loses its own trace (NO_NAVSTART) and asks for another run.
  await lighthouse().catch(lighthouse);
  return readReport(JSON.parse(fs.readFileSync(report, 'utf8')) as Report);
}

interface Report {
  readonly categories: { readonly performance: { readonly score: number | null } };
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly numericValue?: number;
        readonly details?: { readonly items?: readonly Readonly<Record<string, unknown>>[] };
      }
    >
  >;
}

function readReport({ categories, audits }: Report): Sample {
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const items = (audit: string) => audits[audit]?.details?.items ?? [];
  const mark = items('user-timings').find(({ name }) => name === 'hydrated')?.['startTime'];
  return {
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    score: Math.round((categories.performance.score ?? 0) * 100),
    hydrated: typeof mark === 'number' ? mark : null,
    scripts: items('network-requests')
      .filter(({ resourceType }) => resourceType === 'Script')
      .map(({ url }) => String(url)),
  };
}

/** Starts a shop with its own data, an order of the demo shopper, and the visitors' profiles. */
async function start(folder: string, port: number, data: string, browser: Browser): Promise<Build> {
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    NODE_ENV: 'development',
    DATA_DIR: path.join(data, 'shop'),
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    DEMO_PASSWORD: DEMO.password,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'error',
  };
  const server = await run(
    process.execPath,
    [path.resolve(folder, 'dist/server/main.js')],
    settings,
    `${origin}/api/health`,
  );
  const { products } = await call<{ products: InferInput<typeof Product>[] }>(origin, '/products?limit=12');
  const [shown] = products.filter(({ stock }) => (stock ?? 1) > 0);
  // The cheapest ones: open orders are limited.
  const cheap = await call<{ products: InferInput<typeof Product>[] }>(origin, '/products?limit=12&sortBy=price_low');
  const inStock = cheap.products.filter(({ stock }) => (stock ?? 1) > 0).slice(0, LINES);
  const shopper = await call<{ token: string; user: object }>(origin, '/auth/login', DEMO);
  const order = await placeOrder(origin, shopper.token, inStock);
  const cart = JSON.stringify({ items: inStock.map(toStoredLine) });
  const signedIn = { token: shopper.token, user: JSON.stringify(shopper.user) };
  const profiles = {
    stranger: path.join(data, 'stranger'),
    guest: path.join(data, 'guest'),
    shopper: path.join(data, 'shopper'),
  };
  await prepareProfile(browser, profiles.stranger, origin, {});
  await prepareProfile(browser, profiles.guest, origin, { cart });
  await prepareProfile(browser, profiles.shopper, origin, { cart, ...signedIn });
  const pages: readonly Page[] = [
    { name: 'home', path: '/', visitor: 'stranger' },
    { name: 'list', path: '/products', visitor: 'stranger' },
    { name: 'product', path: `/product/${shown?.slug}`, visitor: 'stranger' },
    { name: 'empty-cart', path: '/cart', visitor: 'stranger' },
    { name: 'cart', path: '/cart', visitor: 'guest' },
    { name: 'checkout', path: '/checkout', visitor: 'shopper' },
    { name: 'order-success', path: `/order-success?order=${order}`, visitor: 'shopper' },
  ];
  return { folder, origin, server, pages, profiles };
}

/** Writes the storage of a shop into a browser profile. Lighthouse keeps the storage and empties the caches. */
async function prepareProfile(
  { executablePath, channel, env }: Browser,
  folder: string,
  origin: string,
  storage: Readonly<Record<string, string>>,
): Promise<void> {
  const context: BrowserContext = await chromium.launchPersistentContext(folder, {
    args: FLAGS,
    ...(executablePath && { executablePath }),
    ...(channel && { channel }),
    ...(env && { env }),
  });
  const page = await context.newPage();
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(
    (entries) => entries.forEach(([key, text]) => localStorage.setItem(key, text)),
    Object.entries(storage),
  );
  await context.close();
}

function toStoredLine({ _id, name, price, finalPrice, images, category }: InferInput<typeof Product>): object {
  const named = typeof category === 'object' && category !== null ? category.name : '';
  return { id: _id, name, price: finalPrice ?? price, image: images?.[0] ?? '', category: named, quantity: 1 };
}

async function placeOrder(
  origin: string,
  token: string,
  products: readonly InferInput<typeof Product>[],
): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const { order } = await call<{ order: { _id: string } }>(origin, '/orders', createCashOrder(products), headers);
  return order._id;
}

async function call<Data>(
  origin: string,
  address: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Data> {
  const response = await fetch(`${origin}/api${address}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  });
  if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: Data }).data;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`.padStart(7);
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
