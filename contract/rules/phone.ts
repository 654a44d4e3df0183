import type * as v from 'valibot';
import * as texts from '../texts/account.ts';

/** A phone number as the shop keeps and sends it: digits with the country code, no plus (E.164, providers 5.2). */
export type Msisdn = string & v.Brand<'Msisdn'>;

/** Mobile numbers of the countries that are told apart; a 0 after the code, as in `+2540712…`, is left out. */
const MOBILE = /^(254)0?([71]\d{8})$|^(234)0?([789]\d{9})$|^(233)0?([25]\d{8})$/;
/** A Kenyan number without its country: `0712…` or `712…`. */
const NATIONAL = /^0?([71]\d{8})$/;
/** Of any other country. */
const FOREIGN = /^(?!254|234|233)[1-9]\d{9,14}$/;
/** The 0 of a number that is dialled at home, as in `+44 (0) 7911…`. */
const AT_HOME = /(?<=^\s*(?:\+|00)\d{1,3}[\s-]*)\(0\)/;
/** What people put between and around digits, and what nobody sees. */
const BETWEEN = /[\s"\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2212.,/_·•'’]/gu;

/**
 * The one reader of phone numbers: every way people write one, in digits of any script and with whatever was pasted
 * along; null for what is none. Every field for a phone uses it, in the browser and on the server (§5 Phone, Q8).
 */
export function readPhone(typed: string): Msisdn | null {
  const [, prefix = '', digits = ''] = /^(?:tel:)?(\+|\+?000(?=254)|\+?00)?(\d+)$/i.exec(strippedPhone(typed)) ?? [];
  const mobile = MOBILE.exec(digits)?.slice(1).join('');
  if (mobile !== undefined) return ofDigits(mobile);
  const national = prefix === '' || digits.startsWith('0') ? NATIONAL.exec(digits)?.[1] : undefined;
  if (national !== undefined) return ofDigits(`254${national}`);
  return prefix !== '' && FOREIGN.test(digits) ? ofDigits(digits) : null;
}

/** A number that the shop keeps; an older shop may have taken other ones than `readPhone` does. Throws for other text. */
export function keptMsisdn(kept: string): Msisdn {
  if (!/^\d{9,15}$/.test(kept)) throw new Error('A phone number is kept as its digits.');
  return ofDigits(kept);
}

function ofDigits(digits: string): Msisdn {
  return digits as Msisdn;
}

/** The text under a phone field, or null (§5, A20). */
export function phoneError(typed: string): string | null {
  if (strippedPhone(typed) === '') return texts.phoneIsRequired;
  return readPhone(typed) === null ? texts.enterValidPhone : null;
}

/** The number behind a text that was checked. Throws for any other. */
export function toMsisdn(checked: string): Msisdn {
  const phone = readPhone(checked);
  if (phone === null) throw new Error('A phone number has to be checked before it is used.');
  return phone;
}

/** A kept number as it is shown everywhere: `0712 345 678` for Kenya, `+` and digits for others; anything else as it is. */
export function displayPhone(kept: string): string {
  const phone = readPhone(kept) ?? readPhone(`+${kept}`);
  if (phone === null) return kept;
  return phone.startsWith('254') ? `0${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}` : `+${phone}`;
}

/** Where a link to a number leads: it calls. */
export function phoneHref(kept: string): string {
  return `tel:+${readPhone(kept) ?? kept.replace(/\D/g, '')}`;
}

/** For logs and screens of strangers: `254712***678`. */
export function maskedPhone(msisdn: string): string {
  return msisdn.replace(/^(\d{6})\d+(\d{3})$/, '$1***$2');
}

/** Whether both texts are the same number, or else the same text. */
export function isSamePhone(one: string, other: string): boolean {
  return (readPhone(one) ?? strippedPhone(one)) === (readPhone(other) ?? strippedPhone(other));
}

/** As it is sent (Q8): as typed, in common digits, without what stands between them. */
export function strippedPhone(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(AT_HOME, '')
    .replace(BETWEEN, '')
    .replace(/\p{Nd}/gu, asciiDigit);
}

/** Unicode has the digits of each script in a row, from 0 to 9. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
