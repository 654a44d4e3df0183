import { sql, type SQL } from 'drizzle-orm';
import { ACCENTS, LONGEST_WORD, PARTS, SIGNS, STEPS, UNSEEN } from './words.rules.ts';

/**
 * Statements for the rows that lists, filters and the search read. The writer of products, the nightly comparison and
 * migrations share them.
 */

export const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);

/** Selects active products for `tallies`. `sign` is 1; a writer adds the rows before its change with -1. */
export const activeProducts = (where: SQL = sql`true`) =>
  sql`select category_id, brand_id, specifications, is_featured, 1 as sign from products where is_active and ${where}`;

/** A table of sums per category. */
export interface Tally {
  readonly table: SQL;
  readonly keys: readonly SQL[];
  readonly sums: readonly SQL[];
  /** Selects its rows from `products` (see `activeProducts`). */
  of(products: SQL): SQL;
}

const counts: Tally = {
  table: sql`catalogue_counts`,
  keys: [sql`category_id`, sql`brand_id`],
  sums: [sql`products`, sql`featured`],
  of: (products) => sql`select category_id, brand_id, sum(sign)::int as products,
    sum(case when is_featured then sign else 0 end)::int as featured from (${products}) as counted group by 1, 2`,
};

const specifications: Tally = {
  table: sql`catalogue_specifications`,
  keys: [sql`category_id`, sql`name`, sql`value`],
  sums: [sql`products`],
  of: (products) => sql`select category_id, name, value, sum(sign)::int as products
    from (${products}) as counted cross join lateral (
      select distinct it ->> 'name' as name, it ->> 'value' as value from jsonb_array_elements(specifications) as it
    ) as specification
    where trim(name) <> '' and trim(value) <> '' and length(name) <= 100 and length(value) <= 100 group by 1, 2, 3`,
};

export const tallies = { counts, specifications };

/** JavaScript writes `$1`, PostgreSQL `\1`. */
const replacePattern = (value: SQL, [pattern, replacement]: readonly [string, string]) =>
  sql`regexp_replace(${value}, ${pattern}::text, ${replacement.replace(/\$(\d)/g, String.raw`\$1`)}::text, 'g')`;

/** Splits a text into words like `wordsOf` in `words.rules.ts`, but without a limit on their length. */
export function splitWordsInSql(text: SQL): SQL {
  const plain = sql`lower(${replacePattern(sql`normalize(${replacePattern(text, [UNSEEN, ''])}, NFKD)`, [ACCENTS, ''])})`;
  const signed = SIGNS.reduce(
    (value, [sign, written]) => sql`replace(${value}, ${sign}::text, ${written}::text)`,
    plain,
  );
  return sql`array_remove(string_to_array(${STEPS.reduce(replacePattern, signed)}, ' '), '')`;
}

const longest = sql`${LONGEST_WORD}::int`;
/** Whether a part is letters: a number begins with a digit. */
const isLetters = (part: SQL) => sql`ascii(${part}) not between 48 and 57`;

/**
 * The rows of `product_search` for those of `ids` that are active. A document has each word, the parts of a mixed one
 * ('1000' and 'xm' of '1000xm'), neighbours in one ('+usbc' of 'USB-C') and what specifications are called ('~ram').
 * Parts are counted, so that 'wh1000xm5' finds 'wh', '1000', 'xm', '5' one behind the other. A begins the name, B is
 * the brand, C the rest of the name and the categories, D what specifications say.
 */
