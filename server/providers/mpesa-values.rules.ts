import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { toMpesaPhone } from '../../contract/rules/mpesa-phone.ts';
import { toShillings, type Shillings } from '../../contract/rules/money.ts';
import type { Msisdn } from '../../contract/rules/phone.ts';

/** Values of Daraja's messages (providers 1.3, 1.11). They come as numbers or as text. */

const LONGEST_TEXT = 200;
/** Control characters and half characters, which a database refuses. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu;
/** A code, an id or a text of Daraja, trimmed and shortened. */
export const wireText = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.finite())]),
  v.transform((value) => String(value).trim().slice(0, LONGEST_TEXT).replaceAll(UNSTORABLE, '\ufffd')),
);
/** As `wireText`. Everything else, and an empty text, is `null`. */
export const optionalText = v.fallback(
  v.pipe(
    v.nullish(wireText, ''),
    v.transform((value) => (value === '' ? null : value)),
  ),
  null,
);

/** Why an amount is no amount of whole shillings. */
export type AmountFault = 'missing' | 'malformed' | 'cents' | 'zero';

/** Parses `10`, `"10.00"` or `"1,000.00"`. Returns the fault of other amounts. */
export function parseWholeAmount(text: string | null): Shillings | AmountFault {
  if (text === null) return 'missing';
  const [, whole, cents = ''] = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return 'malformed';
  if (Number(cents) !== 0) return 'cents';
  const amount = Number(whole.replaceAll(',', ''));
  return amount === 0 ? 'zero' : toShillings(amount);
}

/** Returns `null` for what is no amount of whole shillings. */
export function toWholeAmount(text: string | null): Shillings | null {
  const amount = parseWholeAmount(text);
  return typeof amount === 'number' ? amount : null;
}

/** Receipts have ten letters and digits. Others are accepted if they fit a column and a log line. */
export function parseReceipt(text: string | null): string | null {
  return text !== null && /^[A-Za-z0-9]{1,40}$/.test(text) ? text.toUpperCase() : null;
}

/**
 * Parses a time without a zone, which is in Nairobi: `20191122063845`, `2019-11-22 06:38:45` or `22.11.2019 06:38:45`. A
 * time with a zone is read as written. `null` when it is malformed.
 */
export function parseEastAfricaTime(text: string | null): Date | null {
  if (text === null) return null;
  const [, day, month, year, ofDay] = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  const digits = (year === undefined ? text : `${year}${month}${day}${ofDay}`).replaceAll(/[-: T]/g, '');
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits);
  const at =
    parts === null
      ? new Date(/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : Number.NaN)
      : new Date(`${parts.slice(1, 4).join('-')}T${parts.slice(4).join(':')}+03:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** A payer's phone as Daraja sends it: whole, masked (`25470****149`) or as a SHA-256 of its digits. */
export type WirePhone =
  | { readonly kind: 'whole'; readonly phone: Msisdn }
  | { readonly kind: 'masked'; readonly start: string; readonly end: string }
  | { readonly kind: 'hashed'; readonly sha256: string };

/** Returns `null` when it is none of the three. */
export function parseWirePhone(text: string | null): WirePhone | null {
  if (text === null) return null;
  if (/^[0-9a-f]{64}$/i.test(text)) return { kind: 'hashed', sha256: text.toLowerCase() };
  const [, start = '', end = ''] = /^\+?(\d{3,})[*xX]{2,}(\d+)$/.exec(text.replaceAll(' ', '')) ?? [];
  if (start !== '') return { kind: 'masked', start, end };
  const phone = toMpesaPhone(text);
  return phone === null ? null : { kind: 'whole', phone };
}

/** Returns whether a phone can be the one on the wire. A mask fits many phones, so it proves nothing (PAY-C4). */
export function fitsWirePhone(wire: WirePhone, phone: Msisdn): boolean {
  switch (wire.kind) {
    case 'whole':
      return wire.phone === phone;
    case 'masked':
      return (
        phone.length > wire.start.length + wire.end.length && phone.startsWith(wire.start) && phone.endsWith(wire.end)
      );
    case 'hashed':
      return createHash('sha256').update(phone).digest('hex') === wire.sha256;
  }
}
