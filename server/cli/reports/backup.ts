import { ksh } from '../../../contract/rules/money.ts';
import type { Manifest } from '../../backup/folder.ts';
import type { MadeBackup } from '../../backup/make-backup.ts';
import type { moveToPostgres } from '../../backup/move.ts';
import type { restoreBackup } from '../../backup/restore.ts';
import { inMegabytes } from '../../backup/room.ts';
import type { Books } from '../../backup/sums.ts';
import { timeOf } from './time.ts';

type Restored = Awaited<ReturnType<typeof restoreBackup>>;
type Moved = Awaited<ReturnType<typeof moveToPostgres>>;

/** Returns the output of `npm run backup`. `days` is the retention. */
export function backupReport(
  { folder, bytes, manifest, pausedMs, removed }: MadeBackup,
  { seconds, days }: { readonly seconds: number; readonly days: number },
): string[] {
  return [
    `${folder}, ${inMegabytes(bytes)}, in ${seconds.toFixed(1)} s`,
    manifestWords(manifest),
    ...(pausedMs > 0 ? [`The running shop was paused for ${Math.ceil(pausedMs)} ms.`] : []),
    ...(removed.length > 0 ? [`Removed, older than ${days} days: ${removed.join(', ')}`] : []),
  ];
}

/** Returns the final output of `npm run restore`. */
export function restoreReport({ manifest, before }: Restored): string[] {
  return [
    `Restored the backup of ${timeOf(manifest.madeAt)}: ${manifestWords(manifest)}`,
    ...before.map((kept) => `The previous files are in ${kept}. Remove them when the shop works.`),
  ];
}

/** Returns the final output of `npm run move`. */
export function moveReport({ folder, manifest, wasThere }: Moved): string[] {
  return [
    wasThere ? 'An earlier move has copied everything:' : 'The shop has moved:',
    manifestWords(manifest),
    `Counts and sums of all ${manifest.tables.length} tables match.`,
    `A backup is in ${folder}.`,
    'Set DATABASE_URL to that address and start the shop. The embedded database is closed.',
  ];
}

/** Formats totals that an owner can check. */
export function booksWords({ orders, orderTotals, payments, refunds, piecesOnHand, piecesReserved }: Books): string {
  return [
    `${counted(orders)} orders of ${plain(orderTotals)}`,
    `payments of ${plain(payments)}`,
    `refunds of ${plain(refunds)}`,
    `${counted(piecesOnHand)} pieces in stock, ${counted(piecesReserved)} of them reserved`,
  ].join(', ');
}

export function manifestWords({ tables, books, pictures }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${counted(rows)} rows in ${tables.length} tables, ${counted(pictures.length)} ${pictures.length === 1 ? 'picture' : 'pictures'}: ${booksWords(books)}`;
}

function counted(value: number): string {
  return value.toLocaleString('en-GB');
}

/** Formats an amount for a terminal. */
function plain(shillings: number): string {
  return ksh(shillings).replaceAll('\u00a0', ' ');
}
