import * as v from 'valibot';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { GRACE_MS } from '../../../contract/rules/grace.ts';
import { COLLECT_MS, LOOK_JOB, LookJob, REMIND_MS } from '../messages/collection.service.ts';
import { NEWS_KEPT_MS } from '../messages/messages.service.ts';
import { END_CODE_JOB } from '../settlement/parcel-effects.service.ts';
import { deleteUsedCodes, findDueCollections, findUnbegun } from './collection.repository.ts';

const HOUR = 3_600_000;
/** The next run handles the rest. */
const MOST_SWEPT = 1_000;

/** Reminders, the end of the 7 days, and the end of used codes. An hourly sweep does what a lost job left (D28). */
export function registerParcels(
  { db, clock, jobs, log }: Pick<Deps, 'db' | 'clock' | 'jobs' | 'log'>,
  { collection, reminders }: Pick<Services, 'collection' | 'reminders'>,
): void {
  const { beginCollection } = collection;
  const { look } = reminders;

  jobs.register(LOOK_JOB, async ({ payload }) => look(v.parse(LookJob, payload).orderId));
  jobs.register(END_CODE_JOB, async ({ payload }) => {
    await deleteUsedCodes(db.sql, new Date(clock.now().getTime() - GRACE_MS), v.parse(LookJob, payload).orderId);
  });

  async function sweep(): Promise<void> {
    const now = clock.now().getTime();
    const unbegun = await findUnbegun(db.sql, new Date(now - NEWS_KEPT_MS - HOUR), MOST_SWEPT);
    for (const id of unbegun) await beginCollection(id);
    const [first, second] = REMIND_MS.map((ms) => new Date(now + COLLECT_MS - ms));
    if (first === undefined || second === undefined) return;
    const due = await findDueCollections(db.sql, { over: new Date(now), second, first }, MOST_SWEPT);
    if (due.length > 0) log.warn({ orders: due.length }, 'parcels whose job was lost');
    for (const id of due) await look(id);
    await deleteUsedCodes(db.sql, new Date(now - GRACE_MS), null);
  }
  jobs.schedule('parcels.sweep', HOUR, sweep);
}
