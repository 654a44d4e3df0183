/**
 * Imports products from other shops' exports or from the owner's files: `npm run import -- FILE…`. Does not change
 * existing products.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createOwnPictures } from '../media/own-pictures.ts';
import { CHANGEABLE_NAMES, isInFile, type Changeable } from '../modules/catalogue/change.rules.ts';
import { changeByFile, printChanges, undoByName } from './import/change-shop.ts';
import { onInterrupt, withShop, type OpenShop } from './import/run-import.ts';
import { parseColumns } from './import/plain.ts';
import { readProducts, type ReadOptions } from './import/read-products.ts';
import { getQuestions, surveyFile, type Survey } from './import/survey.ts';
import { isEncoding, readText } from './import/text.ts';
import { importReport, missingColumnsReport, type ChangeKind } from './reports/import.ts';
import { UsageError, runCli, type ParsedArgs } from './shared/cli.ts';
import { readSettings } from './shared/settings.ts';
import { withShopCommands } from './shared/shop-command.ts';

const USAGE = `usage: npm run import -- FILE… [options]                        add products that the shop does not have
       npm run import -- FILE… --update COLUMNS [--yes]        change columns of existing products
       npm run import -- FILE… --remove [--yes]                take the products of FILE off sale
       npm run import -- FILE… --put-back [--yes]              put the products of FILE on sale again
       npm run import -- --changes                             list the changes by files
       npm run import -- --undo CHANGE                         restore the values from before a change

FILE is a product CSV exported by Shopify or WooCommerce, a CSV of your own with name, price and stock in each
line, or JSON: one product per line, or one array. The format is detected. A product in JSON:
  { "name": "Galaxy A56 256GB", "price": 52999, "brand": "Samsung", "category": "Phones", "stock": 12 }
Optional fields: slug, sku, description (text or HTML), categories (from the widest to the narrowest, instead
of category), originalPrice, flashPrice, flashStartsAt, flashEndsAt, specifications ({ "RAM": "8 GB" }), images (https
URLs, or files next to FILE), group and options (variants of one product), isActive, isNewArrival, isFeatured,
createdAt.

  --rate N          shillings per unit of the file's currency, e.g. 129 for dollars. Default: 1
  --stock N         stock of each product without a stock in the file
  --columns LIST    column names of your own CSV, e.g. "name=Item, price=Selling price, stock=Pieces"
  --decimal MARK    point or comma: how to read 1.234, which is refused otherwise
  --lowest N        lowest valid price in shillings. Default: 10
  --encoding NAME   encoding of a file that is not UTF-8, e.g. windows-1252
  --no-pictures     do not import pictures

  --update COLUMNS  ${CHANGEABLE_NAMES.join(', ')}, stock,
                    or all columns of FILE but stock: all
  --yes             apply --update, --remove or --put-back, which only show a preview otherwise

These find a product by its slug, by the same code as an import, or, in a file without codes, by its name. They do not
change pictures. "stock" books what was counted: all pieces in the shop, with those that orders have reserved. A file
counts a product once, so repeating it does not bring back what was sent since; an empty cell was not counted. "price" means all prices and the sale dates. Values without a column in FILE stay, and an empty
cell clears a value. An original price that is not above the new price is cleared, and a sale that is not below it ends.
If a product has two lines, the first counts. A product off sale stays in its orders. The shop may be running. Undoing an
import takes its products off sale.

The import first reads the whole file. If its currency or stock is unclear, it asks for --rate
or --stock and changes nothing.

Dates are in Nairobi time: 2026-12-31, 31/12/2026 (the day comes first), 31 Dec 2026 18:00. A sale that ends on
a day includes that day. A sale price without an end becomes the price at its start.

Invalid lines are reported and skipped. After an interruption, run it again to continue without duplicates.`;

const OPTIONS = {
  rate: { type: 'string' },
  stock: { type: 'string' },
  columns: { type: 'string' },
  decimal: { type: 'string' },
  lowest: { type: 'string', default: '10' },
  encoding: { type: 'string', default: 'utf-8' },
  update: { type: 'string' },
  remove: { type: 'boolean', default: false },
  'put-back': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  changes: { type: 'boolean', default: false },
  undo: { type: 'string' },
  'no-pictures': { type: 'boolean', default: false },
} as const;

type Values = ParsedArgs<typeof OPTIONS>['values'];

const ACTOR = `console ${os.userInfo().username}`;
const say = (text: string) => console.log(text);

await runCli(USAGE, OPTIONS, async ({ values, positionals: files }) => {
  const isAboutChanges = values.changes || values.undo !== undefined;
  if ((files.length === 0) !== isAboutChanges) throw new UsageError();
  if (isAboutChanges) return undo(values);
  const kind = parseChangeKind(values);
  return kind === null ? importAll(files, values) : change(kind, files, values);
});

/** Parses the options. Throws with the option that is invalid. */
function parseOptions(values: Values) {
  const rate = Number(values.rate ?? '1');
  const stock = Number(values.stock ?? '0');
  const lowest = Number(values.lowest);
  const { decimal } = values;
  if (!(rate > 0 && Number.isFinite(rate))) throw new Error('--rate must be a number above 0, e.g. 129');
  if (!(Number.isInteger(stock) && stock >= 0)) throw new Error('--stock must be a whole number');
  if (!(Number.isInteger(lowest) && lowest >= 1)) throw new Error('--lowest must be a whole number above 0');
  if (decimal !== undefined && decimal !== 'point' && decimal !== 'comma')
    throw new Error('--decimal must be point or comma');
  if (!isEncoding(values.encoding))
    throw new Error(`--encoding: unknown encoding '${values.encoding}'. Use e.g. windows-1252`);
  const columns = values.columns === undefined ? null : parseColumns(values.columns);
  const reading: ReadOptions = { decimal: decimal ?? null, isConverted: values.rate !== undefined, columns };
  return { rate, stock, lowest, reading };
}

