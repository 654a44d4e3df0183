import { sql } from 'drizzle-orm';
import {
  boolean, check, index, integer, jsonb, pgTable, primaryKey, real, text, timestamp, uniqueIndex, uuid,
} from 'drizzle-orm/pg-core';

/**
 * The tables as the migrations leave them; tests/server/core/schema.test.ts compares the two.
 * Money is whole shillings, times are timestamptz from `deps.clock`, ids are UUIDv4 made by us.
 */

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const categories = pgTable('categories', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  isActive: boolean('is_active').notNull().default(true),
  sortOrder: integer('sort_order').notNull().default(0),
  parentId: uuid('parent_id'),
});

export const brands = pgTable('brands', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  logo: text('logo'),
});

export const products = pgTable(
  'products',
  {
    id: uuid('id').primaryKey(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** Selling price without a flash deal. */
    price: integer('price').notNull(),
    originalPrice: integer('original_price'),
    flashPrice: integer('flash_price'),
    flashEndsAt: at('flash_ends_at'),
    /** Paths below /media. */
    images: jsonb('images').$type<string[]>().notNull().default([]),
    specifications: jsonb('specifications').$type<{ name: string; value: string }[]>().notNull().default([]),
    categoryId: uuid('category_id').notNull().references(() => categories.id),
    brandId: uuid('brand_id').notNull().references(() => brands.id),
    rating: real('rating').notNull().default(0),
    numReviews: integer('num_reviews').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
    isNewArrival: boolean('is_new_arrival').notNull().default(false),
    isFeatured: boolean('is_featured').notNull().default(false),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    check('products_price_positive', sql`${table.price} > 0`),
    index('products_newest').on(table.createdAt, table.id),
    index('products_category').on(table.categoryId),
    index('products_brand').on(table.brandId),
  ],
);

/** Apart from products, because it is written at every order. What can be sold is onHand - reserved. */
export const productStock = pgTable(
  'product_stock',
  {
    productId: uuid('product_id').primaryKey().references(() => products.id),
    onHand: integer('on_hand').notNull(),
    /** Sum of the held and committed reservations of orders not yet shipped. */
    reserved: integer('reserved').notNull().default(0),
  },
  (table) => [check('product_stock_sane', sql`${table.reserved} >= 0 and ${table.reserved} <= ${table.onHand}`)],
);

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  /** Digits with country code; verified, because an account is made when its phone is. */
  phone: text('phone').notNull().unique(),
  phoneVerifiedAt: at('phone_verified_at').notNull(),
  passwordHash: text('password_hash'),
  avatar: text('avatar'),
  street: text('street').notNull().default(''),
  city: text('city').notNull().default(''),
  state: text('state').notNull().default(''),
  zipCode: text('zip_code').notNull().default(''),
  country: text('country').notNull().default(''),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

export const addresses = pgTable(
  'addresses',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull().references(() => users.id),
    type: text('type').notNull(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    city: text('city').notNull(),
    country: text('country').notNull(),
    postalCode: text('postal_code').notNull().default(''),
    phone: text('phone').notNull().default(''),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('addresses_user').on(table.userId),
    uniqueIndex('addresses_one_default').on(table.userId).where(sql`${table.isDefault}`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** sha256 of the token; the token itself is only in the browser. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id').notNull().references(() => users.id),
    remember: boolean('remember').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_age').on(table.expiresAt)],
);

/** A sign-up whose phone is not verified yet; it reserves neither e-mail nor phone (A15). */
export const pendingRegistrations = pgTable('pending_registrations', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  passwordHash: text('password_hash').notNull(),
  /** sha256 of the flow cookie of the browser that asked (D1). */
  flowHash: text('flow_hash').notNull(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});

export const otpChallenges = pgTable(
  'otp_challenges',
  {
    /** sha256 of the pinId that the browser holds (D4). */
    idHash: text('id_hash').primaryKey(),
    phone: text('phone').notNull(),
    /** The provider's own id of the code. */
    providerPinId: text('provider_pin_id').notNull(),
    flowHash: text('flow_hash'),
    attempts: integer('attempts').notNull().default(0),
    sentAt: at('sent_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    verifiedAt: at('verified_at'),
    /** sha256 of the verificationToken that verify answered (D1). */
    tokenHash: text('token_hash'),
    consumedAt: at('consumed_at'),
  },
  (table) => [index('otp_challenges_phone').on(table.phone, table.sentAt)],
);

/** Counters that all processes share; one row per key and window. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    windowStart: at('window_start').notNull(),
    count: integer('count').notNull(),
    /** The row is of no use afterwards. */
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] }), index('rate_limits_age').on(table.expiresAt)],
);

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    /** First 8 characters of the id, unique in the shop (A33). */
    shortId: text('short_id').notNull().unique(),
    userId: uuid('user_id').notNull().references(() => users.id),
    status: text('status').$type<'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled'>().notNull(),
    paymentMethod: text('payment_method').$type<'mpesa' | 'cod'>().notNull(),
    itemsPrice: integer('items_price').notNull(),
    shippingPrice: integer('shipping_price').notNull(),
    taxPrice: integer('tax_price').notNull(),
    totalPrice: integer('total_price').notNull(),
    isPaid: boolean('is_paid').notNull().default(false),
    paidAt: at('paid_at'),
    isDelivered: boolean('is_delivered').notNull().default(false),
    deliveredAt: at('delivered_at'),
    trackingNumber: text('tracking_number'),
    cancelReason: text('cancel_reason').$type<'shopper' | 'staff' | 'expired' | 'replaced'>(),
    deliveryMethod: text('delivery_method').$type<'home_delivery' | 'pickup_station'>().notNull(),
    recipientName: text('recipient_name').notNull(),
    recipientPhone: text('recipient_phone').notNull(),
    address: text('address').notNull(),
    city: text('city').notNull(),
    postalCode: text('postal_code').notNull(),
    country: text('country').notNull(),
    /** VAT inside the total, whole shillings (A45). */
    vatIncluded: integer('vat_included').notNull(),
    /** Room for the tax authority's invoice data (A45). */
    etims: jsonb('etims'),
    /** An unpaid M-Pesa order is held until then (D12); null for cash on delivery. */
    expiresAt: at('expires_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    index('orders_user').on(table.userId, table.createdAt),
    check('orders_status', sql`${table.status} in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')`),
    check('orders_payment_method', sql`${table.paymentMethod} in ('mpesa', 'cod')`),
    check('orders_delivered', sql`${table.isDelivered} = (${table.status} = 'delivered')`),
    check('orders_total', sql`${table.totalPrice} = ${table.itemsPrice} + ${table.shippingPrice} + ${table.taxPrice}`),
  ],
);

