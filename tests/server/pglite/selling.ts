import { createServices } from '../../../server/composition.ts';
import type { Services } from '../../../server/services.ts';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { toOrderId } from '../../../contract/fields.ts';
import { OrderDraft } from '../../../contract/orders.ts';
import type { Database } from '../../../server/db/client.ts';
import { brands, categories, products, productStock, users } from '../../../server/db/schema.ts';
import { createDeps, type Deps } from '../../../server/deps.ts';
import { readEnv } from '../../../server/env/env.ts';
import { createLog } from '../../../server/log.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { orderDraft } from '../../support/samples/checkout.ts';

/** Places orders on an embedded database that the test has opened: one shopper, one product, cash on delivery. */

const PRICE = 1_500;
const shopper = { id: randomUUID(), name: 'Njeri', email: 'njeri@example.test', phone: '254712000001' };
export const productId = randomUUID();

export const quiet = { reportMs: 60_000, abortMs: 60_000, report: () => undefined };

/** Inserts the shopper, and the product with enough stock for all orders. */
export async function fill(db: Database): Promise<void> {
  const at = new Date();
  const [categoryId, brandId] = [randomUUID(), randomUUID()];
  await db.sql.insert(users).values({ ...shopper, phoneVerifiedAt: at, createdAt: at, updatedAt: at });
  await db.sql.insert(categories).values({ id: categoryId, slug: 'phones', name: 'Phones' });
  await db.sql.insert(brands).values({ id: brandId, slug: 'tecno', name: 'Tecno' });
  const product = { slug: 'phone', name: 'Phone', price: PRICE, images: ['/media/phone-1'], createdAt: at };
  await db.sql.insert(products).values({ id: productId, categoryId, brandId, ...product });
  await db.sql.insert(productStock).values({ productId, onHand: 1_000_000 });
}

const draft = orderDraft({
  orderItems: [{ product: productId, name: 'Phone', quantity: 1, price: PRICE, image: '/media/phone-1' }],
  itemsPrice: PRICE,
  totalPrice: PRICE,
});

export interface Selling {
  readonly deps: Deps;
  readonly services: Services;
  /** Places an order and returns its id when it is acknowledged. */
  place(): Promise<string>;
  cancel(id: string): Promise<void>;
}

export async function sellingOn(db: Database): Promise<Selling> {
  const env = readEnv({ NODE_ENV: 'test', PORT: '3000', ...UNBOUND });
  const deps = await createDeps({ env, db, log: createLog('silent') });
  const services = createServices(deps);
  const { create } = services.newOrders;
  const { cancel } = services.orders;
  return {
    deps,
    services,
    place: async () => (await create({ ...shopper, tokenHash: '' }, v.parse(OrderDraft, draft), randomUUID()))._id,
    cancel: async (id) => void (await cancel(shopper.id, toOrderId(id))),
  };
}
