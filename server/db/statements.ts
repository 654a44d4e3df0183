import { sql } from 'drizzle-orm';
import type { Sql } from './client.ts';

/** Stands in a prepared statement for the value of that name, which comes with each execution. */
export const placeholder = sql.placeholder;

/**
 * Statements that are built once for each handle: building one costs more than sending it. On PostgreSQL a
 * connection keeps its handle, and a statement that was prepared by name is parsed there only once.
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

/** As `perHandle`, for statements whose text depends on a number or name, e.g. of rows. */
export function perShape<Shape extends string | number, Statement>(
  prepare: (db: Sql, shape: Shape) => Statement,
): (db: Sql, shape: Shape) => Statement {
  const shapesOf = perHandle(() => new Map<Shape, Statement>());
  return (db, shape) => {
    const shapes = shapesOf(db);
    const known = shapes.get(shape);
    if (known !== undefined) return known;
    const statement = prepare(db, shape);
    shapes.set(shape, statement);
    return statement;
  };
}
