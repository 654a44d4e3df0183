import type { Role } from '../../contract/endpoint.ts';
import { UnauthorizedError } from './errors.ts';
import { assertRole, type CurrentStaff, type CurrentUser } from '../people.ts';

/** Identifies callers. Methods return `null` for unknown ones. */
export interface Authenticate {
  readonly findCustomer: (token: string) => Promise<CurrentUser | null>;
  readonly findStaffMember: (token: string) => Promise<CurrentStaff | null>;
  /** Returns the rate limit key that replaces the address of a known browser (D24). */
  readonly findLimitKey: (browser: {
    readonly flow: string | null;
    readonly browser: string | null;
    readonly bearer: string | null;
  }) => Promise<string | null>;
}

/** A prefix and 256 random bits in base64url or hex. Other values need no query. */
const TOKENS = { customer: /^Bearer (cus_[\w-]{20,200})$/, staff: /^Bearer (adm_[\w-]{20,200})$/ };

/** Returns the customer token of the header, or `null`. */
export function customerToken(authorization: string | undefined): string | null {
  return TOKENS.customer.exec(authorization ?? '')?.[1] ?? null;
}

/** Returns the customer of the header. Throws `Unauthorized` for a missing, unknown, expired or revoked token (D14). */
export async function requireCustomer(
  { findCustomer: customerOf }: Pick<Authenticate, 'findCustomer'>,
  authorization: string | undefined,
): Promise<CurrentUser> {
  const token = customerToken(authorization);
  const user = token === null ? null : await customerOf(token);
  if (user === null) throw new UnauthorizedError();
  return user;
}

/**
 * Returns the staff member of the header. Throws `Unauthorized` as `requireCustomer` does, also for a customer's token.
 * Throws `Refusal` `forbidden` without one of the roles (H1).
 */
export async function requireStaff(
  { findStaffMember: staffOf }: Pick<Authenticate, 'findStaffMember'>,
  authorization: string | undefined,
  roles: readonly Role[],
): Promise<CurrentStaff> {
  const token = TOKENS.staff.exec(authorization ?? '')?.[1];
  const staff = token === undefined ? null : await staffOf(token);
  if (staff === null) throw new UnauthorizedError();
  assertRole(staff, roles);
  return staff;
}
