import type { Seed } from '../../server/db/seed.ts';
import type { DemoData } from '../data.ts';
import { catalogue } from './0001-catalogue.ts';
import { stations } from './0002-stations.ts';
import { shopper } from './0003-shopper.ts';
import { orders } from './0004-orders.ts';
import { moreGoods } from './0005-more-goods.ts';
import { demoReviews } from './0006-reviews.ts';
import { admin } from './0007-admin.ts';

/**
 * Returns the seeds in their order. A released seed never changes, because shops do not run it again. Additions need a
 * new seed.
 */
export function getSeeds(demo: DemoData): readonly Seed[] {
  return [catalogue(demo), stations(demo), shopper, orders(demo), moreGoods(demo), demoReviews(demo), admin];
}
