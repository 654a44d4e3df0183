import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { products } from './catalogue.ts';
import { at } from './columns.ts';

/** Product reviews. The columns `rating` and `num_reviews` of products summarise the visible ones. */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid('id').primaryKey(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** `null` for demo reviews, whose authors have no account. */
    userId: uuid('user_id').references(() => users.id),
    /** Author's name when there is no account. */
    author: text('author'),
    rating: integer('rating').notNull(),
    title: text('title').notNull().default(''),
    comment: text('comment').notNull(),
    /** Whether the shop knows that the author bought the product (A39). */
    isVerified: boolean('is_verified').notNull(),
    /** Hidden from the list, the summary and the average (H5). */
    isHidden: boolean('is_hidden').notNull().default(false),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    check('reviews_rating', sql`${table.rating} >= 1 and ${table.rating} <= 5`),
    check('reviews_author', sql`(${table.userId} is null) <> (${table.author} is null)`),
    // One review per shopper and product (A37). Also finds a shopper's reviews.
    uniqueIndex('reviews_once').on(table.userId, table.productId),
    index('reviews_newest')
      .on(table.productId, table.createdAt, table.id)
      .where(sql`not ${table.isHidden}`),
  ],
);
