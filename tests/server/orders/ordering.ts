import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { toOrderId } from '../../../contract/fields.ts';
import { createOrder, OrderDraft, type ParsedDraft } from '../../../contract/orders.ts';
import { orderLines, orders, productStock } from '../../../server/db/schema.ts';
import type { TestApp } from '../../support/server.ts';
import { draftAddress, orderDraft } from '../../support/samples/checkout.ts';

export interface DraftLine {
  readonly id: string;
  readonly price: number;
  readonly quantity?: number;
}

export interface Shopper {
  readonly token: string;
  readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly phone: string };
}

/** Builds the request that the checkout sends: cash on delivery to a home in Nairobi. */
export function getDraft(lines: readonly DraftLine[], change: Partial<OrderDraft> = {}): OrderDraft {
  const total = lines.reduce((sum, { price, quantity = 1 }) => sum + price * quantity, 0);
  return orderDraft({
    orderItems: lines.map(({ id, price, quantity = 1 }) => ({
      product: id,
      name: 'As the browser knew it',
      quantity,
      price,
      image: '/old.jpg',
    })),
    shippingAddress: draftAddress({ address: 'Moi Avenue 12', name: 'Njeri', phone: '0712000000' }),
    itemsPrice: total,
    totalPrice: total,
    ...change,
  });
}

/** Parses the draft as the server does. */
export function readDraft(draft: OrderDraft): ParsedDraft {
  return v.parse(OrderDraft, draft);
}

export function order(shop: TestApp, { token }: Shopper, draft: OrderDraft, key?: string) {
  return shop.call(createOrder, draft, { token, ...(key !== undefined && { headers: { 'idempotency-key': key } }) });
}

/** Changes an order through the staff's call. Rejects when the change is not possible. */
export async function byStaff(
  shop: TestApp,
  id: string,
  status: 'processing' | 'shipped' | 'delivered' | 'cancelled',
  trackingNumber?: string,
) {
  const { staff } = await shop.signInStaff();
  return shop.services.staffOrders.move(staff, { id: toOrderId(id), status, trackingNumber });
}

/** Writes an unpaid M-Pesa order straight into the database. */
export async function addMpesaOrder(
  shop: TestApp,
  { user }: Shopper,
  product: { readonly id: string; readonly price: number },
  quantity = 1,
) {
  const id = toOrderId(randomUUID());
  const now = shop.clock.now();
  const total = product.price * quantity;
  await shop.db.tx(async (sql) => {
    await sql.insert(orders).values({
      id,
      shortId: id.slice(0, 8),
      userId: user.id,
      status: 'pending',
      paymentMethod: 'mpesa',
      itemsPrice: total,
      shippingPrice: 0,
      taxPrice: 0,
      totalPrice: total,
      deliveryMethod: 'home_delivery',
      recipientName: user.name,
      recipientPhone: user.phone,
      address: 'Moi Avenue 12',
      city: 'Nairobi',
      postalCode: '00000',
      country: 'Kenya',
      vatIncluded: 0,
      expiresAt: new Date(now.getTime() + 1_800_000),
      createdAt: now,
      updatedAt: now,
    });
    await sql.insert(orderLines).values({
      id: randomUUID(),
      orderId: id,
      productId: product.id,
      position: 0,
      name: 'Phone A',
      quantity,
      price: product.price,
      image: '',
      vatIncluded: 0,
      reservation: 'held',
    });
    await sql.update(productStock).set({ reserved: quantity }).where(eq(productStock.productId, product.id));
  });
  return id;
}

/** Sums the reserved quantities of the order lines, for comparison with the stock's counter. */
export async function reservedByLines(shop: TestApp, productId: string): Promise<number> {
  const lines = await shop.db.sql
    .select({ quantity: orderLines.quantity, reservation: orderLines.reservation, status: orders.status })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orderLines.productId, productId));
  return lines
    .filter(({ reservation, status }) => reservation !== 'released' && status !== 'shipped' && status !== 'delivered')
    .reduce((sum, { quantity }) => sum + quantity, 0);
}
