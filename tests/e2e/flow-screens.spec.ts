import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { documentOf, SIZES } from '../../model-testing/screens/client/frame.ts';
import type { Screens } from '../../model-testing/screens/client/gallery.ts';
import { tellingPages } from '../../model-testing/screens/telling.ts';
import { allCharts } from '../../scripts/flows/charts.ts';
import { screenScripts, screensInto } from '../../scripts/flows/screens.ts';
import { writeAtlas } from '../../model-testing/atlas/atlas.ts';
import { onBothSizes } from '../support/size.ts';

/** The atlas from a disk: its screens, and a flow that is played in it. */

test.describe.configure({ mode: 'serial', timeout: 600_000 });

let folder = '';
let counts: Readonly<Record<string, number>> = {};
const urlOf = (file: string) => pathToFileURL(path.join(folder, file)).href;

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'flow-screens-'));
  const charts = (await allCharts()).filter(({ flow }) => flow === 'login' || flow === 'phone-verification');
  const flows = charts.map((chart) => ({ chart, group: 'Account', scripts: screenScripts(chart.flow) }));
  await writeAtlas({ title: 'Flows', out: folder, flows });
  counts = await screensInto(folder);
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a login is played by the controls of its screen, and the chart follows', async ({ page }) => {
  await page.goto(urlOf('login.html'));
  await page.getByRole('button', { name: 'Simulate' }).click();
  const screen = page.frameLocator('.simulator-screen iframe');
  const lit = (state: string) => page.locator(`.state[data-state="${state}"]`);
  const said = page.locator('.simulator-said');
  await expect(said).toHaveText('Begun.');

  await expect(lit('login.form')).toHaveClass(/\blit\b/);

  await screen.getByRole('textbox', { name: 'Email' }).fill('wanjiku@example.com');
  await expect(said).toContainText('wanjiku@example.com');
  await screen.getByLabel('Password', { exact: true }).fill('Secret12');
  await screen.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(lit('login.submitting')).toHaveClass(/\blit\b/);
  await expect(lit('login.form')).not.toHaveClass(/\blit\b/);
  await expect(page.locator('.edge.just')).not.toHaveCount(0);

  await page.getByRole('button', { name: /^Login is answered \(phone not verified/ }).click();
  await expect(lit('login.phoneStep')).toHaveClass(/\blit\b/);
  await expect(screen.getByRole('heading', { name: 'Verify Your Phone Number' })).toBeVisible();

  await page.getByRole('button', { name: 'Back one step' }).press('Enter');
  await expect(lit('login.submitting')).toHaveClass(/\blit\b/);
  await page.getByRole('button', { name: 'Login gets no answer within 10 s' }).click();
  await expect(lit('login.form')).toHaveClass(/\blit\b/);
  await expect(screen.getByRole('alert')).toBeVisible();
  await expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('wanjiku@example.com');

  await page.getByRole('button', { name: 'Begin again' }).click();
  await expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('');
});

test('the screens of a state stand beside it, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(urlOf('login.html'));
  const captions = page.locator('[data-slot="screens"] figcaption');
  await expect(page.getByText(/^\d+ different screens of the flow, 6 of them shown\.$/)).toBeVisible();
  await page.evaluate(() => window.atlas?.select('login.phoneStep'));
  await expect(captions.first()).toHaveText(/^Phone step/);
  const drawn = page.frameLocator('[data-slot="screens"] iframe').first();
  await expect(drawn.getByRole('heading', { name: 'Verify Your Phone Number' })).toBeVisible();
  await page.getByRole('button', { name: 'Simulate' }).click();
  await expect(page.getByText('Begun.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('every kind of screen of every flow has no serious finding of axe', async ({ page }) => {
  const all = Object.keys(counts).flatMap((flow) => screensOf(flow));
  expect(all.length).toBeGreaterThan(1_000);
  const telling = tellingPages(all);
  console.log(`axe looks at ${telling.length} of ${all.length} kinds of screens: all kinds of elements in them`);
  writeFileSync(path.join(folder, 'axe.html'), documentOf(''));
  await page.goto(urlOf('axe.html'));
  await page.addStyleTag({
    content: '*, ::before, ::after, ::backdrop { animation: none !important; transition: none !important }',
  });
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
  const found: string[] = [];
  for (const size of onBothSizes ? [SIZES.phone, SIZES.desk] : [SIZES.phone]) {
    await page.setViewportSize(size);
    for (const one of telling) found.push(...(await findingsIn(page, one)));
  }
  expect([...new Set(found)]).toEqual([]);
});

interface Screen {
  readonly name: string;
  readonly html: string;
}

/** What `<flow>.screens.js` holds. */
function screensOf(flow: string): Screen[] {
  const script = readFileSync(path.join(folder, `${flow}.screens.js`), 'utf8');
  const { kinds, packed } = JSON.parse(script.slice(script.indexOf('] = {') + 4, -2)) as Screens;
  const html = JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString()) as string[];
  return kinds.flatMap(({ title }, index) => (html[index] ? [{ name: `${flow}, ${title}`, html: html[index] }] : []));
}

/** Shows a screen in a page that is open, and what axe finds serious or critical there. */
function findingsIn(page: Page, { name, html }: Screen): Promise<string[]> {
  return page.evaluate(
    async ({ name, html }) => {
      document.body.innerHTML = html;
      document.title = name;
      for (const dialog of document.querySelectorAll('dialog')) dialog.showModal();
      const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
      const { violations } = await axe.run({ resultTypes: ['violations'] });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.slice(0, 2).map(({ html: where }) => `${name}: ${id}: ${where.slice(0, 160)}`),
        );
    },
    { name, html: documentOf(html).replace(/^.*<body>|<\/body>.*$/gs, '') },
  );
}
