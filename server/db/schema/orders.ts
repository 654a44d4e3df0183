import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CancelReason, OrderMoney } from '../../machines/order.types.ts';
import type { ParcelState, UndoneParcel } from '../../machines/parcel.types.ts';
import { users } from './accounts.ts';
import { products } from './catalogue.ts';
import { at } from './columns.ts';

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    /** First 8 characters of the id, unique in the shop (A33). */
    shortId: text('short_id').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    status: text('status').$type<'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled'>().notNull(),
    paymentMethod: text('payment_method').$type<'mpesa' | 'cod'>().notNull(),
    itemsPrice: integer('items_price').notNull(),
    shippingPrice: integer('shipping_price').notNull(),
    taxPrice: integer('tax_price').notNull(),
    totalPrice: integer('total_price').notNull(),
    isPaid: boolean('is_paid').notNull().default(false),
    /** State of the money in the order machine (providers 2.3). */
    money: text('money').$type<OrderMoney>().notNull().default('unpaid'),
    paidAt: at('paid_at'),
    isDelivered: boolean('is_delivered').notNull().default(false),
    deliveredAt: at('delivered_at'),
    trackingNumber: text('tracking_number'),
    cancelReason: text('cancel_reason').$type<CancelReason>(),
    /** State in the parcel machine (OWN-P1). A process of an older version ships and delivers without it. */
    parcel: text('parcel').$type<ParcelState>().notNull().default('none'),
    /** Time of the parcel's last step. `null` before the first. */
    parcelAt: at('parcel_at'),
    /** Values that a correction restores within 30 s (OWN-P4). */
    undo: jsonb('undo').$type<UndoneParcel>(),
    /** End of the 7 days of a pickup. `null` before its message left (OWN-P2). */
    collectUntil: at('collect_until'),
    /** Reminders that were queued since the parcel is ready. */
    reminders: integer('reminders').notNull().default(0),
    /** State of the delivery's cash in the order machine (OWN-P3). */
    cash: text('cash').$type<'none' | 'owed' | 'short' | 'counted'>().notNull().default('none'),
    /** Why an owner decided against the refund, in words for the shopper (OWN-P1). */
    noRefundReason: text('no_refund_reason'),
    /** Staff made the order at the counter. */
    isWalkIn: boolean('is_walk_in').notNull().default(false),
    deliveryMethod: text('delivery_method').$type<'home_delivery' | 'pickup_station'>().notNull(),
    recipientName: text('recipient_name').notNull(),
    recipientPhone: text('recipient_phone').notNull(),
    address: text('address').notNull(),
    city: text('city').notNull(),
    postalCode: text('postal_code').notNull(),
    country: text('country').notNull(),
    /** `null` for home delivery. The columns above contain the station's name, address and city (CVE-2024-29888). */
    pickupStationId: uuid('pickup_station_id'),
    pickupStation: text('pickup_station').notNull().default(''),
    pickupCounty: text('pickup_county').notNull().default(''),
    pickupTown: text('pickup_town').notNull().default(''),
    pickupInstructions: text('pickup_instructions').notNull().default(''),
    /** VAT included in the total, whole shillings (A45). */
    vatIncluded: integer('vat_included').notNull(),
    /** Reserved for invoice data of the tax authority (A45). */
    etims: jsonb('etims'),
    /** End of the hold on an unpaid M-Pesa order (D12). `null` for cash on delivery. */
    expiresAt: at('expires_at'),
    /** When a payment that is being checked moved the end of the hold, once (PAY-C4, PAY-S2). */
    delayedAt: at('delayed_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    index('orders_user').on(table.userId, table.createdAt),
    index('orders_newest').on(table.createdAt, table.id),
    index('orders_expiring')
      .on(table.expiresAt)
      .where(sql`${table.status} = 'pending' and ${table.expiresAt} is not null`),
    index('orders_untouched')
      .on(table.createdAt)
      .where(sql`${table.status} = 'pending' and ${table.paymentMethod} = 'cod'`),
    index('orders_open_total')
      .on(table.totalPrice)
      .where(sql`${table.money} in ('unpaid', 'partPaid')`),
    index('orders_parcels')
      .on(table.parcel, table.parcelAt)
      .where(sql`${table.parcel} in ('ready', 'refused', 'uncollected', 'returned')`),
    index('orders_cash')
      .on(table.deliveredAt)
      .where(sql`${table.cash} in ('owed', 'short')`),
    index('orders_held')
      .on(table.updatedAt)
      .where(sql`${table.money} = 'held'`),
    check('orders_status', sql`${table.status} in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')`),
    check('orders_payment_method', sql`${table.paymentMethod} in ('mpesa', 'cod')`),
    check('orders_delivered', sql`${table.isDelivered} = (${table.status} = 'delivered')`),
    check('orders_total', sql`${table.totalPrice} = ${table.itemsPrice} + ${table.shippingPrice} + ${table.taxPrice}`),
  ],
);

/** Snapshots, so that later product changes do not affect an order. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    price: integer('price').notNull(),
    image: text('image').notNull(),
    vatIncluded: integer('vat_included').notNull(),
    reservation: text('reservation').$type<'held' | 'committed' | 'released'>().notNull(),
  },
  (table) => [
    uniqueIndex('order_lines_product').on(table.orderId, table.productId),
    check('order_lines_quantity', sql`${table.quantity} > 0`),
    check('order_lines_reservation', sql`${table.reservation} in ('held', 'committed', 'released')`),
  ],
);

/** Events of orders, in order. Never updated. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    type: text('type').notNull(),
    data: jsonb('data'),
    at: at('at').notNull(),
  },
  (table) => [index('order_events_order').on(table.orderId, table.at)],
);

/** First response to a user's key on a route, replayed for 24 h (providers 2.4). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    route: text('route').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the canonical request. */
    bodyHash: text('body_hash').notNull(),
    orderId: uuid('order_id'),
    status: integer('status'),
    body: jsonb('body'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.route, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
);
