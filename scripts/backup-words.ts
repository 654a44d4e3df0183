import { ksh } from '../contract/rules/money.ts';
import type { Manifest } from '../server/backup/folder.ts';
import type { Books } from '../server/backup/sums.ts';

/** What an owner can compare with what they know. */
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

/** For a terminal. */
function plain(shillings: number): string {
  return ksh(shillings).replaceAll('\u00a0', ' ');
}
