import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { Player } from 'flow-atlas/browser/play';
import type { Result } from 'flow-atlas/browser/result';
import { runCase } from 'flow-atlas/browser/run';
import type { Move, Script } from 'flow-atlas/browser/script';
import { writeRun } from 'flow-atlas/browser/write-run';
import sharp from 'sharp';
import { seriousFindings } from './support/axe.ts';
import { expect, plainTest as test } from './support/test.ts';

/** Sentences, pictures and the page of a run in a browser, on a small page of its own. */

const HYDRATED = "document.dispatchEvent(new Event('hydrated'))";
const FORM = `<!doctype html><html lang="en"><title>Form</title><main><h1>Form</h1>
<button id="send">Send</button><button>Nothing</button><p id="said"></p></main>
<script>send.onclick = () => { said.textContent = 'Email is needed'; }; onload = () => ${HYDRATED};</script></html>`;
/** Pictures of it are as large as they can be. */
const NOISE = `<!doctype html><html lang="en"><title>Noise</title><button id="more">More</button><p id="said"></p><canvas width="1280" height="760"></canvas>
<script>const c = document.querySelector('canvas').getContext('2d'); const d = c.createImageData(1280, 760); let n = 1;
for (let i = 0; i < d.data.length; i += 1) { n = (n * 16807) % 2147483647; d.data[i] = i % 4 === 3 ? 255 : n % 256; }
c.putImageData(d, 0, 0); more.onclick = () => { said.textContent += ' more'; }; onload = () => ${HYDRATED};</script></html>`;

async function withPages(use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((request, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(request.url === '/noise' ? NOISE : FORM);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

interface Step {
  readonly action: string;
  readonly moves: readonly Move[];
  readonly text?: string;
}

function createScript(id: string, steps: readonly Step[]): Script {
  const lines = (text: string | undefined) =>
    text === undefined ? [] : [{ words: `'${text}' is shown.`, line: `Shown: '${text}'` }];
  return {
    case: {
      id,
      fingerprint: 'f1',
      flow: 'form',
      title: `The case ${id} with a title that is as long as titles of cases become, so that it needs several lines on a phone`,
      preconditions: ['The form is open.'],
      steps: steps.map(({ action, text }) => ({
        keyword: 'when',
        action,
        data: ['D1: a guest'],
        expected: lines(text),
        references: [],
      })),
      references: ['§1'],
      tags: ['form'],
    },
    steps: steps.map(({ action, moves, text }) => ({
      text: action,
      moves: [{ do: 'step', with: [] }, ...moves],
      checks: text === undefined ? [] : [{ do: 'text', with: [text] }],
      expectations: lines(text).map(({ words }) => ({ words, check: { text: text ?? '' } })),
    })),
  };
}

const open = (page: string): Step => ({ action: `Open ${page}.`, moves: [{ do: 'begin', with: [{ path: page }] }] });
const press = (name: string, text?: string): Step => ({
  action: `Press '${name}'.`,
  moves: [{ do: 'act', with: [{ do: 'press', role: 'button', name }] }],
  ...(text !== undefined && { text }),
});

const failing = createScript('form-1', [
  open('/'),
  press('Nothing'),
  press('Send', 'Email is required'),
  press('Nothing'),
]);

async function run(browser: Browser, url: string, folder: string, script: Script): Promise<Result> {
  return runCase({ browser, url, folder }, script);
}

/** Returns the number of pixels with nearly this colour. */
async function countPixels(file: string, [red, green, blue]: readonly [number, number, number]): Promise<number> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const far = [red, green, blue].map((value, index) => Math.abs(value - (data[at + index] ?? 0)));
    if (Math.max(...far) < 60) count += 1;
  }
  return count;
}

const CHANGED = [29, 78, 216] as const;
const WRONG = [220, 38, 38] as const;

test('TST-Q7: a step that changes the page has a picture with the place marked, and a failed one in another colour', async ({
  browser,
}, info) => {
  const folder = info.outputPath('report');
  await withPages(async (url) => {
    const { steps, ms } = await run(browser, url, folder, failing);
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'failed', 'not reached']);
    expect(steps[2]?.failure).toBe("Not seen: 'Email is required'. On the page instead: 'Email is needed'.");
    expect(steps.map(({ picture }) => picture?.file ?? null)).toEqual([
      'allure-results/form-1-1.webp',
      null,
      'allure-results/form-1-3.webp',
      null,
    ]);
    expect(ms).toBeGreaterThan(0);
    const failed = path.join(folder, steps[2]?.picture?.file ?? '');
    expect(await sharp(failed).metadata()).toMatchObject({ format: 'webp', width: 960, height: 600 });
    expect(await countPixels(failed, WRONG)).toBeGreaterThan(100);
    const passing = createScript('form-2', [open('/'), press('Send', 'Email is needed'), press('Nothing')]);
    const passed = await run(browser, url, folder, passing);
    expect(passed.steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed']);
    const changed = path.join(folder, passed.steps[1]?.picture?.file ?? '');
    expect(await countPixels(changed, CHANGED)).toBeGreaterThan(100);
    expect(await countPixels(changed, WRONG)).toBe(0);
    // The frame is gone from the page, so that the next step finds it unchanged.
    expect(passed.steps[2]?.picture).toBeNull();
  });
});

