import { readPhone } from './phone.ts';
import * as texts from '../texts/account.ts';

/** §9: digits of a one-time code. */
export const OTP_LENGTH = 6;
/** §4, §9: how long a code lives, ms. */
export const OTP_LIFETIME_MS = 600_000;
/** §4, §9: how long Resend is blocked after a code was sent, ms. */
export const OTP_RESEND_MS = 60_000;

/** Said by the server when the tries or the time are used up, and by the client when there is no code (§5, D4, Q3). */
export const NO_OTP_SESSION = texts.noOtpSession;

/**
 * What the code field holds of a typed or pasted text, also of a keyboard that writes digits wide: a number of six digits
 * that is no part of a phone number, as in a copied message; else its first six digits.
 */
export function otpDigits(typed: string): string {
  const all = typed.normalize('NFKC').match(/\+?\d+/g) ?? [];
  const numbers = withoutPhones(all);
  const whole = numbers.find((number) => number.length === OTP_LENGTH);
  const halves = numbers.flatMap((number, at) => {
    const next = numbers[at + 1] ?? '';
    return number.length === 3 && next.length === 3 ? [number + next] : [];
  });
  return whole ?? halves[0] ?? (numbers.length === 0 ? all : numbers).join('').replace(/\D/g, '').slice(0, OTP_LENGTH);
}

/** Without those that are a phone number, alone or with the next ones. */
function withoutPhones(numbers: readonly string[]): readonly string[] {
  const left: string[] = [];
  for (let at = 0; at < numbers.length;) {
    const parts = [4, 3, 2, 1].find((many) => at + many <= numbers.length && isPhone(numbers.slice(at, at + many)));
    if (parts === undefined) left.push(numbers[at] ?? '');
    at += parts ?? 1;
  }
  return left;
}

function isPhone(parts: readonly string[]): boolean {
  const [first = ''] = parts;
  return (first.startsWith('+') || first.startsWith('0')) && readPhone(parts.join('')) !== null;
}

/** The text under the code field, or null (§5). */
export function otpError(code: string): string | null {
  return /^\d{6}$/.test(code) ? null : texts.enterCode;
}
