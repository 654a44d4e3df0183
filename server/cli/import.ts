/**
 * Imports products from other shops' exports or from files of one's own into the shop of the settings:
 * `npm run import -- FILE…`. Products that the shop has are not changed.
 */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createOwnPictures } from '../media/own-pictures.ts';
import { CHANGEABLE_NAMES, isHeld, type Changeable } from '../modules/catalogue/change.rules.ts';
import { changeByFile, sayChanges, undoByName } from './import/change-shop.ts';
import { interrupted, withShop, type OpenShop } from './import/into-shop.ts';
import { parseColumns } from './import/plain.ts';
import { readProducts, type ReadOptions } from './import/read-products.ts';
import { questionsOf, survey, type Survey } from './import/survey.ts';
import { isEncoding, textOf } from './import/text.ts';
import { importReport, notHeldReport, type ChangeKind } from './reports/import.ts';
import { Misused, runCli, type Typed } from './shared/cli.ts';
import { readSettings } from './shared/settings.ts';
import { withShopCommands } from './shared/shop-command.ts';

const USAGE = `usage: npm run import -- FILE… [options]                        adds the products that the shop lacks
       npm run import -- FILE… --update COLUMNS [--yes]        changes these columns of products that it has
       npm run import -- FILE… --remove [--yes]                takes the products of FILE off sale
       npm run import -- FILE… --put-back [--yes]              puts the products of FILE on sale again
       npm run import -- --changes                             lists what files changed
       npm run import -- --undo CHANGE                         gives products the values from before a change

FILE is a product CSV that Shopify or WooCommerce exports, a CSV of your own with a name, a price and a stock in each
line, or JSON: one product a line, or one array. The format is recognised. A product in JSON:
  { "name": "Galaxy A56 256GB", "price": 52999, "brand": "Samsung", "category": "Phones", "stock": 12 }
and where you have it: slug, sku, description (text or HTML), categories (from the widest to the narrowest, in the place
of category), originalPrice, flashPrice, flashStartsAt, flashEndsAt, specifications ({ "RAM": "8 GB" }), images (https
addresses, or files beside FILE), group and options (variants of one product), isActive, isNewArrival, isFeatured,
createdAt.

  --rate N          shillings for one unit of the file's currency, e.g. 129 for dollars; 1 for shillings
  --stock N         pieces of each product that the file does not count
  --columns LIST    which columns a CSV of your own has, e.g. "name=Item, price=Selling price, stock=Pieces"
  --decimal MARK    point or comma: what 1.234 means; without it such a price is refused
  --lowest N        the lowest price in shillings that is not taken for a mistake; 10
  --encoding NAME   of a file that is not UTF-8, e.g. windows-1252
  --no-pictures     leave the pictures of the file out

  --update COLUMNS  ${CHANGEABLE_NAMES.join(', ')}, or all that FILE has: all
  --yes             does what --update, --remove and --put-back otherwise only show

They find a product by its address, by what the file knows it by (as an import does), or, in a file without codes, by its
name. They do not change the stock or pictures. "price" is all prices and the times of a sale. What FILE has no column for
stays as it is, an empty cell means none; but a price before that is not above the new price goes, and a sale that is not
below it ends. Of two lines of one product the first counts. A product that is taken off sale stays in the orders that have it. The shop may
run meanwhile. Undoing an import takes its products off sale.

Before anything is imported the whole file is read. If its currency or its stock is in doubt, the import asks for --rate
or --stock and changes nothing.

Dates are days and times in Nairobi: 2026-12-31, 31/12/2026 (the day comes first), 31 Dec 2026 18:00. A sale that ends on
a day runs until the end of that day. A sale without an end is the price from its start on.

A line that is wrong is reported and left out. Run it again after an interruption: it goes on, and nothing doubles.`;

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

type Values = Typed<typeof OPTIONS>['values'];

const ACTOR = `console ${os.userInfo().username}`;
const say = (text: string) => console.log(text);

await runCli(USAGE, OPTIONS, async ({ values, positionals: files }) => {
  const isAboutChanges = values.changes || values.undo !== undefined;
  if ((files.length === 0) !== isAboutChanges) throw new Misused();
  if (isAboutChanges) return undo(values);
  const kind = kindOfChange(values);
  return kind === null ? importAll(files, values) : change(kind, files, values);
});

/** What the options say; throws with the option that makes no sense. */
function readHow(values: Values) {
  const rate = Number(values.rate ?? '1');
  const stock = Number(values.stock ?? '0');
  const lowest = Number(values.lowest);
  const { decimal } = values;
  if (!(rate > 0 && Number.isFinite(rate))) throw new Error('--rate has to be a number above 0, e.g. 129');
  if (!(Number.isInteger(stock) && stock >= 0)) throw new Error('--stock has to be a whole number');
  if (!(Number.isInteger(lowest) && lowest >= 1)) throw new Error('--lowest has to be a whole number above 0');
  if (decimal !== undefined && decimal !== 'point' && decimal !== 'comma')
    throw new Error('--decimal has to be point or comma');
  if (!isEncoding(values.encoding)) throw new Error(`--encoding: '${values.encoding}' is not known, windows-1252 is`);
  const columns = values.columns === undefined ? null : parseColumns(values.columns);
  const reading: ReadOptions = { decimal: decimal ?? null, isConverted: values.rate !== undefined, columns };
  return { rate, stock, lowest, reading };
}

