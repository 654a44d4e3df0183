import { and, eq, gt, lt } from 'drizzle-orm';
import type { Sql } from '../server/db/client.ts';
import { idOf } from '../server/db/ids.ts';
import { products } from '../server/db/schema.ts';
import type { Deps } from '../server/deps.ts';
import { demoProducts } from './catalogue/index.ts';

/** The deals that a demo shop always has, however long it runs; the other ones of the catalogue end for good. */
const LASTING = [
  'tecno-camon-40-pro-256gb',
  'samsung-50-crystal-u8000f',
  'mika-standing-cooker-3-gas-1-electric',
  'fujifilm-instax-mini-12',
  'tp-link-tapo-l530e-colour-bulb',
  'd-light-x1000-solar-home-system-with-radio-torch-and-four-hanging-lights',
  'philips-5000-hair-dryer-2300w',
  'von-16-inch-stand-fan',
];

const HOUR = 3_600_000;
const EVERY_MS = 10 * 60_000;
/** Renewed before they end, so that a shop which runs is never without them: twice the time until the next look. */
const AHEAD_MS = 2 * EVERY_MS;

export const lastingDeals = LASTING.map((slug) => {
  const flash = demoProducts.find((product) => product.slug === slug)?.flash;
  if (flash === undefined) throw new Error(`${slug} is no deal`);
  return { slug, ...flash };
});

/** Gives deals that have ended, or soon do, a new end. One whose price an owner has changed is theirs (H19). */
export async function renewDeals(db: Sql, now: Date): Promise<void> {
  for (const { slug, price, endsInHours } of lastingDeals) {
    await db
      .update(products)
      .set({ flashEndsAt: new Date(now.getTime() + endsInHours * HOUR) })
      .where(
        and(
          eq(products.id, idOf('product', slug)),
          eq(products.flashPrice, price),
          gt(products.price, price),
          lt(products.flashEndsAt, new Date(now.getTime() + AHEAD_MS)),
        ),
      );
  }
}

/** Renews them now, and from time to time while the shop runs. */
export async function keepDeals({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const renew = () => renewDeals(db.sql, clock.now());
  jobs.schedule('demo.deals', EVERY_MS, renew);
  await renew();
}
