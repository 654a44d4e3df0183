import { isReadable } from '../../../contract/rules/clean-text.ts';
import { normalisePassword, PASSWORD_MAX_BYTES, signUpPasswordError } from '../../../contract/rules/password.ts';
import type { shop } from '../../../contract/shop.config.ts';
import commonPasswords from './common-passwords.json' with { type: 'json' };
import * as texts from '../users/accounts.texts.ts';

export type PasswordRules = Pick<typeof shop, 'signUpPasswordMinimum' | 'blockCommonPasswords'>;

/**
 * The 1000 most common passwords of at least 6 characters, from zxcvbn's frequency list (MIT). The owner can allow them
 * (A17).
 */
const COMMON = new Set(commonPasswords);

/**
 * Returns the error message for a new password, or `null`. Checks the form rules of §5 (`formError`, by default for the
 * sign-up), the owner's stricter rules (A17), and passwords that cannot be typed or stored exactly (control characters,
 * lone surrogates, more than 128 bytes).
 */
export function newPasswordError(
  password: string,
  rules: PasswordRules,
  formError = (typed: string) => signUpPasswordError(typed, rules.signUpPasswordMinimum),
): string | null {
  const refused = formError(password);
  if (refused !== null) return refused;
  if (Buffer.byteLength(normalisePassword(password)) > PASSWORD_MAX_BYTES)
    return texts.passwordTooLong(PASSWORD_MAX_BYTES);
  if (!isReadable(password)) return texts.passwordUnusable;
  const isRefused = rules.blockCommonPasswords && COMMON.has(normalisePassword(password).toLowerCase());
  return isRefused ? texts.passwordTooCommon : null;
}