/** The columns that `--update` names; throws with one that cannot be changed. */
function columnsOf(text: string): readonly Changeable[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (names.includes('all')) return CHANGEABLE_NAMES;
  if (names.includes('stock'))
    throw new Error('--update: a file does not change the stock of products that the shop has. Nothing was changed.');
  return names.map((name) => {
    const known = CHANGEABLE_NAMES.find((one) => one === name);
    if (known === undefined)
      throw new Error(`--update: '${name}' is no column. There are ${CHANGEABLE_NAMES.join(', ')}, or all`);
    return known;
  });
}

/** What is done to the products of the files that the shop has; null where they are imported. */
function kindOfChange(values: Values): ChangeKind | null {
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
  const { reading: how, rate, lowest } = readHow(values);
  const columns = values.update === undefined ? [] : columnsOf(values.update);
  const reading = { ...how, change: { prices: columns.includes('price') } };
  await Promise.all(files.map(fileSize));
  if (kind === 'update' && (await hasQuestions(files, values, reading, columns))) return;
  await withShopCommands(readSettings(), async (run) => {
    for (const file of files) {
      const source = textOf(file, { encoding: values.encoding, onRead: () => undefined });
      const { entries } = await readProducts(source, reading);
      const isWhole = await changeByFile(run, entries, {
        name: path.basename(file),
        kind,
        columns,
        pricing: { rate, lowest, now: new Date() },
        actor: ACTOR,
        isMeant: values.yes,
        say,
      });
      if (!isWhole) process.exitCode = 1;
    }
  });
}

/** Says what has to be decided before the files are imported, or change these columns. */
async function hasQuestions(
  files: readonly string[],
  values: Values,
  reading: ReadOptions,
  columns: readonly Changeable[] | null,
): Promise<boolean> {
  const questions = (await Promise.all(files.map((file) => ask(file, values, reading, columns)))).flat();
  if (questions.length === 0) return false;
  for (const question of questions) say(question);
  say('Nothing was imported or changed.');
  process.exitCode = 1;
  return true;
}

async function importAll(files: readonly string[], values: Values): Promise<void> {
  const how = readHow(values);
  const sizes = await Promise.all(files.map(fileSize));
  if (await hasQuestions(files, values, how.reading, null)) return;
  const env = readSettings();
  const signal = interrupted();
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

async function fileSize(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (found?.isFile() !== true) throw new Error(`There is no file ${file}`);
  return found.size;
}

/** What has to be decided before a file is imported or changes products. */
async function ask(
  file: string,
  values: Values,
  reading: ReadOptions,
  columns: readonly Changeable[] | null,
): Promise<string[]> {
  const source = textOf(file, { encoding: values.encoding, onRead: () => undefined });
  const { entries } = await readProducts(source, reading);
  const found = await survey(entries);
  // What a change does not write is not asked for.
  const isPriced = columns?.includes('price') ?? true;
  const given = { rate: values.rate !== undefined || !isPriced, stock: values.stock !== undefined || columns !== null };
  const questions = [...questionsOf(found, given), ...(columns === null ? [] : notHeld(found, columns))];
  return questions.map((question) => `${path.basename(file)}: ${question}`);
}

/** What a file has no column for, where that is an error: `all` is what it has. */
function notHeld({ products, fields }: Survey, columns: readonly Changeable[]): string[] {
  const missing = columns.filter((column) => !isHeld(column, (field) => fields.has(field)));
  const isAll = columns === CHANGEABLE_NAMES && missing.length < columns.length;
  return products === 0 || missing.length === 0 || isAll ? [] : [notHeldReport(missing)];
}

async function importFile(
  shop: OpenShop,
  file: string,
  {
    encoding,
    size,
    reading,
    ...how
  }: Omit<Parameters<OpenShop['bringIn']>[1], 'name' | 'position'> & {
    encoding: string;
    size: number;
    reading: ReadOptions;
  },
): Promise<void> {
  const name = path.basename(file);
  let read = 0;
  const source = textOf(file, { encoding, onRead: (bytes) => (read = bytes) });
  const { format, entries, unused } = await readProducts(source, reading);
  const started = performance.now();
  const counts = await shop.bringIn(entries, { ...how, name, position: () => [read, size] });
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
    name === undefined ? sayChanges(run, say) : undoByName(run, name.trim(), say),
  );
}
