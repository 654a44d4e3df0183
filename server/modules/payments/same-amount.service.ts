import type { Shillings } from '../../../contract/rules/money.ts';
import type { Msisdn } from '../../../contract/rules/phone.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { findRecentAttempts } from './push.repository.ts';
import { getWaitAfterRefusal } from './push.rules.ts';

/** Daraja refuses the same amount for the same phone within two minutes, with code 17 (D8). */
export function createSameAmountService({ env }: Pick<Deps, 'env'>) {
  /** Returns the milliseconds until Daraja accepts this amount for this phone again, or 0. */
  async function waitFor(
    db: Sql,
    like: { readonly userId: string; readonly phone: Msisdn; readonly amount: Shillings },
    now: Date,
  ): Promise<number> {
    const windowMs = env.mpesa.retryMs;
    return getWaitAfterRefusal(
      await findRecentAttempts(db, like, new Date(now.getTime() - 2 * windowMs)),
      now,
      windowMs,
    );
  }

  return { waitFor };
}
