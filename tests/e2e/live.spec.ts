import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { writeAtlas } from 'flow-atlas/atlas/atlas';
import { CHANNEL, formatRun } from 'flow-atlas/live/messages';
import type { Message } from 'flow-atlas/live/messages';
import type { LiveStep } from 'flow-atlas/live/record';
import { allCharts } from '../../tools/flows/charts.ts';
import { isHard } from '../support/size.ts';
import { seriousFindings } from './support/axe.ts';
import { markAwake, openAwake } from './support/awake.ts';
import { newCustomer, openAs } from './support/customers.ts';
import { startDevShop } from './support/dev-shop.ts';
import { productWith } from './support/orders.ts';
import { expect, plainTest as test } from './support/test.ts';

/** The atlas beside a page of the shop: running flows are highlighted, stepped through, saved and replayed. */

test.describe.configure({ mode: 'serial' });

const FLOWS = ['checkout', 'mpesa-payment', 'purchase'];
const ORIGIN = 'http://live.test';
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

let folder = '';
test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = mkdtempSync(path.join(tmpdir(), 'duka-live-'));
  const charts = (await allCharts()).filter(({ flow }) => FLOWS.includes(flow));
  await writeAtlas({ title: 'Flows', out: folder, flows: charts.map((chart) => ({ chart, group: 'Paying' })) });
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const getFile = (url: string) => path.join(folder, path.basename(new URL(url).pathname));

/** Serves atlas and shop from one origin, as a development server does. */
async function sameOrigin(context: BrowserContext): Promise<void> {
  await context.route(`${ORIGIN}/flows/*`, (route) => route.fulfill({ path: getFile(route.request().url()) }));
  await context.route(`${ORIGIN}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>' }),
  );
}

const before = { page: 'seen', polling: 'waiting', network: 'online', prompt: 'onPhone', limit: 'running' };
const START = Date.UTC(2026, 0, 5, 9);
function step(at: number, given: Pick<LiveStep, 'machine' | 'event' | 'value'> & Partial<LiveStep>): LiveStep {
  const values = { payload: {}, context: { phone: 'text of 12' }, output: null, transitions: [], repeats: 0 };
  const of = { tab: 'a', page: 'a1', actor: `a1/${given.machine}` };
  return { kind: 'step', at: START + at * 1000, status: 'active', ...of, ...values, ...given };
}
const PAYMENT = 'mpesaPayment';
const STEPS: readonly LiveStep[] = [
  step(0, { machine: 'purchase', event: 'xstate.init', value: 'confirmingPhone' }),
  step(1, { machine: PAYMENT, event: 'xstate.init', value: 'starting' }),
  step(2, {
    machine: PAYMENT,
    event: 'clock.tick',
    value: { pending: before },
    transitions: [{ source: 'mpesaPayment.starting', event: '', index: 0 }],
  }),
];

/** Opens a page of the shop with these recorded steps. It replies to the `hello` message of an atlas. */
async function openShop(
  context: BrowserContext,
  steps = STEPS,
): Promise<{ page: Page; tell: (step: LiveStep) => Promise<void> }> {
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/`);
  const told: Message = { kind: 'page', page: steps[0]?.page ?? '', run: { before: [], records: steps } };
  await page.evaluate(
    ([name, answer]) => {
      const channel = new BroadcastChannel(name);
      const tell: (message: unknown) => void = channel.postMessage.bind(channel);
      channel.addEventListener('message', ({ data }) => data.kind === 'hello' && tell(answer));
      Object.assign(window, { tell });
    },
    [CHANNEL, told] as const,
  );
  const tell = async (record: LiveStep) => {
    const message: Message = { kind: 'record', record };
    await page.evaluate((data) => (window as unknown as { tell: (message: Message) => void }).tell(data), message);
  };
  return { page, tell };
}

async function openLive(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const button = page.getByRole('button', { name: /^Live/ });
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
}

const lit = (page: Page, state: string) => page.locator(`.state.lit[data-state="${state}"]`);
const said = (page: Page) => page.locator('#live').getByRole('status');

