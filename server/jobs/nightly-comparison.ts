import type { Services } from '../services.ts';
import type { Deps } from '../deps.ts';

const DAY = 24 * 60 * 60_000;

/**
 * Compares derived rows with the products, and the stock ledger with the stock, every night at 03:00 in Kenya. Corrects
 * them, and raises one alarm each when some differed. Returns a function that stops a running comparison.
 */
export function registerComparison(
  deps: Deps,
  { derived, stock, alarms }: Pick<Services, 'derived' | 'stock' | 'alarms'>,
): () => void {
  const { db, clock, jobs, background, log } = deps;
  const stopped = new AbortController();
  let isRunning = false;

  async function compare(): Promise<void> {
    isRunning = true;
    try {
      const drift = await derived.repair(stopped.signal);
      log.info({ drift }, 'the catalogue was compared');
      if (Object.values(drift).every((rows) => rows === 0)) return;
      const fix =
        'They are correct again. Stop processes of older versions, and change products with npm run import, not with SQL';
      const alarm = { kind: 'catalogue.drifted', orderId: null, attemptId: null, detail: { ...drift, fix } };
      await db.tx((tx) => alarms.raiseAlarm(tx, alarm, clock.now()));
    } finally {
      isRunning = false;
    }
  }

  async function compareStock(): Promise<void> {
    const drifted = await stock.repair();
    log.info({ products: drifted.length }, 'the stock ledger was compared');
    const [first] = drifted;
    if (first === undefined) return;
    const fix =
      `It is booked as a correction now: npm run back-office -- stock ${first.slug}. Stop processes of older versions, ` +
      'and change stock with npm run import -- FILE --update stock, not with SQL';
    const detail = { products: drifted.length, fix };
    await db.tx((tx) =>
      alarms.raiseAlarm(tx, { kind: 'stock.drifted', orderId: null, attemptId: null, detail }, clock.now()),
    );
  }

  jobs.schedule('catalogue.compare', DAY, async () => {
    background.keep(compareStock());
    // The comparison of the catalogue takes minutes: as part of the job it would block other jobs and outlive its lease.
    if (!isRunning) background.keep(compare());
  });
  return () => stopped.abort();
}
