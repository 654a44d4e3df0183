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
 * In the order in which they run. A released one is never changed, because the shops that had it do not run it again:
 * more of something is a new filling.
 */
export function fillingsOf(demo: DemoData): readonly Filling[] {
  return [catalogue(demo), stations(demo), shopper, orders(demo), moreOfAll(demo), madeReviews(demo), admin];
}
