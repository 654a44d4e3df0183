import type { User } from '../../../contract/user.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { findUser } from './users.repository.ts';

/** The shopper's own account. */
export function createProfileService({ db }: Pick<Deps, 'db'>) {
  /**
   * The user with all addresses, read with `tx` where something was just changed. Refusal `not-found` for an account
   * that is gone.
   */
  async function profile(id: string, tx: Sql = db.sql): Promise<User> {
    const user = await findUser(tx, id);
    if (user === null) throw new Refusal('not-found', 'Failed to load user');
    return user;
  }

  return { profile };
}
