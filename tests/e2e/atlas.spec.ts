import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { compareFlows } from 'flow-atlas/atlas/compare';
import { renderChanges } from 'flow-atlas/changes/report';
import { SIZES } from 'flow-atlas/screens/client/frame';
import { selectDistinctPages } from 'flow-atlas/screens/distinct-pages';
import { screenScripts } from '../../tools/flows/screens.ts';
import { readFlows } from '../../tools/flows/versions.ts';
import { isAll } from '../support/size.ts';
import { seriousFindings } from './support/axe.ts';
import { chartFaults } from './support/chart-faults.ts';
import { findingsIn, openForAxe, getScreens } from './support/flow-screens.ts';
import { expect, plainTest as test } from './support/test.ts';

/** The atlas of all flows as `npm run flows` generates it, opened from disk. */

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** In px, as displayed. */
const SMALLEST = 12;

test.describe.configure({ mode: 'serial' });

let folder: string;
let page: Page;
let flows: readonly string[];

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  folder = mkdtempSync(path.join(tmpdir(), 'duka-atlas-'));
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/flows.ts', '--out', folder], { stdio: 'ignore' });
  flows = readdirSync(folder).flatMap((name) => /^(?!index|faults)([^.]+)\.html$/.exec(name)?.[1] ?? []);
  page = await browser.newPage({ viewport: DESK });
});
test.afterAll(async () => {
  await page.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(name: string, hash = ''): Promise<void> {
  await page.goto(`${pathToFileURL(path.join(folder, `${name}.html`)).href}${hash}`);
  if (!['index', 'faults'].includes(name)) await page.waitForSelector('html[data-ready]');
}

test('TST-O1: every chart is legible at 1440 × 900: no letter under 12 px, no line through a text', async () => {
  // 43 charts, each laid out twice.
  test.setTimeout(300_000);
  expect(flows.length).toBeGreaterThan(40);
  const faults: string[] = [];
  for (const flow of flows) {
    await open(flow);
    const first = await chartFaults(page);
    if (first.smallest < SMALLEST) faults.push(`${flow}: letters of ${first.smallest} px at first look`);
    await page.getByRole('button', { name: 'Unfold all', exact: true }).click();
    await page.getByRole('button', { name: '100 %' }).click();
    await expect(page.locator('#chart')).toHaveAttribute('data-folded', '');
    const full = await chartFaults(page);
    if (full.smallest < SMALLEST) faults.push(`${flow}: letters of ${full.smallest} px at 100 %`);
    for (const [look, { crossed, covered }] of [
      ['first', first],
      ['full', full],
    ] as const)
      faults.push(...[...crossed, ...covered].map((words) => `${flow}, ${look} look: ${words}`));
  }
  expect(faults).toEqual([]);
});

test('X90: screen previews take no focus, and the keys of the page work', async () => {
  await open('checkout');
  const pictures = page.locator('[data-slot="screens"] iframe');
  await expect(pictures.first()).toBeVisible();
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await picture.contentFrame().locator('body > *').first().waitFor({ state: 'attached' });
  }
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  const html = await pictures.first().evaluate((frame: HTMLIFrameElement) => frame.srcdoc);
  expect(html).not.toContain('autofocus');
  await page.keyboard.press('/');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
});

test('the page of failed calls is generated and legible at 1440 × 900', async () => {
  await open('index');
  await page.getByRole('link', { name: 'Failed calls' }).click();
  const payment = page.getByRole('region', { name: 'Payment', exact: true });
  await expect(payment.getByRole('columnheader')).toHaveText(['call', 'slow', 'lost', 'twice', 'malformed', 'refused']);
  await expect(payment.getByRole('row', { name: /^POST \/orders / })).toContainText('Failed to place order');
  const { smallest, isCut } = await page.evaluate(() => ({
    smallest: Math.min(
      ...[...document.querySelectorAll('main *')].map((element) =>
        Number.parseFloat(getComputedStyle(element).fontSize),
      ),
    ),
    isCut: [...document.querySelectorAll('.wide')].some((box) => box.scrollWidth > box.clientWidth),
  }));
  expect(smallest).toBeGreaterThanOrEqual(SMALLEST);
  expect(isCut).toBe(false);
});

test('detects a line through a text', async () => {
  await open('login');
  await page.evaluate(() => {
    const text = document.querySelector('#world .label text');
    const box = (text as SVGGraphicsElement).getBBox();
    const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    line.setAttribute('class', 'edge');
    line.setAttribute('d', `M${box.x},${box.y + box.height / 2}L${box.x + box.width},${box.y + box.height / 2}`);
    document.getElementById('world')?.append(line);
  });
  expect((await chartFaults(page)).crossed).not.toEqual([]);
});

test('no page scrolls sideways on a phone', async () => {
  await page.setViewportSize(PHONE);
  const wide: string[] = [];
  for (const name of ['index', 'faults', ...flows]) {
    await open(name);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(name);
  }
  await page.setViewportSize(DESK);
  expect(wide).toEqual([]);
});

test('axe finds nothing serious, and no page loads anything from elsewhere', async () => {
  const asked: string[] = [];
  const failed: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  page.on('pageerror', ({ message }) => void failed.push(message));
  for (const name of ['index', 'faults', 'login', 'mpesa-payment', 'order']) {
    await open(name);
    expect(await seriousFindings(page), name).toEqual([]);
  }
  expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
  expect(failed).toEqual([]);
});

test('a state unfolds in place and folds again, also by keyboard; other layouts are computed in the page', async () => {
  await open('mpesa-payment');
  const folded = page.locator('#chart');
  await page.getByRole('button', { name: 'Unfold Waiting for the money' }).press('Enter');
  await expect(folded).not.toHaveAttribute('data-folded', /(?:^| )pending(?: |$)/);
  await expect(page.getByRole('button', { name: 'Fold up Waiting for the money' })).toBeFocused();
  expect((await chartFaults(page)).crossed).toEqual([]);
  await page.getByRole('button', { name: 'Fold up Waiting for the money' }).click();
  await expect(page.getByRole('button', { name: 'Unfold Waiting for the money' })).toBeVisible();
});

test('a selected state shows its meaning, its next states and the sentences of the specification', async () => {
  await open('login', '#state=login.submitting');
  const panel = page.getByRole('complementary');
  await expect(panel).toContainText('The server checks e-mail, password and code.');
  await expect(panel).toContainText('sentences of the specification');
  await panel.getByRole('link', { name: 'Verifying the phone number' }).first().click();
  await expect(panel.getByRole('link', { name: 'Phone verification' })).toHaveAttribute(
    'href',
    'phone-verification.html',
  );
});

test('active states and the latest transition are highlighted, also in folded states', async () => {
  await open('mpesa-payment');
  await page.evaluate(() =>
    window.atlas?.light({
      states: ['mpesaPayment', 'pending', 'mpesaPayment.pending.page', 'seen'],
      transitions: [{ source: 'mpesaPayment.starting', event: '', index: 0 }],
    }),
  );
  await expect(page.locator('.state.lit[data-state="pending"]')).toHaveCount(1);
  await expect(page.locator('.label.just').first()).toBeVisible();
});

test('the search finds flows, texts and rulings, and links to them (D21)', async () => {
  await open('index');
  const search = page.getByRole('searchbox', { name: 'Search flows' });
  await search.fill('D21');
  await expect(page.locator('#found')).toContainText('found');
  await search.fill('code screen');
  await page.locator('#found a').first().click();
  await expect(page).toHaveURL(/\.html/);
  // Also on the page that is already open.
  await open('login');
  await search.fill('isPhoneUnverified');
  await page.locator('#found a[href^="login.html#edge"]').first().click();
  await expect(page.getByRole('complementary')).toContainText('isPhoneUnverified');
});

test('the search leads from a text of the shop to the state that shows it, by keyboard only', async () => {
  await open('index');
  await page.keyboard.press('/');
  await page.keyboard.type('Address added successfully!');
  // The index is loaded when the field is entered.
  await page.locator('#found a').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/address-book\.html#state=/);
  await expect(page.getByRole('complementary')).toContainText('New address');
});

test('a chart pans and zooms by keyboard', async () => {
  await open('checkout');
  const world = page.locator('#world');
  const place = () => world.getAttribute('transform');
  const scale = async () => Number(/scale\(([\d.]+)\)/.exec((await place()) ?? '')?.[1]);
  await page.locator('#canvas').focus();
  const first = await scale();
  await page.keyboard.press('+');
  expect(await scale()).toBeGreaterThan(first);
  await page.keyboard.press('1');
  expect(await scale()).toBeCloseTo(1);
  const before = await place();
  await page.keyboard.press('Shift+ArrowRight');
  expect(await place()).not.toBe(before);
  await page.keyboard.press('0');
  // Shows the whole chart; the first view keeps letters legible.
  expect(await scale()).toBeLessThanOrEqual(first);
});

test('the page of changes since a version is legible at both sizes', async () => {
  const now = await readFlows('.');
  const before = now.flatMap((flow) =>
    flow.flow === 'wishlist'
      ? []
      : [flow.flow === 'login' ? { ...flow, transitions: flow.transitions.slice(1) } : flow],
  );
  writeFileSync(path.join(folder, 'compare.html'), renderChanges([], 'before', 'now', compareFlows(before, now)));
  await page.goto(pathToFileURL(path.join(folder, 'compare.html')).href);
  await expect(page.getByRole('heading', { name: 'Wishlist' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.setViewportSize(DESK);
});

test('the simulator runs a login with the controls of its screen, and the chart follows', async () => {
  await open('login');
  await page.getByRole('button', { name: 'Simulate' }).click();
  const screen = page.frameLocator('.simulator-screen iframe');
  const lit = (state: string) => page.locator(`.state[data-state="${state}"]`);
  const said = page.locator('.simulator-said');
  await expect(said).toHaveText('Started.');

  await expect(lit('login.form')).toHaveClass(/\blit\b/);

  await screen.getByRole('textbox', { name: 'Email' }).fill('wanjiku@example.com');
  await expect(said).toContainText('wanjiku@example.com');
  await screen.getByLabel('Password', { exact: true }).fill('Secret12');
  await screen.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(lit('login.submitting')).toHaveClass(/\blit\b/);
  await expect(lit('login.form')).not.toHaveClass(/\blit\b/);
  await expect(page.locator('.edge.just')).not.toHaveCount(0);

  await page.getByRole('button', { name: /^The login is accepted \(phone not verified/ }).click();
  await expect(lit('login.phoneStep')).toHaveClass(/\blit\b/);
  await expect(screen.getByRole('heading', { name: 'Verify Your Phone Number' })).toBeVisible();

  await page.getByRole('button', { name: 'Back one step' }).press('Enter');
  await expect(lit('login.submitting')).toHaveClass(/\blit\b/);
  await page
    .getByRole('button', { name: 'Let ‘Checks e-mail, password and code’ go without an answer for 10 s' })
    .click();
  await expect(lit('login.form')).toHaveClass(/\blit\b/);
  await expect(screen.getByRole('alert')).toBeVisible();
  await expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('wanjiku@example.com');

  await page.getByRole('button', { name: 'Begin again' }).click();
  await expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('');
});

test('the screens of a state are shown beside it, also on a phone', async () => {
  await page.setViewportSize(PHONE);
  await open('login');
  const captions = page.locator('[data-slot="screens"] figcaption');
  await expect(page.getByText(/^\d+ different screens of the flow, showing 6\.$/)).toBeVisible();
  await page.evaluate(() => window.atlas?.select('login.phoneStep'));
  await expect(captions.first()).toHaveText(/^Verifying the phone number/);
  const drawn = page.frameLocator('[data-slot="screens"] iframe').first();
  await expect(drawn.getByRole('heading', { name: 'Verify Your Phone Number' })).toBeVisible();
  await page.getByRole('button', { name: 'Simulate' }).click();
  await expect(page.getByText('Started.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.setViewportSize(DESK);
});

test('axe finds nothing serious on every kind of screen of every flow', async () => {
  test.setTimeout(600_000);
  const all = flows.filter((flow) => screenScripts(flow).length > 0).flatMap((flow) => getScreens(folder, flow));
  expect(all.length).toBeGreaterThan(1_000);
  const telling = selectDistinctPages(all);
  console.log(`axe looks at ${telling.length} of ${all.length} kinds of screens: all kinds of elements in them`);
  await openForAxe(page, folder);
  const found: string[] = [];
  for (const size of isAll ? [SIZES.phone, SIZES.desktop] : [SIZES.phone]) {
    await page.setViewportSize(size);
    for (const one of telling) found.push(...(await findingsIn(page, one)));
  }
  await page.setViewportSize(DESK);
  expect([...new Set(found)]).toEqual([]);
});

test("the shopper's scripts contain nothing of the atlas", () => {
  const shopper = readdirSync('dist/client', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join('dist/client', name), 'utf8'));
  expect(shopper.length).toBeGreaterThan(10);
  for (const mark of ['atlasIndex', 'atlas-data', 'org.eclipse.elk'])
    expect(shopper.filter((code) => code.includes(mark))).toEqual([]);
});
