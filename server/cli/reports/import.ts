import type { createChangeService } from '../../modules/catalogue/change.service.ts';
import type { ImportCounts } from '../../modules/catalogue/import.service.ts';
import { timeOf } from './time.ts';

type Changes = Awaited<ReturnType<ReturnType<typeof createChangeService>['list']>>;

export interface Imported {
  /** What people call the file. */
  readonly name: string;
  readonly format: string;
  readonly counts: ImportCounts;
  readonly seconds: number;
  /** Columns that nothing was read from. */
  readonly unused: readonly string[];
  /** Pieces of each product that the file does not count. */
  readonly pieces: number;
  /** By which it can be undone. */
  readonly change: string | null;
  readonly isInterrupted: boolean;
}

/** What `npm run import` prints after a file. */
export function importReport(imported: Imported): string[] {
  const { name, format, counts, seconds, unused, pieces, change, isInterrupted } = imported;
  return [
    `${name}, ${format}: ${importWords(counts)}, in ${seconds.toFixed(1)} s.`,
    ...(unused.length > 0 ? [`Columns that were not read: ${unused.join(', ')} (--columns).`] : []),
    ...(counts.uncounted > 0
      ? [`${counts.uncounted} of them are not counted there: ${pieces} pieces each (--stock).`]
      : []),
    ...(counts.offSale > 0
      ? [
          `${counts.offSale} of those that were there are off sale. To put them on sale with the values of the file, run it ` +
            'with --update all --yes, then with --put-back --yes.',
        ]
      : []),
    ...(counts.added > 0 && change !== null ? [undoHint(change)] : []),
    ...(isInterrupted ? ['It was interrupted: run it again, and it goes on.'] : []),
  ];
}

/** What became of the lines, in a sentence. */
export function importWords({ added, known, faulty, pictures }: ImportCounts): string {
  return [
    `${added} products added`,
    ...(known > 0 ? [`${known} were there`] : []),
    ...(faulty > 0 ? [`${faulty} left out`] : []),
    ...(pictures > 0 ? [`${pictures} pictures`] : []),
  ].join(', ');
}

/** `put-back` undoes a removal by a file of the products. */
export type ChangeKind = 'update' | 'remove' | 'put-back';

export interface ChangeTotals {
  readonly changed: number;
  /** Products that are as the file says already. */
  readonly same: number;
  /** Lines whose product the shop does not have. */
  readonly missing: number;
  readonly faulty: number;
}

/** Why `--update` refuses a file. */
export function notHeldReport(columns: readonly string[]): string {
  return (
    `has no column for ${columns.join(', ')}. Leave that out of --update, or name a column with --columns, ` +
    'e.g. --columns "description=Details".'
  );
}

/** What `--update`, `--remove` and `--put-back` print at their end. */
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

/** What `--changes` prints. */
export function changesReport(changes: Changes): string[] {
  if (changes.length === 0) return ['No file has changed the catalogue yet.'];
  return changes.map(
    ({ id, kind, source, actor, at, products, isUndone }) =>
      `${shortOf(id)}  ${timeOf(at)}  ${kind} of ${products} products by ${source} (${actor})${isUndone ? ', undone' : ''}`,
  );
}

/** What `--undo` prints. */
export function undoReport({ restored, kept }: { readonly restored: number; readonly kept: readonly string[] }) {
  return [
    `${restored} products are as they were before.`,
    ...(kept.length > 0 ? [`Changed since, so they stay: ${kept.join(', ')}.`] : []),
  ];
}

function undoHint(change: string): string {
  return `To undo it: npm run import -- --undo ${shortOf(change)}`;
}

function shortOf(change: string): string {
  return change.slice(0, 8);
}
