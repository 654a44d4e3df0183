import { displayPhone, readPhone } from './phone.ts';
import type { Msisdn } from './phone.ts';
import * as texts from '../texts/account.ts';

/** Shown by the dialog while the number is checked (A55). */
export const MPESA_PHONE_HINT = texts.kenyanPhoneHint;
/** Shown when the server refuses the number (A55). */
export const MPESA_PHONE_REFUSED = texts.kenyanPhoneRefused;

/**
 * Parses a Kenyan mobile number (§5 M-Pesa phone). Ignores the network, because numbers are portable (A19, providers
 * 5.2).
 */
export function mpesaPhone(typed: string): Msisdn | null {
  const phone = readPhone(typed);
  return phone?.startsWith('254') === true ? phone : null;
}

/** Returns the initial value of the dialog: the profile's number if it is Kenyan, otherwise empty (A18). */
export function prefilledMpesaPhone(profilePhone: string | null | undefined): string {
  const phone = mpesaPhone(profilePhone ?? '');
  return phone === null ? '' : displayPhone(phone);
}
