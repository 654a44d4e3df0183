import * as texts from '../texts/account.ts';

/** Minimum password length at sign-up (§5, §9). A configuration flag can raise it (A17). */
export const SIGN_UP_MINIMUM = 6;
/** Maximum length in bytes, checked before hashing because argon2 reads all of them (ASVS 6.2.9). */
export const PASSWORD_MAX_BYTES = 128;

/** Normalises a password (NFKC) for hashing, so that it has one spelling on every keyboard. */
export function normalisePassword(typed: string): string {
  return typed.normalize('NFKC');
}

/** Returns the error message of the sign-up password, or `null` (§5). */
export function signUpPasswordError(password: string, minimum = SIGN_UP_MINIMUM): string | null {
  if (password === '') return texts.passwordIsRequired;
  return password.length < minimum ? texts.signUpPasswordTooShort(minimum) : null;
}

/** Minimum password length at reset and change (§5, §9). Sign-up requires fewer characters (A17). */
export const NEW_PASSWORD_MINIMUM = 8;

/** Returns the error message of the reset password, or `null` (§5). */
export function resetPasswordError(password: string): string | null {
  if (password === '') return texts.passwordIsRequired;
  if (password.length < NEW_PASSWORD_MINIMUM) return texts.passwordTooShort(NEW_PASSWORD_MINIMUM);
  return hasAllClasses(password) ? null : texts.passwordClasses;
}

/** Returns the error message of the new password in a change, or `null` (§5). */
export function changedPasswordError(password: string): string | null {
  if (password.length < NEW_PASSWORD_MINIMUM) return texts.newPasswordTooShort(NEW_PASSWORD_MINIMUM);
  return hasAllClasses(password) ? null : texts.passwordClasses;
}

/** Returns which requirements of a new password are met (§2 Profile). */
export function newPasswordNeeds(password: string) {
  return {
    length: password.length >= NEW_PASSWORD_MINIMUM,
    uppercase: /\p{Lu}/u.test(password),
    lowercase: /\p{Ll}/u.test(password),
    number: /[0-9]/.test(password),
  };
}

function hasAllClasses(password: string): boolean {
  const { uppercase, lowercase, number } = newPasswordNeeds(password);
  return uppercase && lowercase && number;
}

export type Strength = 'weak' | 'fair' | 'strong';

/**
 * Common passwords of the server's list (`new-password.rules.ts`) that would rate as strong. The other common ones rate
 * as weak or fair anyway.
 */
const LOOK_STRONG = new Set(
  (
    '1qaz2wsx trustno1 1234qwer q1w2e3r4t5 qwer1234 q1w2e3r4 password1 1q2w3e4r jordan23 qwerty123 passw0rd abcd1234' +
    ' rush2112 1q2w3e4r5t 1qazxsw2 blink182 12qwaszx asdf1234 zaq12wsx 123456789a 1232323q qwerty12 12345qwert' +
    ' michael1 usuckballz1 password123 hello123 ncc1701d 123qweasd charlie1 letmein1 123456789q a1b2c3d4 mustang1' +
    ' welcome1 qazwsx123 123qweasdzxc soso123aljg freedom1 jessica1 fuckyou2 1234abcd babylon5 yankees1 1qaz2wsx3edc' +
    ' ncc1701e matthew1 123qwe123'
  ).split(' '),
);

/**
 * Rates a password by length first, then by kinds of characters. Only a hint (A17). Common passwords never rate as
 * strong.
 */
export function passwordStrength(password: string): Strength {
  if (LOOK_STRONG.has(normalisePassword(password).toLowerCase())) return 'weak';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  if (password.length >= 12 || (password.length >= 8 && kinds >= 3)) return 'strong';
  return password.length >= 8 || (password.length >= 6 && kinds >= 3) ? 'fair' : 'weak';
}
