import { randomUUID } from 'node:crypto';
import type { Sql } from '../../db/client.ts';
import { insertAudit } from './audit.repository.ts';

/** One thing that the staff did. Never a secret: neither a password nor its hash, a token or a link. */
export interface AuditEntry {
  /** Who did it; a name alone where it was somebody at the machine of the shop. */
  readonly staff: { readonly id: string | null; readonly email: string };
  /** `<area>.<what>`, e.g. `order.status`. */
  readonly action: string;
  /** `<kind> <id>`, e.g. `order 1a2b…`. */
  readonly subject: string;
  readonly before?: object;
  readonly after?: object;
}

/** What the staff changed (H1). */
export function createAuditService() {
  /** Writes who did what with the caller's transaction: the row is there exactly if the change is. */
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
