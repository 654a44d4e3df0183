import type { OrderDraft } from '../../../contract/orders.ts';
import type { PaymentRef } from './payment.ts';

/**
 * The order under way as the browser stores it: small, versioned, and never trusted about money. The server knows the
 * state of the payment (decision 0008).
 */
export interface StoredPayment extends StoredOrder<string | null> {
  readonly v: 4;
  /** The shopper who placed it. Other shoppers on this browser do not see it. */
  readonly user: string;
  /** The `Idempotency-Key` of the order (D9); `null` for an order that the server reported. */
  readonly key: string | null;
  /** Fingerprint of the lines and the delivery that the key belongs to; `null` without a key. */
  readonly of: string | null;
  /** The unpaid order that this one replaces when the server creates it (D21). */
  readonly replaces: StoredOrder | null;
}

export interface StoredOrder<OrderId extends string | null = string> {
  /** `null` until the server has created the order. */
  readonly orderId: OrderId;
  /** Set when a prompt was accepted. */
  readonly checkoutRequestId: string | null;
  /** Server time when the first prompt of this try was accepted. Epoch ms, `null` without a prompt (Q28). */
  readonly startedAt: number | null;
  /** `hand`: the shopper chose to pay in the M-Pesa menu (PAY-C1); `null` for a prompt. */
  readonly way: 'hand' | null;
  /** Ordered lines to remove from the cart when the order is final (U6). */
  readonly lines: readonly StoredLine[];
}

/** A payment that waits for its prompt. */
export interface StoredPrompt extends PaymentRef {
  /** Server time when the first prompt of this try was accepted. Epoch ms (Q28). */
  readonly startedAt: number;
}

export interface StoredLine {
  readonly id: string;
  readonly quantity: number;
}

/** Parses the stored text. `null` when it is missing, broken, foreign or of a version before 3. */
export function parseStoredPayment(text: string | null): StoredPayment | null {
  if (text === null) return null;
  try {
    const value: unknown = toVersion4(JSON.parse(text));
    return isStoredPayment(value) ? value : null;
  } catch {
    return null;
  }
}

/** Version 3 knew payments by a prompt only. */
function toVersion4(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('v' in value) || value.v !== 3) return value;
  const { replaces = null } = value as { readonly replaces?: object | null };
  return { ...value, v: 4, way: null, replaces: replaces && { ...replaces, way: null } };
}

/**
 * Returns a 64-bit fingerprint of an order (two FNV-1a), so that the storage holds no address or phone. It ignores the
 * payment method: paying for the same parcel in another way is the same order (D9, D21).
 */
export function fingerprintOrder(
  userId: string,
  { orderItems, shippingAddress, deliveryMethod, pickupStation }: OrderDraft,
): string {
  const lines = orderItems.map(({ product, quantity, price }) => [product, quantity, price]);
  return hash(JSON.stringify([userId, lines, shippingAddress, deliveryMethod, pickupStation ?? null]));
}

/** Finds the order with this id: the one under way or the one that it replaces. */
export function findStoredOrder(kept: StoredPayment | null, orderId: string): StoredOrder | null {
  return getStoredOrders(kept).find((order) => order.orderId === orderId) ?? null;
}

/** Returns the payment that waits for its prompt: of the order under way, or else of the order to be replaced. */
export function findStoredPrompt(kept: StoredPayment | null): StoredPrompt | null {
  const [waiting] = getStoredOrders(kept).flatMap(({ orderId, checkoutRequestId, startedAt }) =>
    checkoutRequestId === null || startedAt === null ? [] : [{ orderId, checkoutRequestId, startedAt }],
  );
  return waiting ?? null;
}

/** Returns the order that is paid by hand and waits for no prompt, or `null` (PAY-C1). */
export function findOrderByHand(kept: StoredPayment | null): { readonly orderId: string } | null {
  if (kept === null || kept.orderId === null || kept.way !== 'hand' || kept.checkoutRequestId !== null) return null;
  return { orderId: kept.orderId };
}

/** Returns the orders that the server has created and that are not final. */
export function getStoredOrders(kept: StoredPayment | null): readonly StoredOrder[] {
  if (kept === null) return [];
  const { orderId, checkoutRequestId, startedAt, way, lines, replaces } = kept;
  return [
    ...(orderId === null ? [] : [{ orderId, checkoutRequestId, startedAt, way, lines }]),
    ...(replaces === null ? [] : [replaces]),
  ];
}

function isStoredPayment(value: unknown): value is StoredPayment {
  if (typeof value !== 'object' || value === null) return false;
  const { v, user, key, of, orderId, checkoutRequestId, way, replaces } = value as Record<string, unknown>;
  return (
    v === 4 &&
    isNonEmptyText(user) &&
    // Either the key of the sent draft or the reported order identifies the record.
    (isNonEmptyText(key)
      ? isNonEmptyText(of) && isNonEmptyTextOrNull(orderId)
      : key === null && of === null && isNonEmptyText(orderId)) &&
    (isNonEmptyText(orderId) || (checkoutRequestId === null && way === null)) &&
    hasPromptAndLines(value) &&
    (replaces === null || isStoredOrder(replaces))
  );
}

function isStoredOrder(value: unknown): value is StoredOrder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'orderId' in value &&
    isNonEmptyText(value.orderId) &&
    hasPromptAndLines(value)
  );
}

function hasPromptAndLines(value: object): boolean {
  const { checkoutRequestId, startedAt, way, lines } = value as Record<string, unknown>;
  const isPrompt = isNonEmptyText(checkoutRequestId) && Number.isSafeInteger(startedAt);
  const isNone = checkoutRequestId === null && startedAt === null;
  return (isPrompt || isNone) && (way === 'hand' || way === null) && Array.isArray(lines) && lines.every(isStoredLine);
}

function isStoredLine(value: unknown): value is StoredLine {
  if (typeof value !== 'object' || value === null) return false;
  const { id, quantity } = value as Record<string, unknown>;
  return isNonEmptyText(id) && Number.isSafeInteger(quantity) && (quantity as number) > 0;
}

function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isNonEmptyTextOrNull(value: unknown): value is string | null {
  return value === null || isNonEmptyText(value);
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
