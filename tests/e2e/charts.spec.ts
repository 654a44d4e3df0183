import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { seriousFindings } from './support/axe.ts';
import { chartFaults } from './support/chart-faults.ts';
import { expect, plainTest as test } from './support/test.ts';

/** Charts are read, searched and walked by keyboard (TST-O1, TST-O3, TST-O4): three flows, opened from disk. */

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;
const FLOWS = ['checkout', 'mpesa-payment', 'order-tracking'] as const;

test.describe.configure({ mode: 'serial' });

let folder: string;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  folder = mkdtempSync(path.join(tmpdir(), 'duka-charts-'));
  const build = (...options: string[]) =>
    execFileSync(process.execPath, ['--import', 'tsx', 'tools/flows.ts', '--out', folder, ...options], {
      stdio: 'ignore',
    });
  build('--only', 'checkout');
  for (const flow of FLOWS.slice(1)) build('--only', flow, '--no-screens');
  context = await browser.newContext({ viewport: SIZES[0] });
  page = await context.newPage();
});
test.afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});
test.beforeEach(() => page.setViewportSize(SIZES[0]));

async function open(name: string, hash = ''): Promise<void> {
  // A page that only changes its hash is not opened again.
  await page.goto('about:blank');
  await page.goto(`${pathToFileURL(path.join(folder, `${name}.html`)).href}${hash}`);
  if (name !== 'index') await page.waitForSelector('html[data-ready]');
}

const state = (id: string) => page.locator(`#world .state[data-state="${id}"]`);
/** The control of a state: its box, or the heading of what happens in every state. */
const head = (id: string) => page.locator(`#world [data-state="${id}"] > .head`);
const overview = () => page.locator('#overview');
const place = () => page.locator('#world').getAttribute('transform');
const scale = async () => Number(/scale\(([\d.]+)\)/.exec((await place()) ?? '')?.[1]);
const folded = async () => (await page.locator('#chart').getAttribute('data-folded')) ?? '';
/** What has the focus: the state of the chart, else the id or the tag. */
const focused = () =>
  page.evaluate(() => {
    const active = document.activeElement;
    return active?.closest('[data-state]')?.getAttribute('data-state') ?? (active?.id || active?.tagName) ?? '';
  });

test('TST-O1: labels are at least 12 px high in the first view at both sizes, and none is cut', async () => {
  const faults: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const flow of FLOWS) {
      await open(flow);
      for (const look of ['first', 'unfolded']) {
        if (look === 'unfolded') {
          await page.getByRole('button', { name: 'Unfold all' }).click();
          await expect(page.locator('#chart')).toHaveAttribute('data-folded', '');
        }
        const { smallest, crossed, covered } = await chartFaults(page);
        const cut = await page.locator('#world text', { hasText: /…|\band \d+ more/ }).count();
        const where = `${flow}, ${look}, ${size.width} px`;
        if (smallest < 12) faults.push(`${where}: letters of ${smallest} px`);
        if (cut > 0) faults.push(`${where}: ${cut} cut labels`);
        faults.push(...[...crossed, ...covered].map((words) => `${where}: ${words}`));
      }
    }
  }
  expect(faults).toEqual([]);
});

test('TST-O1: the overview map shows the visible part and moves it, by dragging and by keyboard', async () => {
  await open('mpesa-payment');
  await expect(overview()).toBeVisible();
  expect(await overview().locator('rect:not(.seen)').count()).toBeGreaterThan(5);
  const seen = async () => Number(await overview().locator('.seen').getAttribute('y'));
  const before = await seen();
  const box = await overview().boundingBox();
  if (box === null) throw new Error('The map has no place');
  await page.mouse.move(box.x + box.width / 2, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 10, { steps: 4 });
  await page.mouse.up();
  const dragged = await seen();
  expect(dragged).toBeGreaterThan(before + 300);
  await overview().focus();
  await page.keyboard.press('ArrowUp');
  expect(await seen()).toBeLessThan(dragged);
  // The whole chart needs no map.
  await page.locator('body').click({ position: { x: 5, y: 5 } });
  await page.getByRole('button', { name: 'Fit' }).click();
  await expect(overview()).toBeHidden();
});

