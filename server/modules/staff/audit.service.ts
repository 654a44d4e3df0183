import { randomUUID } from 'node:crypto';
import type { Sql } from '../../db/client.ts';
import { insertAudit } from './audit.repository.ts';

/** One action of the staff. Never contains a secret: no password, hash, token or link. */
export interface AuditEntry {
  /** The staff member. Only a name when a person used the command line on the server. */
  readonly staff: { readonly id: string | null; readonly email: string };
  /** `<area>.<action>`, e.g. `order.status`. */
  readonly action: string;
  /** `<kind> <id>`, e.g. `order 1a2b…`. */
  readonly subject: string;
  readonly before?: object;
  readonly after?: object;
}

/** Audit log of the staff's changes (H1). */
export function createAuditService() {
  /** Adds an entry in the transaction of the change, so that both are committed together. */
  async function recordChange(
    tx: Sql,
    { staff, action, subject, before, after }: AuditEntry,
    now: Date,
  ): Promise<void> {
    await insertAudit(tx, {
      id: randomUUID(),
      staffId: staff.id,
      actor: staff.email,
      action,
      subject,
      before: before ?? null,
      after: after ?? null,
      at: now,
    });
  }

  return { recordChange };
}
