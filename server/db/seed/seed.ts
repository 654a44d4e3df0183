import type { Deps } from '../../deps.ts';
import { products } from '../schema.ts';
import { brands, categories, demoProducts } from './catalogue.ts';
import { seedDemoOrders } from './demo-orders.ts';
import { seedDemoShopper } from './demo-shopper.ts';
import { fillCatalogue, type OnProgress } from './fill.ts';
import { fillStations } from './fill-stations.ts';
import { demoStations } from './pickup-stations.ts';

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
