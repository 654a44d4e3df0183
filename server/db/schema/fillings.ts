import { pgTable, text } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** What the shop was filled with, once each (H19). */
export const fillings = pgTable('fillings', {
  name: text('name').primaryKey(),
  filledAt: at('filled_at').notNull(),
});
