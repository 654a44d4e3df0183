import { cleanLine } from './clean-text.ts';
import * as texts from '../texts/account.ts';

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?';
/** The last one: no country and no trade is a number, so that `a@1.2.3.4` is no address (X80). */
const TOP_LABEL = `(?=\\p{L})${LABEL}`;
/** Before the @, by RFC 5321. */
const MOST_LOCAL = 64;
/** A20: one constant for every e-mail field. */
const EMAIL = new RegExp(
  `^(?!\\.)(?!.*\\.[.@])[^\\s@<>()[\\]\\\\,;:"]{1,${MOST_LOCAL}}@(?:${LABEL}\\.)+${TOP_LABEL}$`,
  'u',
);

/** As it is stored and sent: cleaned and lowercased (§5 Signup), so that one address has one spelling. */
export function normaliseEmail(typed: string): string {
  return cleanLine(typed).toLowerCase().normalize('NFC');
}

/** The text under an e-mail field, or null (§5). */
export function emailError(typed: string): string | null {
  const email = normaliseEmail(typed);
  if (email === '') return texts.emailIsRequired;
  return EMAIL.test(email) ? null : texts.enterValidEmail;
}
