import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatRun } from 'flow-atlas/live/messages';
import { isHard } from '../support/size.ts';
import { seriousFindings } from './support/axe.ts';
import { markAwake, openAwake } from './support/awake.ts';
import { newCustomer, openAs } from './support/customers.ts';
import { startDevShop } from './support/dev-shop.ts';
import {
  createLiveAtlas,
  getRun,
  lit,
  openLive,
  openShop,
  ORIGIN,
  PAYMENT,
  PHONE,
  said,
  serveAtlas,
  START,
  step,
  STEPS,
} from './support/live-atlas.ts';
import type { LiveAtlas } from './support/live-atlas.ts';
import { productWith } from './support/orders.ts';
import { expect, plainTest as test } from './support/test.ts';

/** The atlas beside a page of the shop: running flows are highlighted, stepped through, saved and replayed. */

test.describe.configure({ mode: 'serial' });

const DESK = { width: 1440, height: 900 };

let atlasFiles: LiveAtlas;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  atlasFiles = await createLiveAtlas();
});
test.afterAll(() => atlasFiles.remove());

test('an atlas that opens later shows the running flows, follows them, and steps back and forth by keyboard', async ({
  context,
}) => {
  await serveAtlas(context, atlasFiles);
  const { tell } = await openShop(context);
  const atlas = await context.newPage();
  await atlas.setViewportSize(DESK);
  await openLive(atlas, `${ORIGIN}/flows/mpesa-payment.html`);
  await expect(lit(atlas, 'pending')).toHaveCount(1);
  await expect(atlas.locator('.label.just')).not.toHaveCount(0);
  await expect(atlas.getByRole('button', { name: 'Live 2 running' })).toBeVisible();
  await tell(step(3, { machine: PAYMENT, event: 'xstate.done.actor.checkStatus', value: 'paid', status: 'done' }));
  await expect(lit(atlas, 'paid')).toHaveCount(1);
  await expect(said(atlas)).toContainText('M-Pesa payment: The payment was checked → Paid (ended)');
  const slider = atlas.getByRole('slider', { name: 'Step' });
  await slider.press('ArrowLeft');
  await expect(lit(atlas, 'pending')).toHaveCount(1);
  await expect(said(atlas)).toContainText('Step 2 of 3');
  await atlas.getByRole('button', { name: 'One step back' }).press('Enter');
  await expect(lit(atlas, 'mpesaPayment.starting')).toHaveCount(1);
  await atlas.getByRole('button', { name: 'Follow' }).press('Enter');
  await expect(lit(atlas, 'paid')).toHaveCount(1);
  expect(await seriousFindings(atlas)).toEqual([]);
});

test('the map highlights the running flows; actors of two tabs are distinguished', async ({ context }) => {
  await serveAtlas(context, atlasFiles);
  const shop = await openShop(context);
  const other = { tab: 'b', page: 'b1', actor: 'b1/x:1' };
  await openShop(context, [
    step(5, { machine: 'checkout', event: 'xstate.init', value: { form: 'editing' }, ...other }),
  ]);
  const map = await context.newPage();
  await openLive(map, `${ORIGIN}/flows/index.html`);
  await expect(map.locator('.flow.lit')).toHaveText(['Checkout', 'M-Pesa payment', 'Purchase'], {
    useInnerText: false,
  });
  await expect(map.locator('.flow.just')).toHaveText('Checkout');
  const running = map.getByRole('region', { name: 'Running' }).getByRole('listitem');
  await expect(running).toHaveText([/Checkout.*tab 2/, /M-Pesa payment.*tab 1/, /Purchase.*tab 1/]);
  await shop.tell(step(9, { machine: 'purchase', event: 'xstate.stop', value: 'paying', status: 'stopped' }));
  await expect(map.locator('.flow.lit')).toHaveCount(2);
});

