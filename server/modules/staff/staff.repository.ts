import { and, eq, gt } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { knownStaffBrowsers, staff, staffSessions } from '../../db/schema.ts';
import type { CurrentStaff } from '../../people.ts';

export type StaffRow = typeof staff.$inferSelect;

export async function findStaff(db: Sql, email: string): Promise<StaffRow | null> {
  const [row] = await db.select().from(staff).where(eq(staff.email, email));
  return row ?? null;
}

/** Same as `findStaff`, and locks the row until the transaction ends. */
export async function lockStaff(db: Sql, email: string): Promise<StaffRow | null> {
  const [row] = await db.select().from(staff).where(eq(staff.email, email)).for('no key update');
  return row ?? null;
}

/** Returns false, without a change, when a staff account has the e-mail. */
export async function insertStaff(db: Sql, row: StaffRow): Promise<boolean> {
  return (await db.insert(staff).values(row).onConflictDoNothing().returning({ id: staff.id })).length === 1;
}

export async function updateStaff(
  db: Sql,
  id: string,
  change: Pick<StaffRow, 'name' | 'role' | 'passwordHash' | 'updatedAt'>,
): Promise<void> {
  await db.update(staff).set(change).where(eq(staff.id, id));
}

export async function insertStaffSession(db: Sql, session: typeof staffSessions.$inferInsert): Promise<void> {
  await db.insert(staffSessions).values(session);
}

/** Returns the staff member of an active session by token hash, or `null`. */
export async function findStaffBySession(db: Sql, tokenHash: string, now: Date): Promise<CurrentStaff | null> {
  const [row] = await db
    .select({ id: staff.id, name: staff.name, email: staff.email, role: staff.role })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(and(eq(staffSessions.tokenHash, tokenHash), gt(staffSessions.expiresAt, now)));
  return row ?? null;
}

/** Ends all sessions of a staff member immediately. */
export async function deleteStaffSessions(db: Sql, staffId: string): Promise<void> {
  await db.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
}

export async function putStaffBrowser(db: Sql, browserHash: string, staffId: string, expiresAt: Date): Promise<void> {
  await db
    .insert(knownStaffBrowsers)
    .values({ browserHash, staffId, expiresAt })
    .onConflictDoUpdate({ target: [knownStaffBrowsers.browserHash, knownStaffBrowsers.staffId], set: { expiresAt } });
}

/** Returns whether the browser logged in to the staff account with this e-mail. */
export async function hasStaffBrowserLogin(db: Sql, browserHash: string, email: string, now: Date): Promise<boolean> {
  const { browserHash: hash, staffId, expiresAt } = knownStaffBrowsers;
  const [found] = await db
    .select({ staffId })
    .from(knownStaffBrowsers)
    .innerJoin(staff, eq(staff.id, staffId))
    .where(and(eq(hash, browserHash), eq(staff.email, email), gt(expiresAt, now)));
  return found !== undefined;
}

export async function deleteStaffBrowsers(db: Sql, staffId: string): Promise<void> {
  await db.delete(knownStaffBrowsers).where(eq(knownStaffBrowsers.staffId, staffId));
}
