import pg from 'pg';
import { buildApp } from '../../server/app.ts';
import type { Deps } from '../../server/deps.ts';
import { createServices } from '../../server/composition.ts';
import { createHandlers } from '../../server/handlers.ts';

/** One statement as the server sends it to PostgreSQL. */
export interface Statement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** One GET with its statements to PostgreSQL (none on PGlite) and its reply. */
export interface RecordedRead {
  readonly path: string;
  readonly statements: readonly Statement[];
  readonly type: string;
  readonly body: string;
}

/** Records every statement that `work` sends through the pg driver. */
export async function recordStatements<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: Statement[] }> {
  const statements: Statement[] = [];
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function note(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const config = typeof first === 'string' ? { text: first } : (first as Partial<Statement>);
    if (config.text !== undefined) {
      const values = Array.isArray(second) ? second : (config.values ?? []);
      statements.push({ name: config.name, text: config.text, values });
    }
    return query.apply(this, args);
  };
  try {
    return { result: await work(), statements };
  } finally {
    prototype.query = query;
  }
}

/** Requests each path from the API in this process twice and records the second time. Rejects when one fails. */
export async function recordReads(deps: Deps, paths: readonly string[]): Promise<RecordedRead[]> {
  const services = createServices(deps);
  const app = await buildApp(deps, services.authenticate, createHandlers(deps, services));
  try {
    const reads: RecordedRead[] = [];
    for (const path of paths) {
      await app.inject(path);
      const { result, statements } = await recordStatements(() => app.inject(path));
      if (result.statusCode !== 200) throw new Error(`${path}: ${result.statusCode} ${result.body}`);
      reads.push({ path, statements, type: String(result.headers['content-type']), body: result.body });
    }
    return reads;
  } finally {
    await app.close();
  }
}
