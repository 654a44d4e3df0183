import { sql } from 'drizzle-orm';
import { NodePgPreparedQuery } from 'drizzle-orm/node-postgres';
import { PglitePreparedQuery } from 'drizzle-orm/pglite';
import { describe, expect, test, vi } from 'vitest';
import type { Database } from '../../server/db/client.ts';

/** Returns whether the call succeeded. A rejection means that it did not. */
export type Call = () => Promise<boolean>;

/** Upper limit of statements; every call of the shop sends fewer. */
const MOST_STATEMENTS = 120;
/** Changes that remain after a failure: rate limits count every attempt, and a failed job waits for its retry. */
const STAYS = /^(?:limit_uses: (?:made|changed)|jobs: changed)$/;

/**
 * Proves that a call writes in one transaction. Repeats the call and rejects its next statement each time. Each failed
 * call must report the failure and change no row, until all statements are accepted. Returns the numbers of rows that
 * the successful call made, changed and removed.
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
    const changes = getChanges(before, await allRows(shop));
    const refused = refusing.refused();
    if (refused === null) {
      expect(isDone).toBe(true);
      return changes;
    }
    expect({ isDone, changes }, refused).toEqual({ isDone: false, changes: {} });
  }
  throw new Error('the call does not come to an end');
}

/** Tests each scene with `expectAllOrNothing`; `writes` has the expected numbers of rows by the name of the scene. */
export function testEachStatement(
  shop: () => { readonly db: Database },
  scenes: Readonly<Record<string, () => Promise<Call>>>,
  writes: Readonly<Record<string, Readonly<Record<string, number>>>>,
): void {
  describe('a statement that the database rejects', () => {
    test.each(Object.entries(scenes))(
      '%s: writes everything or nothing, and reports it to the caller',
      async (name, scene) => {
        expect(await expectAllOrNothing(shop(), await scene())).toEqual(writes[name]);
      },
    );
  });
}

/** Returns the number of statements that the work sends. */
export async function readStatements(work: () => Promise<unknown>): Promise<number> {
  const refusing = refuse(0);
  await work().finally(refusing.end);
  return refusing.sent();
}

/** Rejects the statement with this number (from 1) on both engines; 0 rejects none. */
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

/** Returns the text of every row, by table and primary key. */
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

function getChanges(before: Rows, after: Rows): Record<string, number> {
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
