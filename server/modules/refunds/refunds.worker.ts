import * as v from 'valibot';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { toStableId } from '../../db/ids.ts';
import { insertAlarmOnce } from '../messages/messages.repository.ts';
import { adoptOlderRows, findDueSteps, findRestored, setNextStep } from '../settlement/refunds.repository.ts';
import { REFUND_JOB } from '../settlement/refund-change.service.ts';
import { toOrderId } from '../../../contract/fields.ts';
import { findUnapproved, findWaiting } from './calls.repository.ts';

const StepJob = v.object({ refundId: v.string() });
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A warning comes so long before the initiator's password ends (PAY-F4). */
const WARNING_MS = 7 * DAY_MS;
/** A step that is later than this has lost its job. */
const LOST_MS = 60_000;
const MOST = 200;

/** Sends and follows refunds, and looks every hour at those that wait (PAY-F3, PAY-F4, D28). */
export function registerRefunds(
  { env, db, clock, jobs, log }: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs' | 'log'>,
  { refundSender, refundChange }: Pick<Services, 'refundSender' | 'refundChange'>,
): void {
  const { step, settingsHash } = refundSender;
  const { changeRefund } = refundChange;

  jobs.register(REFUND_JOB, async ({ payload }) => step(v.parse(StepJob, payload).refundId), { lane: 'refunds' });

  jobs.schedule('refunds.sweep', HOUR_MS, async () => {
    const now = clock.now();
    await db.tx((tx) => adoptOlderRows(tx));
    for (const id of await findRestored(db.sql)) await db.tx((tx) => setNextStep(tx, id, now));
    for (const id of await findWaiting(db.sql, settingsHash))
      await db.tx((tx) => changeRefund(tx, id, { type: 'staff.retry' }, now));
    for (const id of await findDueSteps(db.sql, new Date(now.getTime() - LOST_MS), MOST)) {
      log.warn({ refund: id }, 'the step of a refund was late');
      await step(id);
    }
    for (const id of await findRestored(db.sql)) await step(id);
    await warn(now);
  });

  /** Alarms about refunds without an approval, and about the initiator's password, each once. */
  async function warn(now: Date): Promise<void> {
    for (const { id, orderId } of await findUnapproved(db.sql, new Date(now.getTime() - DAY_MS))) {
      const day = now.toISOString().slice(0, 10);
      const detail = { refund: id.slice(0, 8), fix: 'To approve it, run: npm run refunds.' };
      const alarm = { kind: 'refund.unapproved', orderId: orderId === null ? null : toOrderId(orderId), detail };
      await insertAlarmOnce(db.sql, toStableId('alarm', `${id} ${day}`), alarm, now);
    }
    const endsAt = env.mpesa.passwordEndsAt;
    if (endsAt === null || endsAt.getTime() - now.getTime() > WARNING_MS) return;
    const on = endsAt.toISOString().slice(0, 10);
    const fix = 'Set another password in M-Pesa’s portal, MPESA_INITIATOR_PASSWORD and MPESA_INITIATOR_PASSWORD_DATE.';
    const alarm = { kind: 'password.ends', orderId: null, detail: { on, fix } };
    await insertAlarmOnce(db.sql, toStableId('alarm', `password ${on}`), alarm, now);
  }
}
