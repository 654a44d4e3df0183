/**
 * Fills the shop's database with the products of a JSON file: `npm run import -- <file>`.
 * The database is the one that the settings name; products that exist stay as they are.
 */
import { readFile } from 'node:fs/promises';
import { getDotPath, isValiError } from 'valibot';
import { createClock } from '../server/clock.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { createImportService } from '../server/modules/catalogue/import.service.ts';
import { createLog } from '../server/log.ts';
import { readSettings } from './settings.ts';

const USAGE = `usage: npm run import -- <file.json>

The file holds a list of products:
  [{ "name": "…", "brand": "…", "categories": ["Phones", "Smartphones"], "price": 199.5,
     "description": "…", "popularity": 1200 }]
categories from the widest to the narrowest, the price in US dollars; the last two may be left out.`;

async function main(file: string): Promise<void> {
  const json: unknown = JSON.parse(await readFile(file, 'utf8'));
  const env = readSettings();
  const db = await openDatabase(env, createLog(env.logLevel));
  try {
    await migrate(db);
    const clock = await createClock(() => db.now());
    const count = await createImportService({ db, clock }).importProducts(json, (done, total) =>
      process.stdout.write(`\r${done} of ${total} products`),
    );
    console.log(`\n${count} products are in the shop.`);
  } finally {
    await db.close();
  }
}

/** Where the file is wrong, or the sentence of what else went wrong: a missing file, no JSON, a shop that is open. */
function wordsFor(error: unknown): string {
  if (!isValiError(error)) return error instanceof Error ? error.message : String(error);
  const [{ message }] = error.issues;
  return `The products cannot be read: ${getDotPath(error.issues[0]) ?? 'the file'}: ${message}`;
}

const [file] = process.argv.slice(2);
if (file === undefined || file === '--help') {
  console.log(USAGE);
  process.exitCode = file === undefined ? 1 : 0;
} else {
  await main(file).catch((error: unknown) => {
    console.error(wordsFor(error));
    process.exitCode = 1;
  });
}
