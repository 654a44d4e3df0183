import { cleanLine } from '../../../contract/rules/clean-text.ts';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import type { GoogleIdentity } from '../../providers/google.ts';

/** Lifetime of a sign-in (D2). */
export const SIGN_IN_MS = 15 * 60_000;

const LONGEST_NAME = 120;
const LONGEST_EMAIL = 254;

/** Returns the normalised e-mail, or `null` when it is not valid for an account. */
export function toEmail({ email }: GoogleIdentity): string | null {
  return emailError(email) === null && email.length <= LONGEST_EMAIL ? normaliseEmail(email) : null;
}

/**
 * Returns the name on one line, because mail headers contain it. Falls back to the local part of the e-mail, because
 * the client requires a name.
 */
export function toName({ name }: GoogleIdentity, email: string): string {
  const short = cleanLine(cleanLine(name).slice(0, LONGEST_NAME));
  return short !== '' ? short : email.slice(0, email.indexOf('@')).slice(0, LONGEST_NAME);
}

/**
 * Returns whether the credential was issued to this browser. Its nonce is the SHA-256 of a secret in the browser's
 * cookie. A credential without a nonce does not come from the shop's pages, and is accepted (providers 1.9).
 */
export function isIssuedTo({ nonce }: GoogleIdentity, hash: string | null): boolean {
  return nonce === null || nonce === hash;
}
