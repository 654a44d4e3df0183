import { idOf } from '../../db/ids.ts';
import type { Deps } from '../../deps.ts';
import type { OwnPictures } from '../../media/own-pictures.ts';
import { setImages } from './portion.repository.ts';
import { addPortion, type Change, type Known } from './import.repository.ts';
import { productOf, type Line } from './import.rules.ts';
import type { Fault } from './product-record.rules.ts';

/** What a file gives, one after the other: a product as `ProductRecord` describes it, or why it is none. */
export type Entry =
  | {
      readonly line: number;
      readonly given: unknown;
      /** The name of a field in the file, where it is not that of `ProductRecord`. */
      readonly where?: (field: string) => string;
      /** The product that several lines describe, e.g. one with variants. */
      readonly of?: string;
    }
  | { readonly line: number; readonly fault: Fault; readonly of?: string };

/** What is told while products come in. */
export interface ImportWatch {
  /** A line that stays out, with the number of its line in the file. */
  onFault(line: number, fault: Fault, of: string): void;
  /** What was shortened in a product; it is in. */
  onNote(line: number, note: Fault): void;
  /** A picture that stays out; its product is in. */
  onPictureFault(line: number, picture: string, reason: string): void;
  /** After each portion. */
  onPortion(counts: ImportCounts): void;
}

export interface ImportCounts {
  readonly added: number;
  /** Already in the shop, from an earlier run or an equal line. */
  readonly known: number;
  /** Of those known: off sale, though the file would sell them. */
  readonly offSale: number;
  readonly faulty: number;
  /** Of those added: nobody says how many there are. */
  readonly uncounted: number;
  /** Pictures that were brought in. */
  readonly pictures: number;
}

export interface ImportOptions extends ImportWatch {
  /** Shillings for one unit of the file's currency. */
  readonly rate: number;
  /** A lower price in shillings is refused. */
  readonly lowest: number;
  /** Pieces of a product that nobody counts. */
  readonly uncounted: number;
  /** The record by which the import can be undone; null for goods that no file brings. */
  readonly change: Change | null;
  /** Ends the import after the portion that is under way. */
  readonly signal: AbortSignal;
}

/** Lines that are committed together: short enough for shoppers beside it, long enough to be quick. */
const PORTION = 500;
/** The database plans by what it knows of its tables; left to itself it looks again some minutes after an import. */
const COUNT_ANEW = 'analyze products, product_search, search_words, catalogue_counts, catalogue_specifications';

/** Fills the shop from another shop's export, or from a file of its own. */
export function createImportService({
  db,
  clock,
  pictures = null,
}: Pick<Deps, 'db' | 'clock'> & { readonly pictures?: OwnPictures | null }) {
  /**
   * Brings products in, a portion at a time, each committed whole: what is in stays in. Products that the shop has
   * stay as they are (H19), so an import that broke off goes on when it is run again.
   */
  async function importProducts(entries: AsyncIterable<Entry>, options: ImportOptions): Promise<ImportCounts> {
    const counts = { added: 0, known: 0, offSale: 0, faulty: 0, uncounted: 0, pictures: 0 };
    const startedAt = clock.now().getTime();
    let lines: Line[] = [];
    let read = 0;
    const flush = async () => {
      const portion = lines;
      lines = [];
      if (portion.length > 0) {
        const rows = distinct(portion);
        const { added, known } = await db.tx((tx) => addPortion(tx, rows, { startedAt, before: read, ...options }));
        counts.added += added.size;
        counts.known += portion.length - added.size;
        counts.offSale += rows.filter(
          ({ id, product }) => product.isActive && !added.has(id) && known.get(id)?.isActive === false,
        ).length;
        counts.uncounted += rows.filter(({ id, product }) => added.has(id) && product.stock === null).length;
        if (pictures !== null) counts.pictures += await bringPictures(rows, known, pictures, options);
        read += portion.length;
      }
      options.onPortion({ ...counts });
    };
    const refuse = (entry: Entry, fault: Fault) => {
      counts.faulty += 1;
      options.onFault(entry.line, named(entry, fault), entry.of ?? '');
    };
    const pricing = { rate: options.rate, lowest: options.lowest, now: clock.now() };
    for await (const entry of entries) {
      const read = 'fault' in entry ? entry : productOf(entry.given, pricing);
      if ('fault' in read) refuse(entry, read.fault);
      else {
        for (const note of read.notes) options.onNote(entry.line, named(entry, note));
        lines.push({ line: entry.line, id: idOf('product', read.product.key), product: read.product });
      }
      if (lines.length === PORTION) await flush();
      if (options.signal.aborted) break;
    }
    await flush();
    if (counts.added > 0) await db.run(COUNT_ANEW);
    return counts;
  }

  /**
   * Gives products the pictures that they lack: those that the file names, else what lies in the data directory under
   * the product's name. Outside of any transaction, because it waits.
   */
  async function bringPictures(
    lines: readonly Line[],
    known: ReadonlyMap<string, Known>,
    from: OwnPictures,
    { onPictureFault, signal }: ImportOptions,
  ): Promise<number> {
    let brought = 0;
    await eachOf(lines, PICTURES_AT_ONCE, async ({ line, id, product }) => {
      const { slug = '', images: before = [] } = known.get(id) ?? {};
      if (slug === '' || (before.length > 0 && before.length >= product.images.length)) return;
      const after: string[] = [];
      for (const it of product.images.length === 0 ? await from.named(slug) : [])
        if ('path' in it) after.push(it.path);
        else onPictureFault(line, it.file, it.reason);
      for (const image of product.images) {
        if (signal.aborted) return;
        const outcome = await from.bring(image);
        if ('path' in outcome) after.push(outcome.path);
        else onPictureFault(line, image, outcome.reason);
        if ('path' in outcome && outcome.isNew) brought += 1;
      }
      if (after.length > before.length) await setImages(db.sql, { id, before, after });
    });
    return brought;
  }

  return { importProducts };
}

const PICTURES_AT_ONCE = 8;

function named(entry: Entry, { field, reason }: Fault): Fault {
  const name = 'where' in entry && field !== '' ? entry.where?.(field.split('.', 1)[0] ?? field) : undefined;
  return { field: name ?? field, reason };
}

/** The first of equal lines. */
function distinct(lines: readonly Line[]): Line[] {
  return [...new Map(lines.toReversed().map((line) => [line.id, line])).values()].reverse();
}

/** Does `work` for each, some at a time. */
async function eachOf<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>) {
  const left = items[Symbol.iterator]();
  const one = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
