import { and, eq, gt } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { knownStaffBrowsers, staff, staffSessions } from '../../db/schema.ts';
import type { CurrentStaff } from '../../people.ts';

export type StaffRow = typeof staff.$inferSelect;

export async function findStaff(db: Sql, email: string): Promise<StaffRow | null> {
  const [row] = await db.select().from(staff).where(eq(staff.email, email));
  return row ?? null;
}

/** As `findStaff`; nobody else changes the row until the end of the transaction. */
export async function lockStaff(db: Sql, email: string): Promise<StaffRow | null> {
  const [row] = await db.select().from(staff).where(eq(staff.email, email)).for('no key update');
  return row ?? null;
}

/** False when somebody of the staff has the e-mail; then nothing is written. */
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

/** Who has the live session behind a token's hash; null for none. */
export async function findStaffOfSession(db: Sql, tokenHash: string, now: Date): Promise<CurrentStaff | null> {
  const [row] = await db
    .select({ id: staff.id, name: staff.name, email: staff.email, role: staff.role })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(and(eq(staffSessions.tokenHash, tokenHash), gt(staffSessions.expiresAt, now)));
  return row ?? null;
}

/** Ends all sessions of one of the staff at once. */
export async function deleteStaffSessions(db: Sql, staffId: string): Promise<void> {
  await db.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
}

export async function putStaffBrowser(db: Sql, browserHash: string, staffId: string, expiresAt: Date): Promise<void> {
  await db
    .insert(knownStaffBrowsers)
    .values({ browserHash, staffId, expiresAt })
    .onConflictDoUpdate({ target: [knownStaffBrowsers.browserHash, knownStaffBrowsers.staffId], set: { expiresAt } });
}

/** Whether whoever of the staff has this e-mail logged in with the browser before. */
export async function isBrowserOfStaff(db: Sql, browserHash: string, email: string, now: Date): Promise<boolean> {
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
