import { buildStale } from '../../../scripts/build.ts';
import { prepareBrowser } from './browser.ts';

/** What the workers share: the built shop and a browser. Each starts a shop of its own (test.ts). */
export default async function setUp(): Promise<void> {
  const { origin } = await prepareBrowser();
  buildStale();
  console.log(`Chromium of ${origin}`);
}
