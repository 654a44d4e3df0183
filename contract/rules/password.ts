/** §5 and §9: sign-up asks for 6 characters; a configuration flag may raise it (A17). */
export const SIGN_UP_MINIMUM = 6;
/** Bytes; argon2 reads them all, so the length is capped before hashing (ASVS 6.2.9). */
export const PASSWORD_MAX_BYTES = 128;

/** As it is hashed: one password has one spelling on every keyboard (NFKC). */
export function keptPassword(typed: string): string {
  return typed.normalize('NFKC');
}

/** The text under the password field of sign-up, or null (§5). */
export function signUpPasswordError(password: string, minimum = SIGN_UP_MINIMUM): string | null {
  if (password === '') return 'Password is required';
  return password.length < minimum ? `Password must be at least ${minimum} characters long` : null;
}

/** §5 and §9: what reset and change ask for; sign-up asks for less (A17). */
export const NEW_PASSWORD_MINIMUM = 8;

const CLASSES = 'Password must contain at least one uppercase letter, one lowercase letter, and one number';

/** The text under the password field of a reset, or null (§5). */
export function resetPasswordError(password: string): string | null {
  if (password === '') return 'Password is required';
  if (password.length < NEW_PASSWORD_MINIMUM) return `Password must be at least ${NEW_PASSWORD_MINIMUM} characters`;
  return hasAllClasses(password) ? null : CLASSES;
}

/** The text about the new password of a change, or null (§5). */
export function changedPasswordError(password: string): string | null {
  if (password.length < NEW_PASSWORD_MINIMUM)
    return `New password must be at least ${NEW_PASSWORD_MINIMUM} characters long`;
  return hasAllClasses(password) ? null : CLASSES;
}

/** What a new password needs, and which of it this one has (§2 Profile). */
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

/** A hint and never a rule (A17): length counts most, then the kinds of characters. */
export function passwordStrength(password: string): Strength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  if (password.length >= 12 || (password.length >= 8 && kinds >= 3)) return 'strong';
  return password.length >= 8 || (password.length >= 6 && kinds >= 3) ? 'fair' : 'weak';
}
