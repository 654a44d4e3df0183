import type { Sql } from '../../db/client.ts';
import type { Difference } from '../../db/schema.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { StatementLine } from '../../providers/mpesa-statement.rules.ts';
import { assertRole, type CurrentStaff } from '../../people.ts';
import { Refusal } from '../../refusal.ts';
import { isCovered, type Span } from '../settlement/coverage.rules.ts';
import type { StoredRefund } from '../settlement/refunds.repository.ts';
import {
  findCoverage,
  findOpenLike,
  findOpenSent,
  findRefundByReceipt,
  findRefundsOfAmount,
  findRefundsOfReceipt,
  findRestores,
  findSent,
  findUnknownRefunds,
  saveSent,
  setSent,
} from '../settlement/sent-money.repository.ts';
import { toPayerText } from '../by-hand/received-columns.rules.ts';
import { toWhole } from './comparison.rules.ts';
import { matchPayout, matchReversal, type SentMatch } from './sent-money.rules.ts';
import * as texts from './statement.texts.ts';

/** A file decides that nothing was sent only when it covers this time after the try (PAY-F3). */
const DECIDES_AFTER_MS = 24 * 3_600_000;
const MOST_LISTED = 200;
const NOTE = { shortest: 3, longest: 500 };

/** Result of a line about money that left. */
export interface SentOutcome {
  /** `known`: the shop had its receipt already. */
  readonly is: 'known' | 'decided' | 'open';
  readonly difference: Difference;
  /** Refunds that it is, or may be. */
  readonly refunds: readonly string[];
}

/** A file that is not imported: what it covers, and the refunds that its lines are or may be. */
export interface Previewed {
  readonly coverage: { readonly shortcode: string; readonly span: Span } | null;
  readonly refunds: ReadonlySet<string>;
}

