import type { Ledger, Transaction } from './ledger.ts';
import { MERCHANT } from './merchant.ts';

const COLUMNS = [
  'Receipt No.',
  'Completion Time',
  'Initiation Time',
  'Details',
  'Transaction Status',
  'Paid In',
  'Withdrawn',
  'Balance',
  'Balance Confirmed',
  'Reason Type',
  'Other Party Info',
  'Linked Transaction ID',
  'A/C No.',
];

const REASONS = {
  prompt: 'Pay Bill Online',
  paybill: 'Pay Bill Online',
  till: 'Customer Buy Goods Online',
  reversal: 'Pay Bill Reversal',
  payout: 'Business Payment to Customer',
} as const;

/**
 * The CSV of an account as M-Pesa's portal exports it: lines above the table, newest line first, a charge with the receipt of
 * each payout, sums with commas, times in Nairobi.
 */
export function writeStatement(
  ledger: Ledger,
  {
    shortcode,
    start,
    from,
    to,
  }: { readonly shortcode: string; readonly start: number; readonly from: number; readonly to: number },
): string {
  let balance = start;
  const rows: string[][] = [];
  for (const it of ledger.all().toSorted((one, other) => one.at - other.at)) {
    const isIn = it.to === shortcode || (it.kind === 'till' && shortcode === MERCHANT.shortcode);
    if (!isIn && it.from !== shortcode) continue;
    balance += isIn ? it.amount : -it.amount;
    if (it.at >= from && it.at <= to) rows.push(toRow(it, isIn, balance));
  }
  const above = [
    ['Organization Name:', MERCHANT.name],
    ['Short Code:', shortcode],
    ['Time Period:', `From ${toTime(from)} To ${toTime(to)}`],
    [],
  ];
  return [...above, COLUMNS, ...rows.toReversed()].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}

function toRow(
  { receipt, kind, at, amount, from, to, name, account, reverses }: Transaction,
  isIn: boolean,
  balance: number,
) {
  const phone = isIn ? from : to;
  const party = `${phone} - ${name}`;
  const details = {
    prompt: `Pay Bill from ${party} Acc. ${account}`,
    paybill: `Pay Bill from ${party} Acc. ${account}`,
    till: `Merchant Payment from ${party}`,
    reversal: `Pay Bill Reversal to ${party}`,
    payout: `Business Payment to ${party}`,
  };
  return [
    receipt,
    toTime(at),
    toTime(at),
    details[kind],
    'Completed',
    isIn ? toSum(amount) : '',
    isIn ? '' : `-${toSum(amount)}`,
    toSum(balance),
    'true',
    REASONS[kind],
    party,
    reverses ?? '',
    account,
  ];
}

function toSum(amount: number): string {
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Nairobi time, the day first. */
function toTime(at: number): string {
  const [day = '', time = ''] = new Date(at + 3 * 3_600_000).toISOString().slice(0, 19).split('T');
  return `${day.split('-').reverse().join('-')} ${time}`;
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
