import { NO_OTP_SESSION } from '../../../contract/rules/otp.ts';
import type { Msisdn } from '../../../contract/rules/phone.ts';
import { shop } from '../../../contract/shop.config.ts';
import { Refusal } from '../../refusal.ts';
import * as texts from '../users/accounts.texts.ts';

const HOUR = 3_600_000;

/**
 * Returns the SMS that brings a code.
 * @param code the code, or the mark that the provider replaces by it
 */
export function codeText(code: string, lifeMs: number, publicOrigin: string): string {
  const minutes = Math.ceil(lifeMs / 60_000);
  const host = new URL(publicOrigin).hostname;
  return texts.codeSms(shop.name, code, minutes, host);
}

/**
 * Whether the shop sends codes to this number (D3). What is read as a number of a known country is a mobile one: no SMS
 * goes to premium or fixed lines there (providers 3.2).
 * @param countries country codes that the owner allows
 */
export function isReachable(phone: Msisdn, countries: readonly string[]): boolean {
  return countries.some((code) => phone.startsWith(code));
}

/**
 * Returns the milliseconds until the phone has a place for one more code, 0 where it has one now.
 * @param sentAt epoch milliseconds of the codes of the hour, newest first
 * @param places how many codes the phone may have had within the hour when this one is sent
 * @param ahead places that are kept for others
 */
export function waitForPlace(sentAt: readonly number[], places: number, ahead: number, now: number): number {
  if (ahead >= places) return HOUR;
  // The code that has to be an hour old before there is a place.
  const last = sentAt[places - ahead - 1];
  return last === undefined ? 0 : last + HOUR - now;
}

/** The code counts no more, or its proof: too old, used, tried too often, or none of this browser's (D1, D4). */
export function noOtpSession(): Refusal {
  return new Refusal('invalid', NO_OTP_SESSION, { code: 'no-otp-session' });
}
