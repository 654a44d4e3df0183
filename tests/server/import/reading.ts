import type { Entry } from '../../../server/modules/catalogue/import.service.ts';
import type { GivenProduct } from '../../../server/modules/catalogue/product-record.rules.ts';
import { readProduct } from '../../../server/modules/catalogue/product-record.rules.ts';
import { readProducts } from '../../../scripts/import/read-products.ts';
import { textOf, type TextSource } from '../../../scripts/import/text.ts';

export const SAMPLES = 'tests/server/import/samples';
export const NOW = new Date('2026-06-01T12:00:00Z');

/** A text in pieces of that many characters, which may cut anything in two. */
export function textIn(pieces: number, text: string): TextSource {
  return async function* source() {
    for (let at = 0; at < text.length; at += pieces) yield text.slice(at, at + pieces);
  };
}

export function sample(file: string): TextSource {
  return textOf(`${SAMPLES}/${file}`, { encoding: 'utf-8', onRead: () => undefined });
}

/** What a source gives: its products by line, and what is said of the lines that are none. */
export async function readAll(source: TextSource) {
  const { format, entries } = await readProducts(source, NOW);
  const products: (GivenProduct & { readonly line: number })[] = [];
  const faults: string[] = [];
  for await (const entry of entries) {
    if ('fault' in entry) faults.push(told(entry.line, entry.fault));
    else {
      const outcome = readProduct(entry.given);
      if ('fault' in outcome) faults.push(told(entry.line, outcome.fault));
      else products.push({ ...(entry.given as GivenProduct), line: entry.line });
    }
  }
  return { format, products, faults };
}

function told(line: number, { field, reason }: Extract<Entry, { fault: unknown }>['fault']): string {
  return [String(line), field, reason].filter((part) => part !== '').join(': ');
}
