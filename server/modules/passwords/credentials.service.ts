import type { Sql } from '../../db/client.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { secretHash } from '../../secrets.ts';
import { passwordChangedMail } from '../messages/account-mails.texts.ts';
import { deleteBrowsersOf } from '../sessions/browsers.repository.ts';
import { deleteLinks } from '../links/links.repository.ts';
import { forgetGuesses } from './guesses.repository.ts';
import { deletePhoneChange } from '../profile/phone-changes.repository.ts';
import { deleteSessionsOf } from '../sessions/sessions.repository.ts';
import { changeUser, type UserRow } from '../users/users.repository.ts';

/** What a new password ends. */
export function createCredentialsService(deps: Pick<Deps, 'env'>, { mail }: Pick<Services, 'mail'>) {
  const { queueMail } = mail;

  /**
   * Gives a locked account a new password with the caller's transaction. All sessions end but the one that is named, and
   * so does whatever somebody who was in may have begun: links and changes of phone and e-mail, and browsers that count as
   * the owner's (D26). Guesses of the old password make nobody wait any more, and their codes end. The owner gets a mail.
   */
  async function replacePassword(
    tx: Sql,
    { user, passwordHash, but, now }: { user: UserRow; passwordHash: string; but: string | null; now: Date },
  ): Promise<void> {
    await changeUser(tx, user.id, { passwordHash, updatedAt: now });
    await deleteSessionsOf(tx, user.id, but);
    await deleteBrowsersOf(tx, user.id);
    await deleteLinks(tx, user.id);
    await deletePhoneChange(tx, user.id);
    await forgetGuesses(tx, secretHash(user.email));
    await queueMail(tx, { to: user.email, ...passwordChangedMail(deps.env.publicOrigin) });
  }

  return { replacePassword };
}
