import type { Services } from './composition.ts';
import type { Deps } from './deps.ts';

const EVERY_MS = 30_000;

type Needs = Pick<Deps, 'clock' | 'db' | 'log'>;

/** Keeps the clock with the database's. The result ends it. */
export function followTime(deps: Needs, services: Pick<Services, 'alarms'>): () => void {
  const timer = setInterval(() => {
    takeTime(deps, services).catch((error: unknown) => deps.log.warn({ err: error }, 'the clock was not synchronised'));
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/** One look at the database's clock; the desk hears of one that was set back by more than a minute (D28). */
export async function takeTime(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  { alarms }: Pick<Services, 'alarms'>,
): Promise<void> {
  const back = await clock.sync();
  if (back === 0) return;
  const { raiseAlarm } = alarms;
  const detail = { backMs: Math.round(back) };
  await db.tx((tx) => raiseAlarm(tx, { kind: 'clock.setBack', orderId: null, attemptId: null, detail }, clock.now()));
}
