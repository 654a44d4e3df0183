import * as v from 'valibot';
import { CART_LIMITS } from './rules/cart-limits.ts';

/** NUL and the other control characters except tab, line feed and carriage return. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
/** A surrogate without its partner: PostgreSQL refuses it (22P02), so the contract does first. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Text of at most `max` UTF-16 units that the database can store. */
export const text = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max),
    v.check((value) => !CONTROL.test(value) && !LONE_SURROGATE.test(value), 'Unreadable characters'),
  );

/** For texts that may become part of a mail's header: one line. */
export const oneLine = v.check((value: string) => !/[\r\n\t]/.test(value), 'Unreadable characters');

/** Text that is not blank. */
export const requiredText = (max: number) =>
  v.pipe(
    text(max),
    v.check((value) => value.trim() !== '', 'Required'),
  );

/** An id that we made: UUIDv4. */
export const id = v.pipe(v.string(), v.uuid());

/** Whole shillings. */
export const shillings = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(CART_LIMITS.total));

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
