import type * as v from 'valibot';
import type { sendContact } from '../../../contract/contact.ts';
import { trimContact } from '../../../contract/rules/contact.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../people.ts';

/** Sends messages from shoppers to the shop (A22). */
export function createContactService(deps: Deps, { mail, callers }: Pick<Services, 'mail' | 'callers'>) {
  const { queueMail } = mail;
  const { apartOf } = callers;

  /** Throws `Refusal` `too-often` with the wait when an IP address sends too many messages. */
  async function send(request: v.InferOutput<typeof sendContact.request>, asker: Caller): Promise<void> {
    await deps.limiter.count('messages', asker.ip, { apart: await apartOf(asker) });
    const { name, email, message } = trimContact(request);
    await queueMail(deps.db.sql, {
      to: deps.env.mail.contactTo,
      replyTo: { name, address: email },
      subject: `Message from ${name}`,
      text: `${message}\n\n-- \n${name}\n${email}\n`,
    });
    deps.jobs.wake();
  }

  return { send };
}
