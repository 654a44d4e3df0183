import type { Deps } from '../../deps.ts';
import { MailError, type Mail } from '../../providers/mail.ts';

/** Hands mails of jobs to whoever carries them. */
export function createMailDeliveryService({ mail, log }: Pick<Deps, 'mail' | 'log'>) {
  /**
   * Rejects where nobody takes mail: the job comes again. A mail that will never be taken is given up and logged.
   */
  async function deliver(message: Mail): Promise<void> {
    try {
      await mail.send(message);
    } catch (error) {
      if (!(error instanceof MailError && error.isFinal)) throw error;
      log.error({ err: error, job: message.id }, 'mail refused for good');
    }
  }

  return { deliver };
}
