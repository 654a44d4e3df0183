import type { Page } from '@playwright/test';
import { formatRun } from 'flow-atlas/live/messages';
import { RUN_BOUNDS } from 'flow-atlas/live/run';
import { seriousFindings } from './support/axe.ts';
import {
  before,
  createLiveAtlas,
  getRun,
  lit,
  openLive,
  ORIGIN,
  PAYMENT,
  PHONE,
  said,
  serveAtlas,
  step,
  STEPS,
} from './support/live-atlas.ts';
import type { LiveAtlas } from './support/live-atlas.ts';
import { expect, plainTest as test } from './support/test.ts';

/** Saved runs in the atlas: their steps in words, their coverage, and the tests that are made of them. */

test.describe.configure({ mode: 'serial' });

const SMALL_DESK = { width: 1280, height: 800 };

let atlasFiles: LiveAtlas;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  atlasFiles = await createLiveAtlas();
});
test.afterAll(() => atlasFiles.remove());

/** Opens runs from files. */
async function load(page: Page, ...runs: readonly string[]): Promise<void> {
  await page.getByLabel('Saved runs').setInputFiles(
    runs.map((text, index) => ({
      name: `run-${index + 1}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })),
  );
}
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

for (const size of [SMALL_DESK, PHONE])
  test(`TST-O6: Live covers nothing of the chart at ${size.width} × ${size.height}`, async ({ page }) => {
    await page.setViewportSize(size);
    await openLive(page, atlasFiles.atDisk('mpesa-payment'));
    await load(page, formatRun(getRun(STEPS)));
    await expect(lit(page, 'pending')).toHaveCount(1);
    await page.locator('.stage').scrollIntoViewIfNeeded();
    const [chart, live] = await Promise.all(['.stage', '#live'].map((part) => page.locator(part).boundingBox()));
    if (chart == null || live == null) throw new Error('chart or Live is not visible');
    expect(chart.x + chart.width <= live.x || chart.y + chart.height <= live.y).toBe(true);
    expect(chart.y).toBeGreaterThanOrEqual(0);
    expect(chart.height).toBeGreaterThan(size.height / 2);
    expect(chart.width).toBeGreaterThan(360);
  });

test('TST-O6: the list has what the shopper did and saw; the rest and the data are shown on request', async ({
  page,
}) => {
  await openLive(page, atlasFiles.atDisk('mpesa-payment'));
  const ticks = [3, 4].map((at) => step(at, { machine: PAYMENT, event: 'clock.tick', value: { pending: before } }));
  await load(page, formatRun(getRun([...STEPS, ...ticks])));
  const steps = section(page, 'Steps');
  await expect(steps.getByRole('button')).toHaveText([
    /Purchase and M-Pesa payment begin$/,
    /→ Waiting for the money$/,
  ]);
  await expect(steps).toContainText('2 steps are hidden.');
  await steps.getByLabel('Show everything').check();
  await expect(steps.getByRole('button')).toHaveCount(5);
  await expect(steps).not.toContainText('hidden');
  await expect(steps.locator('pre').last()).toBeHidden();
  await steps.getByText('Data').last().click();
  await expect(steps.locator('pre').last()).toContainText('"event": "clock.tick"');
  // The keyboard enters the list once and moves with arrows.
  await steps.getByRole('button').last().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(lit(page, 'mpesaPayment.starting')).toHaveCount(1);
  expect(await seriousFindings(page)).toEqual([]);
});

test('TST-O6: 5,000 steps are shown, of which only the near ones are drawn, and the missing ones are counted', async ({
  page,
}) => {
  await openLive(page, atlasFiles.atDisk('mpesa-payment'));
  const many = Array.from({ length: RUN_BOUNDS.most }, (_, at) =>
    step(at, { machine: PAYMENT, event: `event.${at}`, value: at % 2 === 0 ? 'starting' : { pending: before } }),
  );
  await load(page, formatRun(getRun(many, { dropped: { a1: 1200 } })));
  const steps = section(page, 'Steps');
  await expect(said(page)).toContainText(`Step ${RUN_BOUNDS.most} of ${RUN_BOUNDS.most}:`);
  await expect(steps).toContainText('1200 earlier steps no longer fitted and are missing from this run.');
  await expect(steps.getByRole('button', { name: /event 4999 / })).toBeInViewport();
  expect(await page.locator('[data-step]').count()).toBeLessThan(500);
  const middle = steps.getByRole('button', { name: /event 2[45]\d\d / });
  await expect(middle).toHaveCount(0);
  await page.locator('.live-scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight / 2));
  await expect(middle).not.toHaveCount(0);
  await page.getByRole('slider', { name: 'Step' }).press('Home');
  await expect(said(page)).toContainText('before the first step');
});

test('TST-Q9: loaded runs count on the chart, and what they never took is listed', async ({ page }) => {
  await openLive(page, atlasFiles.atDisk('mpesa-payment'));
  const damaged = formatRun(getRun(STEPS)).slice(0, -30);
  const other = formatRun(
    getRun([step(9, { machine: 'giftCard', event: 'xstate.init', value: 'shown' })], { version: '0.9.0' }),
  );
  await load(page, formatRun(getRun(STEPS)), other, damaged, formatRun(getRun(STEPS)));
  await expect(page.getByRole('alert')).toHaveText(
    'run-3.json: The saved run is damaged: its end is missing, or a part of it was changed.',
  );
  const live = page.locator('#live');
  await expect(live).toContainText('run-2.json: The run was recorded with version 0.9.0, here is version 1.0.0.');
  await expect(live).toContainText('run-2.json: A flow of this run does not exist here: giftCard.');
  await expect(live.getByLabel('Shown run').locator('option')).toHaveText(['run-1.json', 'run-2.json', 'run-4.json']);
  const coverage = section(page, 'Coverage');
  await expect(coverage).toContainText(
    /^Coverage1 of \d+ transitions were taken \(3 runs, of which 2 have this flow\)\./,
  );
  await expect(page.locator('.count.taken').first()).toContainText('2');
  const [first] = await coverage.getByRole('link').all();
  await first?.click();
  await expect(page.locator('.chosen')).not.toHaveCount(0);
  await live.getByRole('button', { name: 'Coverage' }).click();
  await expect(page.locator('.count')).toHaveCount(0);
  // The runs are still there on the map, which lists flows that none started.
  await page.getByRole('link', { name: 'All flows' }).click();
  await expect(section(page, 'Coverage').getByRole('link')).toHaveText(['Checkout']);
});

test('TST-Q9: makes a test at the development server; from disk it shows the command', async ({ context, page }) => {
  await serveAtlas(context, atlasFiles);
  const sent: string[] = [];
  await context.route(`${ORIGIN}/flows/make-test?*`, (route) => {
    sent.push(`${new URL(route.request().url()).search} ${route.request().postData() ?? ''}`);
    return route.fulfill({ json: { text: '1. A recorded run', remarks: 'Nearest: paid-1' } });
  });
  for (const [address, words] of [
    [`${ORIGIN}/flows/mpesa-payment.html`, '1. A recorded run'],
    [atlasFiles.atDisk('mpesa-payment'), 'make-it run-1.json --format csv'],
  ] as const) {
    await openLive(page, address);
    await load(page, formatRun(getRun(STEPS)));
    await page.getByRole('button', { name: 'One step back' }).click();
    await page.getByRole('button', { name: 'Make a test of what I just did' }).click();
    const dialog = page.getByRole('dialog', { name: 'A test of what was done' });
    await dialog.getByLabel('Format').selectOption('csv');
    await expect(dialog.locator('pre')).toHaveText(words);
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
  expect(sent.map((one) => one.replace(/ .*/s, ''))).toEqual(['?format=text', '?format=csv']);
  // Only what has happened up to the shown step.
  expect(sent.map((one) => one.split('"kind":"step"').length - 1)).toEqual([2, 2]);
});
