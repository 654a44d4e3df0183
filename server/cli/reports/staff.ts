import type { Role } from '../../../contract/endpoint.ts';

/** What `npm run admin -- add` prints. */
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
  return `${email} was there: has the new password and the role ${role}, and is logged out everywhere.`;
}
