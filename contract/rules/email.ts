/** A20: one constant for every e-mail field. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** As it is stored and sent: trimmed and lowercased (§5 Signup). */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

/** The text under an e-mail field, or null (§5). */
export function emailError(typed: string): string | null {
  const email = normaliseEmail(typed);
  if (email === '') return 'Email is required';
  return EMAIL.test(email) ? null : 'Please enter a valid email address';
}
