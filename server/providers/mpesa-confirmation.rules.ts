import * as v from 'valibot';
import type { Shillings } from '../../contract/rules/money.ts';
import {
  optionalText,
  parseEastAfricaTime,
  parseReceipt,
  parseWholeAmount,
  parseWirePhone,
  type AmountFault,
  type WirePhone,
} from './mpesa-values.rules.ts';

/** A payment by hand (C2B): Safaricom's confirmation, or its question before the payment (providers 1.11). */
export interface Confirmation {
  readonly receipt: string;
  /** Whole shillings, or why it is none. */
  readonly amount: Shillings | AmountFault;
  readonly kind: 'paybill' | 'till' | 'other';
  /** The paybill or till that got the money. Empty when missing. */
  readonly shortcode: string;
  /** As the payer typed it, e.g. `1a2b 3c4d`. Empty for a till. */
  readonly account: string;
  /** `null` when missing or malformed. */
  readonly payer: WirePhone | null;
  readonly name: string | null;
  /** By M-Pesa's clock. `null` when missing or malformed. */
  readonly paidAt: Date | null;
}

const KINDS: Readonly<Record<string, Confirmation['kind']>> = { 'pay bill': 'paybill', 'buy goods': 'till' };
const Body = v.object({
  TransID: optionalText,
  TransactionType: optionalText,
  TransTime: optionalText,
  TransAmount: optionalText,
  BusinessShortCode: optionalText,
  BillRefNumber: optionalText,
  MSISDN: optionalText,
  FirstName: optionalText,
  MiddleName: optionalText,
  LastName: optionalText,
});

/** Parses the body of a confirmation or validation. `null` when it has no receipt. */
export function parseConfirmation(body: unknown): Confirmation | null {
  const parsed = v.safeParse(Body, body);
  const receipt = parsed.success ? parseReceipt(parsed.output.TransID) : null;
  if (!parsed.success || receipt === null) return null;
  const it = parsed.output;
  const names = [it.FirstName, it.MiddleName, it.LastName].filter((name) => name !== null);
  return {
    receipt,
    amount: parseWholeAmount(it.TransAmount),
    kind: KINDS[it.TransactionType?.toLowerCase() ?? ''] ?? 'other',
    shortcode: it.BusinessShortCode ?? '',
    account: it.BillRefNumber ?? '',
    payer: parseWirePhone(it.MSISDN),
    name: names.length === 0 ? null : names.join(' '),
    paidAt: parseEastAfricaTime(it.TransTime),
  };
}
