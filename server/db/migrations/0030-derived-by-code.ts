import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { buildDocuments, rebuildTally, tallies } from '../derived.ts';

const text = (statement: SQL) => new PgDialect().sqlToQuery(statement.inlineParams()).sql;

/**
 * Builds the search index again. A change of `words.rules.ts` needs a migration that runs these steps.
 */
export const buildSearch: readonly string[] = [
  // The embedded database never empties the list of what is not yet in the index, which each search reads through.
  'alter index product_search_document set (fastupdate = off)',
  'delete from product_search',
  'delete from search_words',
  text(buildDocuments(sql`array(select id from products)`)),
  `select gin_clean_pending_list('product_search_document')`,
  'analyze product_search, search_words',
];

/**
 * Drops the triggers: the code that writes products also writes their derived rows (decision 0108). Processes of older
 * versions must be stopped first, because they write products without derived rows from here on.
 */
export const derivedByCode: readonly string[] = [
  'drop trigger if exists products_added on products',
  'drop trigger if exists products_changed on products',
  'drop trigger if exists products_removed on products',
  'drop trigger if exists brands_renamed on brands',
  'drop trigger if exists categories_renamed on categories',
  'drop function if exists products_added()',
  'drop function if exists products_changed()',
  'drop function if exists products_removed()',
  'drop function if exists product_group_renamed()',
  'drop function if exists count_products(uuid[], jsonb)',
  'drop function if exists forget_search_words(text[])',
  'drop function if exists refresh_product_search(uuid[])',
  'drop function if exists search_joined_words_of(text)',
  'drop function if exists search_words_of(text)',
  'delete from catalogue_counts',
  text(rebuildTally(tallies.counts)),
  'delete from catalogue_specifications',
  text(rebuildTally(tallies.specifications)),
  ...buildSearch,
  'analyze products, catalogue_counts, catalogue_specifications',
];
