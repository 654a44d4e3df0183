import { sql } from 'drizzle-orm';
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
