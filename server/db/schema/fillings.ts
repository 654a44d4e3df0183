import { pgTable, text } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Seeds that this shop has had (H19). */
export const fillings = pgTable('fillings', {
  name: text('name').primaryKey(),
  filledAt: at('filled_at').notNull(),
});
