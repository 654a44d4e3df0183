/** Mobile numbers by country code; no SMS goes to premium or fixed lines there (providers 3.2). */
const MOBILE: Readonly<Record<string, RegExp>> = {
  254: /^254[71]\d{8}$/,
  234: /^234[789]\d{9}$/,
  233: /^233[25]\d{8}$/,
};

/**
 * Whether the shop sends codes to this number (D3).
 * @param msisdn digits with country code
 * @param countries country codes that the owner allows
 */
export function isReachable(msisdn: string, countries: readonly string[]): boolean {
  return countries.some((code) => MOBILE[code]?.test(msisdn) ?? msisdn.startsWith(code));
}
