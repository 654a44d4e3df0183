import { randomUUID } from 'node:crypto';
import type { Role } from '../../../contract/endpoint.ts';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { refuseFields } from '../../refusal.ts';
import { newPasswordError } from '../passwords/new-password.rules.ts';
import { deleteStaffSessions, insertStaff, lockStaff, updateStaff } from './staff.repository.ts';

/** Longer than for shoppers, because there is no second factor. */
const PASSWORD_RULES = { signUpPasswordMinimum: 12, blockCommonPasswords: true };

export interface NewStaff {
  readonly email: string;
  /** Defaults to the local part of the e-mail when empty. */
  readonly name: string;
  readonly role: Role;
  readonly password: string;
  /** Name of the person who runs the command, for the audit log. */
  readonly by: string;
}

/** Staff accounts (H1). */
export function createStaffAccountsService(
  deps: Pick<Deps, 'db' | 'clock'>,
  services: Pick<Services, 'staffWaits' | 'passwords' | 'audit'>,
) {
  const { passwords } = services;
  const { db, clock } = deps;
  const { reset } = services.staffWaits;
  const { recordChange } = services.audit;

  /**
   * Adds a staff account. An existing account gets this password, name and role, and loses its sessions, waits and
   * known browsers. `isNew` is false then. Throws `Refusal` `invalid` for an invalid e-mail or a weak password.
   */
  async function add({ email: typed, name: given, role, password, by }: NewStaff) {
    refuseFields({ email: emailError(typed), password: newPasswordError(password, PASSWORD_RULES) });
    const email = normaliseEmail(typed);
    const name = given.trim() || (email.split('@', 1)[0] ?? email);
    const passwordHash = await passwords.hash(password);
    return db.tx(async (tx) => {
      const now = clock.now();
      const row = { id: randomUUID(), email, name, role, passwordHash, createdAt: now, updatedAt: now };
      const isNew = await insertStaff(tx, row);
      const known = isNew ? null : await lockStaff(tx, email);
      const { id } = known ?? row;
      if (known !== null) {
        await updateStaff(tx, id, { name, role, passwordHash, updatedAt: now });
        await deleteStaffSessions(tx, id);
        await reset(tx, id, email);
      }
      const change = {
        ...(known !== null && { before: { email, name: known.name, role: known.role } }),
        after: { email, name, role },
      };
      const action = isNew ? 'staff.added' : 'staff.renewed';
      await recordChange(tx, { staff: { id: null, email: by }, action, subject: `staff ${id}`, ...change }, now);
      return { email, name, role, isNew };
    });
  }

  return { add };
}
