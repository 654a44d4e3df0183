import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, Locator, Page } from '@playwright/test';
import { openAwake, markAwake } from '../../tests/e2e/support/awake.ts';
import { FLAGS, prepareBrowser } from '../../tests/e2e/support/browser.ts';
import { changePage, measureFullLoad, NEXT_PAGES, preparePageChange } from './page-changes.ts';
import type { NextPage, PageChange } from './page-changes.ts';
import { profilePress } from './press-profile.ts';
import { origin, run } from './processes.ts';
import type { Running } from './processes.ts';

/**
 * `npm run bench -- interactions`: time from a press until the browser paints its result (Event Timing, as in
 * Interaction to Next Paint) or the next page, with a CPU slowdown of four.
 */

const FIRST_PORT = 3930;
const SLOWDOWN = 4;
/** Milliseconds; the API reports them in steps of 8. */
const TO_REACH = 100;
/** Milliseconds from a press to the next page, which may not be slower than its full load either. */
const NEXT_PAGE_TO_REACH = 120;
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };
const PRODUCT = '/product/samsung-galaxy-a07-128gb';

interface Interaction {
  readonly path: string;
  readonly size: typeof PHONE;
  readonly target: (page: Page) => Locator;
  /** Control to press before the measurement. */
  readonly first?: (page: Page) => Locator;
}

export interface InteractionsOptions {
  /** Built checkouts, each with its own `dist`. */
  readonly folders: readonly string[];
  readonly runs: number;
  /** Names of interactions; all when empty. */
  readonly only: readonly string[];
  /** Folder for the profiles of one more press of each kind. */
  readonly profile?: string;
}

interface Build {
  readonly folder: string;
  readonly name: string;
  readonly origin: string;
  readonly server: Running;
}

const firstCard = (page: Page) => page.locator('main article').first();
const named = (name: RegExp) => (page: Page) => page.getByRole('button', { name });
const brand = (page: Page) => page.getByRole('checkbox').first();

const INTERACTIONS: Readonly<Record<string, Interaction>> = {
  'add to cart': { path: '/products', size: PHONE, target: (page) => firstCard(page).getByText('Add to Cart') },
  heart: { path: '/products', size: PHONE, target: (page) => firstCard(page).getByRole('button').first() },
  'open filters': { path: '/products', size: PHONE, target: named(/^Filters/) },
  'filter in the drawer': { path: '/products', size: PHONE, first: named(/^Filters/), target: brand },
  'filter beside the list': { path: '/products', size: DESKTOP, target: brand },
  'list instead of grid': { path: '/products', size: DESKTOP, target: named(/^List$/) },
  'one more piece': { path: PRODUCT, size: PHONE, target: named(/^Increase/) },
  'another picture': { path: PRODUCT, size: PHONE, target: named(/^Show picture 2/) },
  reviews: { path: PRODUCT, size: PHONE, target: (page) => page.getByRole('tab', { name: 'Product Reviews' }) },
  menu: { path: '/', size: PHONE, target: named(/menu/i) },
};

/** Prints the median and the longest press of each kind, and the presses that lead to another page. */
export async function benchInteractions(options: InteractionsOptions): Promise<void> {
  const { folders, only } = options;
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-interactions-'));
  process.once('exit', () => fs.rmSync(data, { recursive: true, force: true }));
  const { executablePath, channel, env } = await prepareBrowser({ isWhole: true });
  const browser = await chromium.launch({
    args: FLAGS,
    ...(executablePath && { executablePath }),
    ...(channel && { channel }),
    ...(env && { env }),
  });
  const builds: Build[] = [];
  const isAsked = ([name]: readonly [string, unknown]) => only.length === 0 || only.includes(name);
  try {
    for (const [index, folder] of folders.entries())
      builds.push(await start(folder, FIRST_PORT + index, path.join(data, String(index))));
    console.log(
      `From a press to the next paint at ${SLOWDOWN}× slowdown, of ${options.runs} presses (target: ${TO_REACH} ms, or 1.5 × menu)`,
    );
    for (const interaction of Object.entries(INTERACTIONS).filter(isAsked))
      await comparePresses(browser, builds, interaction, options);
    console.log(
      `From a press to the next page at ${SLOWDOWN}× slowdown with a warm cache (target: ${NEXT_PAGE_TO_REACH} ms, and at most a full load)`,
    );
    for (const next of Object.entries(NEXT_PAGES).filter(isAsked)) await compareChanges(browser, builds, next, options);
  } finally {
    await browser.close();
    for (const { server } of builds) await server.stop();
  }
}

