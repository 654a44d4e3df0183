import path from 'node:path';
import { buildStale } from '../../../scripts/build.ts';
import { prepareBrowser } from './browser.ts';
import { openRunFolder } from './run-folder.ts';
import { startShop, TEMPLATE } from './start-shop.ts';

/**
 * What the workers share: the built shop, a browser, and the data of a shop that was opened once, with which each of
 * their own shops starts. Gives what removes all that the run has left below the temporary folder.
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
