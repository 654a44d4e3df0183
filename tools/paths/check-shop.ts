import { PAGE_DATA_ID } from '../../src/routes/page-data.ts';

const ANSWERS_MS = 10_000;

/** Throws a sentence when no shop responds at an address. */
export async function checkShop(url: string): Promise<void> {
  const page = await fetch(url, { signal: AbortSignal.timeout(ANSWERS_MS) }).catch(() => null);
  if (page === null)
    throw new Error(`Nothing answers at ${url}: start the shop with npm start, or say by --url where it stands.`);
  if (!page.ok)
    throw new Error(
      `${url} answers with ${page.status}: start the shop with npm start, or say by --url where it stands.`,
    );
  if (!(await page.text()).includes(`id="${PAGE_DATA_ID}"`))
    throw new Error(`What answers at ${url} is not this shop; say by --url where it stands.`);
}
