import type { Role } from '../../../contract/endpoint.ts';

/** Returns the output of `npm run admin -- add`. */
export function addedReport({
  email,
  role,
  isNew,
}: {
  readonly email: string;
  readonly role: Role;
  readonly isNew: boolean;
}): string {
  if (isNew) return `${email} may log in as ${role}.`;
  return `${email} already had an account. It has the new password and the role ${role}, and is logged out everywhere.`;
}
