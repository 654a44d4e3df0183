import type { Deps } from '../../deps.ts';
import { secretHash } from '../../secrets.ts';
import type { Asker } from '../../people.ts';
import { accountsOfBrowser, ownerOfFlow, type OwnAccount } from './browsers.repository.ts';
import { findSession } from './sessions.repository.ts';

/** What the shop knows of a browser by itself. */
export function createCallersService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  /** Returns the accounts that this browser is logged in to, or was before. */
  async function accountsOf({ browser, bearer }: Pick<Asker, 'browser' | 'bearer'>): Promise<readonly OwnAccount[]> {
    const now = clock.now();
    const session = bearer === null ? null : await findSession(db.sql, secretHash(bearer), now);
    const known = browser === null ? [] : await accountsOfBrowser(db.sql, secretHash(browser), now);
    return session === null ? known : [session.user, ...known];
  }

  /**
   * Returns what a limit by address counts this browser by instead of its address: its account, or what its flow belongs
   * to. `null` for a browser that the shop does not know (D24).
   */
  async function apartOf(asker: Pick<Asker, 'flow' | 'browser' | 'bearer'>): Promise<string | null> {
    const [account] = await accountsOf(asker);
    if (account !== undefined) return account.id;
    return asker.flow === null ? null : ownerOfFlow(db.sql, secretHash(asker.flow), clock.now());
  }

  return { accountsOf, apartOf };
}
