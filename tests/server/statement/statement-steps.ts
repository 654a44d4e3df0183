import { toShillings } from '../../../contract/rules/money.ts';
import { pulls } from '../../../server/db/schema.ts';
import type { PulledRow } from '../../../server/providers/mpesa-pull.rules.ts';
import type { StatementLine } from '../../../server/providers/mpesa-statement.rules.ts';
import { parseWirePhone } from '../../../server/providers/mpesa-values.rules.ts';
import type { TestApp } from '../../support/server.ts';

/** Fields of a line or a row that a test sets. Amounts in whole shillings. */
export interface LineWords {
  readonly amount?: number;
  readonly account?: string;
  /** Whole or masked. */
  readonly phone?: string;
  readonly at?: Date;
  readonly kind?: StatementLine['kind'];
  readonly reverses?: string;
  readonly isCompleted?: boolean;
}

const IN: readonly StatementLine['kind'][] = ['payment'];

/** A line of the statement, now, without a balance. */
export function lineOf(shop: TestApp, receipt: string, words: LineWords = {}): StatementLine {
  const { amount = 3000, account = '', phone = '254712345678', kind = 'payment' } = words;
  return {
    line: 1,
    receipt,
    kind,
    isIn: IN.includes(kind),
    isCompleted: words.isCompleted ?? true,
    amount: toShillings(amount),
    cents: amount * 100,
    at: words.at ?? shop.clock.now(),
    phone: parseWirePhone(phone),
    name: null,
    account,
    reverses: words.reverses ?? null,
    balance: null,
  };
}

/** A row of Pull, now. */
export function rowOf(shop: TestApp, receipt: string, words: LineWords = {}): PulledRow {
  const { amount, phone, at, account } = lineOf(shop, receipt, words);
  return { receipt, amount, payer: phone, at, account, kind: 'c2b-pay-bill-debit' };
}

/** Lets the shop pull these rows, in one page. */
export async function pullRows(shop: TestApp, rows: readonly PulledRow[], { runs = true } = {}): Promise<void> {
  shop.mpesaAccount.script('pull', { outcome: 'rows', rows, unread: 0, nextOffset: null });
  await pullNow(shop, { runs });
}

/** Lets the shop pull what M-Pesa answers. */
export async function pullNow(shop: TestApp, { runs = true } = {}): Promise<void> {
  await shop.db.sql.delete(pulls);
  await shop.services.pull.pullWhenDue();
  if (runs) await shop.deps.jobs.runDue();
}

let files = 0;

/** Imports lines as a file that names the short code. Lines of another time make it cover that time. */
export async function importLines(
  shop: TestApp,
  lines: readonly StatementLine[],
  {
    name,
    shortcode = shop.env.mpesa.shortcode,
    runs = true,
  }: { readonly name?: string; readonly shortcode?: string | null; readonly runs?: boolean } = {},
) {
  files += 1;
  const { staff } = await shop.signInStaff({ role: 'owner' });
  const file = { name: name ?? `statement-${files}.csv`, shortcode, lines };
  const done = await shop.services.statement.importFile(staff, file);
  if (runs) await shop.deps.jobs.runDue();
  return done;
}

const HOUR = 3_600_000;

/** Lines of others, so that a file covers the hours around now, or from `before` to `after`. */
export function edges(shop: TestApp, { before = HOUR, after = HOUR / 2 } = {}): StatementLine[] {
  const now = shop.clock.now().getTime();
  return [-before, after].map((ms, index) => {
    const at = new Date(now + ms);
    return { ...lineOf(shop, `EDGE${now}${index}`.slice(-20), { at, kind: 'other' }), isIn: true };
  });
}
