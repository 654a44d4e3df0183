import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { readNotes, saveNote } from 'flow-atlas/notes/files';
import { formatNotes, parseNoteChange, parseNotes } from 'flow-atlas/notes/notes';
import type { FlowNote } from 'flow-atlas/notes/notes';
import { seriousFindings } from './support/axe.ts';
import { createLiveAtlas, ORIGIN, PHONE, serveAtlas } from './support/live-atlas.ts';
import type { LiveAtlas } from './support/live-atlas.ts';
import { expect, plainTest as test } from './support/test.ts';

/** Notes of product owners on the charts (TST-O9). */

const GONE: FlowNote = { state: 'basket', text: 'Is the basket needed?', by: 'Otieno', date: '2026-11-01' };

let atlas: LiveAtlas;
let folder: string;
test.beforeAll(async () => {
  atlas = await createLiveAtlas([GONE]);
  folder = mkdtempSync(path.join(tmpdir(), 'duka-notes-'));
});
test.afterAll(() => {
  atlas.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Serves the atlas with a folder of notes, as `npm run dev` does. */
async function serve(context: BrowserContext): Promise<{ isOffline: boolean }> {
  const server = { isOffline: false };
  await serveAtlas(context, atlas);
  await context.route(`${ORIGIN}/flows/notes?*`, (route) => {
    if (server.isOffline) return route.abort();
    const body = route.request().postData();
    const notes = body === null ? readNotes(folder, 'checkout') : saveNote(folder, 'checkout', parseNoteChange(body));
    return route.fulfill({ contentType: 'application/json', body: formatNotes(notes) });
  });
  return server;
}

const choose = (page: Page, state: string) =>
  page.locator(`#world .state[data-state="${state}"] > .head`).click({ position: { x: 24, y: 10 } });

test('TST-O9: a note on a state or a line is saved in the project, also when the server was away', async ({
  context,
  page,
}) => {
  const server = await serve(context);
  await page.goto(`${ORIGIN}/flows/checkout.html#state=empty`);
  const panel = page.locator('[data-slot="notes"]');
  await panel.getByLabel('New note').fill('Offer the wishlist here?');
  // Another selection loses no typed text.
  await choose(page, 'checkout.loadingUser');
  await expect(panel.getByLabel('New note')).toHaveValue('');
  await choose(page, 'checkout.empty');
  await expect(panel.getByLabel('New note')).toHaveValue('Offer the wishlist here?');
  await panel.getByLabel('Your name').fill('Wanjiru');
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect(panel.getByRole('status')).toHaveText('Saved in docs/flow-notes/checkout.json.');
  await expect(page.locator('.note-mark title')).toHaveText('1 note');
  expect(readNotes(folder, 'checkout')).toMatchObject([
    { state: 'empty', text: 'Offer the wishlist here?', by: 'Wanjiru' },
  ]);

  server.isOffline = true;
  await page.goto(`${ORIGIN}/flows/checkout.html#edge=0`);
  await page.reload();
  await panel.getByLabel('New note').fill('Why to the login?');
  await expect(panel.getByLabel('Your name')).toHaveValue('Wanjiru');
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect(panel.getByRole('status')).toContainText('Only in this browser until they are in the project.');
  server.isOffline = false;
  await page.reload();
  await expect(panel.getByRole('status')).toHaveText('Saved in docs/flow-notes/checkout.json.');
  expect(readNotes(folder, 'checkout').map(({ text }) => text)).toEqual([
    'Offer the wishlist here?',
    'Why to the login?',
  ]);
  await panel.getByRole('button', { name: 'Remove the note of Wanjiru' }).click();
  await expect(panel.locator('.notes')).toHaveCount(0);
  expect(readNotes(folder, 'checkout')).toHaveLength(1);
});

test('TST-O9: from disk, notes stay in the browser and can be downloaded as the file; lost ones are listed', async ({
  page,
}) => {
  await page.goto(`${atlas.atDisk('checkout')}`);
  const panel = page.locator('[data-slot="notes"]');
  await expect(panel.getByRole('heading', { name: 'Notes on a place that is gone' })).toBeVisible();
  await expect(panel).toContainText('Is the basket needed?');
  await page.goto(`${atlas.atDisk('checkout')}#state=empty`);
  await panel.getByLabel('New note').fill('First line\n"second", <b>line</b> 👍');
  await panel.getByLabel('Your name').fill('Wanjiru');
  await panel.getByRole('button', { name: 'Add note' }).click();
  expect(await seriousFindings(page)).toEqual([]);
  await page.reload();
  await expect(panel.locator('.said')).toHaveText('First line\n"second", <b>line</b> 👍');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download the notes' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('checkout.json');
  expect(parseNotes(readFileSync(await download.path(), 'utf8'))).toMatchObject([GONE, { state: 'empty' }]);
});

test('TST-O9: on a phone the form fits, and its button is 44 px high', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(`${atlas.atDisk('checkout')}#state=empty`);
  const add = page.getByRole('button', { name: 'Add note' });
  expect((await add.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});
