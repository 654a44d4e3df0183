import { parsePhone } from './phone.ts';
import * as texts from '../texts/account.ts';

/** Number of digits of a one-time code (§9). */
export const OTP_LENGTH = 6;
/** Lifetime of a code in milliseconds (§4, §9). */
export const OTP_LIFETIME_MS = 600_000;
/** Time before a code can be sent again, in milliseconds (§4, §9). */
export const OTP_RESEND_MS = 60_000;

/** Shown when the server has no tries or time left, and when the client has no code (§5, D4, Q3). */
export const NO_OTP_SESSION = texts.noOtpSession;

/**
 * Extracts a code from a typed or pasted text, with digits of any width. Prefers a six-digit number that is not part of
 * a phone number, as in a copied message. Otherwise returns the first six digits.
 */
export function parseOtp(typed: string): string {
  const all = typed.normalize('NFKC').match(/\+?\d+/g) ?? [];
  const numbers = removePhones(all);
  const whole = numbers.find((number) => number.length === OTP_LENGTH);
  const halves = numbers.flatMap((number, at) => {
    const next = numbers[at + 1] ?? '';
    return number.length === 3 && next.length === 3 ? [number + next] : [];
  });
  return whole ?? halves[0] ?? (numbers.length === 0 ? all : numbers).join('').replace(/\D/g, '').slice(0, OTP_LENGTH);
}

/** Removes numbers that form a phone number, alone or with the next ones. */
function removePhones(numbers: readonly string[]): readonly string[] {
  const left: string[] = [];
  for (let at = 0; at < numbers.length;) {
    const parts = [4, 3, 2, 1].find((many) => isPhone(numbers.slice(at, at + many)));
    if (parts === undefined) left.push(numbers[at] ?? '');
    at += parts ?? 1;
  }
  return left;
}

function isPhone(parts: readonly string[]): boolean {
  const [first = ''] = parts;
  return (first.startsWith('+') || first.startsWith('0')) && parsePhone(parts.join('')) !== null;
}

/** Returns the error message of the code field, or `null` (§5). */
export function otpError(code: string): string | null {
  return /^\d{6}$/.test(code) ? null : texts.enterCode;
}
