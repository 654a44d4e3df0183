import type { Deps } from '../../deps.ts';
import { products } from '../schema.ts';
import { brands, categories, demoProducts } from './catalogue.ts';
import { seedDemoShopper } from './demo-shopper.ts';
import { fillCatalogue, type OnProgress } from './fill.ts';

/**
 * Fills a new database with the demo catalogue and the demo account. A shop that has products keeps them
 * as they are, so it may run at every start.
 */
export async function seed(deps: Pick<Deps, 'db' | 'clock' | 'env'>, onProgress: OnProgress = () => undefined): Promise<void> {
  const { db, clock } = deps;
  const [any] = await db.sql.select({ id: products.id }).from(products).limit(1);
  if (any === undefined) await fillCatalogue(db, { categories, brands, products: demoProducts }, clock.now(), onProgress);
  await seedDemoShopper(deps);
}
