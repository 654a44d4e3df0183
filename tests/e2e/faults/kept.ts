import { existsSync, readFileSync } from 'node:fs';
import type { Fault } from './faults.ts';

/** What became of a tour of which one call was spoilt. */
export interface Outcome {
  /** What the page says that it does not say otherwise. */
  readonly says: readonly string[];
  /** What the shopper presses beside the tour to get on; empty where the page gets on by itself. */
  readonly wayOn: readonly string[];
}

export interface TourRow {
  readonly title: string;
  readonly calls: readonly { readonly name: string; readonly faults: Readonly<Partial<Record<Fault, Outcome>>> }[];
}

/** Tour, call and fault, as the whole run has found them; the atlas prints it. */
export const FILE = 'docs/faults.json';

/** By the id of the tour. */
export function keptMatrix(): Readonly<Record<string, TourRow>> {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, TourRow>) : {};
}
