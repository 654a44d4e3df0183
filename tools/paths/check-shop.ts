import { PAGE_DATA_ID } from '../../src/routes/page-data.ts';

const ANSWERS_MS = 10_000;

/** Throws a sentence when no shop responds at an address. */
export async function assertShopRuns(url: string): Promise<void> {
  const page = await fetch(url, { signal: AbortSignal.timeout(ANSWERS_MS) }).catch(() => null);
  if (page === null)
    throw new Error(`Nothing answers at ${url}: start the shop with npm start, or set its address with --url.`);
  if (!page.ok)
    throw new Error(
      `${url} answers with ${page.status}: start the shop with npm start, or set its address with --url.`,
    );
  if (!(await page.text()).includes(`id="${PAGE_DATA_ID}"`))
    throw new Error(`The server at ${url} is not this shop. Set its address with --url.`);
}
