import path from 'node:path';
import { buildStale } from '../../../scripts/build.ts';
import { prepareBrowser } from './browser.ts';
import { openRunFolder } from './run-folder.ts';
import { startShop, TEMPLATE } from './start-shop.ts';

/**
 * Prepares what the workers share: the built shop, a browser, and the data of a shop that was started once, which each
 * worker's shop copies. Returns a function that removes everything the run created in the temporary folder.
 */
export default async function setUp(): Promise<() => void> {
  const { origin } = await prepareBrowser();
  buildStale();
  console.log(`Chromium of ${origin}`);
  const { folder, remove } = openRunFolder();
  const dataDir = path.join(folder, 'template');
  try {
    await (await startShop({ dataDir })).stop({ keepData: true });
  } catch (error) {
    remove();
    throw error;
  }
  process.env[TEMPLATE] = dataDir;
  return remove;
}