/** Compares money that left by the statement with the refunds, and decides those in doubt (PAY-F3, PAY-F6, PAY-T1). */
export function createSentMoneyService(
  deps: Pick<Deps, 'env' | 'db' | 'clock'>,
  services: Pick<Services, 'refundChange' | 'alarms' | 'audit'>,
) {
  const { env, db, clock } = deps;
  const { changeRefund, lockRefund } = services.refundChange;
  const { raiseAlarm } = services.alarms;
  const { recordChange } = services.audit;
  const collecting = [env.mpesa.shortcode, env.mpesa.partyB];
  const paying = env.mpesa.payoutShortcode === null ? collecting : [env.mpesa.payoutShortcode];

  /** Returns what a line says, without a change. */
  async function judge(handle: Sql, line: StatementLine): Promise<SentOutcome> {
    const own = await findRefundByReceipt(handle, line.receipt);
    if (own !== null) {
      const { id, amount } = own.refund;
      const is = amount === toWhole(line) ? 'known' : 'open';
      return { is, difference: toDifference(line, amount, texts.refundKnown), refunds: [id] };
    }
    const known = await findSent(handle, line.receipt);
    if (known !== null && known.state !== 'open')
      return { is: 'known', difference: toDifference(line, toWhole(line), texts.settledByStaff), refunds: [] };
    const match = await findMatch(handle, line);
    const refunds = match.to === 'like' ? match.refunds : 'refund' in match ? [match.refund] : [];
    const ids = refunds.map(({ refund }) => refund.id);
    if (match.to === 'refund' && match.isFitting) {
      const difference = toDifference(line, match.refund.refund.amount, texts.isRefund(getName(match.refund)));
      return { is: 'decided', difference, refunds: ids };
    }
    return { is: 'open', difference: toDifference(line, null, getWords(match)), refunds: ids };
  }

  /** Applies a line once, in its own transaction. */
  async function take(line: StatementLine): Promise<SentOutcome> {
    return db.tx(async (tx) => {
      const now = clock.now();
      const outcome = await judge(tx, line);
      const own = await findRefundByReceipt(tx, line.receipt);
      const match = own === null && outcome.is !== 'known' ? await findMatch(tx, line) : null;
      const refundId = own?.refund.id ?? (match?.to === 'refund' ? match.refund.refund.id : null);
      const isRefund = outcome.is === 'known' || outcome.is === 'decided';
      await saveSent(tx, { ...toColumns(line, now), state: isRefund ? 'refund' : 'open', refundId });
      if (match !== null) await apply(tx, line, match, now);
      return outcome;
    });
  }

  async function apply(tx: Sql, line: StatementLine, match: SentMatch, now: Date): Promise<void> {
    const { receipt } = line;
    switch (match.to) {
      case 'refund': {
        const { id } = match.refund.refund;
        const { refund } = await lockRefund(tx, id);
        // Staff typed this receipt, and the statement is M-Pesa's answer.
        if (refund.checkedReceipt === receipt)
          await changeRefund(tx, id, { type: 'receipt.checked', isFitting: match.isFitting }, now);
        else
          await changeRefund(
            tx,
            id,
            { type: 'money.sent', receipt, isFitting: match.isFitting, isByResult: false },
            now,
          );
        return;
      }
      case 'like':
        for (const { refund } of match.refunds)
          await raiseAlarm(
            tx,
            {
              kind: 'refund.outside',
              orderId: refund.orderId,
              attemptId: null,
              subject: `${refund.id} ${receipt}`,
              detail: { receipt, fix: texts.sayWhich(receipt) },
            },
            now,
          );
        return;
      case 'twice': {
        const { refund } = match.refund;
        const about = { orderId: refund.orderId, attemptId: null, subject: refund.id };
        await raiseAlarm(
          tx,
          { kind: 'refund.twice', ...about, detail: { refund: refund.id.slice(0, 8), receipt } },
          now,
        );
        return;
      }
      case 'unknown':
        return;
    }
  }

  async function findMatch(handle: Sql, line: StatementLine): Promise<SentMatch> {
    const amount = toWhole(line);
    if (line.kind === 'reversal')
      return line.reverses === null
        ? { to: 'unknown' }
        : matchReversal(line, await findRefundsOfReceipt(handle, line.reverses));
    return amount === null ? { to: 'unknown' } : matchPayout(line, await findRefundsOfAmount(handle, amount, line.at));
  }

  /**
   * Decides unknown refunds of which the imported files show nothing, although they cover the time (PAY-F3, PAY-F6). Each
   * has an audit row with the file. `preview` is a file that is not imported yet, with the refunds that it shows: then
   * nothing changes.
   */
  async function decideAbsent(
    file: { readonly name: string | null; readonly staff: CurrentStaff },
    preview: Previewed | null,
  ): Promise<Difference[]> {
    const decided: Difference[] = [];
    for (const found of await findUnknownRefunds(db.sql)) {
      if (!(await isAbsent(found, preview))) continue;
      const { id, amount, triedAt, createdAt } = found.refund;
      if (preview === null) await confirmAbsent(id, file);
      const at = (triedAt ?? createdAt).toISOString();
      decided.push({ receipt: getName(found), there: null, here: amount, at, what: texts.notSent });
    }
    return decided;
  }

  async function confirmAbsent(
    id: string,
    { name, staff }: { readonly name: string | null; readonly staff: CurrentStaff },
  ) {
    await db.tx(async (tx) => {
      const now = clock.now();
      const before = (await lockRefund(tx, id)).refund.state;
      const { outcome, refund } = await changeRefund(tx, id, { type: 'failure.confirmed' }, now);
      if (outcome !== 'changed') return;
      const after = { state: refund.state, what: 'not in the statement', file: name };
      await recordChange(
        tx,
        { staff, action: 'refund.changed', subject: `refund ${id}`, before: { state: before }, after },
        now,
      );
    });
  }

  /** Returns whether the files cover the time in which the refund could have been sent. */
  async function isAbsent(found: StoredRefund, preview: Previewed | null): Promise<boolean> {
    const { refund } = found;
    if (preview?.refunds.has(refund.id) === true || (await findOpenLike(db.sql, found)) !== null) return false;
    const restore = refund.isRestored ? (await findRestores(db.sql))[0] : undefined;
    const start = refund.triedAt ?? restore?.backupAt ?? null;
    if (start === null) return false;
    const tryEnd = refund.triedAt === null ? 0 : refund.triedAt.getTime() + DECIDES_AFTER_MS;
    const from = new Date(Math.min(start.getTime(), restore?.backupAt.getTime() ?? start.getTime()));
    const to = new Date(Math.max(tryEnd, restore?.restoredAt.getTime() ?? 0));
    // A try since the backup may have used the other way.
    const ways =
      refund.isRestored || refund.way === null ? [collecting, paying] : [refund.way === 'b2c' ? paying : collecting];
    for (const codes of ways) {
      const spans = await findCoverage(db.sql, codes, { from, to });
      const { span = null, shortcode = '' } = preview?.coverage ?? {};
      if (span !== null && codes.includes(shortcode)) spans.push(span);
      if (!isCovered(spans, { from, to })) return false;
    }
    return true;
  }

  /** Returns money that left without a refund that is known to be it, oldest first. */
  async function list() {
    return (await findOpenSent(db.sql, MOST_LISTED)).map(({ receipt, kind, amount, reverses, paidAt }) => ({
      receipt,
      kind,
      amount,
      reverses,
      at: paidAt.toISOString(),
    }));
  }

  /** A person says that the money is no refund. Throws `Refusal` `invalid` without a reason, `not-found` and `conflict`. */
  async function settle(staff: CurrentStaff, typed: string, reason: string): Promise<void> {
    assertRole(staff, ['owner']);
    const note = reason.trim();
    if (note.length < NOTE.shortest || note.length > NOTE.longest) throw new Refusal('invalid', texts.reasonNeeded);
    const receipt = typed.trim().toUpperCase();
    await db.tx(async (tx) => {
      const row = await findSent(tx, receipt);
      if (row === null) throw new Refusal('not-found', texts.noneLeft);
      if (row.state !== 'open') throw new Refusal('conflict', texts.settledAlready);
      await setSent(tx, receipt, { state: 'settled', note, settledBy: staff.id });
      const entry = { before: { state: row.state }, after: { note } };
      await recordChange(tx, { staff, action: 'money.noRefund', subject: `receipt ${receipt}`, ...entry }, clock.now());
    });
  }

  return { judge, take, decideAbsent, list, settle };
}

function getWords(match: SentMatch): string {
  if (match.to === 'like') return texts.isLike(match.refunds.map(getName));
  if (match.to === 'twice') return texts.perhapsTwice(getName(match.refund));
  return match.to === 'refund' ? texts.otherAmount(getName(match.refund)) : texts.noRefund;
}

function getName({ refund }: StoredRefund): string {
  return `refund-${refund.id.slice(0, 8)}`;
}

function toDifference(line: StatementLine, here: number | null, what: string): Difference {
  return { receipt: line.receipt, there: toWhole(line), here, at: line.at.toISOString(), what };
}

function toColumns({ receipt, kind, phone, reverses, at, ...line }: StatementLine, now: Date) {
  return {
    receipt,
    kind: kind === 'reversal' ? ('reversal' as const) : ('payout' as const),
    amount: toWhole(line),
    party: phone === null ? null : toPayerText(phone),
    reverses,
    paidAt: at,
    createdAt: now,
  };
}
