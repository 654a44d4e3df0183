import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    /** Digits with country code; verified, because an account is made when its phone is. */
    phone: text('phone').notNull().unique(),
    phoneVerifiedAt: at('phone_verified_at').notNull(),
    passwordHash: text('password_hash'),
    /** Google's name for the person, the only key of the sign-in there (providers 1.9). */
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
    /** sha256 of the token; the token itself is only in the browser. */
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

/** A sign-up of one browser whose phone is not verified yet; it reserves neither e-mail nor phone (A15). */
export const pendingRegistrations = pgTable(
  'sign_ups',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** sha256 of the flow cookie of the browser that asked (D1). */
    flowHash: text('flow_hash').notNull(),
    /** The sign-up with which this browser began for this phone: what it begins anew counts for that (D24). */
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

/** Links that were asked for by mail, the newest of an account and kind (D15, D22). */
export const accountLinks = pgTable(
  'account_links',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: ['reset', 'email'] }).notNull(),
    /** Names the request: the mail of an older one is not sent any more. */
    id: uuid('id').notNull(),
    /** Where the link goes; for `email` the address that it confirms. */
    email: text('email').notNull(),
    /** sha256 of the token, which is made when the mail is sent and is in the mail alone. */
    tokenHash: text('token_hash').unique(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** A used link of kind `email` is kept: a lost answer may be asked for again (D22). */
    usedAt: at('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind] }),
    check('account_links_kind', sql`${table.kind} in ('reset', 'email')`),
  ],
);

/** The new phone of an account that waits for its code (D22); it reserves nothing. */
export const phoneChanges = pgTable('phone_changes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  phone: text('phone').notNull(),
  /** sha256 of the flow cookie of the browser that asked (D1). */
  flowHash: text('flow_hash').notNull(),
  askedAt: at('asked_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});

/** A sign-in at Google that waits for its phone, or for the password of the account that has its e-mail (D2). */
export const googleSignIns = pgTable(
  'google_sign_ins',
  {
    /** sha256 of the `userId` that the browser holds. */
    idHash: text('id_hash').primaryKey(),
    sub: text('sub').notNull(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    picture: text('picture'),
    /** sha256 of the flow cookie of the browser that asked (D1). */
    flowHash: text('flow_hash').notNull(),
    /** The one that is to be verified. */
    phone: text('phone'),
    /** The account whose password has to be shown first; null where there is none yet. */
    userId: uuid('user_id').references(() => users.id),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('google_sign_ins_age').on(table.expiresAt)],
);

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
