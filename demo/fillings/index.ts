import type { Filling } from '../../server/db/fill.ts';
import type { DemoData } from '../data.ts';
import { catalogue } from './0001-catalogue.ts';
import { stations } from './0002-stations.ts';
import { shopper } from './0003-shopper.ts';
import { orders } from './0004-orders.ts';
import { moreOfAll } from './0005-more-goods.ts';
import { madeReviews } from './0006-reviews.ts';
import { admin } from './0007-admin.ts';

/**
 * Returns the seeds in their order. A released seed never changes, because shops do not run it again. Additions need a
 * new seed.
 */
export function fillingsOf(demo: DemoData): readonly Filling[] {
  return [catalogue(demo), stations(demo), shopper, orders(demo), moreOfAll(demo), madeReviews(demo), admin];
}
