import type { Deps } from '../../deps.ts';
import { secretHash } from '../../secrets.ts';
import type { Caller } from '../../people.ts';
import { findAccountsByBrowser, findFlowOwner, type OwnAccount } from './browsers.repository.ts';
import { findSession } from './sessions.repository.ts';

/** Recognises callers by their cookies and tokens. */
export function createCallersService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  /** Returns the accounts that this browser is or was logged in to. */
  async function findAccounts({ browser, bearer }: Pick<Caller, 'browser' | 'bearer'>): Promise<readonly OwnAccount[]> {
    const now = clock.now();
    const session = bearer === null ? null : await findSession(db.sql, secretHash(bearer), now);
    const known = browser === null ? [] : await findAccountsByBrowser(db.sql, secretHash(browser), now);
    return session === null ? known : [session.user, ...known];
  }

  /**
   * Returns the key that replaces the IP address in rate limits: the browser's account, or the owner of its flow.
   * `null` for an unknown browser (D24).
   */
  async function findLimitKey(asker: Pick<Caller, 'flow' | 'browser' | 'bearer'>): Promise<string | null> {
    const [account] = await findAccounts(asker);
    if (account !== undefined) return account.id;
    return asker.flow === null ? null : findFlowOwner(db.sql, secretHash(asker.flow), clock.now());
  }

  return { accountsOf: findAccounts, apartOf: findLimitKey };
}
