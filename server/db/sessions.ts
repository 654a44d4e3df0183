import { sql } from 'drizzle-orm';
import type { Sql } from './client.ts';
import { databaseCode } from './errors.ts';

/** Shoppers wait 10 s. A statement that nobody waits for any more would slow down all others (F11). */
const STATEMENT_MS = 7_200;

/**
 * What every session of the shop goes by, as PostgreSQL names it and shows it. A list is read in the order of an index:
 * with the price of a turning disk PostgreSQL would rather sort it whole.
 */
export const SESSION = {
  timezone: 'UTC',
  statement_timeout: String(STATEMENT_MS),
  idle_in_transaction_session_timeout: '30000',
  random_page_cost: '1.1',
} as const;

/** What stands between the shop and its database keeps the sessions from what they need; says what to do about it. */
export class SessionsUnset extends Error {
  constructor(what: string) {
    super(`${what} (docs/scale.md).`);
    this.name = 'SessionsUnset';
  }
}

/**
 * Throws SessionsUnset where the sessions that the shop gets are not what it goes by. A pooler passes nothing on, so
 * behind one the role has to have the settings; without one the shop sets them itself, unless there is one all the same.
 */
export async function assertSessions(db: Sql, isPooled: boolean): Promise<void> {
  const shown = await shownSettings(db);
  if (!isPooled) {
    if (shown.get('statement_timeout') === '0') throw new SessionsUnset(ASK_FOR_POOLER);
    return;
  }
  const wrong = Object.entries(SESSION).filter(([name, value]) => shown.get(name) !== value);
  if (wrong.length === 0) return;
  const role = shown.get('role') ?? 'duka';
  const statements = wrong.map(([name, value]) => `alter role ${role} set ${name} = '${value}';`);
  throw new SessionsUnset(
    `DATABASE_POOLER is on, and a pooler passes no settings on: the role needs them, "${statements.join(' ')}", and then RECONNECT in the pooler's console`,
  );
}

const ASK_FOR_POOLER =
  'DATABASE_URL leads to a pooler that drops the settings of a connection, e.g. pgbouncer: set DATABASE_POOLER=on';

async function shownSettings(db: Sql): Promise<Map<string, string>> {
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
    // How pgbouncer refuses what it does not know.
    if (databaseCode(error) === '08P01' && saysStartup(error)) throw new SessionsUnset(ASK_FOR_POOLER);
    throw error;
  }
}

function saysStartup(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (/startup parameter/i.test(at.message)) return true;
  return false;
}
