import { randomUUID } from 'node:crypto';
import { applyChanges, listChanges, previewChanges, undoChange } from '../../control/commands.ts';
import { toStableId } from '../../db/ids.ts';
import type { ChangeResult } from '../../modules/catalogue/change.service.ts';
import type { Entry } from '../../modules/catalogue/import.service.ts';
import {
  CHANGEABLE_NAMES,
  toProductChange,
  isInFile,
  toReadableProduct,
  type Changeable,
  type ProductChange,
} from '../../modules/catalogue/change.rules.ts';
import { toImportedProduct, type Pricing } from '../../modules/catalogue/import.rules.ts';
import { parseRecord } from '../../modules/catalogue/product-record.rules.ts';
import type { RunCommand } from '../shared/shop-command.ts';
import { createFaultReport } from '../reports/faults.ts';
import { changeReport, changesReport, undoReport, type ChangeKind } from '../reports/import.ts';

/** Changes or removes the products of a file through commands, so that the shop may run meanwhile. */

/** Maximum products and bytes per command. A running shop accepts 1 MB. */
const MOST_PRODUCTS = 250;
const MOST_BYTES = 400_000;
const MOST_SHOWN = 20;

export interface ChangeFile {
  readonly name: string;
  readonly kind: ChangeKind;
  /** Columns to update. */
  readonly columns: readonly Changeable[];
  readonly pricing: Pricing;
  readonly actor: string;
  /** Differs when the content of the file differs. */
  readonly fingerprint: string;
  /** False for a preview without changes. */
  readonly isMeant: boolean;
  readonly say: (text: string) => void;
}

interface Line {
  readonly entry: Entry;
  readonly change: ProductChange;
}

/** Values that the kind of change sets for every product. */
const FIXED: Readonly<Record<ChangeKind, ProductChange['patch']>> = {
  update: {},
  remove: { active: false },
  'put-back': { active: true },
};

/** Returns whether all lines were valid and all products were found. */
export async function changeByFile(run: RunCommand, entries: AsyncIterable<Entry>, how: ChangeFile): Promise<boolean> {
  const { name, kind, say, isMeant, actor } = how;
  /** Line number of each product. */
  const lineByProduct = new Map<string, number>();
  const report = createFaultReport(name, say);
  const change = { id: randomUUID(), kind: kind === 'remove' ? kind : ('update' as const), source: name, actor };
  const totals = { changed: 0, same: 0, missing: 0, faulty: 0, shown: 0 };
  const refuse = (entry: Entry, fault: { field: string; reason: string }) => {
    totals.faulty += 1;
    report.add(entry.line, fault, entry.productName ?? '');
  };
  const show = ({ entry }: Line, outcome: ChangeResult) => {
    if (!outcome.found) totals.missing += 1;
    else if (outcome.differences.length === 0) totals.same += 1;
    else {
      totals.changed += 1;
      totals.shown += 1;
      const words = outcome.differences.map(({ column, from, to }) => `${column} ${from} → ${to}`);
      if (totals.shown <= MOST_SHOWN)
        say(`line ${entry.line}, ${outcome.name}: ${kind === 'update' ? words.join('; ') : SHOWN[kind]}`);
    }
  };
  for await (const lines of toBatches(entries, how, refuse)) {
    const outcomes = await run(previewChanges, { changes: lines.map((it) => it.change) });
    const meant: ProductChange[] = [];
    for (const [index, outcome] of outcomes.entries()) {
      const line = lines[index];
      if (line === undefined) continue;
      const first = outcome.found ? lineByProduct.get(outcome.id) : undefined;
      if (outcome.found) lineByProduct.set(outcome.id, first ?? line.entry.line);
      const problem = getStockProblem(line.change, outcome);
      if (first !== undefined)
        refuse(line.entry, { field: '', reason: `repeats the product of line ${first}, so it was left out` });
      else if (problem !== null) refuse(line.entry, { field: 'stock', reason: problem });
      else if (isMeant) meant.push(withExpectedStock(line.change, outcome));
      else show(line, outcome);
    }
    if (meant.length === 0) continue;
    const applied = await run(applyChanges, { change, changes: meant });
    totals.changed += applied.changed;
    totals.same += applied.same;
    totals.missing += applied.missing;
    totals.faulty += applied.short.length;
    for (const short of applied.short) say(`${short}: an order reserved pieces meanwhile. Run it again to see.`);
  }
  report.end();
  if (totals.shown > MOST_SHOWN) say(`… and ${totals.shown - MOST_SHOWN} more.`);
  for (const line of changeReport(totals, { name, kind, isMeant, change: change.id })) say(line);
  return totals.faulty === 0 && totals.missing === 0;
}

