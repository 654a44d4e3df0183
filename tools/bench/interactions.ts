import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { openAwake, markAwake } from '../../tests/e2e/support/awake.ts';
import { FLAGS, prepareBrowser } from '../../tests/e2e/support/browser.ts';
import { origin, run } from './processes.ts';

/**
 * `npm run bench -- interactions`: time from a press until the browser paints its result (Event Timing, as in
 * Interaction to Next Paint), with a CPU slowdown of four.
 */

const PORT = 3930;
const SLOWDOWN = 4;
/** Milliseconds; the API reports them in steps of 8. */
const TO_REACH = 100;
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

/** Prints the median and the longest of `runs` presses of each kind. */
export async function benchInteractions(runs: number): Promise<void> {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-interactions-'));
  process.once('exit', () => fs.rmSync(data, { recursive: true, force: true }));
  const settings = {
    NODE_ENV: 'development',
    DATA_DIR: data,
    PORT: String(PORT),
    PUBLIC_ORIGIN: origin(PORT),
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'error',
  };
  const server = await run(process.execPath, ['dist/server/main.js'], settings, `${origin(PORT)}/api/health`);
  const { executablePath, channel, env } = await prepareBrowser({ isWhole: true });
  const browser = await chromium.launch({
    args: FLAGS,
    ...(executablePath && { executablePath }),
    ...(channel && { channel }),
    ...(env && { env }),
  });
  try {
    console.log(`From a press to the next paint at ${SLOWDOWN}× slowdown, of ${runs} presses (target: ${TO_REACH} ms)`);
    for (const [name, interaction] of Object.entries(INTERACTIONS)) {
      const taken: number[] = [];
      for (let turn = 0; turn < runs; turn += 1) {
        const context = await browser.newContext({ viewport: interaction.size, baseURL: origin(PORT) });
        taken.push(await measure(await context.newPage(), interaction));
        await context.close();
      }
      taken.sort((one, other) => one - other);
      console.log(`  ${name.padEnd(24)} median ${taken[runs >> 1]} ms, longest ${taken.at(-1)} ms`);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Milliseconds from the press to the paint. */
async function measure(page: Page, { path: address, first, target }: Interaction): Promise<number> {
  await markAwake(page);
  await openAwake(page, address);
  await first?.(page).click();
  await target(page).scrollIntoViewIfNeeded();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const longest = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const presses = list.getEntries().filter(({ name }) => name === 'click');
          if (presses.length > 0) resolve(Math.max(...presses.map(({ duration }) => duration)));
        }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
      }),
  );
  await target(page).click();
  return longest;
}
