import { parsePhone } from '../../../contract/rules/phone.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { toStableId } from '../../db/ids.ts';
import type { PullAnswer } from '../../providers/mpesa-account.ts';
import type { PulledRow } from '../../providers/mpesa-pull.rules.ts';
import type { StatementLine } from '../../providers/mpesa-statement.rules.ts';
import { Refusal } from '../../refusal.ts';
import { insertAlarmOnce } from '../messages/messages.repository.ts';
import { lockPull, setPull } from './pull.repository.ts';
import * as texts from './statement.texts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Daraja keeps the transactions of this time. */
const WINDOW_MS = 48 * HOUR;
const EVERY_MS = 4 * HOUR;
/** Other processes leave a pull alone that began less than this ago. */
const LEASE_MS = 5 * MINUTE;
const SHORTEST_PAUSE_MS = 10 * MINUTE;
const LONGEST_PAUSE_MS = HOUR;
/** Pages of 100 rows. More than a shop of this size sells in two days. */
const MOST_PAGES = 200;
/** Younger transactions may not be in the pull yet. */
const SETTLING_MS = HOUR;
/** The address that Safaricom asks for when a short code is registered for Pull. Contains no word that it refuses. */
export const PULLED_PATH = '/api/pay-in/pulled';
const FIX = 'See npm run mpesa -- register-pull, or import the statement: npm run mpesa -- statement FILE.';

/** The rows that could be read, and why others could not. */
interface Pulled {
  readonly rows: readonly PulledRow[];
  readonly why: string | null;
  readonly retryAfterMs: number | null;
}

/** Pulls M-Pesa's transactions, so that lost confirmations are found (PAY-T1). */
export function createPullService(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'mpesaAccount' | 'log'>,
  { statement }: Pick<Services, 'statement'>,
) {
  const { env, db, clock, mpesaAccount, log } = deps;
  /** The simulated M-Pesa forgets when it restarts, so nothing is concluded from what it lacks of earlier times. */
  const startedAt = env.mpesa.isSimulated ? clock.now().getTime() : 0;
  let isFirst = true;

  /** Pulls when it is due: every 4 hours, after a start, and again after a failure. Other processes wait meanwhile. */
  async function pullWhenDue(): Promise<void> {
    if (!env.mpesa.pulls) return;
    const mayBeEarly = isFirst;
    isFirst = false;
    const now = clock.now();
    const isMine = await db.tx(async (tx) => {
      const { nextAt, goodAt } = await lockPull(tx);
      const isFresh = goodAt !== null && Math.abs(now.getTime() - goodAt.getTime()) < SHORTEST_PAUSE_MS;
      // A clock that was set back makes no wait longer (D28).
      const waitMs = nextAt === null ? 0 : nextAt.getTime() - now.getTime();
      const isDue = waitMs <= 0 || waitMs > EVERY_MS;
      // Another process that starts in this moment may have begun.
      const isBegun = waitMs > 0 && waitMs <= LEASE_MS;
      if (isFresh || isBegun || !(isDue || (mayBeEarly && goodAt !== null))) return false;
      await setPull(tx, { nextAt: new Date(now.getTime() + LEASE_MS) });
      return true;
    });
    if (isMine) await pull(now);
  }

  async function pull(now: Date): Promise<void> {
    const from = new Date(now.getTime() - WINDOW_MS);
    const { rows, why, retryAfterMs } = await readPages(from, now);
    const lines = rows.flatMap((row) => toLine(row) ?? []);
    const span = { from: new Date(Math.max(from.getTime(), startedAt)), to: new Date(now.getTime() - SETTLING_MS) };
    if (lines.length > 0 || why === null) await statement.takePull(lines, why === null ? span : null);
    if (why !== null) return fail(why, retryAfterMs, now);
    await setPull(db.sql, { nextAt: new Date(now.getTime() + EVERY_MS), goodAt: now, failingSince: null });
    log.info({ rows: lines.length }, 'M-Pesa’s transactions were pulled');
  }

  /** Reads pages until one is not full. A repeated page, or one with broken rows, makes the pull incomplete. */
  async function readPages(from: Date, to: Date): Promise<Pulled> {
    const rows = new Map<string, PulledRow>();
    const end = (why: string | null, retryAfterMs: number | null = null) => ({
      rows: [...rows.values()],
      why,
      retryAfterMs,
    });
    let unread = 0;
    let offset: number | null = 0;
    for (let page = 0; offset !== null; page += 1) {
      if (page === MOST_PAGES) return end(`more than ${MOST_PAGES} pages`);
      const answer: PullAnswer = await mpesaAccount.pull({ from, to, offset });
      if (answer.outcome !== 'rows')
        return end(
          `${answer.code ?? ''} ${answer.text}`.trim(),
          answer.outcome === 'refused' ? (answer.retryAfterMs ?? null) : null,
        );
      const known = rows.size;
      for (const row of answer.rows) rows.set(row.receipt, row);
      unread += answer.unread;
      // Without progress, the next page would be the same for ever.
      if (answer.nextOffset !== null && rows.size === known) return end('a page came twice');
      offset = answer.nextOffset;
    }
    return end(unread === 0 ? null : `${unread} rows have no receipt`);
  }

  /** Plans the next try. The window of 48 hours still covers what was missed. */
  async function fail(why: string, retryAfterMs: number | null, now: Date): Promise<void> {
    log.warn({ why }, 'M-Pesa’s transactions were not pulled');
    await db.tx(async (tx) => {
      const { goodAt, failingSince } = await lockPull(tx);
      const since = failingSince ?? now;
      const failedMs = now.getTime() - since.getTime();
      const pause = Math.min(Math.max(retryAfterMs ?? failedMs, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
      await setPull(tx, { nextAt: new Date(now.getTime() + pause), failingSince: since });
      if (now.getTime() - (goodAt ?? since).getTime() < DAY) return;
      const id = toStableId('alarm', `pull ${now.toISOString().slice(0, 10)}`);
      await insertAlarmOnce(tx, id, { kind: 'pull.away', orderId: null, detail: { text: why, fix: FIX } }, now);
    });
  }

  /**
   * Registers the short code for Pull at Safaricom, with its nominated number. Returns Safaricom's answer. Throws `Refusal`
   * `invalid` for what is no phone.
   */
  async function register(typed: string) {
    const phone = parsePhone(typed);
    if (phone === null) throw new Refusal('invalid', texts.phoneNeeded);
    const callbackUrl = `${env.mpesa.callbackOrigin}${PULLED_PATH}`;
    const answer = await mpesaAccount.registerPull({ phone, callbackUrl });
    return { outcome: answer.outcome, code: 'code' in answer ? (answer.code ?? '') : '', text: answer.text };
  }

  /** `null` for a row that is no payment of a shopper. */
  function toLine({ receipt, amount, payer, at, account, kind }: PulledRow): StatementLine | null {
    if (kind !== '' && !/c2b|pay.?bill|buy.?goods|customer/i.test(kind)) return null;
    return {
      line: 0,
      receipt,
      kind: 'payment',
      isIn: true,
      isCompleted: true,
      amount,
      cents: typeof amount === 'number' ? amount * 100 : 0,
      at: at ?? clock.now(),
      phone: payer,
      name: null,
      account,
      reverses: null,
      balance: null,
    };
  }

  return { pullWhenDue, register };
}
