/** Generates a large catalogue for performance tests of the shop: `npm run seed -- --products 100000`. */
import { generateCatalogue } from './seed/catalogue.ts';
import type { Entry } from '../modules/catalogue/import.service.ts';
import { onInterrupt, withShop } from './import/run-import.ts';
import { formatImport } from './reports/import.ts';
import { UsageError, runCli } from './shared/cli.ts';
import { readSettings } from './shared/settings.ts';

const USAGE = `usage: npm run seed -- --products N [--json]

Adds N generated products without pictures to the configured shop. The products are the same each time, so a larger
N adds the rest. --json prints them instead, one per line, in the format of npm run import.`;

await runCli(
  USAGE,
  { products: { type: 'string' }, json: { type: 'boolean' } },
  async ({ values: { products, json = false }, positionals }) => {
    const count = Number(products);
    if (!Number.isInteger(count) || count < 1 || positionals.length > 0) throw new UsageError();
    if (!json) return seedShop(count);
    for (const product of generateCatalogue(count)) process.stdout.write(`${JSON.stringify(product)}\n`);
  },
);

async function seedShop(count: number): Promise<void> {
  const signal = onInterrupt();
  await withShop(readSettings(), async (shop) => {
    let made = 0;
    async function* entries(): AsyncGenerator<Entry> {
      for (const given of generateCatalogue(count)) {
        made += 1;
        yield { line: made, given };
      }
    }
    const started = performance.now();
    const counts = await shop.runImport(entries(), {
      name: 'The catalogue',
      rate: 1,
      lowest: 1,
      uncounted: 0,
      change: null,
      pictures: null,
      signal,
      position: () => [made, count],
    });
    console.log(`${formatImport(counts)}, in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
    if (signal.aborted) process.exitCode = 1;
  });
}