test('an atlas that opens later shows the running flows, follows them, and steps back and forth by keyboard', async ({
  context,
}) => {
  await sameOrigin(context);
  const { tell } = await openShop(context);
  const atlas = await context.newPage();
  await atlas.setViewportSize(DESK);
  await openLive(atlas, `${ORIGIN}/flows/mpesa-payment.html`);
  await expect(lit(atlas, 'pending')).toHaveCount(1);
  await expect(atlas.locator('.label.just')).not.toHaveCount(0);
  await expect(atlas.getByRole('button', { name: 'Live 2 running' })).toBeVisible();
  await tell(step(3, { machine: PAYMENT, event: 'xstate.done.actor.checkStatus', value: 'paid', status: 'done' }));
  await expect(lit(atlas, 'paid')).toHaveCount(1);
  await expect(said(atlas)).toContainText('check status answers → Paid (ended)');
  const slider = atlas.getByRole('slider', { name: 'Step' });
  await slider.press('ArrowLeft');
  await expect(lit(atlas, 'pending')).toHaveCount(1);
  await expect(said(atlas)).toContainText('Step 3 of 4');
  await atlas.getByRole('button', { name: 'One step back' }).press('Enter');
  await expect(lit(atlas, 'mpesaPayment.starting')).toHaveCount(1);
  await atlas.getByRole('button', { name: 'Follow' }).press('Enter');
  await expect(lit(atlas, 'paid')).toHaveCount(1);
  expect(await seriousFindings(atlas)).toEqual([]);
});

test('the map highlights the running flows; actors of two tabs are distinguished', async ({ context }) => {
  await sameOrigin(context);
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
  await sameOrigin(context);
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
  await openLive(alone, pathToFileURL(path.join(folder, 'mpesa-payment.html')).href);
  // From here on, time passes only when the test advances it.
  await alone.clock.pauseAt(START + 3_600_000);
  await expect(said(alone)).toContainText('cannot receive data');
  const wrong = testInfo.outputPath('wrong.json');
  writeFileSync(wrong, '{"name":"duka"}');
  const chooser = alone.getByLabel('A saved run');
  await chooser.setInputFiles(wrong);
  await expect(alone.getByRole('alert')).toContainText('The file is not a saved run');
  await chooser.setInputFiles(file);
  await expect(alone.getByRole('alert')).toBeEmpty();
  await expect(lit(alone, 'pending')).toHaveCount(1);
  await alone.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(lit(alone, 'pending')).toHaveCount(0);
  await alone.clock.runFor(1700);
  await expect(lit(alone, 'mpesaPayment.starting')).toHaveCount(1);
  await alone.getByRole('button', { name: 'Pause', exact: true }).click();
  await alone.clock.runFor(60_000);
  await expect(said(alone)).toContainText('Step 2 of 3');
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
    writeFileSync(file, formatRun({ before: [], records: STEPS }));
    const atlas = await context.newPage();
    await atlas.emulateMedia({ reducedMotion: motion });
    await atlas.clock.install({ time: START });
    await openLive(atlas, pathToFileURL(path.join(folder, 'mpesa-payment.html')).href);
    await atlas.clock.pauseAt(START + 3_600_000);
    await atlas.getByLabel('A saved run').setInputFiles(file);
    await expect(lit(atlas, 'pending')).toHaveCount(1);
    const chart = atlas.locator('#canvas');
    for (let press = 0; press < 20; press += 1) await chart.press('ArrowDown');
    const place = () => atlas.locator('#world').getAttribute('transform');
    const away = await place();
    await atlas.getByRole('button', { name: 'Replay', exact: true }).click();
    await atlas.clock.runFor(60_000);
    await expect(said(atlas)).toContainText('Step 3 of 3');
    expect((await place()) !== away).toBe(moves);
  });

test('on a phone every live control is 44 px high, and the page does not scroll sideways', async ({ context }) => {
  await sameOrigin(context);
  await openShop(context);
  const atlas = await context.newPage();
  await atlas.setViewportSize(PHONE);
  await openLive(atlas, `${ORIGIN}/flows/mpesa-payment.html`);
  await atlas.locator('#live summary').click();
  await expect(atlas.locator('#live [data-step]')).toHaveCount(3);
  const low = await atlas
    .locator('#live :is(button, a, summary, input:not([hidden])), .live-button')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44).map(({ outerHTML }) => outerHTML),
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
  expect(readFileSync(path.join(folder, 'live.js'), 'utf8')).toMatch(/atlas:live/);
  // XState itself contains the word.
  expect(having(/\binspect\b/, /vendor-/)).toEqual([]);
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
      await context.route(`${shop.url}/flows/*`, (route) => route.fulfill({ path: getFile(route.request().url()) }));
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
