import { Column, is, SQL, sql, type DriverValueDecoder, type SQLWrapper } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Sql } from './client.ts';

/** Placeholder in a prepared statement for a named value of each execution. */
export const placeholder = sql.placeholder;

/**
 * Builds statements once per handle, because building costs more than executing. A PostgreSQL connection keeps its
 * handle, so it parses a named statement only once.
 */
export function perHandle<Statements>(build: (db: Sql) => Statements): (db: Sql) => Statements {
  const built = new WeakMap<Sql, Statements>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const statements = build(db);
    built.set(db, statements);
    return statements;
  };
}

/** Same as `perHandle`, for statements whose text depends on a number or name, e.g. the number of rows. */
export function perShape<Shape extends string | number, Statement>(
  prepare: (db: Sql, shape: Shape) => Statement,
): (db: Sql, shape: Shape) => Statement {
  const getShapes = perHandle(() => new Map<Shape, Statement>());
  return (db, shape) => {
    const shapes = getShapes(db);
    const known = shapes.get(shape);
    if (known !== undefined) return known;
    const statement = prepare(db, shape);
    shapes.set(shape, statement);
    return statement;
  };
}

/** A select of the query builder whose fields are columns and SQL without an alias. */
interface FlatSelect extends SQLWrapper {
  readonly _: { readonly selectedFields: object; readonly result: readonly unknown[] };
}

/** A statement that runs with the values of its placeholders. */
export interface Prepared<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]>;
}

/**
 * Prepares a select, like its `prepare(name)`, but decides once per statement how a column is read. drizzle decides it
 * for each cell, which takes more time than parsing the rows.
 */
export function prepareRows<Select extends FlatSelect>(
  db: Sql,
  select: Select,
  name: string,
): Prepared<Select['_']['result'][number]> {
  const toRows = createRowMapper(select._.selectedFields);
  const query = new PgDialect().sqlToQuery(select.getSQL());
  return db._.session.prepareQuery(query, undefined, name, true, toRows) as Prepared<Select['_']['result'][number]>;
}

function createRowMapper(fields: object) {
  const columns = Object.entries(fields).map(([key, field]: [string, unknown]) => ({
    key,
    decoder: getDecoder(field),
  }));
  // All rows are copies of one object, so that the engine knows their fields.
  const empty = Object.fromEntries(columns.map(({ key }) => [key, null as unknown]));
  return (rows: unknown[][]) =>
    rows.map((cells) => {
      const row = { ...empty };
      let at = 0;
      for (const { key, decoder } of columns) {
        const cell = cells[at];
        row[key] = cell === null || decoder === null ? cell : decoder.mapFromDriverValue(cell);
        at += 1;
      }
      return row;
    });
}

/** Returns `null` when the driver's value needs no conversion. */
function getDecoder(field: unknown): DriverValueDecoder<unknown, unknown> | null {
  if (is(field, Column)) return field.mapFromDriverValue === Column.prototype.mapFromDriverValue ? null : field;
  // The builder's own types hide it.
  if (is(field, SQL)) return (field as unknown as { readonly decoder: DriverValueDecoder<unknown, unknown> }).decoder;
  throw new Error('A field of a flat select is a column or SQL');
}
