import { toStableId } from '../../db/ids.ts';
import type { Deps } from '../../deps.ts';
import type { OwnPictures } from '../../media/own-pictures.ts';
import { addBatch, type ChangeRecord, type KnownProduct } from './import.repository.ts';
import { parseProduct, type Line } from './import.rules.ts';
import type { Fault } from './product-record.rules.ts';
import { setImages } from './writer.repository.ts';

/** One entry of a file: a product in the format of `ProductRecord`, or a fault. */
export type Entry =
  | {
      readonly line: number;
      readonly given: unknown;
      /** Maps a field of `ProductRecord` to its name in the file. */
      readonly where?: (field: string) => string;
      /** Name of the product when several lines describe it, e.g. one with variants. */
      readonly productName?: string;
    }
  | { readonly line: number; readonly fault: Fault; readonly productName?: string };

/** Callbacks that report the progress of an import. */
export interface ImportListener {
  /** A line was skipped. `line` is its number in the file. */
  onFault(line: number, fault: Fault, of: string): void;
  /** A value of an imported product was shortened. */
  onNote(line: number, note: Fault): void;
  /** A picture was skipped, but its product was imported. */
  onPictureFault(line: number, picture: string, reason: string): void;
  /** Called after each batch. */
  onBatch(counts: ImportCounts): void;
}

export interface ImportCounts {
  readonly added: number;
  /** Products already in the shop, from an earlier run or an identical line. */
  readonly known: number;
  /** Known products that are inactive in the shop, but active in the file. */
  readonly offSale: number;
  readonly faulty: number;
  /** Added products without a stock count. */
  readonly uncounted: number;
  /** Pictures added. */
  readonly pictures: number;
}

export interface ImportOptions extends ImportListener {
  /** Shillings per unit of the file's currency. */
  readonly rate: number;
  /** Refuses prices below this. Shillings. */
  readonly lowest: number;
  /** Stock of a product without a stock count. */
  readonly uncounted: number;
  /** Change record, by which the import can be undone. `null` for products that do not come from a file. */
  readonly change: ChangeRecord | null;
  /** Stops the import after the current batch. */
  readonly signal: AbortSignal;
}

/** Lines per transaction: few enough not to block shoppers, many enough to be fast. */
const BATCH_SIZE = 500;
/** Updates the planner statistics. The automatic update runs only minutes after an import. */
const ANALYZE = 'analyze products, product_search, search_words, catalogue_counts, catalogue_specifications';

/** Imports products from another shop's export or from a file in the shop's own format. */
export function createImportService({
  db,
  clock,
  pictures = null,
}: Pick<Deps, 'db' | 'clock'> & { readonly pictures?: OwnPictures | null }) {
  /**
   * Imports products in batches, one transaction each. Does not change existing products (H19), so an interrupted
   * import resumes when it runs again.
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
        const rows = removeDuplicates(portion);
        const { added, known } = await db.tx((tx) => addBatch(tx, rows, { startedAt, before: read, ...options }));
        counts.added += added.size;
        counts.known += portion.length - added.size;
        counts.offSale += rows.filter(
          ({ id, product }) => product.isActive && !added.has(id) && known.get(id)?.isActive === false,
        ).length;
        counts.uncounted += rows.filter(({ id, product }) => added.has(id) && product.stock === null).length;
        if (pictures !== null) counts.pictures += await bringPictures(rows, known, pictures, options);
        read += portion.length;
      }
      options.onBatch({ ...counts });
    };
    const refuse = (entry: Entry, fault: Fault) => {
      counts.faulty += 1;
      options.onFault(entry.line, toFileFault(entry, fault), entry.productName ?? '');
    };
    const pricing = { rate: options.rate, lowest: options.lowest, now: clock.now() };
    for await (const entry of entries) {
      const read = 'fault' in entry ? entry : parseProduct(entry.given, pricing);
      if ('fault' in read) refuse(entry, read.fault);
      else {
        for (const note of read.notes) options.onNote(entry.line, toFileFault(entry, note));
        lines.push({ line: entry.line, id: toStableId('product', read.product.key), product: read.product });
      }
      if (lines.length === BATCH_SIZE) await flush();
      if (options.signal.aborted) break;
    }
    await flush();
    if (counts.added > 0) await db.run(ANALYZE);
    return counts;
  }

  /**
   * Adds missing pictures to products: those that the file names, or else those in the data directory with the
   * product's slug. Runs outside of transactions, because it waits for downloads.
   */
  async function bringPictures(
    lines: readonly Line[],
    known: ReadonlyMap<string, KnownProduct>,
    from: OwnPictures,
    { onPictureFault, signal }: ImportOptions,
  ): Promise<number> {
    let brought = 0;
    await forEachConcurrently(lines, PICTURES_AT_ONCE, async ({ line, id, product }) => {
      const { slug = '', images: before = [] } = known.get(id) ?? {};
      if (slug === '' || (before.length > 0 && before.length >= product.images.length)) return;
      const after: string[] = [];
      for (const it of product.images.length === 0 ? await from.find(slug) : [])
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

function toFileFault(entry: Entry, { field, reason }: Fault): Fault {
  const name = 'where' in entry && field !== '' ? entry.where?.(field.split('.', 1)[0] ?? field) : undefined;
  return { field: name ?? field, reason };
}

/** Keeps the first of identical lines. */
function removeDuplicates(lines: readonly Line[]): Line[] {
  return [...new Map(lines.toReversed().map((line) => [line.id, line])).values()].reverse();
}

/** Runs `work` for each item, with at most `atOnce` at a time. */
async function forEachConcurrently<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>) {
  const left = items[Symbol.iterator]();
  const one = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
