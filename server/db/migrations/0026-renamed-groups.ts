/** Removes the old words of a renamed brand or category, as for a changed product. */
export const renamedGroups: readonly string[] = [
  `create or replace function product_group_renamed() returns trigger language plpgsql as $$
    declare
      ids uuid[] := array(
        select id from products where brand_id = new.id or category_id = new.id
          or category_id in (select id from categories where parent_id = new.id)
      );
      words text[] := array(
        select distinct unnest(tsvector_to_array(document)) from product_search where product_id = any(ids)
      );
    begin
      perform refresh_product_search(ids);
      perform forget_search_words(words);
      return null;
    end
  $$`,
  // Removes the words of earlier names.
  `do $$
    begin
      lock table products in share row exclusive mode;
      perform forget_search_words(array(select word from search_words));
    end
  $$`,
];
