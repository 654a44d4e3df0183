import type { OrderDraft } from '../../contract/orders.ts';
import type { BrowserStorage } from './browser-storage.ts';

/** Storage key of the order under way; the payment record of M-Pesa is kept under the same. */
const KEY = 'payment';

interface Kept {
  readonly v: 1;
  /** The `Idempotency-Key` of the order. */
  readonly key: string;
  /** Tells which shopper, lines and delivery it belongs to. */
  readonly of: string;
}

/**
 * The `Idempotency-Key` of an order (D9): made when the shopper confirms, the same for every further try, also
 * after a reload and in other tabs, and another one once lines, delivery or shopper are others.
 */
export function createPlacementKeys(storage: BrowserStorage, uuid: () => string) {
  // Another tab may have confirmed another cart meanwhile: this tab still knows its own key.
  let own: Kept | null = null;

  return {
    keyFor(userId: string, draft: OrderDraft): string {
      const of = markOf(userId, draft);
      const known = [readKept(storage.read(KEY)), own].find((kept) => kept?.of === of);
      own = known ?? { v: 1, key: uuid(), of };
      storage.write(KEY, JSON.stringify(own));
      return own.key;
    },

    /** The order is placed for good: the next one, even of the same lines, is another order. */
    forget(): void {
      if (readKept(storage.read(KEY))?.key === own?.key) storage.remove(KEY);
      own = null;
    },
  };
}

function readKept(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { v, key, of } = value as Record<string, unknown>;
  return v === 1 && typeof key === 'string' && key !== '' && typeof of === 'string';
}

/** The payment method is left out: another way to pay for the same parcel is the same order (D9, D21). */
function markOf(userId: string, { orderItems, shippingAddress, deliveryMethod, pickupStation }: OrderDraft): string {
  const lines = orderItems.map(({ product, quantity, price }) => [product, quantity, price]);
  return hash(JSON.stringify([userId, lines, shippingAddress, deliveryMethod, pickupStation ?? null]));
}

/** 64 bits (two FNV-1a), so that no address or phone stays in the storage after a logout. */
function hash(text: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((seed) => {
      let sum = seed;
      for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
      return (sum >>> 0).toString(16).padStart(8, '0');
    })
    .join('');
}
