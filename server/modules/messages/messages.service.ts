import * as v from 'valibot';
import { orderId, type OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { deleteWaiting, deleteWaitingCodes, hasLeft } from './messages.repository.ts';
import { ABOUT_MONEY, MESSAGE_SUBJECTS, type MessageSubject } from './order-messages.texts.ts';

/** Stored in the jobs of older versions. */
export const MESSAGE_JOB = 'news.sms';
export const MESSAGE_MAIL_JOB = 'news.mail';

/** Messages that are not about money are given up after this time (D28). */
export const NEWS_KEPT_MS = 24 * 3_600_000;

export const MessageJob = v.object({
  orderId,
  about: v.picklist(MESSAGE_SUBJECTS),
  /** Ids of refunds, or of a claim. */
  payments: v.optional(v.array(v.string()), []),
  /** Whether the payment arrived after the order ended (D27). */
  isLate: v.optional(v.boolean(), false),
  /** Collection code, until the message was sent (OWN-P2). */
  code: v.optional(v.string()),
});

const KINDS = [MESSAGE_JOB, MESSAGE_MAIL_JOB] as const;

/** A step of a parcel, which sends its news once for each step (OWN-P1). */
interface StepNews {
  /** Id of the step in `order_events`. */
  readonly event: string;
  /** Time until the message leaves. A correction drops it before (OWN-P4). */
  readonly waitMs: number;
  readonly code?: string;
}

/** Keys of all messages of a step. */
const toKeys = (id: OrderId, event: string) => MESSAGE_SUBJECTS.map((about) => [id, about, event].join(' '));

/** Outbox of messages to shoppers. `messages.worker.ts` sends them. */
export function createMessagesService({ jobs }: Pick<Deps, 'jobs'>) {
  /**
   * Queues an SMS and a mail in the caller's transaction, once per order and subject. A refund message is queued once
   * per set of payments (U25), news of a parcel once per step. SMS and mail are two jobs, so that each is retried
   * independently.
   */
  async function queueMessage(
    tx: Sql,
    id: OrderId,
    about: MessageSubject,
    now: Date,
    {
      payments = [],
      isLate = false,
      step,
    }: { readonly payments?: readonly string[]; readonly isLate?: boolean; readonly step?: StepNews | undefined } = {},
  ): Promise<void> {
    const dedupeKey = [id, about, ...(step === undefined ? payments : [step.event])].join(' ');
    const payload = { orderId: id, about, payments, isLate, ...(step?.code !== undefined && { code: step.code }) };
    const runAt = new Date(now.getTime() + (step?.waitMs ?? 0));
    const giveUpAt = new Date(runAt.getTime() + NEWS_KEPT_MS);
    for (const kind of KINDS)
      await jobs.enqueue(tx, { kind, dedupeKey, payload, runAt, ...(!ABOUT_MONEY.includes(about) && { giveUpAt }) });
  }

  /** Returns whether a message of this step was sent or is being sent, and locks those that wait. */
  function hasStepLeft(tx: Sql, id: OrderId, event: string): Promise<boolean> {
    return hasLeft(tx, toKeys(id, event));
  }

  /** Deletes the messages of a step that were not sent. */
  function dropStep(tx: Sql, id: OrderId, event: string): Promise<void> {
    return deleteWaiting(tx, KINDS, toKeys(id, event));
  }

  /** Deletes the messages with a collection code of this order that were not sent, because the code changes. */
  function dropCodes(tx: Sql, id: OrderId): Promise<void> {
    return deleteWaitingCodes(tx, KINDS, id);
  }

  /** Queues the SMS with the numbers to pay to, once per order (PAY-C1). There is no mail, because the page has them. */
  async function queueNumbers(tx: Sql, id: OrderId, now: Date): Promise<void> {
    await jobs.enqueue(tx, {
      kind: MESSAGE_JOB,
      dedupeKey: `${id} byHand`,
      payload: { orderId: id, about: 'byHand' } satisfies v.InferInput<typeof MessageJob>,
      runAt: now,
      giveUpAt: new Date(now.getTime() + NEWS_KEPT_MS),
    });
  }

  return { queueMessage, queueNumbers, hasStepLeft, dropStep, dropCodes };
}
