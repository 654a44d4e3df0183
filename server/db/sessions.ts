import { sql } from 'drizzle-orm';
import type { Sql } from './client.ts';
import { databaseCode } from './errors.ts';

/** Shoppers wait 10 s. A statement that outlives the request would slow down others (F11). */
const STATEMENT_MS = 7_200;

/**
 * Settings of every session, in PostgreSQL's names and format. Lists use index scans. With the default cost of random
 * reads, PostgreSQL would prefer to sort.
 */
export const SESSION = {
  timezone: 'UTC',
  statement_timeout: String(STATEMENT_MS),
  idle_in_transaction_session_timeout: '30000',
  random_page_cost: '1.1',
} as const;

/** A pooler drops the session settings. The message names the fix. */
export class UnsetSessionError extends Error {
  constructor(what: string) {
    super(`${what} (docs/scale.md).`);
    this.name = 'UnsetSessionError';
  }
}

/**
 * Throws `UnsetSessionError` when a session does not have the required settings. A pooler passes no settings on, so the
 * role must have them. Without a pooler the shop sets them itself, which fails when there is an undeclared pooler.
 */
export async function assertSessions(db: Sql, isPooled: boolean): Promise<void> {
  const shown = await findSettings(db);
  if (!isPooled) {
    if (shown.get('statement_timeout') === '0') throw new UnsetSessionError(ASK_FOR_POOLER);
    return;
  }
  const wrong = Object.entries(SESSION).filter(([name, value]) => shown.get(name) !== value);
  if (wrong.length === 0) return;
  const role = shown.get('role') ?? 'duka';
  const statements = wrong.map(([name, value]) => `alter role ${role} set ${name} = '${value}';`);
  throw new UnsetSessionError(
    `DATABASE_POOLER is on, and a pooler passes no settings on: the role needs them, "${statements.join(' ')}", and then RECONNECT in the pooler's console`,
  );
}

const ASK_FOR_POOLER =
  'DATABASE_URL leads to a pooler that drops the settings of a connection, e.g. pgbouncer: set DATABASE_POOLER=on';

async function findSettings(db: Sql): Promise<Map<string, string>> {
  const names = sql.join(
    Object.keys(SESSION).map((name) => sql`${name}`),
    sql`, `,
  );
  try {
    const { rows } = (await db.execute(
      sql`select lower(name) as name, setting from pg_settings where lower(name) in (${names})
        union all select 'role', quote_ident(current_user)`,
    )) as unknown as { rows: { name: string; setting: string }[] };
    return new Map(rows.map(({ name, setting }) => [name, setting]));
  } catch (error) {
    // pgbouncer's error for unknown startup parameters.
    if (databaseCode(error) === '08P01' && hasStartupOptions(error)) throw new UnsetSessionError(ASK_FOR_POOLER);
    throw error;
  }
}

function hasStartupOptions(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (/startup parameter/i.test(at.message)) return true;
  return false;
}
