import type { OrderDraft } from '../../../contract/orders.ts';
import type { PaymentRef } from './payment.ts';

/**
 * The order under way as the browser keeps it: small, versioned, and never believed about money; the server
 * tells where the payment stands (decision 0008).
 */
export interface KeptPayment extends KeptOrder<string | null> {
  readonly v: 3;
  /** Whose it is; others who log in here do not see it. */
  readonly user: string;
  /** The `Idempotency-Key` of the order (D9); null for one that the server told of. */
  readonly key: string | null;
  /** Tells which lines and delivery the key belongs to; null without a key. */
  readonly of: string | null;
  /** The unpaid order that this one takes the place of once the server has made it (D21). */
  readonly replaces: KeptOrder | null;
}

export interface KeptOrder<OrderId extends string | null = string> {
  /** Null until the server has made the order. */
  readonly orderId: OrderId;
  /** Once a prompt was accepted. */
  readonly checkoutRequestId: string | null;
  /** When the first prompt of this try was accepted, epoch ms by the server's clock; null without a prompt (Q28). */
  readonly startedAt: number | null;
  /** The ordered lines that are still to leave the cart when the order is placed for good (U6). */
  readonly lines: readonly KeptLine[];
}

/** A payment that waits for its prompt. */
export interface KeptPrompt extends PaymentRef {
  /** When the first prompt of this try was accepted, epoch ms by the server's clock (Q28). */
  readonly startedAt: number;
}

export interface KeptLine {
  readonly id: string;
  readonly quantity: number;
}

/** Reads the stored text; null for what is missing, broken, foreign or of an older version. */
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
 * Tells orders apart without telling them: 64 bits (two FNV-1a), so that no address or phone stays in the
 * storage. The payment method is left out: another way to pay for the same parcel is the same order (D9, D21).
 */
export function markOf(
  userId: string,
  { orderItems, shippingAddress, deliveryMethod, pickupStation }: OrderDraft,
): string {
  const lines = orderItems.map(({ product, quantity, price }) => [product, quantity, price]);
  return hash(JSON.stringify([userId, lines, shippingAddress, deliveryMethod, pickupStation ?? null]));
}

/** The order with this id, be it the one under way or the one that it replaces. */
export function keptOrder(kept: KeptPayment | null, orderId: string): KeptOrder | null {
  return ordersIn(kept).find((order) => order.orderId === orderId) ?? null;
}

/** The payment that waits for its prompt: of the order under way, else of the order that it was to replace. */
export function keptPrompt(kept: KeptPayment | null): KeptPrompt | null {
  const [waiting] = ordersIn(kept).flatMap(({ orderId, checkoutRequestId, startedAt }) =>
    checkoutRequestId === null || startedAt === null ? [] : [{ orderId, checkoutRequestId, startedAt }],
  );
  return waiting ?? null;
}

/** The orders that the server has made and that are not placed for good. */
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
    // One of the two names it: the key of what was sent, or the order that the server told of.
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
