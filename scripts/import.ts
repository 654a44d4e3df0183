/**
 * Fills the shop's database with the products of a JSON file: `npm run import -- <file>`.
 * The database is the one that the settings name; products that exist stay as they are.
 */
import { readFile } from 'node:fs/promises';
import { createClock } from '../server/clock.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { importProducts } from '../server/db/seed/import-products.ts';
import { readEnv } from '../server/env.ts';
import { createLog } from '../server/log.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: npm run import -- <file.json>');
  process.exit(1);
}

const env = readEnv();
const json: unknown = JSON.parse(await readFile(file, 'utf8'));
const db = await openDatabase(env, createLog(env.logLevel));
try {
  await migrate(db);
  const clock = await createClock(() => db.now());
  const count = await importProducts({ db, clock }, json, (done, total) => process.stdout.write(`\r${done} of ${total} products`));
  console.log(`\n${count} products are in the shop.`);
} finally {
  await db.close();
}
