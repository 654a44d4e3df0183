import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import type { DueJob } from '../../jobs/jobs.ts';
import { MailError, type Mail } from '../../providers/mail.ts';

/** Hands mails of jobs to whoever carries them. */
export function createMailDeliveryService(deps: Pick<Deps, 'mail'>, { undelivered }: Pick<Services, 'undelivered'>) {
  const { noteUndelivered } = undelivered;

  /** Says that the mail of a job is not sent any more (D28). */
  const giveUp = ({ id }: DueJob): Promise<void> =>
    noteUndelivered({ job: id, orderId: null, channel: 'mail', about: null });

  /** Rejects where nobody takes mail: the job comes again. A mail that will never be taken is given up at once. */
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
