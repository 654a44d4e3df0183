/**
 * What a list of products, its filters and the search are answered from, beside the products themselves. Triggers keep
 * it, so that whoever writes a product (import, filling, admin, an older release that still runs) need not know of it.
 * One statement a step; each may run again after a kill in the middle.
 */
export const search: readonly string[] = [
  // Numbers of active products, precomputed because counting takes too long in a request.
  `create table if not exists catalogue_counts (
    category_id uuid not null,
    brand_id uuid not null,
    products integer not null,
    featured integer not null,
    primary key (category_id, brand_id)
  )`,
  `create table if not exists catalogue_specifications (
    category_id uuid not null,
    name text not null,
    value text not null,
    products integer not null,
    primary key (category_id, name, value)
  )`,
  'create index if not exists catalogue_specifications_name on catalogue_specifications (name, value)',

  // Words of an active product. Weight A: the first three words of the name. B: the brand. C: the rest of the name, the
  // category and its parent. D: the specifications.
  `create table if not exists product_search (
    product_id uuid primary key,
    created_at timestamptz not null,
    document tsvector not null
  )`,
  'create index if not exists product_search_newest on product_search (created_at, product_id)',
  'create index if not exists product_search_document on product_search using gin (document)',
  // Each word of a product, with its forms without one of the first four letters.
  `create table if not exists search_words (
    word text collate "C" primary key,
    misspelt text[] not null
  )`,
  'create index if not exists search_words_misspelt on search_words using gin (misspelt)',

  // One index per sort order, for all products, a category, a brand, and a brand in a category.
  'create index if not exists products_price on products (price) where is_active',
  'create index if not exists products_rating on products (rating, num_reviews, id) where is_active',
  'create index if not exists products_category_newest on products (category_id, created_at, id) where is_active',
  'create index if not exists products_category_price on products (category_id, price) where is_active',
  'create index if not exists products_category_rating on products (category_id, rating, num_reviews, id) where is_active',
  'create index if not exists products_brand_newest on products (brand_id, created_at, id) where is_active',
  'create index if not exists products_brand_price on products (brand_id, price) where is_active',
  'create index if not exists products_brand_rating on products (brand_id, rating, num_reviews, id) where is_active',
  'create index if not exists products_both_newest on products (category_id, brand_id, created_at, id) where is_active',
  'create index if not exists products_both_price on products (category_id, brand_id, price) where is_active',
  'create index if not exists products_both_rating on products (category_id, brand_id, rating, num_reviews, id) where is_active',
  'create index if not exists products_featured on products (created_at, id) where is_active and is_featured',
  'create index if not exists products_flash on products (flash_ends_at) where flash_price is not null',
  'create index if not exists products_specifications on products using gin (specifications jsonb_path_ops)',

  // The same as in server/modules/catalogue/search.rules.ts, which cuts the shopper's words.
  String.raw`create or replace function search_words_of(value text) returns text[]
    language sql immutable parallel safe as $$
      select array_remove(regexp_split_to_array(
        regexp_replace(
          lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]+', '', 'g')),
          '(\d)\s+(gb|tb|mb|mah|mp|w|kw|kg|l|inch|hz|khz|mm|cm|v)\M', '\1\2', 'g'
        ),
        '[^a-z0-9\u00c0-\u1fff\u2c00-\u2fff\u3040-\uffff]+'
      ), '')
    $$`,
  // 'TP-Link' is also looked for as 'tplink'.
  String.raw`create or replace function search_joined_words_of(value text) returns text[]
    language sql immutable parallel safe as $$
      select case when value like '%-%' then search_words_of(
        (select string_agg(replace(part, '-', ''), ' ') from regexp_split_to_table(value, '\s+') as part where part like '%_-_%')
      ) end
    $$`,
  `create or replace function refresh_product_search(ids uuid[]) returns void
    language sql as $$
      with documents as (
        insert into product_search (product_id, created_at, document)
        select p.id, p.created_at, coalesce((
          select string_agg('''' || left(word, 60) || ''':' || least(place, 16000) || label, ' ')
          from (
            select word, place, case when place <= 3 then 'A' else 'C' end as label
              from unnest(search_words_of(p.name)) with ordinality as t (word, place)
            union all
            select word, 1000 + place, 'B' from unnest(search_words_of(b.name) || search_joined_words_of(b.name)) with ordinality as t (word, place)
            union all
            select word, 2000 + place, 'C'
              from unnest(search_joined_words_of(p.name) || search_words_of(concat_ws(' ', c.name, parent.name))) with ordinality as t (word, place)
            union all
            select * from (
              select word, 3000 + place, 'D' from unnest(search_words_of((
                select string_agg(left(it ->> 'value', 200), ' ') from jsonb_array_elements(p.specifications) as it
              ))) with ordinality as t (word, place) limit 200
            ) as specified
          ) as words
        ), '')::tsvector
        from products p join brands b on b.id = p.brand_id join categories c on c.id = p.category_id
          left join categories parent on parent.id = c.parent_id
        where p.id = any(ids) and p.is_active
        on conflict (product_id) do update set created_at = excluded.created_at, document = excluded.document
        returning document
      )
      insert into search_words (word, misspelt)
      select word, array(
        select distinct overlay(word placing '' from place for 1) from generate_series(1, least(4, length(word))) as place
      )
      from (select distinct unnest(tsvector_to_array(document)) as word from documents) as words
      where word ~ '^[a-z]{3,30}$'
      order by word
      on conflict do nothing
    $$`,
  // A word whose last product is gone would be offered instead of a misspelt one.
  `create or replace function forget_search_words(words text[]) returns void
    language sql as $$
      delete from search_words where word = any(words) and not exists (
        select from product_search where document @@ ('''' || search_words.word || '''')::tsquery
      )
    $$`,
  `create or replace function count_products(added uuid[], removed jsonb) returns void
    language sql as $$
      with changed as (
        select category_id, brand_id, specifications, is_featured, 1 as sign from products where id = any(added) and is_active
        union all
        select category_id, brand_id, specifications, is_featured, -1 from jsonb_to_recordset(removed)
          as it (category_id uuid, brand_id uuid, specifications jsonb, is_featured boolean)
      ),
      counted as (
        insert into catalogue_counts as it (category_id, brand_id, products, featured)
        select category_id, brand_id, sum(sign), sum(case when is_featured then sign else 0 end)
        from changed group by 1, 2
        having sum(sign) <> 0 or sum(case when is_featured then sign else 0 end) <> 0
        order by 1, 2
        on conflict (category_id, brand_id) do update
          set products = it.products + excluded.products, featured = it.featured + excluded.featured
      )
      insert into catalogue_specifications as it (category_id, name, value, products)
      select category_id, name, value, sum(sign)
      from changed cross join lateral (
        select distinct s ->> 'name' as name, s ->> 'value' as value from jsonb_array_elements(specifications) as s
      ) as specification
      where trim(name) <> '' and trim(value) <> '' and length(name) <= 100 and length(value) <= 100
      group by 1, 2, 3 having sum(sign) <> 0
      order by 1, 2, 3
      on conflict (category_id, name, value) do update set products = it.products + excluded.products
    $$`,
  `create or replace function products_added() returns trigger language plpgsql as $$
    declare
      ids uuid[] := array(select id from new_products);
    begin
      perform count_products(ids, '[]');
      perform refresh_product_search(ids);
      return null;
    end
  $$`,
  `create or replace function products_changed() returns trigger language plpgsql as $$
    declare
      ids uuid[] := array(
        select n.id from new_products n join old_products o on o.id = n.id
        where (n.name, n.brand_id, n.category_id, n.specifications, n.is_active, n.is_featured, n.created_at)
          is distinct from (o.name, o.brand_id, o.category_id, o.specifications, o.is_active, o.is_featured, o.created_at)
      );
      words text[];
    begin
      if cardinality(ids) = 0 then
        return null;
      end if;
      perform count_products(ids, coalesce((
        select jsonb_agg(jsonb_build_object('category_id', category_id, 'brand_id', brand_id,
          'specifications', specifications, 'is_featured', is_featured))
        from old_products where id = any(ids) and is_active
      ), '[]'));
      words := array(
        select distinct unnest(tsvector_to_array(document)) from product_search where product_id = any(ids)
      );
      delete from product_search where product_id = any(ids)
        and product_id in (select id from new_products where not is_active);
      perform refresh_product_search(ids);
      perform forget_search_words(words);
      return null;
    end
  $$`,
  `create or replace function products_removed() returns trigger language plpgsql as $$
    declare
      words text[];
    begin
      perform count_products('{}', coalesce((
        select jsonb_agg(jsonb_build_object('category_id', category_id, 'brand_id', brand_id,
          'specifications', specifications, 'is_featured', is_featured))
        from old_products where is_active
      ), '[]'));
      words := array(
        select distinct unnest(tsvector_to_array(document)) from product_search
        where product_id in (select id from old_products)
      );
      delete from product_search where product_id in (select id from old_products);
      perform forget_search_words(words);
      return null;
    end
  $$`,
  `create or replace function product_group_renamed() returns trigger language plpgsql as $$
    begin
      perform refresh_product_search(array(
        select id from products where brand_id = new.id or category_id = new.id
          or category_id in (select id from categories where parent_id = new.id)
      ));
      return null;
    end
  $$`,
  // At once, so that a product which is added meanwhile is counted once.
  `do $$
    begin
      lock table products in share row exclusive mode;
      drop trigger if exists products_added on products;
      create trigger products_added after insert on products
        referencing new table as new_products for each statement execute function products_added();
      drop trigger if exists products_changed on products;
      create trigger products_changed after update on products
        referencing old table as old_products new table as new_products
        for each statement execute function products_changed();
      drop trigger if exists products_removed on products;
      create trigger products_removed after delete on products
        referencing old table as old_products for each statement execute function products_removed();
      drop trigger if exists brands_renamed on brands;
      create trigger brands_renamed after update on brands
        for each row when (old.name is distinct from new.name) execute function product_group_renamed();
      drop trigger if exists categories_renamed on categories;
      create trigger categories_renamed after update on categories
        for each row when ((old.name, old.parent_id) is distinct from (new.name, new.parent_id))
        execute function product_group_renamed();
      delete from catalogue_counts;
      delete from catalogue_specifications;
      delete from product_search;
      delete from search_words;
      perform count_products(array(select id from products), '[]');
      perform refresh_product_search(array(select id from products));
    end
  $$`,
  'analyze products, product_search, search_words, catalogue_counts, catalogue_specifications',
];
