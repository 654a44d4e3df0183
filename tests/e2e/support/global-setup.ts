import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildStale } from '../../../scripts/build.ts';
import { prepareBrowser } from './browser.ts';
import { startShop, TEMPLATE } from './start-shop.ts';

/**
 * What the workers share: the built shop, a browser, and the data of a shop that was opened once, which each of their
 * own
 * shops starts with. Gives what removes it.
 */
export default async function setUp(): Promise<() => void> {
  const { origin } = await prepareBrowser();
  buildStale();
  console.log(`Chromium of ${origin}`);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'duka-template-'));
  await (await startShop({ dataDir })).stop({ keepData: true });
  process.env[TEMPLATE] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}
