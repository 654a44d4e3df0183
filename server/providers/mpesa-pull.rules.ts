import * as v from 'valibot';
import {
  optionalText,
  parseEastAfricaTime,
  parseReceipt,
  parseWholeAmount,
  parseWirePhone,
  type AmountFault,
  type WirePhone,
} from './mpesa-values.rules.ts';
import type { Shillings } from '../../contract/rules/money.ts';

/** A payment to the short code, as Pull reports it (providers 1.11). */
export interface PulledRow {
  readonly receipt: string;
  /** Whole shillings, or why it is none. */
  readonly amount: Shillings | AmountFault;
  readonly payer: WirePhone | null;
  readonly at: Date | null;
  /** The account as typed, or the reference of a prompt. Empty for a till. */
  readonly account: string;
  /** Daraja's name of the kind of payment, e.g. `c2b-pay-bill-debit`. */
  readonly kind: string;
}

const Row = v.object({
  transactionId: optionalText,
  trxDate: optionalText,
  msisdn: optionalText,
  transactiontype: optionalText,
  billreference: optionalText,
  amount: optionalText,
});

/**
 * Parses the rows of a page, which are in a list of a list (`[[…]]`, none: `[[]]`). Returns `null` for rows without a
 * receipt.
 */
export function parsePulledRows(lists: unknown): readonly (PulledRow | null)[] {
  const rows: readonly unknown[] = Array.isArray(lists) ? lists.flat() : [];
  return rows.map(parseRow);
}

function parseRow(row: unknown): PulledRow | null {
  const parsed = v.safeParse(Row, row);
  const receipt = parsed.success ? parseReceipt(parsed.output.transactionId) : null;
  if (!parsed.success || receipt === null) return null;
  const { amount, msisdn, trxDate, billreference, transactiontype } = parsed.output;
  return {
    receipt,
    amount: parseWholeAmount(amount),
    payer: parseWirePhone(msisdn),
    at: parseEastAfricaTime(trxDate),
    account: billreference ?? '',
    kind: transactiontype ?? '',
  };
}
