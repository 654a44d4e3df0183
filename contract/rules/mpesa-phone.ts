/** Said by the dialog while the number is checked (A55). */
export const MPESA_PHONE_HINT = 'Please enter a valid Kenyan phone number (e.g., 0712345678)';
/** Said by the server when it refuses (A55). */
export const MPESA_PHONE_REFUSED = 'Please enter a valid Kenyan phone number';

/**
 * §5 M-Pesa phone as it is sent: digits only, a leading 0 becomes 254, nine digits that start 7 or 1 get 254 (A19);
 * null unless that gives 12 digits that start 254.
 */
export function mpesaPhone(typed: string): string | null {
  const digits = typed.replace(/\D/g, '');
  const full = /^[71]\d{8}$/.test(digits) ? `254${digits}` : digits.replace(/^0/, '254');
  return /^254\d{9}$/.test(full) ? full : null;
}

/** A19: the server also wants a mobile number. Never decided by network: numbers are portable (providers 5.2). */
export function isMobile(phone: string): boolean {
  return /^254[71]\d{8}$/.test(phone);
}

/** What the dialog is filled with: the profile's number if it is Kenyan, else nothing (A18). */
export function prefilledMpesaPhone(profilePhone: string | null | undefined): string {
  const phone = mpesaPhone(profilePhone ?? '');
  return phone !== null && isMobile(phone) ? phone : '';
}
