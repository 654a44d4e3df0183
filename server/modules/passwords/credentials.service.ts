import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { secretHash } from '../../secrets.ts';
import { passwordChangedMail } from '../messages/account-mails.texts.ts';
import { deleteBrowsersByUser } from '../sessions/browsers.repository.ts';
import { deleteLinks } from '../links/links.repository.ts';
import { forgetGuesses } from './guesses.repository.ts';
import { deletePhoneChange } from '../profile/phone-changes.repository.ts';
import { deleteSessionsByUser } from '../sessions/sessions.repository.ts';
import { changeUser, type UserRow } from '../users/users.repository.ts';

/** Replaces passwords, and ends what depends on the old one. */
export function createCredentialsService(deps: Pick<Deps, 'env'>, { mail }: Pick<Services, 'mail'>) {
  const { queueMail } = mail;

  /**
   * Sets a new password of a locked account in the caller's transaction. Ends all sessions except `but`. Also deletes
   * what an intruder may have started: links, phone and e-mail changes, and known browsers (D26). Resets the failure
   * count and the login codes. Mails the owner.
   */
  async function replacePassword(
    tx: Sql,
    { user, passwordHash, but, now }: { user: UserRow; passwordHash: string; but: string | null; now: Date },
  ): Promise<void> {
    await changeUser(tx, user.id, { passwordHash, updatedAt: now });
    await deleteSessionsByUser(tx, user.id, but);
    await deleteBrowsersByUser(tx, user.id);
    await deleteLinks(tx, user.id);
    await deletePhoneChange(tx, user.id);
    await forgetGuesses(tx, secretHash(user.email));
    await queueMail(tx, { to: user.email, ...passwordChangedMail(deps.env.publicOrigin) });
  }

  return { replacePassword };
}