test('TST-O1: “Go to state” suggests states and jumps to one inside a folded state', async () => {
  await open('mpesa-payment');
  await page.keyboard.press('g');
  await expect(page.getByRole('searchbox', { name: 'Go to state' })).toBeFocused();
  await page.keyboard.type('asks for the pin');
  await expect(page.locator('#states a')).toHaveText(/^Phone asks for the PIN in Waiting for the money › /);
  await page.keyboard.press('Enter');
  const found = page.locator('#world .state.chosen');
  await expect(found).toContainText('Phone asks for the PIN');
  await expect(found).toBeInViewport();
  await expect(page.getByRole('complementary')).toContainText('Phone asks for the PIN');
  await expect(found.locator('.head')).toBeFocused();
});

test('TST-O1: folded states in sight open when the chart comes near, and fold again from afar', async () => {
  await open('checkout');
  const first = await folded();
  expect(first).toContain('checkout.form');
  await page.getByRole('button', { name: 'Larger' }).click();
  await expect(state('checkout.form.editing')).toBeVisible();
  await expect(state('checkout.form.editing').locator('.fold')).toHaveAttribute('aria-expanded', 'false');
  // The opened state is where it was, with its beginning in sight.
  await expect(page.getByRole('button', { name: 'Fold up Order form' })).toBeInViewport();
  await page.getByRole('button', { name: 'Larger' }).click();
  await page.getByRole('button', { name: '100 %' }).click();
  await expect(page.locator('#chart')).toHaveAttribute('data-folded', first);
  // What the user unfolds stays open.
  await page.getByRole('button', { name: 'Unfold all' }).click();
  await expect(page.locator('#chart')).toHaveAttribute('data-folded', '');
  await page.getByRole('button', { name: 'Smaller' }).click();
  expect(await folded()).toBe('');
});

test('TST-O1: an area or a state fills the view', async () => {
  await open('order-tracking');
  const canvas = await page.locator('#canvas').boundingBox();
  if (canvas === null) throw new Error('The chart has no place');
  await page.keyboard.down('Shift');
  await page.mouse.move(canvas.x + 300, canvas.y + 100);
  await page.mouse.down();
  await page.mouse.move(canvas.x + 600, canvas.y + 250, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  expect(await scale()).toBeGreaterThan(1.5);
  await open('order-tracking', '#state=choosing');
  await page.getByRole('button', { name: 'Zoom to it' }).click();
  await expect(page.getByRole('button', { name: /^Fold up Choosing an order/ })).toBeInViewport();
  expect(await scale()).toBeGreaterThanOrEqual(1);
});

test('TST-O3: each state has a link that opens the page there', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('checkout');
  await head('checkout.reviewChanges').click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/checkout\.html#state=reviewChanges$/);
  expect(page.url()).toBe(link);
  // Also a state inside folded ones.
  await open('checkout', '#state=form.editing.changedAddress');
  await expect(state('checkout.form.editing.changedAddress')).toHaveClass(/\bchosen\b/);
  await expect(state('checkout.form.editing.changedAddress')).toBeInViewport();
  await expect(page.getByRole('complementary')).toContainText('New address can be saved');
});

test('TST-O3: the happy path and three unhappy ones are strips of screens that fit A4', async () => {
  await open('checkout');
  await page.getByRole('link', { name: 'Screens from start to end' }).click();
  await page.waitForSelector('html[data-ready]');
  const strips = page.locator('.strip');
  await expect(strips).toHaveCount(4);
  await expect(strips.first()).toContainText('When all goes well: Ordered');
  await expect(strips.first().locator('.next').nth(1)).toHaveText("Press the button 'Pay with M-Pesa'.");
  const unhappy = page.locator('.strip.unhappy h2');
  await expect(unhappy).toContainText([/^‘/, /^‘/, /^‘/]);
  for (const [index, title] of (await unhappy.allTextContents()).entries()) {
    const last = strips
      .nth(index + 1)
      .locator('li')
      .last()
      .frameLocator('iframe')
      .locator('body');
    await expect(last).toContainText(title.slice(1, -1));
  }
  expect(await page.locator('.screen iframe').count()).toBeGreaterThan(8);
  await page.emulateMedia({ media: 'print' });
  // 190 × 277 mm: A4 without its margins.
  await page.setViewportSize({ width: 718, height: 1047 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718);
  for (const strip of await strips.all()) expect((await strip.boundingBox())?.height).toBeLessThan(1047);
  await expect(page.locator('.bar')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
});

test('TST-O4: Tab reaches every control once, the chart as one stop, and never a picture of a screen', async () => {
  await open('checkout', '#state=form');
  await expect(page.locator('[data-slot="screens"] iframe').first()).toBeVisible();
  const stops: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const active = document.activeElement;
      if (active === null || active === document.body) return null;
      return `${active.tagName.toLowerCase()} ${active.getAttribute('aria-label') ?? active.textContent?.slice(0, 40) ?? ''}`;
    });
    if (stop === null || stops.length > 400) break;
    stops.push(stop);
  }
  expect(stops.length).toBeLessThan(400);
  expect(stops.filter((stop) => stop.startsWith('iframe'))).toEqual([]);
  const named = (name: string) => stops.filter((stop) => stop.includes(name)).length;
  for (const name of [
    'Search flows',
    'Go to state',
    'Unfold all',
    'Keys',
    'Overview map',
    'Copy link',
    'Simulate',
    'Enlarge',
  ])
    expect(named(name), name).toBeGreaterThan(0);
  // Of the chart, only the selected state, its fold button and its lines.
  expect(named('Unfold Order form')).toBe(1);
  expect(named('Unfold '), stops.join('\n')).toBe(2);
});

