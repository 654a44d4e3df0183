import { pgTable, text } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Rows of the readiness probe, which checks that the shop can write (H14). */
export const heartbeats = pgTable('heartbeats', { name: text('name').primaryKey(), at: at('at').notNull() });
