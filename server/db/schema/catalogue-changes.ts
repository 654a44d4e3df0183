import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { products } from './catalogue.ts';
import { at } from './columns.ts';

/** An import, update or removal of products by a file, which can be undone. */
export const catalogueChanges = pgTable(
  'catalogue_changes',
  {
    id: uuid('id').primaryKey(),
    /** `import`, `update` or `remove`. */
    kind: text('kind').notNull(),
    /** File name. */
    source: text('source').notNull(),
    actor: text('actor').notNull(),
    at: at('at').notNull(),
    isUndone: boolean('is_undone').notNull().default(false),
  },
  (table) => [index('catalogue_changes_at').on(table.at)],
);

/** Columns of a product before and after a change. */
export const catalogueChangeRows = pgTable(
  'catalogue_change_rows',
  {
    changeId: uuid('change_id')
      .notNull()
      .references(() => catalogueChanges.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.changeId, table.productId] })],
);
