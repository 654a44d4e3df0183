import { ACCENTS, LONGEST_WORD, PARTS, SIGNS, STEPS, UNSEEN } from '../words.rules.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const replaced = (value: string, [pattern, replacement]: readonly [string, string]) =>
  `regexp_replace(${value}, ${quoted(pattern)}, ${quoted(replacement.replace(/\$(\d)/g, String.raw`\$1`))}, 'g')`;

const seen = replaced('value', [UNSEEN, '']);
const plain = `lower(${replaced(`normalize(${seen}, NFKD)`, [ACCENTS, ''])})`;
const signed = SIGNS.reduce(
  (value, [sign, written]) => `replace(${value}, ${quoted(sign)}, ${quoted(written)})`,
  plain,
);
const cut = STEPS.reduce(replaced, signed);
/** Returns a condition that a part consists of letters. Numbers start with a digit. */
const isLetters = (part: string) => `ascii(${part}) not between 48 and 57`;

/**
 * Indexes product words with the same steps that split a search (`server/db/words.rules.ts`). A document contains each
 * word, the parts of a mixed one ('1000' and 'xm' of '1000xm'), joined neighbours ('+usbc' of 'USB-C') and
 * specification names ('~ram'). Parts have positions, so that 'wh1000xm5' matches 'wh', '1000', 'xm' and '5' in
 * sequence.
 */
export const searchWords: readonly string[] = [
  `create or replace function search_words_of(value text) returns text[]
    language sql immutable parallel safe as $$
      select array_remove(string_to_array(${cut}, ' '), '')
    $$`,
  // Indexes all products in one statement, which is faster than a function call per text.
  `create or replace function refresh_product_search(ids uuid[]) returns void
    language sql as $$
      with chosen as (
        select p.id, p.created_at, p.name, p.specifications, b.name as brand, concat_ws(' ', c.name, parent.name) as category
        from products p join brands b on b.id = p.brand_id join categories c on c.id = p.category_id
          left join categories parent on parent.id = c.parent_id
        where p.id = any(ids) and p.is_active
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
          select texts.*, left(word, ${LONGEST_WORD}) as word, at, n, matched[1] as part,
            row_number() over (partition by id, label order by at, n) as place
          from texts
            cross join lateral unnest(search_words_of(value)) with ordinality as t (word, at)
            cross join lateral regexp_matches(left(word, ${LONGEST_WORD}), ${quoted(PARTS)}, 'g') with ordinality as m (matched, n)
        ) as cut
        where place <= most
      ),
      neighbours as (
        select *, lead(part) over following as next, lead(part, 2) over following as afternext
        from parts window following as (partition by id, label order by place)
      ),
      named as (
        select id, left(word, ${LONGEST_WORD}) as word, left(lead(word) over (partition by id order by at), ${LONGEST_WORD}) as next
        from specified cross join lateral unnest(search_words_of(names)) with ordinality as t (word, at)
      ),
      lexemes as (
        select id, part as lexeme, place, marked from parts
        union all
        select id, word, place, marked from parts where n = 1 and word <> part
        union all
        select id, '+' || part || next, place + more, marked from neighbours cross join generate_series(0, 1) as more
          where ${isLetters('part')} and ${isLetters('next')}
        union all
        select id, '+' || part || next || afternext, place, marked from neighbours
          where ${isLetters('part')} and ${isLetters('next')} and ${isLetters('afternext')} and length(next) <= 3
        union all
        select id, '~' || word, 4000, 'D' from named
        union all
        select id, '=' || word || next, 4000, 'D' from named where ${isLetters('word')} and ${isLetters('next')}
      ),
      documents as (
        insert into product_search (product_id, created_at, document)
        select id, created_at, coalesce(lexed.document, '')::tsvector
        from chosen left join (
          select id, string_agg('''' || left(lexeme, ${2 * LONGEST_WORD}) || ''':' || place || marked, ' ') as document
          from lexemes group by 1
        ) as lexed using (id)
        on conflict (product_id) do update set created_at = excluded.created_at, document = excluded.document
        returning document
      )
      insert into search_words (word, misspelt)
      select word, array(
        select distinct overlay(word placing '' from place for 1) from generate_series(1, least(4, length(word))) as place
      )
      from (select distinct ltrim(lexeme, '~') as word from documents, unnest(tsvector_to_array(document)) as lexeme) as words
      where word ~ '^[a-z]{3,30}$'
      order by word
      on conflict do nothing
    $$`,
  `create or replace function forget_search_words(words text[]) returns void
    language sql as $$
      delete from search_words where word in (select ltrim(word, '~') from unnest(words) as word) and not exists (
        select from product_search where document @@ ('''' || search_words.word || ''' | ''~' || search_words.word || '''')::tsquery
      )
    $$`,
  'drop function if exists search_joined_words_of(text)',
  // The embedded database never flushes the pending list of the index, and each search would scan it.
  'alter index product_search_document set (fastupdate = off)',
  // In one step, so that no product that changes meanwhile keeps old words.
  `do $$
    begin
      lock table products in share row exclusive mode;
      delete from product_search;
      delete from search_words;
      perform refresh_product_search(array(select id from products));
    end
  $$`,
  `select gin_clean_pending_list('product_search_document')`,
  'analyze product_search, search_words',
];
