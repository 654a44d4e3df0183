import type { Sql } from '../../db/client.ts';
import { audit } from '../../db/schema.ts';

export async function insertAudit(db: Sql, row: typeof audit.$inferInsert): Promise<void> {
  await db.insert(audit).values(row);
}
