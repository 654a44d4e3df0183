import { randomUUID } from 'node:crypto';
import { applyChanges, listChanges, previewChanges, undoChange } from '../../server/control/commands.ts';
import { idOf } from '../../server/db/ids.ts';
import type { Entry } from '../../server/modules/catalogue/import.service.ts';
import { changeTo, type Changeable, type ProductChange } from '../../server/modules/catalogue/change.rules.ts';
import { importedProduct, type Pricing } from '../../server/modules/catalogue/import.rules.ts';
import { readProduct } from '../../server/modules/catalogue/product-record.rules.ts';
import type { RunCommand } from '../shop-command.ts';
import { createFaultReport } from '../reports/faults.ts';
import { changeReport, changesReport, undoReport } from '../reports/import.ts';

/** Changes or removes the products of a file, by commands: the shop may run meanwhile. */

/** Products and bytes of one command; a running shop takes 1 MB. */
const MOST_PRODUCTS = 250;
const MOST_BYTES = 400_000;
const MOST_SHOWN = 20;

export interface ChangeFile {
  readonly name: string;
  readonly kind: 'update' | 'remove';
  readonly columns: readonly Changeable[];
  readonly pricing: Pricing;
  readonly actor: string;
  /** False: only says what would change. */
  readonly isMeant: boolean;
  readonly say: (text: string) => void;
}

interface Line {
  readonly line: number;
  readonly change: ProductChange;
}

/** Returns whether every line was read and every product was found. */
export async function changeByFile(run: RunCommand, entries: AsyncIterable<Entry>, how: ChangeFile): Promise<boolean> {
  const { name, kind, say, isMeant, actor } = how;
  const report = createFaultReport(name, say);
  const change = { id: randomUUID(), kind, source: name, actor };
  const totals = { changed: 0, same: 0, missing: 0, faulty: 0, shown: 0 };
  const portion = async (lines: readonly Line[]) => {
    const changes = lines.map((it) => it.change);
    const outcomes = isMeant ? [] : await run(previewChanges, { changes });
    const applied = isMeant ? await run(applyChanges, { change, changes }) : null;
    for (const [index, outcome] of outcomes.entries()) {
      const place = `line ${lines[index]?.line ?? 0}`;
      if (!outcome.found) totals.missing += 1;
      else if (outcome.differences.length === 0) totals.same += 1;
      else {
        totals.changed += 1;
        totals.shown += 1;
        const words = outcome.differences.map(({ column, from, to }) => `${column} ${from} → ${to}`);
        if (totals.shown <= MOST_SHOWN)
          say(`${place}, ${outcome.name}: ${kind === 'remove' ? 'is taken off sale' : words.join('; ')}`);
      }
    }
    totals.changed += applied?.changed ?? 0;
    totals.same += applied?.same ?? 0;
    totals.missing += applied?.missing ?? 0;
  };
  for await (const lines of portions(entries, how, (entry, fault) => {
    totals.faulty += 1;
    report.add(entry.line, fault, entry.of ?? '');
  }))
    await portion(lines);
  report.end();
  if (totals.shown > MOST_SHOWN) say(`… and ${totals.shown - MOST_SHOWN} more.`);
  for (const line of changeReport(totals, { name, kind, isMeant, change: change.id })) say(line);
  return totals.faulty === 0 && totals.missing === 0;
}

async function* portions(
  entries: AsyncIterable<Entry>,
  { pricing, columns, kind }: ChangeFile,
  refuse: (entry: Entry, fault: { field: string; reason: string }) => void,
): AsyncGenerator<readonly Line[]> {
  let lines: Line[] = [];
  let bytes = 0;
  for await (const entry of entries) {
    const read = 'fault' in entry ? entry : readProduct(entry.given);
    const outcome = 'fault' in read ? read : importedProduct(read.product, pricing);
    if ('fault' in outcome) {
      const { field, reason } = outcome.fault;
      refuse(entry, {
        field: 'where' in entry ? (entry.where?.(field.split('.', 1)[0] ?? field) ?? field) : field,
        reason,
      });
      continue;
    }
    const { product } = outcome;
    const change = changeTo(product, idOf('product', product.key), kind === 'remove' ? [] : columns);
    const line = { line: entry.line, change: kind === 'remove' ? { ...change, patch: { active: false } } : change };
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
export async function undoByName(run: RunCommand, change: string, say: (text: string) => void): Promise<void> {
  for (const line of undoReport(await run(undoChange, { change }))) say(line);
}

/** Says which changes can be undone. */
export async function sayChanges(run: RunCommand, say: (text: string) => void): Promise<void> {
  for (const line of changesReport(await run(listChanges, {}))) say(line);
}
