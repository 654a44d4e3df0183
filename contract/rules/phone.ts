/** §5 Phone for sign-up and verification, tried in this order on the stripped text. */
const ACCEPTED = [/^\+?254[71]\d{8}$/, /^\+?234[789]\d{9}$/, /^\+?233[25]\d{8}$/, /^0[71]\d{8}$/, /^\+\d{10,15}$/];

/** As it is sent (Q8): as typed, without spaces, dashes and brackets. */
export function strippedPhone(typed: string): string {
  return typed.replace(/[\s\-()[\]]/g, '');
}

/** The text under a phone field, or null (§5, A20). */
export function phoneError(typed: string): string | null {
  if (typed.trim() === '') return 'Phone number is required';
  const phone = strippedPhone(typed);
  return ACCEPTED.some((form) => form.test(phone))
    ? null
    : 'Please enter a valid phone number (e.g., 0712345678 or +254712345678)';
}

/**
 * The one stored form: digits with the country code, no plus (providers 5.2). A national number
 * (0 and nine digits) is Kenyan. Call it on accepted phones only.
 */
export function toMsisdn(typed: string): string {
  return strippedPhone(typed)
    .replace(/^\+/, '')
    .replace(/^0(?=\d{9}$)/, '254');
}

/** A stored number as people write it: `0712 345 678` for Kenya, `+` and digits for others. */
export function displayPhone(msisdn: string): string {
  const kenyan = /^254(\d{3})(\d{3})(\d{3})$/.exec(msisdn);
  if (kenyan !== null) return `0${kenyan[1]} ${kenyan[2]} ${kenyan[3]}`;
  return /^\d+$/.test(msisdn) ? `+${msisdn}` : msisdn;
}

/** For logs and screens of strangers: `254712***678`. */
export function maskedPhone(msisdn: string): string {
  return msisdn.replace(/^(\d{6})\d+(\d{3})$/, '$1***$2');
}
