import * as v from 'valibot';
import { CART_LIMITS } from './rules/cart-limits.ts';
import { cleanLine, cleanText } from './rules/clean-text.ts';
import { required } from './texts/common.ts';

/** Text of at most `max` UTF-16 units, and what the cleaner makes of it. */
export const text = (max: number) => v.pipe(v.string(), v.maxLength(max), v.transform(cleanText));

/** Makes one line of a text that may become part of a mail's header. */
export const oneLine = v.transform(cleanLine);

/** Text that is not blank. */
export const requiredText = (max: number) =>
  v.pipe(
    text(max),
    v.check((value) => value !== '', required),
  );

/** An id that we made: UUIDv4. */
export const id = v.pipe(v.string(), v.uuid());

/** The id of an order; its number, which people read, is only the beginning. */
export const orderId = v.pipe(v.string(), v.uuid(), v.brand('OrderId'));
export type OrderId = v.InferOutput<typeof orderId>;

/** The text as an order's id. Throws for a text that is none. */
export const asOrderId = (text: string): OrderId => v.parse(orderId, text);

/** Whole shillings. */
export const shillings = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(CART_LIMITS.total),
  v.brand('Shillings'),
);

/** Pieces of one product. */
export const quantity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(CART_LIMITS.pieces));

/** A whole number that arrives as text in a query string. */
export const queryInteger = (min: number, max: number) =>
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );

/** The success envelope `{ success: true, message?, data }`. */
export const success = <Data extends v.GenericSchema<unknown, unknown>>(data: Data) =>
  v.object({ success: v.literal(true), message: v.optional(v.string()), data });

/** A success that carries nothing. */
export const done = v.object({ success: v.literal(true), message: v.optional(v.string()) });
