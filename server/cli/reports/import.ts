import type { createChangeService } from '../../modules/catalogue/change.service.ts';
import type { ImportCounts } from '../../modules/catalogue/import.service.ts';
import { formatTime } from './time.ts';

type Changes = Awaited<ReturnType<ReturnType<typeof createChangeService>['list']>>;

export interface ImportResult {
  /** Name of the file in messages. */
  readonly name: string;
  readonly format: string;
  readonly counts: ImportCounts;
  readonly seconds: number;
  /** Columns that were ignored. */
  readonly unused: readonly string[];
  /** Stock of each product without a stock count. */
  readonly pieces: number;
  /** Id by which the import can be undone. */
  readonly change: string | null;
  readonly isInterrupted: boolean;
}

/** Returns the output of `npm run import` after a file. */
export function importReport(imported: ImportResult): string[] {
  const { name, format, counts, seconds, unused, pieces, change, isInterrupted } = imported;
  return [
    `${name}, ${format}: ${formatImport(counts)}, in ${seconds.toFixed(1)} s.`,
    ...(unused.length > 0 ? [`Ignored columns: ${unused.join(', ')} (--columns).`] : []),
    ...(counts.uncounted > 0
      ? [`${counts.uncounted} of them have no stock in the file and got ${pieces} pieces each (--stock).`]
      : []),
    ...(counts.offSale > 0
      ? [
          `${counts.offSale} of the existing products are off sale. To sell them with the values of the file, run the import ` +
            'with --update all --yes, then with --put-back --yes.',
        ]
      : []),
    ...(counts.added > 0 && change !== null ? [undoHint(change)] : []),
    ...(isInterrupted ? ['Interrupted. Run the import again to continue.'] : []),
  ];
}

/** Summarises the result in one sentence. */
export function formatImport({ added, known, faulty, pictures }: ImportCounts): string {
  return [
    `${added} products added`,
    ...(known > 0 ? [`${known} already in the shop`] : []),
    ...(faulty > 0 ? [`${faulty} left out`] : []),
    ...(pictures > 0 ? [`${pictures} pictures`] : []),
  ].join(', ');
}

/** `put-back` reverts a removal, by a file with the products. */
export type ChangeKind = 'update' | 'remove' | 'put-back';

export interface ChangeTotals {
  readonly changed: number;
  /** Products that already have the values of the file. */
  readonly same: number;
  /** Lines whose product is not in the shop. */
  readonly missing: number;
  readonly faulty: number;
}

/** Returns why `--update` refuses a file. */
export function missingColumnsReport(columns: readonly string[]): string {
  return (
    `has no column for ${columns.join(', ')}. Leave that out of --update, or name a column with --columns, ` +
    'e.g. --columns "description=Details".'
  );
}

/** Returns the final output of `--update`, `--remove` and `--put-back`. */
export function changeReport(
  totals: ChangeTotals,
  how: {
    readonly name: string;
    readonly kind: ChangeKind;
    readonly isMeant: boolean;
    readonly change: string;
  },
): string[] {
  const { name, kind, isMeant, change } = how;
  const counts = [
    `${totals.changed} products ${VERBS[kind][isMeant ? 'done' : 'planned']}`,
    ...(totals.same > 0 ? [`${totals.same} are ${VERBS[kind].same}`] : []),
    ...(totals.missing > 0 ? [`${totals.missing} are not in the shop`] : []),
    ...(totals.faulty > 0 ? [`${totals.faulty} left out`] : []),
  ];
  return [
    `${name}: ${counts.join(', ')}.`,
    ...(isMeant ? [] : ['Nothing was changed. Run it again with --yes to do it.']),
    ...(isMeant && totals.changed > 0 ? [undoHint(change)] : []),
  ];
}

const VERBS = {
  update: { done: 'changed', planned: 'will change', same: 'as the file says' },
  remove: { done: 'were taken off sale', planned: 'will be taken off sale', same: 'off sale already' },
  'put-back': { done: 'were put on sale again', planned: 'will be put on sale again', same: 'on sale already' },
};

/** Returns the output of `--changes`. */
export function changesReport(changes: Changes): string[] {
  if (changes.length === 0) return ['No file has changed the catalogue yet.'];
  return changes.map(
    ({ id, kind, source, actor, at, products, isUndone }) =>
      `${toShortId(id)}  ${formatTime(at)}  ${kind} of ${products} products by ${source} (${actor})${isUndone ? ', undone' : ''}`,
  );
}

/** Returns the output of `--undo`. */
export function undoReport({ restored, kept }: { readonly restored: number; readonly kept: readonly string[] }) {
  return [
    `${restored} products restored.`,
    ...(kept.length > 0 ? [`Not restored, because they were changed since: ${kept.join(', ')}.`] : []),
  ];
}

function undoHint(change: string): string {
  return `To undo it: npm run import -- --undo ${toShortId(change)}`;
}

function toShortId(change: string): string {
  return change.slice(0, 8);
}
