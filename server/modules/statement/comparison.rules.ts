import type { Differences, StatementReport, Difference } from '../../db/schema.ts';
import type { StatementLine } from '../../providers/mpesa-statement.rules.ts';
import type { Span } from '../settlement/coverage.rules.ts';

/** Differences of one kind that a report lists. The count includes the others. */
export const MOST_LISTED = 200;

/** Returns the times of the first and last line, of any kind. `null` without lines. */
export function findSpan(lines: readonly Pick<StatementLine, 'at'>[]): Span | null {
  if (lines.length === 0) return null;
  const times = lines.map(({ at }) => at.getTime());
  const [from, to] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  return { from: new Date(from), to: new Date(to) };
}

/**
 * Returns the number of the line before which others are missing, by the balances of neighbouring lines, or `null`. Files
 * list the newest line first or last. Lines without a balance prove nothing. From the absence of a line in a file with a
 * gap nothing follows.
 */
export function findGap(lines: readonly StatementLine[]): number | null {
  const told = lines.filter(({ balance, isCompleted }) => balance !== null && isCompleted);
  const [first, last] = [told[0], told.at(-1)];
  if (first === undefined || last === undefined) return null;
  const upwards = findBreak(told);
  const downwards = findBreak(told.toReversed());
  // Within one second, the order of the file alone tells nothing.
  if (first.at.getTime() === last.at.getTime()) return upwards === null ? null : downwards && upwards;
  return first.at < last.at ? upwards : downwards;
}

/** Returns the later line of the first neighbours, oldest first, whose balances do not follow from each other. */
function findBreak(told: readonly StatementLine[]): number | null {
  for (const [index, next] of told.entries()) {
    const before = told[index - 1];
    if (before === undefined) continue;
    const change = next.isIn ? next.cents : -next.cents;
    if ((before.balance ?? 0) + change !== next.balance) return Math.max(before.line, next.line);
  }
  return null;
}

export interface SortedLines {
  /** Shoppers' payments, each receipt once. */
  readonly payments: readonly StatementLine[];
  /** Reversals and payouts, each receipt once. */
  readonly sent: readonly StatementLine[];
  /** Every receipt of a completed line. */
  readonly receipts: ReadonlySet<string>;
  readonly counts: Pick<StatementReport, 'lines' | 'notCompleted' | 'repeated' | 'charges' | 'others'>;
}

/** Sorts lines by the shop's action. */
export function sortLines(lines: readonly StatementLine[]): SortedLines {
  const payments = new Map<string, StatementLine>();
  const sent = new Map<string, StatementLine>();
  const charges = { count: 0, cents: 0 };
  const others = { count: 0, inCents: 0, outCents: 0 };
  let [notCompleted, repeated] = [0, 0];
  for (const it of lines) {
    const known = it.kind === 'payment' ? payments : sent;
    if (!it.isCompleted) notCompleted += 1;
    else if (it.kind === 'charge') {
      charges.count += 1;
      charges.cents += it.isIn ? -it.cents : it.cents;
    } else if (it.kind === 'other') {
      others.count += 1;
      others[it.isIn ? 'inCents' : 'outCents'] += it.cents;
    } else if (known.has(it.receipt)) repeated += 1;
    else known.set(it.receipt, it);
  }
  return {
    payments: [...payments.values()],
    sent: [...sent.values()],
    receipts: new Set(lines.filter(({ isCompleted }) => isCompleted).map(({ receipt }) => receipt)),
    counts: { lines: lines.length, notCompleted, repeated, charges, others },
  };
}

/**
 * Returns the number of a line that contradicts an earlier one: the same receipt and kind with another amount. `null` for
 * none. A receipt may have one line per kind, e.g. a payment and its charge.
 */
export function findContradiction(lines: readonly StatementLine[]): number | null {
  const known = new Map<string, StatementLine>();
  for (const it of lines) {
    if (!it.isCompleted || it.kind === 'charge' || it.kind === 'other') continue;
    const key = `${it.receipt} ${it.kind}`;
    const before = known.get(key);
    if (before !== undefined && before.cents !== it.cents) return it.line;
    known.set(key, it);
  }
  return null;
}

/** Whole shillings. `null` for an amount that is none. */
export function toWhole({ amount }: Pick<StatementLine, 'amount'>): number | null {
  return typeof amount === 'number' ? amount : null;
}

export function toDifferences(all: readonly Difference[]): Differences {
  return { count: all.length, some: all.slice(0, MOST_LISTED) };
}

/** Returns whether the owner must look at something. */
export function needsAttention({ missingThere, differing, sentWithoutUs }: StatementReport): boolean {
  return missingThere.count + differing.count + sentWithoutUs.count > 0;
}
