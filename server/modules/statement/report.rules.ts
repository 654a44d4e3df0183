import { formatKsh, toShillings } from '../../../contract/rules/money.ts';
import type { Difference, Differences, StatementReport } from '../../db/schema.ts';

/** A report with what it is about. Times are ISO, or `null` without lines. */
export interface ReportOf {
  readonly source: 'pull' | 'file';
  readonly name: string | null;
  readonly shortcode: string;
  readonly from: string | null;
  readonly to: string | null;
  /** Line before which others are missing, by the balances. */
  readonly gapAt?: number | null;
  readonly report: StatementReport;
}

/** Formats a report for the terminal and the mail, in words for the owner. */
export function toReportLines({ source, name, shortcode, from, to, gapAt, report }: ReportOf): string[] {
  const { charges, others, counter } = report;
  const what = source === 'pull' ? 'Transactions of M-Pesa' : `Statement ${name ?? ''}`.trim();
  return [
    `${what}, short code ${shortcode}, ${toTime(from)} to ${toTime(to)}: ${report.lines} ${report.lines === 1 ? 'line' : 'lines'}.`,
    `  the same here and there: ${report.same}`,
    ...toPart('missing here', report.missingHere),
    ...toPart('missing there', report.missingThere),
    ...toPart('with another amount', report.differing),
    ...toPart('left without a known refund', report.sentWithoutUs),
    ...toPart('refunds that it decides', report.decided),
    ...(counter.count === 0 ? [] : [`  sales at the counter: ${counter.count}, ${toSum(counter.cents)}`]),
    ...(report.notCompleted === 0 ? [] : [`  not completed: ${report.notCompleted}`]),
    ...(report.repeated === 0 ? [] : [`  repeated: ${report.repeated}`]),
    ...(charges.count === 0 ? [] : [`  charges: ${charges.count}, ${toSum(charges.cents)}`]),
    ...(others.count === 0
      ? []
      : [`  other movements: ${others.count}, in ${toSum(others.inCents)}, out ${toSum(others.outCents)}`]),
    ...(gapAt == null
      ? []
      : [`  Lines may be missing before line ${gapAt}, so nothing is concluded from what the file does not have.`]),
  ];
}

function toPart(title: string, { count, some }: Differences): string[] {
  if (count === 0) return [`  ${title}: none`];
  const more = count > some.length ? [`    and ${count - some.length} more`] : [];
  return [`  ${title}: ${count}`, ...some.map((it) => `    ${toLine(it)}`), ...more];
}

function toLine({ receipt, there, here, at, what }: Difference): string {
  const sums =
    there !== null && here !== null && there !== here
      ? `${toKsh(there)} there, ${toKsh(here)} here`
      : toKsh(there ?? here);
  // A name of a refund or an account may have come from M-Pesa.
  return `${receipt}  ${toTime(at)}  ${sums}: ${what}`.replaceAll(/\p{Cc}/gu, ' ');
}

function toKsh(amount: number | null): string {
  return amount === null
    ? 'an amount that is not in whole shillings'
    : formatKsh(toShillings(amount)).replace('\u00a0', ' ');
}

function toSum(cents: number): string {
  const sum = Math.abs(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `Ksh ${cents < 0 ? '-' : ''}${sum}`;
}

/** Nairobi time, to the minute. */
function toTime(iso: string | null): string {
  if (iso === null) return '?';
  return new Date(Date.parse(iso) + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}
