import { MailError, type Mail, type MailProvider } from '../../server/providers/mail.ts';

/** Carries mail to nowhere and keeps it. */
export function createFakeMail() {
  const mails: Mail[] = [];
  let failures: readonly ('down' | 'refused')[] = [];
  return {
    mails,
    /** The next mails, in order: nobody takes them now, or ever. */
    fail: (...next: readonly ('down' | 'refused')[]) => void (failures = next),
    async send(mail: Mail) {
      const [how, ...rest] = failures;
      failures = rest;
      if (how !== undefined) throw new MailError(`told to fail: ${how}`, { isFinal: how === 'refused' });
      mails.push(mail);
    },
  } satisfies MailProvider & Record<string, unknown>;
}
