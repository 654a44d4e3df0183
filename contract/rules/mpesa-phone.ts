import { displayPhone, readPhone } from './phone.ts';
import type { Msisdn } from './phone.ts';
import * as texts from '../texts/account.ts';

/** Said by the dialog while the number is checked (A55). */
export const MPESA_PHONE_HINT = texts.kenyanPhoneHint;
/** Said by the server when it refuses (A55). */
export const MPESA_PHONE_REFUSED = texts.kenyanPhoneRefused;

/** §5 M-Pesa phone: a Kenyan mobile number, never decided by network, since numbers are portable (A19, providers 5.2). */
export function mpesaPhone(typed: string): Msisdn | null {
  const phone = readPhone(typed);
  return phone?.startsWith('254') === true ? phone : null;
}

/** What the dialog is filled with: the profile's number if it is Kenyan, else nothing (A18). */
export function prefilledMpesaPhone(profilePhone: string | null | undefined): string {
  const phone = mpesaPhone(profilePhone ?? '');
  return phone === null ? '' : displayPhone(phone);
}