/** Returns why the stock in a line cannot be booked, or `null`. */
function getStockProblem({ patch }: ProductChange, outcome: ChangeResult): string | null {
  if (patch.stock === undefined || !outcome.found || outcome.stock === null) return null;
  const { reserved } = outcome.stock;
  return patch.stock.counted >= reserved
    ? null
    : `is ${patch.stock.counted}, but orders have reserved ${reserved}. Count them too, or cancel orders first`;
}

/** Adds the stock that the preview showed. What is sold or shipped after the preview stays booked. */
function withExpectedStock(change: ProductChange, outcome: ChangeResult): ProductChange {
  if (change.patch.stock === undefined || !outcome.found || outcome.stock === null) return change;
  return { ...change, patch: { ...change.patch, stock: { ...change.patch.stock, expected: outcome.stock.onHand } } };
}

/** Longest source of a count. */
const LONGEST_SOURCE = 300;

const SHOWN = { remove: 'is taken off sale', 'put-back': 'is put on sale again' };

async function* toBatches(
  entries: AsyncIterable<Entry>,
  { name, kind, columns: named, pricing: priced, fingerprint }: ChangeFile,
  refuse: (entry: Entry, fault: { field: string; reason: string }) => void,
): AsyncGenerator<readonly Line[]> {
  let lines: Line[] = [];
  let bytes = 0;
  const source = `${fingerprint} ${name}`.slice(0, LONGEST_SOURCE);
  for await (const entry of entries) {
    const has = (field: string) => 'given' in entry && Object.hasOwn(Object(entry.given) as object, field);
    // `all` means the columns that this product has.
    const isAll = named.length === CHANGEABLE_NAMES.length;
    const columns = kind === 'update' ? named.filter((column) => !isAll || isInFile(column, has)) : [];
    // Prices that are not written are not checked.
    const pricing = columns.includes('price') ? priced : { ...priced, rate: 1, lowest: 1 };
    const read = 'fault' in entry ? entry : parseRecord(toReadableProduct(entry.given, columns));
    const outcome = 'fault' in read ? read : toImportedProduct(read.product, pricing);
    if ('fault' in outcome) {
      const { field, reason } = outcome.fault;
      refuse(entry, {
        field: 'where' in entry ? (entry.where?.(field.split('.', 1)[0] ?? field) ?? field) : field,
        reason,
      });
      continue;
    }
    const { product } = outcome;
    const { patch, ...change } = toProductChange(product, toStableId('product', product.key), {
      columns,
      has,
      source,
    });
    const line = { entry, change: { ...change, patch: { ...patch, ...FIXED[kind] } } };
    lines.push(line);
    bytes += Buffer.byteLength(JSON.stringify(line.change));
    if (lines.length < MOST_PRODUCTS && bytes < MOST_BYTES) continue;
    yield lines;
    lines = [];
    bytes = 0;
  }
  if (lines.length > 0) yield lines;
}

/** Undoes a change by the start of its id. */
export async function undoByName(
  run: RunCommand,
  { change, actor }: { readonly change: string; readonly actor: string },
  say: (text: string) => void,
): Promise<void> {
  for (const line of undoReport(await run(undoChange, { change, actor }))) say(line);
}

/** Prints the changes that can be undone. */
export async function printChanges(run: RunCommand, say: (text: string) => void): Promise<void> {
  for (const line of changesReport(await run(listChanges, {}))) say(line);
}
