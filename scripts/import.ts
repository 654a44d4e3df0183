/**
 * Brings products of other shops, or of a file of one's own, into the shop that the settings name:
 * `npm run import -- FILE…`. Products that the shop has stay as they are.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createOwnPictures } from '../server/media/own-pictures.ts';
import { interrupted, withShop, wordsFor, type OpenShop } from './import/into-shop.ts';
import { readProducts } from './import/read-products.ts';
import { isEncoding, textOf } from './import/text.ts';
import { readSettings } from './settings.ts';

const USAGE = `usage: npm run import -- FILE… [options]

FILE is a product CSV that Shopify or WooCommerce exports, or JSON: one product a line, or one array. Which it is shows
by itself. A product in JSON:
  { "name": "Galaxy A56 256GB", "price": 52999, "brand": "Samsung", "category": "Phones", "stock": 12 }
and where you have it: slug, sku, description, categories (from the widest to the narrowest, in the place of category),
originalPrice, flashPrice, flashEndsAt, specifications ({ "RAM": "8 GB" }), images (https addresses, or files beside
FILE), group and options (variants of one product), isActive, isNewArrival, isFeatured, createdAt.

  --rate N          shillings for one unit of the file's currency, e.g. 129 for dollars; 1
  --stock N         pieces of a product that the file does not count; 10
  --encoding NAME   of a file that is not UTF-8, e.g. windows-1252
  --no-pictures     leave the pictures of the file out

A line that is wrong is told and left out. Run it again after an interruption: it goes on, and nothing doubles.`;

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    rate: { type: 'string', default: '1' },
    stock: { type: 'string', default: '10' },
    encoding: { type: 'string', default: 'utf-8' },
    pictures: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  const rate = Number(values.rate);
  const stock = Number(values.stock);
  if (!(rate > 0 && Number.isFinite(rate))) throw new Error('--rate has to be a number above 0, e.g. 129');
  if (!(Number.isInteger(stock) && stock >= 0)) throw new Error('--stock has to be a whole number');
  if (!isEncoding(values.encoding)) throw new Error(`--encoding: '${values.encoding}' is not known, windows-1252 is`);
  const sizes = await Promise.all(files.map(sizeOf));
  const env = readSettings();
  const signal = interrupted();
  await withShop(env, async (shop) => {
    for (const [index, file] of files.entries()) {
      if (signal.aborted) return;
      const pictures = values.pictures
        ? await createOwnPictures({ dir: path.join(env.dataDir, 'pictures'), from: path.dirname(file) })
        : null;
      await importFile(shop, file, { rate, uncounted: stock, pictures, signal, size: sizes[index] ?? 0 });
    }
  });
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (found?.isFile() !== true) throw new Error(`There is no file ${file}`);
  return found.size;
}

async function importFile(
  shop: OpenShop,
  file: string,
  { size, ...how }: Omit<Parameters<OpenShop['bringIn']>[1], 'name' | 'position'> & { size: number },
): Promise<void> {
  const name = path.basename(file);
  let read = 0;
  const source = textOf(file, { encoding: values.encoding, onRead: (bytes) => (read = bytes) });
  const { format, entries } = await readProducts(source, shop.now);
  const started = performance.now();
  const counts = await shop.bringIn(entries, { ...how, name, position: () => [read, size] });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}, ${format}: ${wordsFor(counts)}, in ${seconds} s.`);
  if (counts.uncounted > 0)
    console.log(`${counts.uncounted} of them are not counted there: ${how.uncounted} pieces each (--stock).`);
  if (how.signal.aborted) console.log('It was interrupted: run it again, and it goes on.');
  if (counts.faulty > 0 || how.signal.aborted) process.exitCode = 1;
}

if (values.help || files.length === 0) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 1;
} else {
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
