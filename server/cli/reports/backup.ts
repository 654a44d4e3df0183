import { formatKsh } from '../../../contract/rules/money.ts';
import type { Manifest } from '../../backup/folder.ts';
import type { BackupResult } from '../../backup/make-backup.ts';
import type { moveToPostgres } from '../../backup/move.ts';
import type { restoreBackup } from '../../backup/restore.ts';
import { toMegabytes } from '../../backup/disk-space.ts';
import type { Books } from '../../backup/checksums.ts';
import { formatTime } from './time.ts';

type RestoreReply = Awaited<ReturnType<typeof restoreBackup>>;
type MoveReply = Awaited<ReturnType<typeof moveToPostgres>>;

/** Returns the output of `npm run backup`. `days` is the retention. */
export function backupReport(
  { folder, bytes, manifest, pausedMs, removed }: BackupResult,
  { seconds, days }: { readonly seconds: number; readonly days: number },
): string[] {
  return [
    `${folder}, ${toMegabytes(bytes)}, in ${seconds.toFixed(1)} s`,
    formatManifest(manifest),
    ...(pausedMs > 0 ? [`The running shop was paused for ${Math.ceil(pausedMs)} ms.`] : []),
    ...(removed.length > 0 ? [`Removed, older than ${days} days: ${removed.join(', ')}`] : []),
  ];
}

/** Returns the final output of `npm run restore`. */
export function restoreReport({ manifest, before }: RestoreReply): string[] {
  return [
    `Restored the backup of ${formatTime(manifest.madeAt)}: ${formatManifest(manifest)}`,
    ...before.map((kept) => `The previous files are in ${kept}. Remove them when the shop works.`),
  ];
}

/** Returns the final output of `npm run move`. */
export function moveReport({ folder, manifest, wasThere }: MoveReply): string[] {
  return [
    wasThere ? 'An earlier move has copied everything:' : 'The shop has moved:',
    formatManifest(manifest),
    `Counts and sums of all ${manifest.tables.length} tables match.`,
    `A backup is in ${folder}.`,
    'Set DATABASE_URL to that address and start the shop. The embedded database is closed.',
  ];
}

/** Formats totals that an owner can check. */
export function formatBooks({ orders, orderTotals, payments, refunds, piecesOnHand, piecesReserved }: Books): string {
  return [
    `${formatCounts(orders)} orders of ${plain(orderTotals)}`,
    `payments of ${plain(payments)}`,
    `refunds of ${plain(refunds)}`,
    `${formatCounts(piecesOnHand)} pieces in stock, ${formatCounts(piecesReserved)} of them reserved`,
  ].join(', ');
}

export function formatManifest({ tables, books, pictures }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${formatCounts(rows)} rows in ${tables.length} tables, ${formatCounts(pictures.length)} ${pictures.length === 1 ? 'picture' : 'pictures'}: ${formatBooks(books)}`;
}

function formatCounts(value: number): string {
  return value.toLocaleString('en-GB');
}

/** Formats an amount for a terminal. */
function plain(shillings: number): string {
  return formatKsh(shillings).replaceAll('\u00a0', ' ');
}
