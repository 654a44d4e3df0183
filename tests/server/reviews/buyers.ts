import { eq } from 'drizzle-orm';
import { orders } from '../../../server/db/schema.ts';
import type { TestApp } from '../../support/server.ts';
import type { addProduct } from '../catalogue/products.ts';
import { getDraft, order, type Shopper } from '../orders/ordering.ts';

type Product = Awaited<ReturnType<typeof addProduct>>;
type Status = (typeof orders.$inferSelect)['status'];

/** Creates a shopper who has an order of these products with this status. */
export async function buyer(
  shop: TestApp,
  products: readonly Product[],
  { status = 'delivered', name = 'Amina Otieno' }: { readonly status?: Status; readonly name?: string } = {},
): Promise<Shopper & { readonly user: { readonly id: string } }> {
  const shopper = await shop.signIn({ name });
  const { body } = await order(shop, shopper, getDraft(products), 'K1');
  await stand(shop, body.data.order._id, status);
  return shopper;
}

/** Writes the status of an order directly, without its machine. */
export async function stand({ db }: TestApp, id: string, status: Status): Promise<void> {
  await db.sql
    .update(orders)
    .set({ status, isDelivered: status === 'delivered' })
    .where(eq(orders.id, id));
}
