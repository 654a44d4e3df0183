import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { at } from './columns.ts';
import { staff } from './staff.ts';

/** Uses counted by all processes, per time slot in milliseconds, oldest first (D24). */
export const limitUses = pgTable(
  'limit_uses',
  {
    key: text('key').primaryKey(),
    slots: bigint('slots', { mode: 'number' }).array().notNull(),
    counts: integer('counts').array().notNull(),
    /** The row has no effect after this time. */
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('limit_uses_age').on(table.expiresAt)],
);

/** Failed logins of unknown browsers, for any e-mail with or without an account (D26). */
export const loginFailures = pgTable(
  'login_failures',
  {
    /** SHA-256 of the e-mail. Staff e-mails have a prefix. */
    emailHash: text('email_hash').primaryKey(),
    failures: integer('failures').notNull(),
    waitUntil: at('wait_until').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('login_failures_age').on(table.expiresAt)],
);

/** Login codes, required in addition to the password after too many wrong passwords (D26). */
export const loginCodes = pgTable(
  'login_codes',
  {
    /** SHA-256 of the account's e-mail. */
    emailHash: text('email_hash').notNull(),
    /** SHA-256 of e-mail and code. */
    codeHash: text('code_hash').notNull(),
    /** Number of tries with the right password. */
    tries: integer('tries').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.emailHash, table.codeHash] }), index('login_codes_age').on(table.expiresAt)],
);

/** Browsers that logged in to an account (D26). */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    /** SHA-256 of the browser's cookie. */
    browserHash: text('browser_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.browserHash, table.userId] }),
    index('known_browsers_user').on(table.userId),
    index('known_browsers_age').on(table.expiresAt),
  ],
);

/** Browsers that logged in to a staff account. */
export const knownStaffBrowsers = pgTable(
  'known_staff_browsers',
  {
    browserHash: text('browser_hash').notNull(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.browserHash, table.staffId] }),
    index('known_staff_browsers_staff').on(table.staffId),
    index('known_staff_browsers_age').on(table.expiresAt),
  ],
);
