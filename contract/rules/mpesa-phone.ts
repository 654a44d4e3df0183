import { displayPhone, readPhone } from './phone.ts';
import type { Msisdn } from './phone.ts';

/** Said by the dialog while the number is checked (A55). */
export const MPESA_PHONE_HINT = 'Please enter a valid Kenyan phone number (e.g., 0712345678)';
/** Said by the server when it refuses (A55). */
export const MPESA_PHONE_REFUSED = 'Please enter a valid Kenyan phone number';

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
