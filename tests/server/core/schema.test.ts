// @engine postgres
import { is, SQL, sql } from 'drizzle-orm';
import { getTableConfig, PgDialect, PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../server/db/client.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { migrations } from '../../../server/db/migrations/index.ts';
import * as schema from '../../../server/db/schema.ts';
import { createTestDatabase } from '../../support/server.ts';

const OWN = ['schema_steps', 'schema_lease', 'durability_probe'];
const dialect = new PgDialect();
const TYPES: Readonly<Record<string, string>> = {
  'timestamp with time zone': 'timestamptz',
  'bigint[]': 'int8[]',
  'integer[]': 'int4[]',
};

/** Both sides in a form that differs only where the tables differ. */
interface Shape {
  columns: string[];
  unique: string[];
  indexes: string[];
  references: string[];
  checks: string[];
}

const words = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('"', '')
    .replaceAll(/\w+\.(?=[a-z])|[()\s]|::\w+(?:\[\])?/g, '');
/** PostgreSQL stores `x in (…)` as `x = any(array[…])`. */
const condition = (text: string) =>
  words(text.replaceAll(/=\s*any\s*\(\(?array\[([^\]]*)\]\)?(?:::text\[\])?\)/gi, 'in $1'));

function ofDrizzle(table: PgTable): Shape {
  const { columns, foreignKeys, indexes, checks, primaryKeys } = getTableConfig(table);
  const inline = (text: Parameters<typeof dialect.sqlToQuery>[0]) => dialect.sqlToQuery(text.inlineParams()).sql;
  return {
    columns: columns
      .map((column) => {
        const type = column.getSQLType();
        const fallback =
          column.default === undefined
            ? ''
            : ` default ${is(column.default, SQL) ? inline(column.default) : typeof column.default === 'object' ? JSON.stringify(column.default) : String(column.default)}`;
        return `${column.name} ${TYPES[type] ?? type}${column.notNull ? ' not null' : ''}${fallback}`;
      })
      .sort(),
    unique: [
      ...columns.filter((column) => column.primary).map((column) => `primary ${column.name}`),
      ...primaryKeys.map((key) => `primary ${key.columns.map((column) => column.name).join()}`),
      ...columns.filter((column) => column.isUnique).map((column) => `${column.uniqueName} ${column.name}`),
    ].sort(),
    indexes: indexes
      .map(({ config }) => {
        const on = config.columns.map((column) => (column as PgColumn).name).join();
        return `${config.unique === true ? 'unique ' : ''}${config.name} ${config.method ?? 'btree'} ${on}${config.where === undefined ? '' : ` where ${condition(inline(config.where))}`}`;
      })
      .sort(),
    references: foreignKeys
      .map((key) => {
        const { columns: from, foreignTable, foreignColumns } = key.reference();
        return `${from.map(({ name }) => name).join()} -> ${getTableConfig(foreignTable).name}.${foreignColumns.map(({ name }) => name).join()}, ${key.onDelete ?? 'no action'}`;
      })
      .sort(),
    checks: checks.map(({ name, value }) => `${name} ${condition(inline(value))}`).sort(),
  };
}

describe('the tables', () => {
  let db: Database;
  let drop: () => Promise<void>;
  const rows = async (query: ReturnType<typeof sql>) =>
    ((await db.sql.execute(query)) as { rows: Record<string, unknown>[] }).rows.map((row) =>
      Object.values(row).join(' '),
    );

  beforeAll(async () => {
    ({ db, drop } = await createTestDatabase());
  });
  afterAll(() => drop());

  const tables = Object.values<unknown>(schema).filter((it): it is PgTable => it instanceof PgTable);

  test('the migrations create exactly the tables of the schema', async () => {
    const found = await rows(sql`select table_name from information_schema.tables where table_schema = 'public'`);
    expect(found.filter((name) => !OWN.includes(name)).sort()).toEqual(
      tables.map((table) => getTableConfig(table).name).sort(),
    );
  });

  test.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
    '%s matches the schema',
    async (name, table) => {
      const columns = await rows(sql`
      select column_name || ' ' || case data_type when 'timestamp with time zone' then 'timestamptz'
        when 'ARRAY' then substr(udt_name, 2) || '[]' else data_type end
        || case is_nullable when 'NO' then ' not null' else '' end
        || coalesce(' default ' || column_default, '')
      from information_schema.columns where table_schema = 'public' and table_name = ${name}`);
      const unique = await rows(sql`
      select case c.contype when 'p' then 'primary' else c.conname end || ' ' || string_agg(a.attname, ',' order by k.place)
      from pg_constraint c cross join lateral unnest(c.conkey) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number
      where c.conrelid = ${name}::regclass and c.contype in ('p', 'u') group by c.contype, c.conname`);
      const indexes = await rows(sql`
      select case when i.indisunique then 'unique ' else '' end || r.relname || ' ' || am.amname || ' '
        || string_agg(a.attname || case when i.indoption[k.place - 1] & 1 = 1 then ' desc' else '' end, ',' order by k.place)
        || coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid), '')
      from pg_index i join pg_class r on r.oid = i.indexrelid join pg_am am on am.oid = r.relam
      cross join lateral unnest(i.indkey::int2[]) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      where i.indrelid = ${name}::regclass and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
      group by r.relname, am.amname, i.indisunique, i.indpred, i.indrelid`);
      const references = await rows(sql`
      select a.attname || ' -> ' || f.relname || '.' || fa.attname || ', '
        || case c.confdeltype when 'a' then 'no action' when 'c' then 'cascade' else c.confdeltype::text end from pg_constraint c join pg_class f on f.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute fa on fa.attrelid = c.confrelid and fa.attnum = c.confkey[1]
      where c.conrelid = ${name}::regclass and c.contype = 'f'`);
      const checks = await rows(sql`
      select conname || ' ' || pg_get_expr(conbin, conrelid) from pg_constraint where conrelid = ${name}::regclass and contype = 'c'`);
      const after = (text: string, mark: string, change: (rest: string) => string) => {
        const at = text.indexOf(mark);
        return at < 0 ? text : text.slice(0, at + mark.length) + change(text.slice(at + mark.length));
      };
      const shape: Shape = {
        columns: columns
          .map((column) => after(column, ' default ', (value) => value.replaceAll(/'|::\w+/g, '')))
          .sort(),
        unique: unique.sort(),
        indexes: indexes.map((index) => after(index, ' where ', condition)).sort(),
        references: references.sort(),
        checks: checks.map((check) => after(check, ' ', condition)).sort(),
      };
      expect(shape).toEqual(ofDrizzle(table));
    },
  );

  test('does not change a migrated database, and every step can run again', async () => {
    const steps: number[] = [];
    await migrate(db, { onStep: (done) => steps.push(done) });
    expect(steps).toEqual([]);
    for (const statement of migrations.flatMap(({ steps: all }) => all)) await db.run(statement);
  });

  test('R32: concurrent processes run each step once, also after one died in the middle', async () => {
    await db.run(
      "insert into schema_lease values (1, '7c7e1b0e-6a0a-4a53-9a49-1f3f2c9b1a11', clock_timestamp() - interval '1 second')",
    );
    // None of these steps can run twice.
    const next = [
      {
        name: '9999-race',
        steps: [
          'create table race_one (id integer)',
          'create table race_two (id integer)',
          'alter table race_one add column extra integer',
        ],
      },
    ];
    const ran: number[] = [];
    await Promise.all([1, 2, 3].map(() => migrate(db, { migrations: next, onStep: (done) => ran.push(done) })));
    expect(ran).toEqual([1, 2, 3]);
  });
});
