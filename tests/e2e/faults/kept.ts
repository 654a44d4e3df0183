import { existsSync, readFileSync } from 'node:fs';
import type { Fault } from './faults.ts';

/** The result of a tour with a fault in one call. */
export interface Outcome {
  /** Messages that the page shows only because of the fault. */
  readonly says: readonly string[];
  /** Extra controls that the shopper presses to continue; empty if the page recovers without help. */
  readonly wayOn: readonly string[];
}

export interface TourRow {
  readonly title: string;
  readonly calls: readonly { readonly name: string; readonly faults: Readonly<Partial<Record<Fault, Outcome>>> }[];
}

/** Results by tour, call and fault from the full run. The atlas shows them. */
export const FILE = 'docs/faults.json';

/** Returns the recorded results by the id of the tour. */
export function keptMatrix(): Readonly<Record<string, TourRow>> {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, TourRow>) : {};
}
