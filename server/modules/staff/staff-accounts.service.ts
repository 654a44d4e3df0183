import { randomUUID } from 'node:crypto';
import type { Role } from '../../../contract/endpoint.ts';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { refuseFields } from '../../refusal.ts';
import { newPasswordError } from '../passwords/new-password.rules.ts';
import { deleteStaffSessions, insertStaff, lockStaff, updateStaff } from './staff.repository.ts';

/** There is no second factor, so it is longer than a shopper's. */
const PASSWORD_RULES = { signUpPasswordMinimum: 12, blockCommonPasswords: true };

export interface NewStaff {
  readonly email: string;
  /** Empty: what stands before the @. */
  readonly name: string;
  readonly role: Role;
  readonly password: string;
  /** Who asks for it, for the audit. */
  readonly by: string;
}

/** Who works in the shop (H1). */
export function createStaffAccountsService(
  deps: Pick<Deps, 'db' | 'clock'>,
  services: Pick<Services, 'staffWaits' | 'passwords' | 'audit'>,
) {
  const { passwords } = services;
  const { db, clock } = deps;
  const { reset } = services.staffWaits;
  const { recordChange } = services.audit;

  /**
   * Takes somebody on. Whoever is there already gets this password, name and role; their sessions and waits end and
   * their browsers are forgotten: `isNew` is false then. Refusal `invalid` for an e-mail that is none or a weak
   * password.
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
