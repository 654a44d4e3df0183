import { cleanLine } from '../../../contract/rules/clean-text.ts';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import type { GoogleIdentity } from '../../providers/google.ts';

/** D2. */
export const SIGN_IN_MS = 15 * 60_000;

const LONGEST_NAME = 120;
const LONGEST_EMAIL = 254;

/** The e-mail as accounts have it, null for one that none can have. */
export function emailOf({ email }: GoogleIdentity): string | null {
  return emailError(email) === null && email.length <= LONGEST_EMAIL ? normaliseEmail(email) : null;
}

/** On one line, for a mail's header; as Google has it, else the front of the e-mail: the browser needs one. */
export function nameOf({ name }: GoogleIdentity, email: string): string {
  const short = cleanLine(cleanLine(name).slice(0, LONGEST_NAME));
  return short !== '' ? short : email.slice(0, email.indexOf('@')).slice(0, LONGEST_NAME);
}

/**
 * Whether a credential was made for this browser: it carries the sha256 of a secret that only this browser's cookie
 * holds. One without a nonce came of no page of ours, and is its owner's to bring (providers 1.9).
 */
export function isOfBrowser({ nonce }: GoogleIdentity, hash: string | null): boolean {
  return nonce === null || nonce === hash;
}
