import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Role } from '../../../contract/endpoint.ts';
import { at } from './columns.ts';

/** Staff accounts. A staff member is not automatically a customer (H1). */
export const staff = pgTable(
  'staff',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    role: text('role').$type<Role>().notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [check('staff_role', sql`${table.role} in ('owner', 'catalogue', 'orders')`)],
);

export const staffSessions = pgTable(
  'staff_sessions',
  {
    /** SHA-256 of the token. Only the browser has the token. */
    tokenHash: text('token_hash').primaryKey(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('staff_sessions_staff').on(table.staffId), index('staff_sessions_age').on(table.expiresAt)],
);

/** Changes by the staff, in order. Never updated. */
export const audit = pgTable(
  'audit',
  {
    id: uuid('id').primaryKey(),
    /** `null` for a person on the shop's server. */
    staffId: uuid('staff_id').references(() => staff.id),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    /** The changed item, e.g. `order <id>`. */
    subject: text('subject').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    at: at('at').notNull(),
  },
  (table) => [index('audit_at').on(table.at), index('audit_subject').on(table.subject, table.at)],
);
