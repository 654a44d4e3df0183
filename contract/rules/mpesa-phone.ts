import { formatPhone, parsePhone } from './phone.ts';
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
export function toMpesaPhone(typed: string): Msisdn | null {
  const phone = parsePhone(typed);
  return phone?.startsWith('254') === true ? phone : null;
}

/** Returns the initial value of the dialog: the profile's number if it is Kenyan, otherwise empty (A18). */
export function getPrefilledMpesaPhone(profilePhone: string | null | undefined): string {
  const phone = toMpesaPhone(profilePhone ?? '');
  return phone === null ? '' : formatPhone(phone);
}
