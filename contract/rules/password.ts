/** §5 and §9: sign-up asks for 6 characters; a configuration flag may raise it (A17). */
export const SIGN_UP_MINIMUM = 6;
/** Bytes; argon2 reads them all, so the length is capped before hashing (ASVS 6.2.9). */
export const PASSWORD_MAX_BYTES = 128;

/** The text under the password field of sign-up, or null (§5). */
export function signUpPasswordError(password: string, minimum = SIGN_UP_MINIMUM): string | null {
  if (password === '') return 'Password is required';
  return password.length < minimum ? `Password must be at least ${minimum} characters long` : null;
}

export type Strength = 'weak' | 'fair' | 'strong';

/** A hint and never a rule (A17): length counts most, then the kinds of characters. */
export function passwordStrength(password: string): Strength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  if (password.length >= 12 || (password.length >= 8 && kinds >= 3)) return 'strong';
  return password.length >= 8 || (password.length >= 6 && kinds >= 3) ? 'fair' : 'weak';
}
