import { cleanLine } from './clean-text.ts';
import * as texts from '../texts/account.ts';

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?';
/** Last label. It starts with a letter, so that `a@1.2.3.4` is not an address (X80). */
const TOP_LABEL = `(?=\\p{L})${LABEL}`;
/** Maximum length before the @ (RFC 5321). */
const MOST_LOCAL = 64;
/** Shared by all e-mail fields (A20). */
const EMAIL = new RegExp(
  `^(?!\\.)(?!.*\\.[.@])[^\\s@<>()[\\]\\\\,;:"]{1,${MOST_LOCAL}}@(?:${LABEL}\\.)+${TOP_LABEL}$`,
  'u',
);

/** Cleans and lower-cases an e-mail (§5 Signup), so that each address has one spelling. */
export function normaliseEmail(typed: string): string {
  return cleanLine(typed).toLowerCase().normalize('NFC');
}

/** Returns the error message of an e-mail field, or `null` (§5). */
export function emailError(typed: string): string | null {
  const email = normaliseEmail(typed);
  if (email === '') return texts.emailIsRequired;
  return EMAIL.test(email) ? null : texts.enterValidEmail;
}