test('a run is saved, loaded from disk and replayed with a pause; an invalid file is rejected with a message', async ({
  context,
}, testInfo) => {
  await serveAtlas(context, atlasFiles);
  await openShop(context);
  const atlas = await context.newPage();
  await openLive(atlas, `${ORIGIN}/flows/mpesa-payment.html`);
  await expect(lit(atlas, 'pending')).toHaveCount(1);
  const [download] = await Promise.all([
    atlas.waitForEvent('download'),
    atlas.getByRole('button', { name: 'Save' }).click(),
  ]);
  const file = testInfo.outputPath('run.json');
  await download.saveAs(file);
  await atlas.close();

  const alone = await context.newPage();
  await alone.clock.install({ time: START });
  await openLive(alone, atlasFiles.atDisk('mpesa-payment'));
  // From here on, time passes only when the test advances it.
  await alone.clock.pauseAt(START + 3_600_000);
  await expect(said(alone)).toContainText('cannot receive data');
  const wrong = testInfo.outputPath('wrong.json');
  writeFileSync(wrong, '{"name":"duka"}');
  const chooser = alone.getByLabel('Saved runs');
  await chooser.setInputFiles(wrong);
  await expect(alone.getByRole('alert')).toContainText('The file is not a saved run');
  await chooser.setInputFiles(file);
  await expect(alone.getByRole('alert')).toBeEmpty();
  await expect(lit(alone, 'pending')).toHaveCount(1);
  await alone.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(lit(alone, 'pending')).toHaveCount(0);
  await alone.clock.runFor(900);
  await expect(lit(alone, 'mpesaPayment.starting')).toHaveCount(1);
  await alone.getByRole('button', { name: 'Pause', exact: true }).click();
  await alone.clock.runFor(60_000);
  await expect(said(alone)).toContainText('Step 1 of 2');
  await alone.getByRole('button', { name: 'Replay', exact: true }).click();
  await alone.clock.runFor(60_000);
  await expect(lit(alone, 'pending')).toHaveCount(1);
  // The next page of the atlas continues the run.
  await alone.getByRole('region', { name: 'Running' }).getByRole('link', { name: 'Purchase' }).click();
  await expect(lit(alone, 'purchase.confirmingPhone')).toHaveCount(1);
});

for (const [motion, moves] of [
  ['no-preference', true],
  ['reduce', false],
] as const)
  test(`a replay ${moves ? 'brings' : 'does not bring'} off-screen states into view (prefers-reduced-motion: ${motion})`, async ({
    context,
  }, testInfo) => {
    const file = testInfo.outputPath('run.json');
    writeFileSync(file, formatRun(getRun(STEPS)));
    const atlas = await context.newPage();
    await atlas.emulateMedia({ reducedMotion: motion });
    await atlas.clock.install({ time: START });
    await openLive(atlas, atlasFiles.atDisk('mpesa-payment'));
    await atlas.clock.pauseAt(START + 3_600_000);
    await atlas.getByLabel('Saved runs').setInputFiles(file);
    await expect(lit(atlas, 'pending')).toHaveCount(1);
    const chart = atlas.locator('#canvas');
    for (let press = 0; press < 20; press += 1) await chart.press('Shift+ArrowDown');
    const place = () => atlas.locator('#world').getAttribute('transform');
    const away = await place();
    await atlas.getByRole('button', { name: 'Replay', exact: true }).click();
    await atlas.clock.runFor(60_000);
    await expect(said(atlas)).toContainText('Step 2 of 2');
    expect((await place()) !== away).toBe(moves);
  });

test('on a phone every live control is 44 px high, and the page does not scroll sideways', async ({ context }) => {
  await serveAtlas(context, atlasFiles);
  await openShop(context);
  const atlas = await context.newPage();
  await atlas.setViewportSize(PHONE);
  await openLive(atlas, `${ORIGIN}/flows/mpesa-payment.html`);
  await atlas.locator('#live .live-lists > summary').click();
  await expect(atlas.locator('#live [data-step]')).toHaveCount(2);
  const low = await atlas
    .locator('#live :is(button, a, summary, select, input:not([hidden], [type=checkbox])), .live-button')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
        .map(({ outerHTML }) => outerHTML),
    );
  expect(low).toEqual([]);
  expect(await atlas.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  expect(await seriousFindings(atlas)).toEqual([]);
});

