import { eq, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { addresses, orderLines, orders } from '../../db/schema.ts';
import { perHandle, perShape, placeholder } from '../../db/statements.ts';
import type { NO_PARCEL } from '../settlement/parcel-state.rules.ts';
import { insertEvent, type LineRow, type OrderRow } from '../settlement/stored-orders.repository.ts';

/** A new order, without the columns that change later. */
export type InitialOrder = Omit<
  OrderRow,
  | 'money'
  | 'paidAt'
  | 'isDelivered'
  | 'deliveredAt'
  | 'trackingNumber'
  | 'cancelReason'
  | 'etims'
  | 'delayedAt'
  | keyof typeof NO_PARCEL
>;
export type NewLine = LineRow;

const statements = perHandle((db) => ({
  insertOrder: db
    .insert(orders)
    .values({
      id: placeholder('id'),
      shortId: placeholder('shortId'),
      userId: placeholder('userId'),
      status: placeholder('status'),
      paymentMethod: placeholder('paymentMethod'),
      itemsPrice: placeholder('itemsPrice'),
      shippingPrice: placeholder('shippingPrice'),
      taxPrice: placeholder('taxPrice'),
      totalPrice: placeholder('totalPrice'),
      isPaid: placeholder('isPaid'),
      deliveryMethod: placeholder('deliveryMethod'),
      recipientName: placeholder('recipientName'),
      recipientPhone: placeholder('recipientPhone'),
      address: placeholder('address'),
      city: placeholder('city'),
      postalCode: placeholder('postalCode'),
      country: placeholder('country'),
      vatIncluded: placeholder('vatIncluded'),
      pickupStation: placeholder('pickupStation'),
      pickupCounty: placeholder('pickupCounty'),
      pickupTown: placeholder('pickupTown'),
      pickupInstructions: placeholder('pickupInstructions'),
      pickupStationId: sql`${placeholder('pickupStationId')}`,
      // The column's encoder cannot write `null`.
      expiresAt: sql`${placeholder('expiresAt')}`,
      createdAt: placeholder('createdAt'),
      updatedAt: placeholder('updatedAt'),
    })
    .prepare('order_insert'),
  postalCodes: db
    .select({ address: addresses.address, city: addresses.city, postalCode: addresses.postalCode })
    .from(addresses)
    .where(eq(addresses.userId, placeholder('userId')))
    .prepare('order_postal_codes'),
}));

/** One statement per number of lines. */
const insertLines = perShape((db, count: number) =>
  db
    .insert(orderLines)
    .values(
      Array.from({ length: count }, (_, at) => ({
        id: placeholder(`id${at}`),
        orderId: placeholder(`orderId${at}`),
        productId: placeholder(`productId${at}`),
        position: placeholder(`position${at}`),
        name: placeholder(`name${at}`),
        quantity: placeholder(`quantity${at}`),
        price: placeholder(`price${at}`),
        image: placeholder(`image${at}`),
        vatIncluded: placeholder(`vatIncluded${at}`),
        reservation: placeholder(`reservation${at}`),
      })),
    )
    .prepare(`order_lines_${count}`),
);

export async function insertOrder(db: Sql, order: InitialOrder, lines: readonly NewLine[]): Promise<void> {
  await statements(db).insertOrder.execute({ ...order });
  const values = lines.flatMap((line, at) =>
    Object.entries(line).map(([name, value]) => [`${name}${at}`, value] as const),
  );
  await insertLines(db, lines.length).execute(Object.fromEntries(values));
  await insertEvent(db, {
    orderId: order.id,
    type: 'created',
    data: { paymentMethod: order.paymentMethod },
    at: order.createdAt,
  });
}

/** Returns the shopper's saved addresses with their postal codes (A30). */
export function findPostalCodes(db: Sql, userId: string) {
  return statements(db).postalCodes.execute({ userId });
}
