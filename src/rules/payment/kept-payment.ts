import type { OrderDraft } from '../../../contract/orders.ts';
import type { PaymentRef } from './payment.ts';

/**
 * The order under way as the browser stores it: small, versioned, and never trusted about money. The server knows the
 * state of the payment (decision 0008).
 */
export interface KeptPayment extends KeptOrder<string | null> {
  readonly v: 3;
  /** The shopper who placed it. Other shoppers on this browser do not see it. */
  readonly user: string;
  /** The `Idempotency-Key` of the order (D9); `null` for an order that the server reported. */
  readonly key: string | null;
  /** Fingerprint of the lines and the delivery that the key belongs to; `null` without a key. */
  readonly of: string | null;
  /** The unpaid order that this one replaces when the server creates it (D21). */
  readonly replaces: KeptOrder | null;
}

export interface KeptOrder<OrderId extends string | null = string> {
  /** `null` until the server has created the order. */
  readonly orderId: OrderId;
  /** Set when a prompt was accepted. */
  readonly checkoutRequestId: string | null;
  /** Server time when the first prompt of this try was accepted. Epoch ms, `null` without a prompt (Q28). */
  readonly startedAt: number | null;
  /** Ordered lines to remove from the cart when the order is final (U6). */
  readonly lines: readonly KeptLine[];
}

/** A payment that waits for its prompt. */
export interface KeptPrompt extends PaymentRef {
  /** Server time when the first prompt of this try was accepted. Epoch ms (Q28). */
  readonly startedAt: number;
}

export interface KeptLine {
  readonly id: string;
  readonly quantity: number;
}

/** Parses the stored text. `null` when it is missing, broken, foreign or of an older version. */
export function parseKeptPayment(text: string | null): KeptPayment | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isKeptPayment(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Returns a 64-bit fingerprint of an order (two FNV-1a), so that the storage holds no address or phone. It ignores the
 * payment method: paying for the same parcel in another way is the same order (D9, D21).
 */
export function markOf(
  userId: string,
  { orderItems, shippingAddress, deliveryMethod, pickupStation }: OrderDraft,
): string {
  const lines = orderItems.map(({ product, quantity, price }) => [product, quantity, price]);
  return hash(JSON.stringify([userId, lines, shippingAddress, deliveryMethod, pickupStation ?? null]));
}

/** Finds the order with this id: the one under way or the one that it replaces. */
export function keptOrder(kept: KeptPayment | null, orderId: string): KeptOrder | null {
  return ordersIn(kept).find((order) => order.orderId === orderId) ?? null;
}

/** Returns the payment that waits for its prompt: of the order under way, or else of the order to be replaced. */
export function keptPrompt(kept: KeptPayment | null): KeptPrompt | null {
  const [waiting] = ordersIn(kept).flatMap(({ orderId, checkoutRequestId, startedAt }) =>
    checkoutRequestId === null || startedAt === null ? [] : [{ orderId, checkoutRequestId, startedAt }],
  );
  return waiting ?? null;
}

/** Returns the orders that the server has created and that are not final. */
export function ordersIn(kept: KeptPayment | null): readonly KeptOrder[] {
  if (kept === null) return [];
  const { orderId, checkoutRequestId, startedAt, lines, replaces } = kept;
  return [
    ...(orderId === null ? [] : [{ orderId, checkoutRequestId, startedAt, lines }]),
    ...(replaces === null ? [] : [replaces]),
  ];
}

function isKeptPayment(value: unknown): value is KeptPayment {
  if (typeof value !== 'object' || value === null) return false;
  const { v, user, key, of, orderId, checkoutRequestId, replaces } = value as Record<string, unknown>;
  return (
    v === 3 &&
    isWord(user) &&
    // Either the key of the sent draft or the reported order identifies the record.
    (isWord(key) ? isWord(of) && isWordOrNull(orderId) : key === null && of === null && isWord(orderId)) &&
    (isWord(orderId) || checkoutRequestId === null) &&
    hasPromptAndLines(value) &&
    (replaces === null || isKeptOrder(replaces))
  );
}

function isKeptOrder(value: unknown): value is KeptOrder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'orderId' in value &&
    isWord(value.orderId) &&
    hasPromptAndLines(value)
  );
}

function hasPromptAndLines(value: object): boolean {
  const { checkoutRequestId, startedAt, lines } = value as Record<string, unknown>;
  const isPrompt = isWord(checkoutRequestId) && Number.isSafeInteger(startedAt);
  const isNone = checkoutRequestId === null && startedAt === null;
  return (isPrompt || isNone) && Array.isArray(lines) && lines.every(isKeptLine);
}

function isKeptLine(value: unknown): value is KeptLine {
  if (typeof value !== 'object' || value === null) return false;
  const { id, quantity } = value as Record<string, unknown>;
  return isWord(id) && Number.isSafeInteger(quantity) && (quantity as number) > 0;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isWordOrNull(value: unknown): value is string | null {
  return value === null || isWord(value);
}

function hash(text: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((seed) => {
      let sum = seed;
      for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
      return (sum >>> 0).toString(16).padStart(8, '0');
    })
    .join('');
}
