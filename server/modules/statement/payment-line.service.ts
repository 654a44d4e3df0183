import { shop } from '../../../contract/shop.config.ts';
import type { Difference } from '../../db/schema.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { StatementLine } from '../../providers/mpesa-statement.rules.ts';
import { parseAccount } from '../by-hand/account.rules.ts';
import { problems } from '../by-hand/by-hand.texts.ts';
import { MATCH_JOB } from '../by-hand/matching.service.ts';
import { toReceivedLine } from '../by-hand/received-columns.rules.ts';
import { findOrderByShortId, insertReceived } from '../by-hand/received.repository.ts';
import { toLineShowing } from '../by-hand/showing.rules.ts';
import { findReceived } from '../settlement/received-money.repository.ts';
import { toWhole } from './comparison.rules.ts';
import { findKnown, type KnownMoney } from './statement.repository.ts';
import * as texts from './statement.texts.ts';

/** Source of a line. */
export interface LineSource {
  readonly source: 'pull' | 'statement';
  readonly shortcode: string;
}

/** Handles shoppers' payments of Pull and the statement, by the code for confirmations (PAY-C3, PAY-C4, PAY-T1). */
export function createPaymentLineService(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs'>,
  services: Pick<Services, 'matching' | 'showing'>,
) {
  const { env, db, clock, jobs } = deps;
  const { match } = services.matching;
  const { show } = services.showing;
  const kind = env.mpesa.transactionType === 'CustomerBuyGoodsOnline' ? 'till' : 'paybill';

  /**
   * Stores money that the shop does not know, with the job that matches it, and applies what the line shows about known
   * money. A repetition changes nothing.
   */
  async function take(line: StatementLine, { source, shortcode }: LineSource, known: KnownMoney | null): Promise<void> {
    const amount = toWhole(line);
    const isSame = known?.amount === amount;
    // The money of a prompt has no row, and needs one only for a doubt.
    if (known !== null && isSame && (known.state === null || known.isSettled)) return;
    const { receipt } = line;
    const isNew = await db.tx(async (tx) => {
      const now = clock.now();
      if (await insertReceived(tx, toReceivedLine(line, { source, kind, shortcode }, now))) {
        await jobs.enqueue(tx, { kind: MATCH_JOB, dedupeKey: receipt, payload: { receipt }, runAt: now });
        return true;
      }
      await show(tx, receipt, (row) => toLineShowing({ amount, phone: line.phone }, row.amount), now);
      return false;
    });
    if (!isNew) return;
    // Matched now, so that the report has the result. The job is for a crash.
    await match(receipt);
    if (known?.state === null && !isSame)
      await db.tx((tx) => show(tx, receipt, () => ({ is: 'differs', isLine: true }), clock.now()));
  }

  /** Returns what became of money that the shop did not know. `null` for a sale at the counter, which is not listed. */
  async function tell(line: StatementLine): Promise<Difference | null> {
    const { receipt, at, account } = line;
    const row = await findReceived(db.sql, receipt);
    const difference = { receipt, there: toWhole(line), here: null, at: at.toISOString() };
    if (row === null) {
      const isListed = !env.mpesa.isCounter || (await hasOrder(account));
      return isListed ? { ...difference, what: texts.willBeMatched } : null;
    }
    const order = row.orderId?.slice(0, 8).toUpperCase() ?? '';
    switch (row.state) {
      case 'paid':
      case 'provisional':
      case 'held':
        return { ...difference, what: texts.became.pays(order) };
      case 'proving':
        return { ...difference, what: texts.became.checking(order) };
      case 'unmatched':
        if (row.problem === 'counter') return null;
        return { ...difference, what: texts.became.unmatched(problems[row.problem ?? ''] ?? '') };
      case 'stored':
      case 'returning':
      case 'ours':
        return { ...difference, what: texts.became.other };
    }
  }

  async function hasOrder(account: string): Promise<boolean> {
    const { shortId } = parseAccount(account, shop.name);
    return shortId !== null && (await findOrderByShortId(db.sql, shortId)) !== null;
  }

  /** Returns what the shop knows of the lines' receipts. */
  function findKnownOf(lines: readonly StatementLine[]): Promise<Map<string, KnownMoney>> {
    return findKnown(
      db.sql,
      lines.map(({ receipt }) => receipt),
    );
  }

  return { take, tell, findKnownOf };
}
