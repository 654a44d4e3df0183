import type { OrderDraft } from '../../contract/orders.ts';
import { keptOrder, markOf, ordersIn, parseKeptPayment } from '../rules/kept-payment.ts';
import type { KeptLine, KeptOrder, KeptPayment } from '../rules/kept-payment.ts';
import type { BrowserStorage } from './browser-storage.ts';

/** Storage key of the order under way and its payment. */
const KEY = 'payment';

export type PaymentRecord = ReturnType<typeof createPaymentRecord>;

type Listener = (by: 'this tab' | 'another tab') => void;
type Change = Partial<Pick<KeptOrder, 'checkoutRequestId' | 'lines'>>;

/**
 * The order under way and its payment, kept in the storage until the order is placed for good, so that it
 * survives a reload and is one for all tabs. A record that is broken, older or another shopper's counts as none.
 */
export function createPaymentRecord(storage: BrowserStorage, uuid: () => string) {
  // Another tab may have confirmed another cart meanwhile: this tab still knows its own order.
  let own: KeptPayment | null = null;
  let isWatching = false;
  const listeners = new Set<Listener>();

  const stored = () => parseKeptPayment(storage.read(KEY));
  const read = (userId: string) => {
    const kept = stored();
    return kept?.user === userId ? kept : null;
  };
  const notify = (by: 'this tab' | 'another tab') => listeners.forEach((listener) => listener(by));
  const write = (kept: KeptPayment) => {
    storage.write(KEY, JSON.stringify(kept));
    notify('this tab');
  };
  const change = (edit: (kept: KeptPayment) => KeptPayment) => {
    own &&= edit(own);
    const before = stored();
    const after = before && edit(before);
    if (after !== null && after !== before) write(after);
  };

  /** What another tab has finished is over here too. */
  function watch(): void {
    if (isWatching) return;
    isWatching = true;
    storage.subscribe([KEY], () => {
      if (storage.read(KEY) === null) own = null;
      notify('another tab');
    });
  }

  return {
    /** What is kept for this shopper; the order that a new one replaces (D21) is in it. */
    read,

    /**
     * The `Idempotency-Key` of an order (D9): made when the shopper confirms, the same for every further try, also
     * after a reload and in other tabs, and another one once lines, delivery or shopper are others. The order that
     * was under way is then kept as the one to be replaced (`read(userId).replaces`), until the new one stands.
     */
    keyFor(userId: string, draft: OrderDraft): string {
      watch();
      const of = markOf(userId, draft);
      const before = read(userId);
      const known = [before, own].find((kept) => kept?.of === of);
      own = known ?? {
        v: 2,
        user: userId,
        key: uuid(),
        of,
        orderId: null,
        checkoutRequestId: null,
        lines: draft.orderItems.map(({ product, quantity }) => ({ id: product, quantity })),
        replaces: ordersIn(before)[0] ?? null,
      };
      if (known === undefined || known !== before) write(own);
      return own.key;
    },

    /** The server has made the order of the last key; what it replaces is cancelled. */
    keepOrder(orderId: string): void {
      const key = own?.key;
      change((kept) => (kept.key === key ? { ...kept, orderId, replaces: null } : kept));
    },

    /** The order to be replaced cannot be any more, e.g. because it is paid. */
    forgetReplaced(): void {
      const key = own?.key;
      change((kept) => (kept.key === key ? { ...kept, replaces: null } : kept));
    },

    keepPrompt(orderId: string, checkoutRequestId: string): void {
      change((kept) => withChange(kept, orderId, { checkoutRequestId }));
    },

    /** The shopper has seen how the payment ended; the order stays, so that another try makes no second one (D9). */
    forgetPrompt(orderId: string): void {
      change((kept) => withChange(kept, orderId, { checkoutRequestId: null }));
    },

    /** Keeps a payment that this browser did not begin, or has lost, unless another order is under way here. */
    adopt(userId: string, order: KeptOrder): void {
      if (stored() !== null) return;
      write({ v: 2, user: userId, key: uuid(), of: order.orderId, replaces: null, ...order });
    },

    /** The lines that this order has still to take out of the cart: once, whoever asks in whatever tab (U6). */
    claimLines(orderId: string): readonly KeptLine[] {
      const order = keptOrder(stored(), orderId) ?? keptOrder(own, orderId);
      change((kept) => withChange(kept, orderId, { lines: [] }));
      return order?.lines ?? [];
    },

    /** The order is placed for good or gone: the next one, even of the same lines, is another. */
    forget(orderId: string): void {
      const kept = stored();
      if (own?.orderId === orderId) own = null;
      if (kept?.orderId === orderId) {
        storage.remove(KEY);
        notify('this tab');
      } else change((it) => (it.replaces?.orderId === orderId ? { ...it, replaces: null } : it));
    },

    /** Told after the record was changed; answers how to stop. */
    subscribe(listener: Listener): () => void {
      watch();
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function withChange(kept: KeptPayment, orderId: string, change: Change): KeptPayment {
  if (kept.orderId === orderId) return { ...kept, ...change };
  return kept.replaces?.orderId === orderId ? { ...kept, replaces: { ...kept.replaces, ...change } } : kept;
}
