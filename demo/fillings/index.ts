import type { Deps } from '../../server/deps.ts';
import { products } from '../../server/db/schema.ts';
import { brands, categories, demoProducts } from '../catalogue/index.ts';
import { seedDemoOrders } from './0004-orders.ts';
import { seedDemoShopper } from './0003-shopper.ts';
import { fillCatalogue, type OnProgress } from '../../server/modules/catalogue/import.repository.ts';
import { fillStations } from './0002-stations.ts';
import { demoStations } from '../stations.ts';

/**
 * Fills a new database with the demo catalogue, the pickup stations and the demo account with its orders.
 * What a shop has stays as it is, so it may run at every start.
 */
export async function seed(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  const { db, clock } = deps;
  const [any] = await db.sql.select({ id: products.id }).from(products).limit(1);
  if (any === undefined)
    await fillCatalogue(db, { categories, brands, products: demoProducts }, clock.now(), onProgress);
  await fillStations(db, demoStations);
  await seedDemoShopper(deps);
  await seedDemoOrders(deps);
}
