import { toShillings, type Shillings } from '../../contract/rules/money.ts';
import {
  parseEastAfricaTime,
  parseReceipt,
  parseWirePhone,
  type AmountFault,
  type WirePhone,
} from './mpesa-values.rules.ts';

/** Subject of a line of the statement, from its reason and details. */
export type LineKind =
  /** A shopper's payment to the short code. */
  | 'payment'
  /** Money of a payment that went back. */
  | 'reversal'
  /** Money that was sent to a phone. */
  | 'payout'
  /** Safaricom's fee. It has the receipt of the transaction that it is for. */
  | 'charge'
  /** Transfers to banks and between accounts of the organisation, money back of a payout. */
  | 'other';

/** A line of the organisation's statement, as M-Pesa's portal exports it (providers 1.11). */
export interface StatementLine {
  /** Number in the file, from 1. */
  readonly line: number;
  readonly receipt: string;
  readonly kind: LineKind;
  readonly isIn: boolean;
  /** Only completed lines moved money. */
  readonly isCompleted: boolean;
  /** Whole shillings, or why it is none. */
  readonly amount: Shillings | AmountFault;
  /** In cents, without a sign. */
  readonly cents: number;
  readonly at: Date;
  readonly phone: WirePhone | null;
  readonly name: string | null;
  /** As typed, or the reference of a prompt. */
  readonly account: string;
  /** The payment that a reversal sends back. */
  readonly reverses: string | null;
  /** Balance of the account afterwards, in cents. `null` when it is not told. */
  readonly balance: number | null;
}

/** Columns by the names of the portal. */
export const COLUMNS = {
  receipt: ['Receipt No.', 'Receipt No', 'Receipt Number', 'Receipt'],
  at: ['Completion Time'],
  details: ['Details'],
  status: ['Transaction Status', 'Status'],
  paidIn: ['Paid In'],
  withdrawn: ['Withdrawn', 'Withdrawal', 'Paid Out'],
  balance: ['Balance'],
  reason: ['Reason Type', 'Transaction Type'],
  party: ['Other Party Info', 'Opposite Party'],
  linked: ['Linked Transaction ID', 'Linked Transaction Id'],
  account: ['A/C No.', 'A/C No', 'Account No.', 'Account Number'],
} as const;
export type Column = keyof typeof COLUMNS;
/** Columns without which a table is no statement. */
export const NEEDED = ['receipt', 'at', 'status', 'paidIn', 'withdrawn'] as const satisfies readonly Column[];

/** The cells of one row by column. Missing columns are empty. */
export type Cells = Readonly<Record<Column, string>>;

const COMPLETED = /^completed$/i;
const NOT_COMPLETED = /^(?:failed|cancelled|canceled|declined|expired|pending|authori[sz]ed|initiated|reversed)$/i;
const LONGEST_ACCOUNT = 40;
const LONGEST_NAME = 100;

/** Parses a row of the table. Returns the reason when it is not a line of a statement. */
export function parseStatementRow(line: number, cells: Cells): StatementLine | string {
  const receipt = parseReceipt(cells.receipt.trim());
  if (receipt === null) return `'${cells.receipt.slice(0, 30)}' is not a receipt`;
  const at = parseStatementTime(cells.at);
  if (at === null) return `'${cells.at.slice(0, 30)}' is not a time`;
  const status = cells.status.trim();
  const isCompleted = COMPLETED.test(status);
  if (!isCompleted && !NOT_COMPLETED.test(status)) return `'${status.slice(0, 30)}' is not a status`;
  const [paidIn, withdrawn] = [parseCents(cells.paidIn), parseCents(cells.withdrawn)];
  if (paidIn === null) return `'${cells.paidIn.slice(0, 30)}' is not an amount`;
  if (withdrawn === null) return `'${cells.withdrawn.slice(0, 30)}' is not an amount`;
  if (paidIn !== 0 && withdrawn !== 0) return 'money is paid in and withdrawn';
  if (paidIn < 0) return 'the amount that is paid in is below zero';
  if (isCompleted && paidIn === 0 && withdrawn === 0 && cells.paidIn.trim() + cells.withdrawn.trim() === '')
    return 'no amount is paid in or withdrawn';
  const balance = cells.balance.trim() === '' ? null : parseCents(cells.balance);
  if (balance === null && cells.balance.trim() !== '') return `'${cells.balance.slice(0, 30)}' is not a balance`;
  const cents = paidIn === 0 ? Math.abs(withdrawn) : paidIn;
  const { phone, name } = parseParty(cells);
  const isIn = paidIn > 0;
  const kind = toKind(cells, isIn, phone !== null);
  return {
    line,
    receipt,
    kind,
    isIn,
    isCompleted,
    amount: toAmount(cents),
    cents,
    at,
    phone,
    name,
    account: parseAccountCell(cells),
    reverses: kind === 'reversal' ? parseReversed(cells, receipt) : null,
    balance,
  };
}

