import { prepareBrowser } from './browser.ts';
import { startShop } from './start-shop.ts';

/** One shop for the whole run. Tests make their own customers; they share the catalogue. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { origin } = await prepareBrowser();
  const shop = await startShop();
  process.env['E2E_URL'] = shop.url;
  process.env['E2E_SIMULATORS'] = shop.simulators;
  console.log(`Shop at ${shop.url}, Chromium of ${origin}`);
  return async () => void (await shop.stop());
}
