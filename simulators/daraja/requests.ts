import * as v from 'valibot';
import { MERCHANT, type Rules } from './merchant.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
export const phone = /^254[17]\d{8}$/;

/** HTTPS as Safaricom requires, or this machine, because the simulators run only there. */
export const isCallback = (value: unknown) => {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
};
export const textLike = (pattern: RegExp) => (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && pattern.test(String(value));
export const amountLike = (value: unknown) => textLike(/^[1-9]\d*$/)(value) && Number(value) <= 250_000;

export type Field = readonly [name: string, isGood: (value: unknown) => boolean, called?: string];

const SIGNATURE: readonly Field[] = [
  ['BusinessShortCode', textLike(/^\d{5,7}$/)],
  ['Password', textLike(/^[A-Za-z0-9+/]+=*$/)],
  ['Timestamp', textLike(/^\d{14}$/)],
];

/** Fields of providers 1.2 in their order. Safaricom's error calls a missing description "Remarks". */
const PUSH: readonly Field[] = [
  ...SIGNATURE,
  ['TransactionType', textLike(/^Customer(?:PayBill|BuyGoods)Online$/)],
  ['Amount', amountLike],
  ['PartyA', textLike(phone)],
  ['PartyB', textLike(/^\d{5,7}$/)],
  ['PhoneNumber', textLike(phone)],
  ['CallBackURL', isCallback],
  ['AccountReference', textLike(/^[A-Za-z0-9 ]{1,12}$/)],
  ['TransactionDesc', textLike(/^.{1,13}$/), 'Remarks'],
];
const QUERY: readonly Field[] = [...SIGNATURE, ['CheckoutRequestID', textLike(/^ws_CO_\d+$/)]];

/** Returns the name of the first invalid field, or `undefined`. */
export function findBadPushField(body: unknown): string | undefined {
  return findFirstBad(body, PUSH);
}

export function findBadQueryField(body: unknown): string | undefined {
  return findFirstBad(body, QUERY);
}

/** Returns the name of the first invalid field, or `undefined`. */
export function findFirstBad(body: unknown, fields: readonly Field[]): string | undefined {
  const given = v.parse(v.fallback(v.record(v.string(), v.unknown()), {}), body);
  const bad = fields.find(([name, isGood]) => !isGood(given[name]));
  return bad?.[2] ?? bad?.[0];
}

const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
/** Parsed fields after the validation. */
export const Signed = v.object({ BusinessShortCode: text, Password: text, Timestamp: text });
export const Push = v.object({
  Amount: v.pipe(text, v.transform(Number)),
  PhoneNumber: text,
  CallBackURL: v.string(),
  AccountReference: text,
  TransactionDesc: text,
});
export const Query = v.object({ CheckoutRequestID: v.string() });

/** Returns the error for invalid merchant credentials, or `undefined`. */
export function findBadMerchant(
  { BusinessShortCode, Password, Timestamp }: v.InferOutput<typeof Signed>,
  passkey: Rules['passkey'],
): string | undefined {
  if (BusinessShortCode !== MERCHANT.shortcode) return 'Merchant does not exist';
  const expected = Buffer.from(`${MERCHANT.shortcode}${MERCHANT.passkey}${Timestamp}`).toString('base64');
  return Password === expected && passkey === 'good' ? undefined : 'Wrong credentials';
}
