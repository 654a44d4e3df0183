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
    /** Where the money is, by the order machine (providers 2.3). */
    money: text('money').$type<'unpaid' | 'paid' | 'overpaid' | 'held' | 'refundDue' | 'refunded'>().notNull().default('unpaid'),
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
    /** Null for home delivery; name, address and city of the station are kept in the columns above (CVE-2024-29888). */
    pickupStationId: uuid('pickup_station_id'),
    pickupStation: text('pickup_station').notNull().default(''),
    pickupCounty: text('pickup_county').notNull().default(''),
    pickupTown: text('pickup_town').notNull().default(''),
    pickupInstructions: text('pickup_instructions').notNull().default(''),
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

const LIVE_ATTEMPTS = sql`state in ('created', 'requesting', 'pending', 'unknown')`;

/** One try to collect the money of one order; written before anything is sent (providers 2.4 T2). */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id').notNull().references(() => orders.id),
    userId: uuid('user_id').notNull().references(() => users.id),
    /** Digits with country code. */
    phone: text('phone').notNull(),
    /** Whole shillings, the order's own (D6). */
    amount: integer('amount').notNull(),
    accountReference: text('account_reference').notNull(),
    state: text('state')
      .$type<'created' | 'requesting' | 'pending' | 'unknown' | 'succeeded' | 'failed' | 'expired' | 'refund_pending' | 'refunded'>()
      .notNull(),
    /** sha256 of the secret in the callback's address (D7). */
    tokenHash: text('token_hash').notNull(),
    merchantRequestId: text('merchant_request_id'),
    checkoutRequestId: text('checkout_request_id').unique(),
    /** Text: not every code of Daraja is a number (providers 1.5). */
    resultCode: text('result_code'),
    failureReason: text('failure_reason'),
    /** The one query that checks a callback's success (D7); null where none is wanted. */
    crossCheck: text('cross_check').$type<'due' | 'agreed' | 'mismatched' | 'dropped'>(),
    /** Start of the shopper's 10 minutes: the first prompt's, also after Send again (Q19). */
    runStartedAt: at('run_started_at').notNull(),
    createdAt: at('created_at').notNull(),
    /** When the request left for Daraja. */
    pushedAt: at('pushed_at'),
    /** When Daraja may be asked next about it (D7); null where nothing is to be asked. */
    nextQueryAt: at('next_query_at'),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('payment_attempts_one_live').on(table.orderId).where(LIVE_ATTEMPTS),
    index('payment_attempts_order').on(table.orderId, table.createdAt),
    index('payment_attempts_user').on(table.userId, table.createdAt),
    index('payment_attempts_query').on(table.nextQueryAt).where(sql`${table.nextQueryAt} is not null`),
    check(
      'payment_attempts_state',
      sql`${table.state} in ('created', 'requesting', 'pending', 'unknown', 'succeeded', 'failed', 'expired', 'refund_pending', 'refunded')`,
    ),
    check('payment_attempts_amount', sql`${table.amount} > 0`),
  ],
);

/** Money that came in: at most one row an attempt, one receipt pays once (D7). */
export const payments = pgTable(
  'payments',
  {
    attemptId: uuid('attempt_id').primaryKey().references(() => paymentAttempts.id),
    orderId: uuid('order_id').notNull().references(() => orders.id),
    /** Null until a callback brings it (Q16). */
    receipt: text('receipt').unique(),
    amount: integer('amount').notNull(),
    paidAt: at('paid_at').notNull(),
  },
  (table) => [index('payments_order').on(table.orderId)],
);

/** Every body that came to a callback address with its right token, once (D7). */
export const paymentMessages = pgTable(
  'payment_messages',
  {
    id: uuid('id').primaryKey(),
    attemptId: uuid('attempt_id').notNull().references(() => paymentAttempts.id),
    /** sha256 of attempt and body. */
    bodyHash: text('body_hash').notNull().unique(),
    body: text('body').notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [index('payment_messages_attempt').on(table.attemptId, table.receivedAt)],
);

/** Money that goes back, for the payments desk (D8, D12). */
export const refunds = pgTable(
  'refunds',
  {
    attemptId: uuid('attempt_id').primaryKey().references(() => paymentAttempts.id),
    orderId: uuid('order_id').notNull().references(() => orders.id),
    amount: integer('amount').notNull(),
    reason: text('reason').$type<'overpaid' | 'cancelled'>().notNull(),
    createdAt: at('created_at').notNull(),
    confirmedAt: at('confirmed_at'),
  },
  (table) => [index('refunds_due').on(table.createdAt).where(sql`${table.confirmedAt} is null`)],
);

/** What the payments desk has to look at; never changed. */
export const paymentAlarms = pgTable(
  'payment_alarms',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    orderId: uuid('order_id'),
    attemptId: uuid('attempt_id'),
    detail: jsonb('detail'),
    at: at('at').notNull(),
  },
  (table) => [index('payment_alarms_at').on(table.at)],
);

/** Access tokens that all processes share; refreshed by whoever holds the lease (providers 1.1). */
export const providerTokens = pgTable('provider_tokens', {
  provider: text('provider').primaryKey(),
  token: text('token').notNull().default(''),
  expiresAt: at('expires_at').notNull(),
  lockedUntil: at('locked_until'),
  lockId: uuid('lock_id'),
});

/** Token buckets that all processes share (D7). */
export const budgets = pgTable('budgets', {
  name: text('name').primaryKey(),
  /** Whole tokens left at `refilledAt`. */
  available: integer('available').notNull(),
  refilledAt: at('refilled_at').notNull(),
});

export const pickupStations = pgTable(
  'pickup_stations',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    county: text('county').notNull(),
    /** The constituency (U26). */
    city: text('city').notNull(),
    /** County and constituency as they are compared: lower case, letters and digits only (providers 5.1). */
    place: text('place').notNull(),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    /** By weekday; null for the usual hours (§3). */
    operatingHours: jsonb('operating_hours').$type<Partial<Record<string, { open: string; close: string }>>>(),
    isActive: boolean('is_active').notNull().default(true),
  },
  (table) => [index('pickup_stations_place').on(table.place)],
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
