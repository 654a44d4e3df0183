import * as v from 'valibot';
import type { ProviderIds } from '../../machines/payment-attempt.types.ts';

/** Relevant fields of a callback (providers 1.3). */
export interface CallbackBody {
  readonly ids: ProviderIds;
  /** Text, because not every code is a number (providers 1.5). */
  readonly code: string;
  /** Text of Daraja. Empty when missing. */
  readonly text: string;
  /** Whole shillings. `null` when missing or not a number. */
  readonly amount: number | null;
  /** `null` when missing or malformed. */
  readonly receipt: string | null;
  /** Payment time by M-Pesa's clock. `null` when missing or malformed. */
  readonly paidAt: Date | null;
}

const LONGEST_TEXT = 200;
const name = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,100}$/));
const Body = v.object({
  Body: v.object({
    stkCallback: v.object({
      MerchantRequestID: v.nullish(name, null),
      CheckoutRequestID: v.nullish(name, null),
      ResultDesc: v.optional(v.unknown()),
      ResultCode: v.union([v.pipe(v.number(), v.integer()), v.pipe(v.string(), v.regex(/^\s*\w{1,30}\s*$/))]),
      CallbackMetadata: v.nullish(
        v.object({ Item: v.array(v.object({ Name: v.string(), Value: v.optional(v.unknown()) })) }),
      ),
    }),
  }),
});

/** Parses a callback body. `null` when it is malformed. Does not read the phone and the balance. */
export function parseCallback(text: string): CallbackBody | null {
  const parsed = v.safeParse(Body, parseJson(text), { abortEarly: true });
  if (!parsed.success) return null;
  const { MerchantRequestID, CheckoutRequestID, ResultCode, ResultDesc, CallbackMetadata } =
    parsed.output.Body.stkCallback;
  const items = CallbackMetadata?.Item ?? [];
  return {
    ids: { merchantRequestId: MerchantRequestID, checkoutRequestId: CheckoutRequestID },
    code: String(ResultCode).trim(),
    text: typeof ResultDesc === 'string' ? ResultDesc.slice(0, LONGEST_TEXT) : '',
    amount: parseAmount(findValue(items, 'Amount')),
    receipt: parseReceipt(findValue(items, 'MpesaReceiptNumber')),
    paidAt: parseNairobiTime(findValue(items, 'TransactionDate')),
  };
}

/** Finds a value by name, not by position. Conflicting duplicates count as missing. */
function findValue(items: readonly { readonly Name: string; readonly Value?: unknown }[], wanted: string): unknown {
  const [first, ...others] = items.filter(({ Name }) => Name === wanted).map(({ Value }) => Value);
  return others.every((other) => other === first) ? first : undefined;
}

/** `1.00` and `"1.00"` are one shilling. Keeps a fraction, so that it matches no order. */
function parseAmount(value: unknown): number | null {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,9}(?:\.\d{1,2})?$/.test(value));
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : null;
}

function parseReceipt(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,40}$/.test(value) ? value : null;
}

/** Parses `YYYYMMDDHHmmss` in Africa/Nairobi, as number or text (providers 1.3). */
function parseNairobiTime(value: unknown): Date | null {
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(String(value));
  if (digits === null) return null;
  const [, year, month, day, hour, minute, second] = digits;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
