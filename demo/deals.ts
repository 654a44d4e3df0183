import { and, eq, gt, lt } from 'drizzle-orm';
import type { Sql } from '../server/db/client.ts';
import { toStableId } from '../server/db/ids.ts';
import { products } from '../server/db/schema.ts';
import type { Deps } from '../server/deps.ts';
import { setColumns } from '../server/modules/catalogue/writer.repository.ts';
import type { DemoData } from './data.ts';

const HOUR = 3_600_000;
const EVERY_MS = 10 * 60_000;
/** Renewed this long before the end, so that a running shop always has deals: twice the interval. */
const AHEAD_MS = 2 * EVERY_MS;

/** Returns the deals that a demo shop always has. The other deals of the catalogue end for good. */
export function lastingDeals({ products: goods }: DemoData) {
  return goods.flatMap(({ slug, flashPrice, flashHours, flashLasts }) =>
    flashLasts === true && flashPrice !== undefined && flashHours !== undefined
      ? [{ slug, price: flashPrice, endsInHours: flashHours }]
      : [],
  );
}

/**
 * Extends deals that have ended or end soon. A deal with another price belongs to the owner and is not changed (H19).
 */
export async function renewDeals(db: Sql, deals: ReturnType<typeof lastingDeals>, now: Date): Promise<void> {
  for (const { slug, price, endsInHours } of deals) {
    await setColumns(
      db,
      { flashEndsAt: new Date(now.getTime() + endsInHours * HOUR) },
      and(
        eq(products.id, toStableId('product', slug)),
        eq(products.flashPrice, price),
        gt(products.price, price),
        lt(products.flashEndsAt, new Date(now.getTime() + AHEAD_MS)),
      ),
    );
  }
}

/** Extends the deals now and at intervals while the shop runs. */
export async function keepDeals(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  demo: DemoData,
): Promise<void> {
  const deals = lastingDeals(demo);
  const renew = () => renewDeals(db.sql, deals, clock.now());
  jobs.schedule('demo.deals', EVERY_MS, renew);
  await renew();
}
