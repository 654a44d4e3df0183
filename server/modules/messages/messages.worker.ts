import * as v from 'valibot';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { PostponeJob, type DueJob } from '../../jobs/jobs.ts';
import { MailError } from '../../providers/mail.ts';
import { SmsError } from '../../providers/sms.ts';
import { ABOUT_MONEY, messageMail, messageText } from './order-messages.texts.ts';
import { findFacts, findLines, isOtherWaiting, removeCode } from './messages.repository.ts';
import { getHandNumbers } from '../../env/hand-numbers.ts';
import { getParcelWait, hashCollectionCode } from './parcel-messages.rules.ts';
import { MESSAGE_JOB, MESSAGE_MAIL_JOB, MessageJob } from './messages.service.ts';

/**
 * Sends queued messages by SMS and mail. Retries with growing delays when a provider is unavailable or its reply is
 * lost. A repeated SMS is better than a missing one, and a repeated mail has the same id (R20). Messages that are not
 * about money are given up after a day (D28).
 */
export function registerMessages(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs' | 'sms' | 'mail' | 'limiter'>,
  { undelivered, collection }: Pick<Services, 'undelivered' | 'collection'>,
): void {
  const { env, db, clock, jobs, sms, mail, limiter } = deps;
  const { beginCollection } = collection;
  const { noteUndelivered, noteLate } = undelivered;

  /** Returns `null` for a message that is out of date. Throws `PostponeJob` while it may be needed again. */
  async function findMessageFacts({ id, payload }: DueJob) {
    const { orderId, about, payments, isLate, code = null } = v.parse(MessageJob, payload);
    const facts = await findFacts(db.sql, orderId, payments);
    if (facts === null) return null;
    const hasCode = code !== null && facts.codeHash === hashCollectionCode(orderId, code);
    // Numbers to pay to are of use only while money is due (PAY-C1).
    if (about === 'byHand' && !isWaitingForMoney(facts)) return null;
    const waitMs = getParcelWait(about, { ...facts, hasCode }, clock.now());
    if (waitMs !== null && waitMs > 0) throw new PostponeJob(waitMs);
    if (waitMs === null) {
      await removeCode(db.sql, id);
      return null;
    }
    return {
      orderId,
      about,
      facts: { ...facts, isLate, code, hand: about === 'byHand' ? getHandNumbers(env.mpesa) : null },
    };
  }

  /** A sent or given up code leaves the outbox, and the 7 days of the pickup begin (OWN-P2). */
  async function endReady({ id, payload }: DueJob, isSent: boolean): Promise<void> {
    const { orderId, about } = v.parse(MessageJob, payload);
    if (about !== 'ready') return;
    if (isSent || !(await isOtherWaiting(db.sql, id, [MESSAGE_JOB, MESSAGE_MAIL_JOB]))) await beginCollection(orderId);
    await removeCode(db.sql, id);
  }

  const giveUp =
    (channel: 'sms' | 'mail') =>
    async (job: DueJob): Promise<void> => {
      const { orderId, about } = v.parse(MessageJob, job.payload);
      await noteUndelivered({ job: job.id, orderId, channel, about });
      await endReady(job, false);
    };

  /** Sends a message. Alerts the back office on the first failure of a message about money (F10). */
  async function sendOrRecord(
    channel: 'sms' | 'mail',
    { id, payload }: DueJob,
    sending: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await sending();
    } catch (error) {
      const { orderId, about } = v.parse(MessageJob, payload);
      // The reply of a mail server may contain the recipient.
      const why = error instanceof SmsError ? error.message : 'the mail was not taken';
      const isFinal = error instanceof MailError && error.isFinal;
      if (ABOUT_MONEY.includes(about) && !isFinal) await noteLate({ job: id, orderId, channel, about }, why);
      throw error;
    }
  }

  async function sendText(job: DueJob): Promise<void> {
    const message = await findMessageFacts(job);
    if (message === null) return;
    const { phone } = message.facts;
    // A message over the phone's SMS limit is delayed, never dropped (D24, D28).
    const { waitMs } = await limiter.take('textsOfPhone', phone);
    if (waitMs > 0) throw new PostponeJob(waitMs);
    await sendOrRecord('sms', job, async () => {
      try {
        await sms.sendText(phone, messageText(message.about, message.facts));
      } catch (error) {
        if (error instanceof SmsError && !error.mayHaveActed) await limiter.giveBack('textsOfPhone', phone);
        throw error;
      }
    });
    await endReady(job, true);
  }

  async function sendMail(job: DueJob): Promise<void> {
    const message = await findMessageFacts(job);
    if (message === null) return;
    const { orderId, about, facts } = message;
    const { email, recipientName, pickupStation, address, city, country } = facts;
    const content = messageMail(about, {
      ...facts,
      lines: await findLines(db.sql, orderId),
      address: [recipientName, pickupStation, address, city, country].filter((line) => line !== ''),
      link: `${env.publicOrigin}/track-order/${orderId}`,
    });
    try {
      await sendOrRecord('mail', job, () => mail.send({ id: job.id, to: email, ...content }));
    } catch (error) {
      if (!(error instanceof MailError && error.isFinal)) throw error;
      await giveUp('mail')(job);
      return;
    }
    await endReady(job, true);
  }

  jobs.register(MESSAGE_JOB, sendText, { lane: 'sms', onGivenUp: giveUp('sms') });
  jobs.register(MESSAGE_MAIL_JOB, sendMail, { lane: 'mail', onGivenUp: giveUp('mail') });
}

function isWaitingForMoney({ money, status }: { readonly money: string; readonly status: string }): boolean {
  return (money === 'unpaid' || money === 'partPaid') && status !== 'cancelled' && status !== 'delivered';
}
