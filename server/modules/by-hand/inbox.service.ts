import { shop } from '../../../contract/shop.config.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { parseConfirmation, type Confirmation } from '../../providers/mpesa-confirmation.rules.ts';
import { secretHash } from '../../secrets.ts';
import { findReceived } from '../settlement/received-money.repository.ts';
import { parseAccount } from './account.rules.ts';
import { MATCH_JOB } from './matching.service.ts';
import { completeReceived, findOrderByShortId, insertMessage, insertReceived } from './received.repository.ts';
import { toReceived } from './received-columns.rules.ts';
import { findSecret, setSecret, type InboxSecret } from './secrets.repository.ts';

/** Safaricom waits about 8 s for a validation, and the shop promises 5 (PAY-C2). */
const VALIDATION_MS = 4_000;

export type Validation =
  | { readonly ResultCode: '0'; readonly ResultDesc: 'Accepted' }
  | { readonly ResultCode: 'C2B00012'; readonly ResultDesc: 'Rejected' };

const ACCEPTED: Validation = { ResultCode: '0', ResultDesc: 'Accepted' };
const REJECTED: Validation = { ResultCode: 'C2B00012', ResultDesc: 'Rejected' };

/** Messages of Safaricom about payments by hand (PAY-C2). They are unsigned and may be late, repeated or forged. */
export function createInboxService(deps: Deps, { alarms }: Pick<Services, 'alarms'>) {
  const { env, db, clock, jobs, log } = deps;
  const { raiseAlarm } = alarms;

  /** Returns the valid secret of an address, or `null`. Rejects while the database is unavailable. */
  function find(secret: string): Promise<InboxSecret | null> {
    return findSecret(db.sql, secretHash(secret));
  }

  /**
   * Same as `find`, for a validation. While the database is away every secret counts as valid, because only an acceptance
   * follows (PAY-C2).
   */
  async function findForValidation(secret: string): Promise<InboxSecret | 'unknown' | null> {
    const late = new Promise<'unknown'>((resolve) => setTimeout(resolve, VALIDATION_MS / 4, 'unknown').unref());
    return Promise.race([find(secret).catch(() => 'unknown' as const), late]);
  }

  /**
   * Stores a confirmation once, and its money once, with the job that matches it, in one transaction. Rejects while the
   * database is unavailable, so that Safaricom gets no success; Pull or the statement finds the money.
   */
  async function confirm(secret: InboxSecret, body: string): Promise<void> {
    await db.tx(async (tx) => {
      const now = clock.now();
      if (secret.usedAt === null) await setSecret(tx, secret.id, { usedAt: now });
      const told = parseConfirmation(parseJson(body));
      if (!(await insertMessage(tx, body, told?.receipt ?? null, now))) return;
      if (told === null) {
        await raiseAlarm(tx, { kind: 'unreadableConfirmation', orderId: null, attemptId: null }, now);
        return;
      }
      const money = toReceived(told, now);
      if ((await insertReceived(tx, money)) || (await completeReceived(tx, money))) {
        const { receipt } = told;
        return jobs.enqueue(tx, { kind: MATCH_JOB, dedupeKey: receipt, payload: { receipt }, runAt: now });
      }
      const known = await findReceived(tx, told.receipt);
      const amount = typeof told.amount === 'number' ? told.amount : null;
      if (known !== null && (known.amount !== amount || isOfOther(known.account, told.account)))
        await raiseAlarm(
          tx,
          { kind: 'confirmationDiffers', orderId: known.orderId, attemptId: null, subject: told.receipt },
          now,
        );
    });
    jobs.wake();
  }

  /**
   * Decides a payment before it is made. Refuses only an account of no open order, never an amount, and nothing when it
   * is not certain: for a till, a short code of a counter, and while the database is slow or away (PAY-C2).
   */
  async function validate(body: string): Promise<Validation> {
    const told = parseConfirmation(parseJson(body));
    if (!env.mpesa.validates || env.mpesa.isCounter || told === null || told.kind !== 'paybill') return ACCEPTED;
    const late = new Promise<null>((resolve) => setTimeout(resolve, VALIDATION_MS, null).unref());
    const isOpen = await Promise.race([isOpenAccount(told), late]).catch((error: unknown) => {
      log.warn({ err: error }, 'a validation was accepted, because the database did not answer');
      return null;
    });
    return isOpen === false ? REJECTED : ACCEPTED;
  }

  async function isOpenAccount({ account }: Confirmation): Promise<boolean> {
    const { shortId } = parseAccount(account, shop.name);
    const order = shortId === null ? null : await findOrderByShortId(db.sql, shortId);
    return order !== null && !order.isPaid && order.status !== 'cancelled' && order.status !== 'delivered';
  }

  return { find, findForValidation, confirm, validate };
}

/** A forger who knows the address and a stranger's receipt may have been faster, with another order's number. */
function isOfOther(known: string, account: string): boolean {
  const [one, other] = [known, account].map((typed) => parseAccount(typed, shop.name).shortId);
  return one != null && other != null && one !== other;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