test('TST-Q7: the pictures of a case take at most 300 KB, with room for the failure', async ({ browser }, info) => {
  const folder = info.outputPath('report');
  const steps = [open('/noise'), ...Array.from({ length: 6 }, () => press('More')), press('More', 'Never')];
  await withPages(async (url) => {
    const result = await run(browser, url, folder, createScript('noise-1', steps));
    const pictures = result.steps.map(({ picture }) => picture);
    const bytes = pictures.map((one) => (one === null ? 0 : statSync(path.join(folder, one.file)).size));
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(300_000);
    expect(bytes.filter((one) => one > 0).length).toBeGreaterThan(3);
    expect(pictures.at(-1)).not.toBeNull();
  });
});

test('TST-Q7: a control that is missing, off or covered fails in a sentence that names it', async ({ page }) => {
  await page.clock.install();
  await page.setContent(`<main><button disabled>Pay</button><button>Pay later</button>
    <label>Town <select><option>Thika</option><option>Nakuru</option></select></label>
    <div style="position:relative"><button>Help</button><div style="position:absolute;inset:0"></div></div></main>`);
  const player = new Player(page);
  page.setDefaultTimeout(500);
  const act = (gesture: Omit<Parameters<Player['act']>[0], 'do'> & { readonly do?: string }) =>
    player.act({ do: 'press', ...gesture }).then(
      () => null,
      (error: Error) => error.message,
    );
  expect(await act({ role: 'button', name: 'Pay now' })).toBe(
    "No control: button 'Pay now'. On the page: button 'Pay' (off).",
  );
  expect(await act({ role: 'button', name: /^Buy/, within: { role: 'dialog', name: 'Cart' } })).toBe(
    "No control: button 'Buy…' in the dialog 'Cart'.",
  );
  expect(await act({ role: 'button', name: 'Pay' })).toBe("The button 'Pay' is off.");
  expect(await act({ role: 'button', name: 'Help' })).toBe("The button 'Help' is covered by another part of the page.");
  expect(await act({ do: 'select', role: 'combobox', name: 'Town', value: 'Narok' })).toBe(
    "The combobox 'Town' has no choice 'Narok'. It has: 'Thika', 'Nakuru'.",
  );
});

test('TST-Q7: an attempt leaves alone what nobody can use: off, missing, or behind a dialog', async ({ page }) => {
  await page.clock.install();
  await page.setContent(`<main><button>Pay</button><button disabled>Send</button><button aria-disabled="true">Save</button>
    <dialog><button>Close</button></dialog><p id="said"></p></main>
    <script>document.addEventListener('click', ({ target }) => { said.textContent += target.textContent + '; '; });</script>`);
  const player = new Player(page);
  page.setDefaultTimeout(500);
  const attempt = (name: string) => player.attempt({ do: 'press', role: 'button', name });
  const said = page.locator('#said');
  await page.evaluate(() => document.querySelector('dialog')?.showModal());
  for (const name of ['Pay', 'Send', 'Save', 'Buy']) await attempt(name);
  await expect(said).toHaveText('');
  await attempt('Close');
  await expect(said).toHaveText('Close;');
  // A dialog that is not modal covers nothing.
  await page.evaluate(() => {
    document.querySelector('dialog')?.close();
    document.querySelector('dialog')?.show();
  });
  await attempt('Pay');
  await expect(said).toHaveText('Close; Pay;');
});

for (const [width, height, colorScheme] of [
  [360, 740, 'dark'],
  [1280, 800, 'light'],
] as const) {
  test(`TST-Q7: the page of a run works from a file, by keyboard, at ${width} px, ${colorScheme}`, async ({
    browser,
  }, info) => {
    const folder = info.outputPath('report');
    await withPages(async (url) => {
      const passed = createScript('form-2', [open('/'), press('Send', 'Email is needed')]);
      const results = [await run(browser, url, folder, passed), await run(browser, url, folder, failing)];
      const about = { machine: 'form', selection: {}, url, commit: null, started: Date.now(), ms: 1_000 };
      const file = writeRun(folder, { results, leftOut: [], ...about });
      for (const { picture } of results.flatMap(({ steps }) => steps))
        if (picture !== null) expect(existsSync(path.join(folder, picture.file))).toBe(true);
      const context = await browser.newContext({ viewport: { width, height }, colorScheme });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('requestfailed', (request) => errors.push(request.url()));
      await page.goto(pathToFileURL(file).href);
      await expect(page.getByRole('heading', { name: 'form: 1 of 2 paths passed' })).toBeVisible();
      const details = page.locator('main details');
      await expect(details.nth(1)).toHaveAttribute('open', '');
      await expect(details.nth(1).getByRole('img', { name: 'The page after step 3' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await seriousFindings(page)).toEqual([]);

      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to the cases' })).toBeFocused();
      await page.getByRole('radio', { name: 'All (2)' }).focus();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('radio', { name: 'Failed (1)' })).toBeChecked();
      await expect(details.nth(0)).toBeHidden();
      await page.keyboard.press('ArrowUp');
      await expect(page.getByText('2 of 2 cases')).toBeVisible();
      const contents = page.getByRole('navigation', { name: 'Contents' });
      if (width < 1_000) await contents.locator('summary').press('Enter');
      await contents.getByRole('link', { name: 'The case form-2' }).press('Enter');
      await expect(details.nth(0)).toHaveAttribute('open', '');
      await expect(details.nth(0).locator('summary')).toBeFocused();
      await expect(details.nth(0).getByRole('img', { name: 'The page after step 2' })).toBeVisible();
      await page.screenshot({ path: info.outputPath('page.png') });
      expect(errors).toEqual([]);
      await context.close();
      expect(readFileSync(file, 'utf8')).not.toContain(folder);
    });
  });
}
