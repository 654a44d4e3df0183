import { MailError, type Mail, type MailProvider } from '../../server/providers/mail.ts';

/** A mail provider that stores mails instead of sending them. */
export function createFakeMail() {
  const mails: Mail[] = [];
  let failures: readonly ('down' | 'refused')[] = [];
  return {
    mails,
    /** Makes the next mails fail in this order: `down` is temporary, `refused` is final. */
    fail: (...next: readonly ('down' | 'refused')[]) => void (failures = next),
    async send(mail: Mail) {
      const [how, ...rest] = failures;
      failures = rest;
      if (how !== undefined) throw new MailError(`told to fail: ${how}`, { isFinal: how === 'refused' });
      mails.push(mail);
    },
  } satisfies MailProvider & Record<string, unknown>;
}
