import type { Msisdn } from '../../../contract/rules/phone.ts';

/**
 * Whether the shop sends codes to this number (D3). What is read as a number of a known country is a mobile one: no SMS
 * goes to premium or fixed lines there (providers 3.2).
 * @param countries country codes that the owner allows
 */
export function isReachable(phone: Msisdn, countries: readonly string[]): boolean {
  return countries.some((code) => phone.startsWith(code));
}