test("the shopper's scripts contain nothing of the live view", () => {
  const files = readdirSync('dist/client', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  expect(files.length).toBeGreaterThan(10);
  const having = (mark: RegExp, but?: RegExp) =>
    files.filter((name) => but?.test(name) !== true && mark.test(readFileSync(path.join('dist/client', name), 'utf8')));
  for (const mark of [/atlas:live/, /atlas-run/, /BroadcastChannel/, /statelyai/]) expect(having(mark)).toEqual([]);
  // The marks exist in the atlas.
  expect(readFileSync(atlasFiles.getFile(`${ORIGIN}/flows/live.js`), 'utf8')).toMatch(/atlas:live/);
  // XState itself contains the word.
  expect(having(/\binspect\b/, /\/packages-/)).toEqual([]);
});

/** A replacement for Stately's page: it announces itself as theirs does, and stores the messages. */
const INSPECTOR = `<title>Inspector</title><script>
  window.told = [];
  addEventListener('message', ({ data }) => window.told.push(data));
  opener.postMessage({ type: '@statelyai.connected' }, '*');
</script>`;

/** Starting a development server is slow, so this runs only with `npm run test:hard`. */
for (const what of isHard ? ['npm run dev'] : [])
  test(`${what}: the atlas follows an M-Pesa payment in the shop beside it; Stately receives data only if the address requests it`, async ({
    context,
  }) => {
    test.setTimeout(900_000);
    context.setDefaultTimeout(120_000);
    const outside: string[] = [];
    await context.route('https://stately.ai/**', (route) => {
      outside.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: INSPECTOR });
    });
    const { shop, stop } = await startDevShop();
    try {
      await context.route(`${shop.url}/flows/*`, (route) =>
        route.fulfill({ path: atlasFiles.getFile(route.request().url()) }),
      );
      await context.route(`${shop.url}/flows/make-test*`, (route) => route.continue());
      const product = await productWith(shop, ({ stock, finalPrice }) => stock > 50 && finalPrice < 20_000);
      const shopper = await newCustomer(shop);
      const page = await context.newPage();
      await markAwake(page);
      await openAs(page, shopper, `${shop.url}/`);
      await openAwake(page, `${shop.url}/product/${product.slug}?inspect`);
      await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
      await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
      await page.getByLabel('Street Address').fill('Ngong Road 5');
      await page.getByLabel('City').fill('Nairobi');
      const atlas = await context.newPage();
      await atlas.setViewportSize(DESK);
      await openLive(atlas, `${shop.url}/flows/mpesa-payment.html`);
      await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
      await expect(lit(atlas, 'pending')).toHaveCount(1);
      await shop.answerPrompt((await shop.prompt(shopper.msisdn)).checkoutRequestId, 'pay');
      await expect(page).toHaveURL(/\/order-success/, { timeout: 60_000 });
      const steps = atlas.getByRole('region', { name: 'Steps' });
      await expect(steps.getByRole('button', { name: /M-Pesa payment: .* → Paid/ })).not.toHaveCount(0);
      // The record contains no data of the shopper.
      const ofShopper = new RegExp(`${shopper.msisdn.slice(3)}|${shopper.email}|${shopper.token}|Ngong`);
      expect(await atlas.locator('#live').innerText()).not.toMatch(ofShopper);
      await atlas.getByRole('button', { name: 'Make a test of what I just did' }).click();
      const test = atlas.getByRole('dialog', { name: 'A test of what was done' });
      await expect(test.locator('pre')).toContainText('@recorded', { timeout: 300_000 });
      await expect(test.getByRole('status')).toContainText('The nearest generated case is');
      await test.getByRole('button', { name: 'Close' }).click();

      expect(outside).toEqual([]);
      const [inspector] = await Promise.all([
        context.waitForEvent('page'),
        page.goto(`${shop.url}/profile?inspect=stately`),
      ]);
      const told = () => inspector.evaluate(() => (window as unknown as { told: unknown[] }).told);
      await expect.poll(async () => JSON.stringify(await told())).toMatch(/"@xstate.snapshot".*"authenticated"/);
      expect(new URL(outside[0] ?? '').origin).toBe('https://stately.ai');
      expect(JSON.stringify(await told())).not.toMatch(ofShopper);
    } finally {
      await stop();
    }
  });