async function start(folder: string, port: number, data: string): Promise<Build> {
  const settings = {
    NODE_ENV: 'development',
    DATA_DIR: data,
    PORT: String(port),
    PUBLIC_ORIGIN: origin(port),
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'error',
  };
  const program = path.resolve(folder, 'dist/server/main.js');
  const server = await run(process.execPath, [program], settings, `${origin(port)}/api/health`);
  return { folder, name: path.basename(path.resolve(folder)), origin: origin(port), server };
}

async function comparePresses(
  browser: Browser,
  builds: readonly Build[],
  [name, interaction]: readonly [string, Interaction],
  { runs, profile }: InteractionsOptions,
): Promise<void> {
  const taken = builds.map((): number[] => []);
  for (let turn = 0; turn < runs; turn += 1) {
    for (const [index, build] of builds.entries()) {
      await inNewContext(browser, build, interaction.size, async (page) => {
        await prepare(page, interaction);
        taken[index]?.push(await press(page, interaction.target(page)));
      });
    }
  }
  for (const [index, build] of builds.entries()) {
    const presses = taken[index] ?? [];
    print(name, builds, build, `median ${median(presses)} ms, longest ${Math.max(...presses)} ms`);
    if (profile === undefined) continue;
    await inNewContext(browser, build, interaction.size, async (page) => {
      await prepare(page, interaction);
      const how = { folder: profile, name: `${build.name} ${name}`, build: build.folder };
      printLines(await profilePress(browser, page, how, () => press(page, interaction.target(page))));
    });
  }
}

async function compareChanges(
  browser: Browser,
  builds: readonly Build[],
  [name, next]: readonly [string, NextPage],
  { runs, profile }: InteractionsOptions,
): Promise<void> {
  const taken = builds.map((): (PageChange & { readonly full: number })[] => []);
  for (let turn = 0; turn < runs; turn += 1) {
    for (const [index, build] of builds.entries()) {
      await inNewContext(browser, build, PHONE, async (page) => {
        const address = await preparePageChange(page, next);
        await throttle(page);
        const change = await changePage(page, next);
        taken[index]?.push({ ...change, full: await measureFullLoad(page, address, next) });
      });
    }
  }
  for (const [index, build] of builds.entries()) {
    const changes = taken[index] ?? [];
    const pressed = changes.map(({ painted }) => painted);
    const full = changes.map((change) => change.full);
    const shift = Math.max(...changes.map((change) => change.shift));
    print(
      name,
      builds,
      build,
      `median ${median(pressed)} ms, longest ${Math.round(Math.max(...pressed))} ms, full load ${median(full)} ms, layout shift ${shift.toFixed(3)}`,
    );
    if (profile === undefined) continue;
    await inNewContext(browser, build, PHONE, async (page) => {
      await preparePageChange(page, next);
      await throttle(page);
      const how = { folder: profile, name: `${build.name} ${name}`, build: build.folder };
      printLines(await profilePress(browser, page, how, () => changePage(page, next)));
    });
  }
}

async function inNewContext(
  browser: Browser,
  { origin: baseURL }: Build,
  viewport: typeof PHONE,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport, baseURL });
  try {
    const page = await context.newPage();
    await markAwake(page);
    await use(page);
  } finally {
    await context.close();
  }
}

/** Opens the page at full speed, brings the control into view and slows the browser down. */
async function prepare(page: Page, { path: address, first, target }: Interaction): Promise<void> {
  await openAwake(page, address);
  await first?.(page).click();
  await target(page).scrollIntoViewIfNeeded();
  await throttle(page);
}

async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Returns the milliseconds from the press to the paint. */
async function press(page: Page, target: Locator): Promise<number> {
  const longest = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const presses = list.getEntries().filter(({ name }) => name === 'click');
          if (presses.length > 0) resolve(Math.max(...presses.map(({ duration }) => duration)));
        }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
      }),
  );
  await target.click();
  return longest;
}

function print(name: string, builds: readonly Build[], build: Build, figures: string): void {
  const label = builds.length === 1 ? '' : `${build.name.padEnd(12)} `;
  console.log(`  ${name.padEnd(24)} ${label}${figures}`);
}

function printLines(lines: readonly string[]): void {
  for (const line of lines) console.log(`    ${line}`);
}

/** Rounded, because the two timers have different steps. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round(sorted[sorted.length >> 1] ?? Number.NaN);
}