/** Parses the columns of `--update`. Throws for a column that cannot be changed. */
function parseUpdateColumns(text: string): readonly Changeable[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (names.includes('all') && names.includes('stock'))
    throw new Error('--update: all leaves the stock out. Count it in a run of its own, with --update stock.');
  if (names.includes('all')) return CHANGEABLE_NAMES;
  return names.map((name) => {
    const known = [...CHANGEABLE_NAMES, 'stock' as const].find((one) => one === name);
    if (known === undefined)
      throw new Error(`--update: unknown column '${name}'. Use ${CHANGEABLE_NAMES.join(', ')}, stock, or all`);
    return known;
  });
}

/** Returns the kind of change to existing products. `null` for an import. */
function parseChangeKind(values: Values): ChangeKind | null {
  const kinds: ChangeKind[] = [
    ...(values.update === undefined ? [] : (['update'] as const)),
    ...(values.remove ? (['remove'] as const) : []),
    ...(values['put-back'] ? (['put-back'] as const) : []),
  ];
  if (kinds.length > 1) throw new Error(`${kinds.map((kind) => `--${kind}`).join(' and ')} exclude each other`);
  return kinds[0] ?? null;
}

/** `--update`, `--remove` and `--put-back`. */
async function change(kind: ChangeKind, files: readonly string[], values: Values): Promise<void> {
  const { reading: how, rate, lowest } = parseOptions(values);
  const columns = values.update === undefined ? [] : parseUpdateColumns(values.update);
  const reading = { ...how, change: { prices: columns.includes('price'), stock: columns.includes('stock') } };
  await Promise.all(files.map(fileSize));
  if (kind === 'update' && (await hasQuestions(files, values, reading, columns))) return;
  await withShopCommands(readSettings(), async (run) => {
    for (const file of files) {
      const source = readText(file, { encoding: values.encoding, onRead: () => undefined });
      const { entries } = await readProducts(source, reading);
      const isWhole = await changeByFile(run, entries, {
        name: path.basename(file),
        kind,
        columns,
        pricing: { rate, lowest, now: new Date() },
        actor: ACTOR,
        fingerprint: await hashFile(file),
        isMeant: values.yes,
        say,
      });
      if (!isWhole) process.exitCode = 1;
    }
  });
}

