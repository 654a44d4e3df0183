// @all
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '../../../server/db/client.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { memoryDriver } from '../../../server/db/pglite.ts';
import { registerMaintenance } from '../../../server/jobs/maintenance.ts';
import { fill, quiet, sellingOn, type Selling } from './selling.ts';

/** Simulates the hours of a long run by the clock. The real run is `tests/e2e/soak.spec.ts`. */

const HOUR = 3_600_000;
const HOURS = 5;
const ORDERS_AN_HOUR = 30;
const GROWTH_BYTES = 8 * 1024 * 1024;

let db: Database;
let selling: Selling;

beforeAll(async () => {
  db = createDatabase(await memoryDriver(), quiet);
  await migrate(db);
  await fill(db);
  selling = await sellingOn(db);
  registerMaintenance(selling.deps, selling.services);
  await selling.deps.jobs.runDue();
});
afterAll(() => db.close());

async function readNumber(statement: ReturnType<typeof sql>): Promise<number> {
  const { rows } = (await db.sql.execute(statement)) as unknown as { rows: { value: number }[] };
  return rows[0]?.value ?? Number.NaN;
}

/** Counts updated and deleted rows that still take up space, as ANALYZE finds them. */
async function deadRows(): Promise<number> {
  // The running counts are flushed once a second and would be added to those of ANALYZE.
  await db.run('select pg_stat_force_next_flush()');
  await db.run('analyze');
  return readNumber(sql`select sum(n_dead_tup)::integer as value from pg_stat_user_tables`);
}

/** Returns the heap size after a full garbage collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('R31: the embedded database removes its dead rows every hour, and neither table nor heap grows', async () => {
  const hours: { before: number; after: number; stockBytes: number; heap: number }[] = [];
  for (let hour = 1; hour <= HOURS; hour += 1) {
    for (let number = 1; number <= ORDERS_AN_HOUR; number += 1) await selling.cancel(await selling.place());
    const before = await deadRows();
    selling.deps.clock.advance(HOUR);
    await selling.deps.jobs.runDue();
    const after = await deadRows();
    const stockBytes = await readNumber(sql`select pg_relation_size('product_stock')::integer as value`);
    hours.push({ before, after, stockBytes, heap: heapBytes() });
  }
  // Each order and its cancellation leave at least a dead row of stock, line and order.
  for (const { before } of hours) expect(before).toBeGreaterThan(ORDERS_AN_HOUR);
  for (const { after } of hours) expect(after).toBeLessThan(ORDERS_AN_HOUR / 2);
  // One-time allocations, e.g. prepared statements, exist after the first hour.
  const [, second] = hours;
  const last = hours.at(-1);
  if (second === undefined || last === undefined) throw new Error('too few hours');
  expect(last.stockBytes).toBeLessThanOrEqual(second.stockBytes);
  expect(last.heap - second.heap).toBeLessThan(GROWTH_BYTES);
});