export const selectDocuments = (ids: SQL) => sql`
  with chosen as (
    select p.id, p.created_at, p.name, p.specifications, b.name as brand, concat_ws(' ', c.name, parent.name) as category
    from products p join brands b on b.id = p.brand_id join categories c on c.id = p.category_id
      left join categories parent on parent.id = c.parent_id
    where p.id = any(${ids}) and p.is_active
  ),
  specified as (
    select chosen.id, string_agg(left(it ->> 'name', 100), ' ') as names,
      -- A plain number has the unit that its name has in brackets: 'Weight (kg)'.
      string_agg(left(it ->> 'value', 200) || case when it ->> 'value' ~ '^ *[0-9][0-9.,]* *$'
        then coalesce(' ' || substring(it ->> 'name' from '[(]([^()]*)[)] *$'), '') else '' end, ' ') as values
    from chosen cross join lateral (
      select it from jsonb_array_elements(chosen.specifications) as it limit 60
    ) as them
    group by 1
  ),
  texts as (
    select id, 'A' as label, 0 as start, 200 as most, name as value from chosen
    union all select id, 'B', 1000, 50, brand from chosen
    union all select id, 'C', 2000, 50, category from chosen
    union all select id, 'D', 3000, 200, specified.values from specified
  ),
  parts as (
    select id, label, word, n, part, start + place as place,
      case when label = 'A' and at > 3 then 'C' else label end as marked
    from (
      select texts.*, left(word, ${longest}) as word, at, n, matched[1] as part,
        row_number() over (partition by id, label order by at, n) as place
      from texts
        cross join lateral unnest(${splitWordsInSql(sql`value`)}) with ordinality as t (word, at)
        cross join lateral regexp_matches(left(word, ${longest}), ${PARTS}::text, 'g') with ordinality as m (matched, n)
    ) as cut
    where place <= most
  ),
  neighbours as (
    select *, lead(part) over following as next, lead(part, 2) over following as afternext
    from parts window following as (partition by id, label order by place)
  ),
  named as (
    select id, left(word, ${longest}) as word, left(lead(word) over (partition by id order by at), ${longest}) as next
    from specified cross join lateral unnest(${splitWordsInSql(sql`names`)}) with ordinality as t (word, at)
  ),
  lexemes as (
    select id, part as lexeme, place, marked from parts
    union all
    select id, word, place, marked from parts where n = 1 and word <> part
    union all
    select id, '+' || part || next, place + more, marked from neighbours cross join generate_series(0, 1) as more
      where ${isLetters(sql`part`)} and ${isLetters(sql`next`)}
    union all
    select id, '+' || part || next || afternext, place, marked from neighbours
      where ${isLetters(sql`part`)} and ${isLetters(sql`next`)} and ${isLetters(sql`afternext`)} and length(next) <= 3
    union all
    select id, '~' || word, 4000, 'D' from named
    union all
    select id, '=' || word || next, 4000, 'D' from named where ${isLetters(sql`word`)} and ${isLetters(sql`next`)}
  )
  select id as product_id, created_at, coalesce(lexed.document, '')::tsvector as document
  from chosen left join (
    select id, string_agg('''' || left(lexeme, ${2 * LONGEST_WORD}::int) || ''':' || place || marked, ' ') as document
    from lexemes group by 1
  ) as lexed using (id)`;

/** Adds the words of `documents` that correct misspelt ones, each with its forms without one of the first letters. */
export const addWords = (documents: SQL) => sql`
  insert into search_words (word, misspelt)
  select word, array(
    select distinct overlay(word placing '' from place for 1) from generate_series(1, least(4, length(word))) as place
  )
  from (
    select distinct ltrim(lexeme, '~') as word from ${documents} as them, unnest(tsvector_to_array(document)) as lexeme
  ) as words
  where word ~ '^[a-z]{3,30}$'
  order by word
  on conflict do nothing`;

/** Writes documents with the columns of `rows`, and their words. */
const writeRows = (columns: SQL, rows: SQL) => sql`
  with documents as (
    insert into product_search (${columns}) ${rows}
    on conflict (product_id) do update set created_at = excluded.created_at, document = excluded.document
    returning document
  ) ${addWords(sql`documents`)}`;

/** Writes the documents of `ids`, and their words, before migration 0031. */
export const buildDocuments = (ids: SQL) => writeRows(sql`product_id, created_at, document`, selectDocuments(ids));

/** Writes the documents of `ids`, and their words. A document is recent unless a newer one is not. */
export const writeDocuments = (ids: SQL) =>
  writeRows(
    sql`product_id, created_at, document, is_recent`,
    sql`with other as materialized (
        select created_at, product_id from product_search where not is_recent
        order by created_at desc, product_id desc limit 1
      )
      select written.*, not exists (
        select from other where (other.created_at, other.product_id) > (written.created_at, written.product_id)
      ) from (${selectDocuments(ids)}) as written`,
  );

/**
 * Number of newest documents that are marked as recent. Suggestions look among them first. A larger number costs common
 * words more, a smaller one costs rare words more, because fewer than 200 recent products match them (decision 0122).
 */
const MOST_RECENT = 16_000;

/**
 * Marks at most `limit` documents that have become one of the `most` newest, or no longer are. Suggestions are right
 * with any marks, because they ignore recent documents that are older than another one.
 */
export const markRecent = (limit: number, most = MOST_RECENT) => sql`
  with bound as materialized (
    select * from (
      (select created_at, product_id from product_search order by created_at desc, product_id desc
        limit 1 offset ${most - 1}::int)
      union all select '-infinity', '00000000-0000-0000-0000-000000000000'
    ) as found order by created_at desc limit 1
  ),
  wanted as materialized (
    (select product_id, false as is_recent from product_search
      where is_recent and (created_at, product_id) < (select created_at, product_id from bound)
      order by created_at, product_id limit ${limit}::int)
    union all
    (select product_id, true from product_search
      where not is_recent and (created_at, product_id) >= (select created_at, product_id from bound)
      order by created_at desc, product_id desc limit ${limit}::int)
  )
  update product_search set is_recent = wanted.is_recent from wanted
  where product_search.product_id = wanted.product_id and product_search.is_recent <> wanted.is_recent
  returning product_search.product_id`;

/** Writes all rows of a tally. Keeps rows without products. */
export const rebuildTally = ({ table, keys, sums, of }: Tally) => sql`
  insert into ${table} (${list([...keys, ...sums])}) ${of(activeProducts())}
  on conflict (${list(keys)}) do update set ${list(sums.map((sum) => sql`${sum} = excluded.${sum}`))}`;
