import type { Browser, Page } from '@playwright/test';
import { walkWithTester, exportCases } from '../../tools/paths/in-browser.ts';
import { parseOptions } from '../../tools/paths/options.ts';
import { seriousFindings } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/** TST-Q7: `npm run paths -- <flow> --run --by-hand`. The test is the tester, in a browser without windows. */

interface Windows {
  readonly guide: Page;
  readonly product: Page;
}

/** Starts a case that the server refuses, and waits for its two windows. */
async function begin(browser: Browser, url: string, folder: string) {
  const options = parseOptions(['login', '--to', 'form', '--through', 'login fails', '--run', '--url', url]);
  const { scripts } = await exportCases(options);
  const others = new Set(browser.contexts());
  const walked = walkWithTester({ browser, url, folder }, scripts);
  const opened = () => browser.contexts().flatMap((one) => (others.has(one) ? [] : one.pages()));
  await expect.poll(() => opened().length).toBe(2);
  const [guide, product] = opened();
  if (guide === undefined || product === undefined) throw new Error('a window is missing');
  return { windows: { guide, product }, walked };
}

const answer = ({ guide }: Windows, name: string) => guide.getByRole('button', { name, exact: true }).click();

/** Does the steps until the server's answer. */
async function logIn(windows: Windows): Promise<void> {
  const { guide, product } = windows;
  await expect(guide.getByRole('heading', { name: 'Done for you' })).toBeVisible();
  await expect(guide.getByText('Open /auth/login.')).toBeVisible();
  await expect(guide.getByText('The browser found no difference.')).toBeVisible();
  await answer(windows, 'As described');
  for (const [field, value] of [
    ['Email', 'wanjiku@example.com'],
    ['Password', 'Secret12'],
  ] as const) {
    await expect(guide.getByText(`Type '${value}' into the field '${field}'.`)).toBeVisible();
    await product.getByRole('textbox', { name: field }).pressSequentially(value);
    await answer(windows, 'Done');
    await answer(windows, 'As described');
  }
  await expect(guide.getByText("Press the button 'Login'.")).toBeVisible();
  await product.getByRole('button', { name: 'Login', exact: true }).click();
  await answer(windows, 'Done');
  await answer(windows, 'As described');
  await expect(guide.getByText(/^Let the shop refuse POST \/auth\/login/)).toBeVisible();
  await expect(product.getByText('The server says no.')).toBeVisible();
}

/** Presses a button of the guide by the keyboard: the first button of each step is its first stop. */
async function answerByKeys({ guide }: Windows, name: string, stops = 1): Promise<void> {
  const button = guide.getByRole('button', { name, exact: true });
  await expect(button).toBeInViewport({ ratio: 1 });
  for (let stop = 0; stop < stops; stop += 1) await guide.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await guide.keyboard.press('Enter');
}

test.use({ viewport: null });

test('TST-Q7: both windows work at 360 × 740 by keyboard alone', async ({ browser, running }, info) => {
  const { windows, walked } = await begin(browser, running.url, info.outputPath('report'));
  const { guide, product } = windows;
  for (const page of [guide, product]) await page.setViewportSize({ width: 360, height: 740 });
  const isNew = (words: string) => expect(guide.getByText(words)).toBeVisible();
  await isNew('Open /auth/login.');
  expect(await guide.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await seriousFindings(guide)).toEqual([]);
  await answerByKeys(windows, 'As described');
  const email = product.getByRole('textbox', { name: 'Email' });
  await isNew("Type 'wanjiku@example.com'");
  await email.focus();
  await product.keyboard.type('wanjiku@example.com');
  await answerByKeys(windows, 'Done');
  await isNew('The browser found no difference.');
  await expect(email).toHaveValue('wanjiku@example.com');
  await answerByKeys(windows, 'Different', 2);
  await expect(guide.getByRole('textbox', { name: 'What you see instead' })).toBeFocused();
  await guide.keyboard.type('The field is grey');
  expect(await seriousFindings(guide)).toEqual([]);
  await guide.screenshot({ path: info.outputPath('different.png') });
  await answerByKeys(windows, 'End the case');
  const { results } = await walked;
  expect(results[0]?.steps[1]?.failure).toBe('The field is grey');
});

test('TST-Q7: the tester acts, the command answers, and the report has the verdict', async ({
  browser,
  running,
}, info) => {
  const { windows, walked } = await begin(browser, running.url, info.outputPath('report'));
  await logIn(windows);
  const note = windows.guide.getByRole('textbox', { name: 'What you see instead' });
  await expect(note).toBeHidden();
  await answer(windows, 'Different');
  await answer(windows, 'End the case');
  await expect(windows.guide.getByRole('alert')).toHaveText('Please say what you see instead.');
  await note.fill('The text is grey');
  // A change of mind keeps the note.
  await answer(windows, 'Back');
  await answer(windows, 'Different');
  await answer(windows, 'End the case');
  const { results, unfinished } = await walked;
  expect(unfinished).toEqual([]);
  expect(results[0]?.steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed', 'passed', 'failed']);
  expect(results[0]?.steps[4]?.failure).toBe('The text is grey');
  expect(results[0]?.steps.every(({ expected }) => expected.every(({ check }) => check !== null))).toBe(true);
});

test('TST-Q7: the guide names what the browser finds, and a closed window keeps what was done', async ({
  browser,
  running,
}, info) => {
  const { windows, walked } = await begin(browser, running.url, info.outputPath('report'));
  await answer(windows, 'As described');
  // Done is pressed without the text.
  await answer(windows, 'Done');
  await expect(windows.guide.getByText('The browser found a difference')).toBeVisible();
  await windows.product.close();
  const { results, unfinished } = await walked;
  expect(results).toEqual([]);
  expect(unfinished.map(({ id, why }) => [id, why])).toEqual([
    ['login-a9771359', 'a window was closed before its end'],
  ]);
});
