import type * as v from 'valibot';
import * as texts from '../texts/account.ts';

/** A phone number in storage and requests: digits with the country code, without a plus (E.164, providers 5.2). */
export type Msisdn = string & v.Brand<'Msisdn'>;

/** Mobile numbers of supported countries. Drops a 0 after the country code, as in `+2540712…`. */
const MOBILE = /^(254)0?([71]\d{8})$|^(234)0?([789]\d{9})$|^(233)0?([25]\d{8})$/;
/** A Kenyan number without the country code: `0712…` or `712…`. */
const NATIONAL = /^0?([71]\d{8})$/;
/** A number of another country. */
const FOREIGN = /^(?!254|234|233)[1-9]\d{9,14}$/;
/** The domestic 0, as in `+44 (0) 7911…`. */
const AT_HOME = /(?<=^\s*(?:\+|00)\d{1,3}[\s-]*)\(0\)/;
/** Separators between and around digits, and invisible characters. */
const BETWEEN = /[\s"\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2212.,/_·•'’]/gu;

/**
 * Parses a phone number in any usual format and script, including pasted extras. `null` when it is invalid. All phone
 * fields use it, in the browser and on the server (§5 Phone, Q8).
 */
export function parsePhone(typed: string): Msisdn | null {
  const [, prefix = '', digits = ''] = /^(?:tel:)?(\+|\+?000(?=254)|\+?00)?(\d+)$/i.exec(stripPhone(typed)) ?? [];
  const mobile = MOBILE.exec(digits)?.slice(1).join('');
  if (mobile !== undefined) return toBrandedMsisdn(mobile);
  const national = prefix === '' || digits.startsWith('0') ? NATIONAL.exec(digits)?.[1] : undefined;
  if (national !== undefined) return toBrandedMsisdn(`254${national}`);
  return prefix !== '' && FOREIGN.test(digits) ? toBrandedMsisdn(digits) : null;
}

/** Converts a stored number. Older versions accepted numbers that `parsePhone` refuses. Throws for other text. */
export function parseStoredMsisdn(kept: string): Msisdn {
  if (!/^\d{9,15}$/.test(kept)) throw new Error('A stored phone number has digits only.');
  return toBrandedMsisdn(kept);
}

function toBrandedMsisdn(digits: string): Msisdn {
  return digits as Msisdn;
}

/** Returns the error message of a phone field, or `null` (§5, A20). */
export function phoneError(typed: string): string | null {
  if (stripPhone(typed) === '') return texts.phoneIsRequired;
  return parsePhone(typed) === null ? texts.enterValidPhone : null;
}

/** Parses a validated number. Throws for an invalid one. */
export function toMsisdn(checked: string): Msisdn {
  const phone = parsePhone(checked);
  if (phone === null) throw new Error('The phone number is invalid.');
  return phone;
}

/** Formats a stored number: `0712 345 678` for Kenya, `+` and digits for others. Returns other text unchanged. */
export function formatPhone(kept: string): string {
  const phone = parsePhone(kept) ?? parsePhone(`+${kept}`);
  if (phone === null) return kept;
  return phone.startsWith('254') ? `0${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}` : `+${phone}`;
}

/** Returns the `tel:` URL of a number. */
export function toPhoneHref(kept: string): string {
  return `tel:+${parsePhone(kept) ?? kept.replace(/\D/g, '')}`;
}

/** Masks a number for logs and for screens of others: `254712***678`. */
export function maskPhone(msisdn: string): string {
  return msisdn.replace(/^(\d{6})\d+(\d{3})$/, '$1***$2');
}

/** Returns whether both texts are the same number, or the same text. */
export function isSamePhone(one: string, other: string): boolean {
  return (parsePhone(one) ?? stripPhone(one)) === (parsePhone(other) ?? stripPhone(other));
}

/** Returns the typed text for the request (Q8): ASCII digits without separators. */
export function stripPhone(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(AT_HOME, '')
    .replace(BETWEEN, '')
    .replace(/\p{Nd}/gu, toAsciiDigit);
}

/** Unicode has the ten digits of each script in sequence. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
