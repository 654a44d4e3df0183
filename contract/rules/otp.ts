/** §9: digits of a one-time code. */
export const OTP_LENGTH = 6;
/** §4, §9: how long a code lives, ms. */
export const OTP_LIFETIME_MS = 600_000;
/** §4, §9: how long Resend is blocked after a code was sent, ms. */
export const OTP_RESEND_MS = 60_000;

/** Said by the server when the tries or the time are used up, and by the client when there is no code (§5, D4, Q3). */
export const NO_OTP_SESSION = 'No verification session found. Please request a new code.';

/** What the code field holds of a typed or pasted text: its first six digits, also of a keyboard that writes them wide. */
export function otpDigits(typed: string): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, OTP_LENGTH);
}

/** The text under the code field, or null (§5). */
export function otpError(code: string): string | null {
  return /^\d{6}$/.test(code) ? null : 'Please enter a 6-digit verification code';
}