/** Prints the questions that must be answered before an import or change. Returns whether there are any. */
async function hasQuestions(
  files: readonly string[],
  values: Values,
  reading: ReadOptions,
  columns: readonly Changeable[] | null,
): Promise<boolean> {
  const questions = (await Promise.all(files.map((file) => findQuestions(file, values, reading, columns)))).flat();
  if (questions.length === 0) return false;
  for (const question of questions) say(question);
  say('Nothing was imported or changed.');
  process.exitCode = 1;
  return true;
}

async function importAll(files: readonly string[], values: Values): Promise<void> {
  const how = parseOptions(values);
  const sizes = await Promise.all(files.map(fileSize));
  if (await hasQuestions(files, values, how.reading, null)) return;
  const env = readSettings();
  const signal = onInterrupt();
  await withShop(env, async (shop) => {
    for (const [index, file] of files.entries()) {
      if (signal.aborted) return;
      const pictures = values['no-pictures']
        ? null
        : await createOwnPictures({ dir: path.join(env.dataDir, 'pictures'), from: path.dirname(file) });
      const { rate, stock: uncounted, lowest, reading } = how;
      const record = { id: randomUUID(), source: path.basename(file), actor: ACTOR };
      await importFile(shop, file, {
        encoding: values.encoding,
        change: record,
        rate,
        uncounted,
        lowest,
        reading,
        pictures,
        signal,
        size: sizes[index] ?? 0,
      });
    }
  });
}

/** Returns 12 characters of the hash of a file's content. */
async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex').slice(0, 12);
}

async function fileSize(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (found?.isFile() !== true) throw new Error(`File not found: ${file}`);
  return found.size;
}

/** Returns the questions that must be answered before a file is imported or changes products. */
async function findQuestions(
  file: string,
  values: Values,
  reading: ReadOptions,
  columns: readonly Changeable[] | null,
): Promise<string[]> {
  const source = readText(file, { encoding: values.encoding, onRead: () => undefined });
  const { entries } = await readProducts(source, reading);
  const found = await surveyFile(entries);
  // Columns that a change does not write need no answer.
  const isPriced = columns?.includes('price') ?? true;
  const given = { rate: values.rate !== undefined || !isPriced, stock: values.stock !== undefined || columns !== null };
  const questions = [...getQuestions(found, given), ...(columns === null ? [] : findMissingColumns(found, columns))];
  return questions.map((question) => `${path.basename(file)}: ${question}`);
}

/** Returns an error for columns that the file lacks. `all` means the columns that it has. */
function findMissingColumns({ products, fields }: Survey, columns: readonly Changeable[]): string[] {
  const missing = columns.filter((column) => !isInFile(column, (field) => fields.has(field)));
  const isAll = columns === CHANGEABLE_NAMES && missing.length < columns.length;
  return products === 0 || missing.length === 0 || isAll ? [] : [missingColumnsReport(missing)];
}

async function importFile(
  shop: OpenShop,
  file: string,
  {
    encoding,
    size,
    reading,
    ...how
  }: Omit<Parameters<OpenShop['runImport']>[1], 'name' | 'position'> & {
    encoding: string;
    size: number;
    reading: ReadOptions;
  },
): Promise<void> {
  const name = path.basename(file);
  let read = 0;
  const source = readText(file, { encoding, onRead: (bytes) => (read = bytes) });
  const { format, entries, unused } = await readProducts(source, reading);
  const started = performance.now();
  const counts = await shop.runImport(entries, { ...how, name, position: () => [read, size] });
  const report = importReport({
    name,
    format,
    counts,
    seconds: (performance.now() - started) / 1_000,
    unused,
    pieces: how.uncounted,
    change: how.change?.id ?? null,
    isInterrupted: how.signal.aborted,
  });
  for (const line of report) say(line);
  if (counts.faulty > 0 || how.signal.aborted) process.exitCode = 1;
}

async function undo({ undo: name }: Values): Promise<void> {
  await withShopCommands(readSettings(), (run) =>
    name === undefined ? printChanges(run, say) : undoByName(run, { change: name.trim(), actor: ACTOR }, say),
  );
}