test('TST-O4: arrows move between states, Enter selects and opens, Escape leaves', async () => {
  await open('checkout');
  await page.locator('#world .head[tabindex="0"]').focus();
  expect(await focused()).toBe('checkout.deciding');
  await page.keyboard.press('ArrowDown');
  const next = await focused();
  expect(next).not.toBe('checkout.deciding');
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe('checkout.deciding');
  await page.keyboard.press('Enter');
  await expect(state('checkout.deciding')).toHaveClass(/\bchosen\b/);
  await expect(page.getByRole('complementary')).toContainText('Checking login, payment and cart');
  // Each state can be reached.
  const reached = [await focused()];
  for (const from of reached) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      await head(from).focus();
      await page.keyboard.press(key);
      const to = await focused();
      if (!reached.includes(to)) reached.push(to);
    }
  }
  expect(reached.sort()).toEqual(
    (
      await page
        .locator('#world .head')
        .evaluateAll((heads) => heads.map((one) => one.closest('[data-state]')?.getAttribute('data-state') ?? ''))
    ).sort(),
  );
  // Enter opens a folded state and keeps the focus there.
  await head('checkout.form').focus();
  await page.keyboard.press('Enter');
  await expect(state('checkout.form.editing')).toBeVisible();
  await expect.poll(focused).toBe('checkout.form');
  // Escape leaves the panel for the chart, and then clears the selection.
  await page.getByRole('button', { name: 'Copy link' }).focus();
  await page.keyboard.press('Escape');
  expect(await focused()).toBe('checkout.form');
  await page.keyboard.press('Escape');
  await expect(page.locator('#world .chosen')).toHaveCount(0);
  await expect(page.getByRole('complementary')).toContainText('Select a state or a line');
});

test('TST-O4: “/” and “g” enter the fields, “?” shows all keys, Escape closes', async () => {
  await open('checkout');
  await page.keyboard.press('/');
  await expect(page.locator('#search')).toBeFocused();
  await page.keyboard.type('pay');
  await expect(page.locator('#found a').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('#found a').nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('#found')).toBeHidden();
  await expect(page.locator('#search')).toBeFocused();
  await page.keyboard.press('Escape');
  expect(await focused()).toBe('checkout.deciding');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await expect(help).toBeVisible();
  for (const key of ['/', 'g', 'Enter', 'Esc', '?'])
    await expect(help.locator('kbd', { hasText: key }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('TST-O4: axe finds nothing serious at both sizes', async () => {
  test.setTimeout(120_000);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const flow of FLOWS) {
      await open(flow);
      expect(await seriousFindings(page), `${flow} ${size.width}`).toEqual([]);
    }
    await open('checkout', '#state=form');
    await page.keyboard.press('g');
    expect(await seriousFindings(page), `a selected state and a list ${size.width}`).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await seriousFindings(page), `keys ${size.width}`).toEqual([]);
    await open('checkout.strip');
    expect(await seriousFindings(page), `strip ${size.width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});

test('a page has at most 400 KB', () => {
  const heavy = readdirSync(folder).filter(
    (name) => name.endsWith('.html') && statSync(path.join(folder, name)).size > 400_000,
  );
  expect(heavy).toEqual([]);
});