/** Parses `1,053.00`, `-4000.00`, `KES 10` or nothing (0). `null` when it is none. In cents. */
export function parseCents(text: string): number | null {
  const plain = text.trim().replace(/^(?:KES|Ksh)\.?\s*/i, '');
  if (plain === '') return 0;
  const [, sign = '', whole, cents = ''] = /^(-?)(\d{1,9}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  if (whole === undefined) return null;
  const value = Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
  return sign === '' ? value : -value;
}

function toAmount(cents: number): Shillings | AmountFault {
  if (cents === 0) return 'zero';
  return cents % 100 === 0 ? toShillings(cents / 100) : 'cents';
}

/**
 * Parses a time in Nairobi: `2026-10-03 17:00:00`, `03-10-2026 17:00:00` or `3/10/2026 17:00`. The day comes before the
 * month, as in Kenya.
 */
export function parseStatementTime(text: string): Date | null {
  const [, first = '', month = '', last = '', hour = '', minute = '', second = '00'] =
    /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text.trim()) ?? [];
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  if (year.length !== 4 || day.length > 2) return null;
  const two = (part: string) => part.padStart(2, '0');
  const at = parseEastAfricaTime(`${year}-${two(month)}-${two(day)} ${two(hour)}:${minute}:${second}`);
  // A date such as 31 February would become one in March.
  return at !== null && new Date(at.getTime() + 3 * 3_600_000).getUTCDate() === Number(day) ? at : null;
}

function toKind({ reason, details }: Cells, isIn: boolean, hasPhone: boolean): LineKind {
  const said = `${reason} ${details}`.toLowerCase();
  if (/\b(?:charges?|fees?|levy|tariff|commission)\b/.test(said)) return 'charge';
  if (/\brevers/.test(said)) return isIn ? 'other' : 'reversal';
  const isOwnMove = /settle|to bank|organi[sz]ation|utility to|working to|transfer|real time|business to business/.test(
    said,
  );
  if (isIn) {
    const isPayment = /pay\s?bill|buy goods|pay merchant|merchant payment|pay utility|customer/.test(said);
    return isPayment || (hasPhone && !isOwnMove) ? 'payment' : 'other';
  }
  return hasPhone || (/payment to customer|b2c|salary|promotion/.test(said) && !isOwnMove) ? 'payout' : 'other';
}

/** The party of a line: `254712345678 - JANE DOE`, a masked phone, or the same within the details. */
function parseParty({ party, details }: Cells): { readonly phone: WirePhone | null; readonly name: string | null } {
  const text = (party.trim() === '' ? details : party).trim();
  const [, digits = '', rest = ''] = /(?<!\w)(\+?\d[\d*xX]{6,13})(?!\w)(?:\s*-\s*(.*))?/.exec(text) ?? [];
  const name = rest
    .replace(/\s+acc\..*$/i, '')
    .trim()
    .slice(0, LONGEST_NAME);
  return { phone: digits === '' ? null : parseWirePhone(digits), name: name === '' ? null : name };
}

function parseAccountCell({ account, details }: Cells): string {
  const typed = account.trim() === '' ? (/\bacc(?:ount)?\.?\s+(\S.*)$/i.exec(details)?.[1] ?? '') : account;
  return typed.trim().slice(0, LONGEST_ACCOUNT);
}

function parseReversed({ linked, details }: Cells, own: string): string | null {
  const named = parseReceipt(linked.trim());
  if (named !== null && named !== own) return named;
  const said = /\b(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{10}\b/.exec(details.toUpperCase())?.[0] ?? null;
  return said === own ? null : said;
}
