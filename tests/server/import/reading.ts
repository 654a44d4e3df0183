import type { Entry } from '../../../server/modules/catalogue/import.service.ts';
import { toImportedProduct, type ImportedProduct } from '../../../server/modules/catalogue/import.rules.ts';
import { parseRecord, type Fault, type ProductRecord } from '../../../server/modules/catalogue/product-record.rules.ts';
import { readProducts, type ReadOptions } from '../../../server/cli/import/read-products.ts';
import { readText, type TextSource } from '../../../server/cli/import/text.ts';

export const SAMPLES = 'tests/server/import/samples';
export const NOW = new Date('2026-06-01T12:00:00Z');
/** Default options of the command. */
export const NO_OPTIONS: ReadOptions = { decimal: null, isConverted: false, columns: null };

/** Splits a text into chunks of `pieces` characters, at any position. */
export function textIn(pieces: number, text: string): TextSource {
  return async function* source() {
    for (let at = 0; at < text.length; at += pieces) yield text.slice(at, at + pieces);
  };
}

export function sample(file: string): TextSource {
  return readText(`${SAMPLES}/${file}`, { encoding: 'utf-8', onRead: () => undefined });
}

/** A product as the shop reads it, with its line. */
type Read = ProductRecord & { readonly line: number; readonly sold: ImportedProduct };

export async function readAll(source: TextSource, options: Partial<ReadOptions> = {}) {
  const { format, entries, unused } = await readProducts(source, { ...NO_OPTIONS, ...options });
  const products: Read[] = [];
  const notes: string[] = [];
  const faults: string[] = [];
  for await (const entry of entries) {
    if ('fault' in entry) faults.push(told(entry.line, entry.fault));
    else {
      const outcome = parseRecord(entry.given);
      if ('fault' in outcome) faults.push(told(entry.line, named(entry, outcome.fault)));
      else {
        const imported = toImportedProduct(outcome.product, { rate: 1, lowest: 1, now: NOW });
        if ('fault' in imported) faults.push(told(entry.line, named(entry, imported.fault)));
        else products.push({ ...outcome.product, line: entry.line, sold: imported.product });
        notes.push(...outcome.notes.map((note) => told(entry.line, named(entry, note))));
      }
    }
  }
  return { format, products, faults, notes, unused };
}

function named({ where }: Extract<Entry, { given: unknown }>, { field, reason }: Fault): Fault {
  return { field: where?.(field) ?? field, reason };
}

function told(line: number, { field, reason }: Fault): string {
  return [String(line), field, reason].filter((part) => part !== '').join(': ');
}
