import type { SessionsService } from '../modules/auth/sessions.service.ts';
import { Unauthorized } from './errors.ts';
import type { CurrentUser } from './handler.ts';

/** `cus_` and 256 random bits in base64url or hex; anything else is not worth a query. */
const TOKEN = /^Bearer (cus_[\w-]{20,200})$/;

/** The customer that the header names. Throws Unauthorized for a missing, unknown, ended or revoked token (D14). */
export async function requireCustomer(
  { customerOf }: Pick<SessionsService, 'customerOf'>,
  authorization: string | undefined,
): Promise<CurrentUser> {
  const token = TOKEN.exec(authorization ?? '')?.[1];
  const user = token === undefined ? null : await customerOf(token);
  if (user === null) throw new Unauthorized();
  return user;
}
