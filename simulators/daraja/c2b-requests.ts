import * as v from 'valibot';
import { delivery } from './outcomes.ts';
import { isCallback, phone, textLike, type Field } from './requests.ts';

const FORBIDDEN = /mpesa|m-pesa|safaricom|exec?|cmd|sql|query/i;
const TUNNEL = /ngrok|trycloudflare|mockbin|requestbin/i;

/** Addresses without Safaricom's forbidden words (providers 1.11). */
const isAddress = (value: unknown) =>
  isCallback(value) && typeof value === 'string' && !FORBIDDEN.test(value) && !TUNNEL.test(value);

export const REGISTER: readonly Field[] = [
  ['ShortCode', textLike(/^\d{5,7}$/)],
  ['ResponseType', textLike(/^(?:Completed|Cancelled)$/)],
  ['ConfirmationURL', isAddress],
  ['ValidationURL', isAddress],
];
export const Register = v.object({
  ShortCode: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  ResponseType: v.picklist(['Completed', 'Cancelled']),
  ConfirmationURL: v.string(),
  ValidationURL: v.string(),
});

/** Body of `POST /control/mpesa/pay`: a payment by hand from the phone's menu. */
export const HandPayment = v.strictObject({
  kind: v.optional(v.picklist(['paybill', 'till']), 'paybill'),
  phone: v.pipe(v.string(), v.regex(phone)),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(250_000)),
  /** As typed. A till has none. */
  account: v.optional(v.pipe(v.string(), v.maxLength(20)), ''),
  /** The merchant's paybill by default. Another paybill belongs to another shop, so ours gets no message. */
  shortcode: v.optional(v.pipe(v.string(), v.regex(/^\d{5,7}$/))),
  name: v.optional(v.string(), 'Jane Wanjiru Test'),
  /** The phone in the messages. By default masked in v2 and hashed in v1. */
  phoneAs: v.optional(v.picklist(['masked', 'hashed', 'whole'])),
  /** Fields of the messages that differ from the truth. */
  bend: v.optional(v.record(v.string(), v.unknown()), {}),
  ...delivery,
});
export type HandPayment = v.InferOutput<typeof HandPayment>;

/** Body of `POST /control/mpesa/send`: money that staff send in M-Pesa's portal, without the shop. */
export const PortalPayout = v.strictObject({
  phone: v.pipe(v.string(), v.regex(phone)),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(250_000)),
  name: v.optional(v.string(), 'Jane Wanjiru Test'),
});
