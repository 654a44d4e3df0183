/**
 * Marks the documents of the newest products, with an index of their own, so that suggestions read a bounded part of a
 * large catalogue (decision 0122). Processes of older versions mark every document that they write, which is right too.
 */
export const recentDocuments: readonly string[] = [
  'alter table product_search add column if not exists is_recent boolean not null default false',
  `update product_search set is_recent = true where not is_recent and product_id in (
    select product_id from product_search order by created_at desc, product_id desc limit 16000
  )`,
  'alter table product_search alter column is_recent set default true',
  `create index if not exists product_search_recent on product_search using gin (document) with (fastupdate = off)
    where is_recent`,
  // Two indexes, because the planner would expect the first document of all to be one of those.
  'create index if not exists product_search_recent_newest on product_search (created_at, product_id) where is_recent',
  `create index if not exists product_search_other_newest on product_search (created_at, product_id)
    where not is_recent`,
  'analyze product_search',
];