/** Snapshots: a later change of the product never changes an order. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id').notNull().references(() => orders.id),
    productId: uuid('product_id').notNull().references(() => products.id),
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

/** What happened to an order, in order; never changed. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id').notNull().references(() => orders.id),
    type: text('type').notNull(),
    data: jsonb('data'),
    at: at('at').notNull(),
  },
  (table) => [index('order_events_order').on(table.orderId, table.at)],
);

/** providers 2.4: first answer per user, route and key; replayed for 24 h. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull().references(() => users.id),
    route: text('route').notNull(),
    key: text('key').notNull(),
    /** sha256 of the canonical request. */
    bodyHash: text('body_hash').notNull(),
    orderId: uuid('order_id'),
    status: integer('status'),
    body: jsonb('body'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.route, table.key] }), index('idempotency_keys_age').on(table.createdAt)],
);

/** Outbox and clockwork: leased, so that several processes share it (providers 2.5). */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    payload: jsonb('payload').notNull(),
    runAt: at('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lockedUntil: at('locked_until'),
    lockId: uuid('lock_id'),
    doneAt: at('done_at'),
    lastError: text('last_error'),
  },
  (table) => [
    uniqueIndex('jobs_once').on(table.kind, table.dedupeKey),
    index('jobs_due').on(table.runAt).where(sql`${table.doneAt} is null`),
  ],
);
