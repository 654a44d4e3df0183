import type { Services } from './services.ts';
import type { Deps } from './deps.ts';

const EVERY_MS = 30_000;

type Needs = Pick<Deps, 'clock' | 'db' | 'log'>;

/** Synchronises the clock with the database's. The returned function stops it. */
export function followTime(deps: Needs, services: Pick<Services, 'alarms'>): () => void {
  const timer = setInterval(() => {
    takeTime(deps, services).catch((error: unknown) => deps.log.warn({ err: error }, 'the clock was not synchronised'));
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/** Reads the database's clock once. Raises an alarm when it was set back by more than a minute (D28). */
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
