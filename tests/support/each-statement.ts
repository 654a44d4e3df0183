import { sql } from 'drizzle-orm';
import { NodePgPreparedQuery } from 'drizzle-orm/node-postgres';
import { PglitePreparedQuery } from 'drizzle-orm/pglite';
import { describe, expect, test, vi } from 'vitest';
import type { Database } from '../../server/db/client.ts';

/** Says whether it was done; a rejection says that it was not. */
export type Call = () => Promise<boolean>;

/** No call of the shop sends so many statements. */
const MOST_STATEMENTS = 120;
/** What is counted of a caller before anything else stays counted; a job that failed waits for its next try. */
const STAYS = /^(?:limit_uses: (?:made|changed)|jobs: changed)$/;

/**
 * For a call that writes in one transaction: it is made again and again, each time with its next statement refused, and
 * each time it says so and leaves all rows of the shop as they were, until nothing is refused and it is done. Gives how
 * many rows it made, changed and removed then.
 */
export async function expectAllOrNothing(
  shop: { readonly db: Database },
  call: Call,
): Promise<Readonly<Record<string, number>>> {
  const before = await allRows(shop);
  for (let number = 1; number <= MOST_STATEMENTS; number += 1) {
    const refusing = refuse(number);
    const isDone = await call()
      .catch(() => false)
      .finally(refusing.end);
    const changes = changesOf(before, await allRows(shop));
    const refused = refusing.refused();
    if (refused === null) {
      expect(isDone).toBe(true);
      return changes;
    }
    expect({ isDone, changes }, refused).toEqual({ isDone: false, changes: {} });
  }
  throw new Error('the call does not come to an end');
}

/** A test of `expectAllOrNothing` for each scene; `writes` holds, by the scene's name, what it makes, changes and removes. */
export function testEachStatement(
  shop: () => { readonly db: Database },
  scenes: Readonly<Record<string, () => Promise<Call>>>,
  writes: Readonly<Record<string, Readonly<Record<string, number>>>>,
): void {
  describe('a statement that the database refuses', () => {
    test.each(Object.entries(scenes))(
      '%s: it is written whole or not at all, and the caller is told',
      async (name, scene) => {
        expect(await expectAllOrNothing(shop(), await scene())).toEqual(writes[name]);
      },
    );
  });
}

/** How many statements the work sends. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const refusing = refuse(0);
  await work().finally(refusing.end);
  return refusing.sent();
}

/** Refuses the statement of this number, from 1, on either engine; none for 0. */
function refuse(number: number) {
  let sent = 0;
  let refused: string | null = null;
  const spies = [NodePgPreparedQuery, PglitePreparedQuery].map(({ prototype }) => {
    const send = prototype.execute;
    return vi.spyOn(prototype, 'execute').mockImplementation(async function (this: never, values) {
      sent += 1;
      if (sent !== number) return send.call(this, values) as Promise<unknown>;
      refused = (this as { queryString: string }).queryString.slice(0, 60);
      throw new Error('this statement is refused by the test');
    });
  });
  return { sent: () => sent, refused: () => refused, end: () => spies.forEach((spy) => spy.mockRestore()) };
}

type Rows = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** By table and by what names the row, its text. */
async function allRows({ db }: { readonly db: Database }): Promise<Rows> {
  const { rows: tables } = (await db.sql.execute(
    sql`select relname as name, (
        select array_agg(attname::text) from pg_index
          join pg_attribute on attrelid = indrelid and attnum = any (indkey)
          where indrelid = pg_class.oid and indisprimary
      ) as key from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )) as unknown as { rows: { name: string; key: string[] | null }[] };
  const { rows } = (await db.sql.execute(
    sql.join(
      tables.map(({ name }) => sql`select ${name}::text as name, to_jsonb(t) as row from ${sql.identifier(name)} as t`),
      sql` union all `,
    ),
  )) as unknown as { rows: { name: string; row: Record<string, unknown> }[] };
  const found = new Map<string, Map<string, string>>(tables.map(({ name }) => [name, new Map()]));
  const keys = new Map(tables.map(({ name, key }) => [name, key]));
  for (const { name, row } of rows) {
    const key = keys.get(name) ?? Object.keys(row);
    found.get(name)?.set(JSON.stringify(key.map((column) => row[column])), JSON.stringify(row));
  }
  return found;
}

function changesOf(before: Rows, after: Rows): Record<string, number> {
  const changes: Record<string, number> = {};
  const count = (what: string, number: number) => {
    if (number > 0 && !STAYS.test(what)) changes[what] = number;
  };
  for (const [table, rows] of after) {
    const old = before.get(table) ?? new Map<string, string>();
    count(`${table}: made`, [...rows.keys()].filter((key) => !old.has(key)).length);
    count(`${table}: changed`, [...rows].filter(([key, row]) => old.has(key) && old.get(key) !== row).length);
    count(`${table}: removed`, [...old.keys()].filter((key) => !rows.has(key)).length);
  }
  return changes;
}
