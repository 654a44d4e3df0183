import * as v from 'valibot';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { CLAIM_JOB } from '../settlement/claim-change.service.ts';
import { findDueClaims } from '../settlement/claims.repository.ts';

const StepJob = v.object({ claimId: v.string() });
const HOUR_MS = 3_600_000;
/** A step that is later than this has lost its job. */
const LOST_MS = 60_000;
const MOST = 200;

/** Asks M-Pesa about claimed receipts, and looks every hour for steps whose job was lost (PAY-S2, D28). */
export function registerClaims(
  { db, clock, jobs, log }: Pick<Deps, 'db' | 'clock' | 'jobs' | 'log'>,
  { claimQuestions }: Pick<Services, 'claimQuestions'>,
): void {
  const { step } = claimQuestions;
  jobs.register(CLAIM_JOB, async ({ payload }) => step(v.parse(StepJob, payload).claimId), { lane: 'mpesa' });
  jobs.schedule('claims.sweep', HOUR_MS, async () => {
    for (const id of await findDueClaims(db.sql, new Date(clock.now().getTime() - LOST_MS), MOST)) {
      log.warn({ claim: id }, 'the step of a claim was late');
      await step(id);
    }
  });
}
