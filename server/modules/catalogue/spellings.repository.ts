import { sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { compareKey } from './product-text.rules.ts';

interface Value {
  readonly name: string;
  readonly value: string;
}

const toKey = ({ name, value }: Value) => `${compareKey(name)} ${compareKey(value)}`;

/**
 * Returns a function that spells specification values as the shop does, or else as the first of `given`. Filters
 * compare values exactly, so `RED` becomes `Red` when the shop has `Red`.
 */
export async function findSpellings(db: Sql, given: readonly Value[]): Promise<(value: Value) => Value> {
  const lower = [...new Set(given.map(({ value }) => value.toLowerCase()))];
  const { rows } = (await db.execute(
    sql`select name, value from catalogue_specifications
      where products > 0 and lower(value) in (select json_array_elements_text(${JSON.stringify(lower)}::json))
      group by name, value order by sum(products) desc, value`,
  )) as unknown as { rows: readonly Value[] };
  const spelled = new Map<string, string>();
  for (const one of [...rows, ...given]) if (!spelled.has(toKey(one))) spelled.set(toKey(one), one.value);
  return ({ name, value }) => ({ name, value: spelled.get(toKey({ name, value })) ?? value });
}
