import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { products } from './catalogue.ts';
import { at } from './columns.ts';

/** What buyers say of a product. Its `rating` and `num_reviews` are made of those that are not hidden. */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid('id').primaryKey(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Null where nobody has an account: the demo's. */
    userId: uuid('user_id').references(() => users.id),
    /** The name, where there is no account to take it from. */
    author: text('author'),
    rating: integer('rating').notNull(),
    title: text('title').notNull().default(''),
    comment: text('comment').notNull(),
    /** The shop knows that whoever wrote it bought the product (A39). */
    isVerified: boolean('is_verified').notNull(),
    /** Out of the list, the summary and the product's average (H5). */
    isHidden: boolean('is_hidden').notNull().default(false),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    check('reviews_rating', sql`${table.rating} >= 1 and ${table.rating} <= 5`),
    check('reviews_author', sql`(${table.userId} is null) <> (${table.author} is null)`),
    // Once for each shopper and product (A37); also says what a shopper has reviewed.
    uniqueIndex('reviews_once').on(table.userId, table.productId),
    index('reviews_newest')
      .on(table.productId, table.createdAt, table.id)
      .where(sql`not ${table.isHidden}`),
  ],
);
