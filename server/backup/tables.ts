import { sql } from 'drizzle-orm';
import type { Sql } from '../db/client.ts';

/**
 * Tables for the database's own administration, which are created again during a restore, and the circuits of
 * providers, of which a restored shop knows no fault (PAY-M2, PAY-T2). It pulls M-Pesa's transactions at once (PAY-T1).
 */
const OWN = new Set(['schema_steps', 'schema_lease', 'durability_probe', 'circuits', 'cross_checks', 'pulls']);

/** A table of the shop, from the database's catalogue. */
export interface Table {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
}

/** Returns the shop's tables, each after those that it references. */
export async function findTables(db: Sql): Promise<Table[]> {
  const columns = await queryRows<{ table: string; name: string }>(
    db,
    sql`select relname as table, attname as name from pg_class
      join pg_attribute on attrelid = pg_class.oid
      where relnamespace = current_schema()::text::regnamespace and relkind = 'r'
        and attnum > 0 and not attisdropped and attgenerated = ''
      order by relname, attnum`,
  );
  const references = await queryRows<{ from: string; to: string }>(
    db,
    sql`select one.relname as from, other.relname as to from pg_constraint
      join pg_class one on one.oid = conrelid
      join pg_class other on other.oid = confrelid
      where contype = 'f' and connamespace = current_schema()::text::regnamespace and conrelid <> confrelid`,
  );
  const names = [...new Set(columns.map(({ table }) => table))].filter((name) => !OWN.has(name));
  return sortByReferences(names, references).map((name) => ({
    name,
    columns: columns.filter(({ table }) => table === name).map((column) => column.name),
  }));
}

function sortByReferences(names: readonly string[], references: readonly { from: string; to: string }[]): string[] {
  const sorted: string[] = [];
  for (let left = [...names]; left.length > 0;) {
    const ready = left.filter((name) => !references.some(({ from, to }) => from === name && left.includes(to)));
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${left.join(', ')}`);
    sorted.push(...ready);
    left = left.filter((name) => !ready.includes(name));
  }
  return sorted;
}

/** Returns the migration steps that the database has had. Empty for an empty database. */
export async function findSteps(db: Sql): Promise<string[]> {
  const [known] = await queryRows<{ isKnown: boolean }>(
    db,
    sql`select to_regclass('schema_steps') is not null as "isKnown"`,
  );
  if (known?.isKnown !== true) return [];
  return (await queryRows<{ id: string }>(db, sql`select id from schema_steps order by id`)).map(({ id }) => id);
}

/** Returns the rows of a raw statement. */
export async function queryRows<Row>(db: Sql, statement: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = (await db.execute(statement)) as unknown as { rows: Row[] };
  return rows;
}
