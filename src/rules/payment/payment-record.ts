import type { OrderDraft } from '../../../contract/orders.ts';
import { keptOrder, markOf, ordersIn, parseKeptPayment } from './kept-payment.ts';
import type { KeptLine, KeptOrder, KeptPayment, KeptPrompt } from './kept-payment.ts';

/** The tab's knowledge of the order under way. */
export interface KnownRecord {
  /** The signed-in shopper, or `null`. */
  readonly user: string | null;
  /** The record in the storage, shared by all tabs; it may belong to any shopper. */
  readonly stored: KeptPayment | null;
  /** The record that this tab confirmed. Another tab may have confirmed a different cart meanwhile. */
  readonly own: KeptPayment | null;
}

type Both = Pick<KnownRecord, 'stored' | 'own'>;
type Edit = (kept: KeptPayment) => KeptPayment | null;

/** Returns the stored record if it belongs to the signed-in shopper. */
export function keptOf({ user, stored }: KnownRecord): KeptPayment | null {
  return stored !== null && stored.user === user ? stored : null;
}

/**
 * Applies the current stored text. When another tab has finished the order, its record disappears, and so it ends in
 * this tab too.
 */
export function withText({ stored, own }: Both, text: string | null): Both {
  const read = parseKeptPayment(text);
  return {
    stored: JSON.stringify(read) === JSON.stringify(stored) ? stored : read,
    own: text === null ? null : own,
  };
}

/** Finds the record of this draft: the stored one or the one of this tab (D9). */
export function recordOf(known: KnownRecord, draft: OrderDraft): KeptPayment | null {
  const of = markOf(known.user ?? '', draft);
  return [keptOf(known), known.own].find((kept) => kept?.of === of) ?? null;
}

/**
 * Creates a record for another draft, under another key. It keeps the previous order as the one to be replaced until
 * the new order exists (D21).
 */
export function recordFor(known: KnownRecord, draft: OrderDraft, key: string): KeptPayment {
  const user = known.user ?? '';
  return {
    v: 3,
    user,
    key,
    of: markOf(user, draft),
    orderId: null,
    checkoutRequestId: null,
    startedAt: null,
    lines: draft.orderItems.map(({ product, quantity }) => ({ id: product, quantity })),
    replaces: ordersIn(keptOf(known))[0] ?? null,
  };
}

/**
 * Returns the key and the replaced order that this tab sends with its order: the same at every try of one key (D9,
 * D21).
 */
export function sentWith({ own }: Pick<KnownRecord, 'own'>) {
  return { key: own?.key ?? '', replaces: own?.replaces ? { replaces: own.replaces.orderId } : {} };
}

/** Creates a record of an order that the server reported. It has no key, and its draft is unknown. */
export function adopted(
  { user }: KnownRecord,
  { orderId, checkoutRequestId, startedAt, lines }: FoundOrder,
): KeptPayment {
  return {
    v: 3,
    user: user ?? '',
    key: null,
    of: null,
    orderId,
    checkoutRequestId,
    startedAt,
    lines: lines ?? [],
    replaces: null,
  };
}

export interface FoundOrder extends KeptPrompt {
  /** Lines to remove from the cart; `null` when unknown. */
  readonly lines: readonly KeptLine[] | null;
}

/** Returns whether a reported order may be stored: never over another shopper's record or an order that exists. */
export function isAdoptable(known: KnownRecord): boolean {
  return known.stored === null || (keptOf(known) !== null && ordersIn(known.stored).length === 0);
}

export function isInStored({ stored }: Both, orderId: string): boolean {
  return keptOrder(stored, orderId) !== null;
}

/** Returns the lines that this order has yet to remove from the cart (U6). */
export function linesOwedBy({ stored, own }: Both, orderId: string): readonly KeptLine[] {
  return (keptOrder(stored, orderId) ?? keptOrder(own, orderId))?.lines ?? [];
}

/**
 * Records that the server created the order of this key. If this tab has confirmed another draft meanwhile, that one
 * replaces it.
 */
export function withOrder(known: Both, { key, orderId }: { key: string; orderId: string }): Both {
  const late: KeptOrder = { orderId, checkoutRequestId: null, startedAt: null, lines: [] };
  const isOwns = known.own?.key === known.stored?.key;
  return edited(known, (kept) => {
    if (kept.key === key) return kept.orderId === orderId ? kept : { ...kept, orderId, replaces: null };
    return isOwns && kept.orderId === null && kept.replaces === null ? { ...kept, replaces: late } : kept;
  });
}

/** Drops the order to be replaced when it can no longer be replaced, e.g. because it is paid. */
export function withoutReplaced({ own, stored }: Both): Both {
  const key = own?.key;
  return edited({ own, stored }, (kept) => (kept.key === key ? { ...kept, replaces: null } : kept));
}

export function withPrompt(known: Both, { orderId, checkoutRequestId, startedAt }: KeptPrompt): Both {
  return edited(known, (kept) => withChange(kept, orderId, { checkoutRequestId, startedAt }));
}

export function withoutPrompt(known: Both, orderId: string): Both {
  return edited(known, (kept) => withChange(kept, orderId, { checkoutRequestId: null, startedAt: null }));
}

export function withoutLines(known: Both, orderId: string): Both {
  return edited(known, (kept) => withChange(kept, orderId, { lines: [] }));
}

/** Drops an order that is final or gone. The next order is a new one, even with the same lines. */
export function withoutOrder(known: Both, orderId: string): Both {
  return edited(known, (kept) => {
    if (kept.orderId === orderId) return null;
    return kept.replaces?.orderId === orderId ? { ...kept, replaces: null } : kept;
  });
}

function edited({ stored, own }: Both, edit: Edit): Both {
  return { stored: stored && edit(stored), own: own && edit(own) };
}

function withChange(kept: KeptPayment, orderId: string, change: Partial<Omit<KeptOrder, 'orderId'>>): KeptPayment {
  const { replaces } = kept;
  const next =
    kept.orderId === orderId
      ? { ...kept, ...change }
      : { ...kept, replaces: replaces?.orderId === orderId ? { ...replaces, ...change } : replaces };
  return JSON.stringify(next) === JSON.stringify(kept) ? kept : next;
}
