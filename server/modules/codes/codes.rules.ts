import { NO_OTP_SESSION } from '../../../contract/rules/otp.ts';
import type { Msisdn } from '../../../contract/rules/phone.ts';
import { shop } from '../../../contract/shop.config.ts';
import { Refusal } from '../../refusal.ts';
import * as texts from '../users/accounts.texts.ts';

const HOUR = 3_600_000;

/** Returns the SMS with the code. @param code the code, or the placeholder that the provider replaces */
export function formatCodeText(code: string, lifeMs: number, publicOrigin: string): string {
  const minutes = Math.ceil(lifeMs / 60_000);
  const host = new URL(publicOrigin).hostname;
  return texts.codeSms(shop.name, code, minutes, host);
}

/**
 * Returns whether the shop sends codes to this number (D3). A number that parses for a known country is a mobile
 * number, so no SMS goes to premium or fixed lines there (providers 3.2). @param countries country codes that the owner
 * allows
 */
export function isReachable(phone: Msisdn, countries: readonly string[]): boolean {
  return countries.some((code) => phone.startsWith(code));
}

/**
 * Returns the milliseconds until the phone may get another code, or 0. @param sentAt epoch milliseconds of the codes in
 * the last hour, newest first @param places maximum number of codes within an hour, including this one @param ahead
 * places reserved for others
 */
export function toWaitRefusal(sentAt: readonly number[], places: number, ahead: number, now: number): number {
  if (ahead >= places) return HOUR;
  // This code must be an hour old before a place is free.
  const last = sentAt[places - ahead - 1];
  return last === undefined ? 0 : last + HOUR - now;
}

/**
 * The code or its proof is no longer valid: expired, used, tried too often, or requested by another browser (D1, D4).
 */
export function noOtpSession(): Refusal {
  return new Refusal('invalid', NO_OTP_SESSION, { code: 'no-otp-session' });
}
