import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    /** Digits with the country code. Always verified, because an account is created after the verification. */
    phone: text('phone').notNull().unique(),
    phoneVerifiedAt: at('phone_verified_at').notNull(),
    passwordHash: text('password_hash'),
    /** Google's id of the person, the only key of that sign-in (providers 1.9). */
    googleSub: text('google_sub'),
    avatar: text('avatar'),
    street: text('street').notNull().default(''),
    city: text('city').notNull().default(''),
    state: text('state').notNull().default(''),
    zipCode: text('zip_code').notNull().default(''),
    country: text('country').notNull().default(''),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [uniqueIndex('users_google_sub').on(table.googleSub)],
);

export const addresses = pgTable(
  'addresses',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
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
    uniqueIndex('addresses_one_default')
      .on(table.userId)
      .where(sql`${table.isDefault}`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token. Only the browser has the token. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    remember: boolean('remember').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_age').on(table.expiresAt)],
);

/** A browser's sign-up with an unverified phone. Reserves neither the e-mail nor the phone (A15). */
export const pendingRegistrations = pgTable(
  'sign_ups',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** SHA-256 of the flow cookie of the requesting browser (D1). */
    flowHash: text('flow_hash').notNull(),
    /** Id of the browser's first sign-up with this phone. Restarts count for the same limits (D24). */
    origin: uuid('origin').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('sign_ups_one').on(table.email, table.flowHash),
    index('sign_ups_phone').on(table.phone),
    index('sign_ups_flow').on(table.flowHash),
    index('sign_ups_age').on(table.expiresAt),
  ],
);

/** Links sent by mail, the latest per account and kind (D15, D22). */
export const accountLinks = pgTable(
  'account_links',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: ['reset', 'email'] }).notNull(),
    /** Id of the request, so that the mail of an older one is not sent. */
    id: uuid('id').notNull(),
    /** Recipient of the link. For `email` also the address to confirm. */
    email: text('email').notNull(),
    /** SHA-256 of the token, which is created when the mail is sent and exists only there. */
    tokenHash: text('token_hash').unique(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** A used link of kind `email` is kept, because a client may repeat the request after a lost reply (D22). */
    usedAt: at('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind] }),
    check('account_links_kind', sql`${table.kind} in ('reset', 'email')`),
  ],
);

/** An account's new phone that waits for its code (D22). Reserves nothing. */
export const phoneChanges = pgTable('phone_changes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  phone: text('phone').notNull(),
  /** SHA-256 of the flow cookie of the requesting browser (D1). */
  flowHash: text('flow_hash').notNull(),
  askedAt: at('asked_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});

/** A Google sign-in that waits for a phone, or for the password of the account with its e-mail (D2). */
export const googleSignIns = pgTable(
  'google_sign_ins',
  {
    /** SHA-256 of the `userId` that the browser has. */
    idHash: text('id_hash').primaryKey(),
    sub: text('sub').notNull(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    picture: text('picture'),
    /** SHA-256 of the flow cookie of the requesting browser (D1). */
    flowHash: text('flow_hash').notNull(),
    /** The phone to verify. */
    phone: text('phone'),
    /** The account whose password is required first. `null` without an account. */
    userId: uuid('user_id').references(() => users.id),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('google_sign_ins_age').on(table.expiresAt)],
);

export const otpChallenges = pgTable(
  'otp_challenges',
  {
    /** SHA-256 of the `pinId` that the browser has (D4). */
    idHash: text('id_hash').primaryKey(),
    phone: text('phone').notNull(),
    /** Id of the code at the provider. */
    providerPinId: text('provider_pin_id').notNull(),
    flowHash: text('flow_hash'),
    attempts: integer('attempts').notNull().default(0),
    sentAt: at('sent_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    verifiedAt: at('verified_at'),
    /** SHA-256 of the verification token that the browser received (D1). */
    tokenHash: text('token_hash'),
    consumedAt: at('consumed_at'),
  },
  (table) => [index('otp_challenges_phone').on(table.phone, table.sentAt)],
);
