import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { DueJob } from '../../jobs/jobs.ts';
import { MailError, type Mail } from '../../providers/mail.ts';

/** Sends the mails of jobs. */
export function createMailDeliveryService(deps: Pick<Deps, 'mail'>, { undelivered }: Pick<Services, 'undelivered'>) {
  const { noteUndelivered } = undelivered;

  /** Records that the mail of a job is no longer retried (D28). */
  const giveUp = ({ id }: DueJob): Promise<void> =>
    noteUndelivered({ job: id, orderId: null, channel: 'mail', about: null });

  /**
   * Rejects when the mail provider is unavailable, so that the job is retried. Gives up when the provider refuses the
   * mail permanently.
   */
  async function deliver(job: DueJob, message: Mail): Promise<void> {
    try {
      await deps.mail.send(message);
    } catch (error) {
      if (!(error instanceof MailError && error.isFinal)) throw error;
      await giveUp(job);
    }
  }

  return { deliver, giveUp };
}
