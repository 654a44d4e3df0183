import type { OrderDraft } from '../../../contract/orders.ts';
import { findStoredOrder, fingerprintOrder, getStoredOrders, parseStoredPayment } from './stored-payment.ts';
import type { StoredLine, StoredOrder, StoredPayment, StoredPrompt } from './stored-payment.ts';

/** The tab's knowledge of the order under way. */
export interface RecordKnowledge {
  /** The signed-in shopper, or `null`. */
  readonly user: string | null;
  /** The record in the storage, shared by all tabs; it may belong to any shopper. */
  readonly stored: StoredPayment | null;
  /** The record that this tab confirmed. Another tab may have confirmed a different cart meanwhile. */
  readonly own: StoredPayment | null;
}

type RecordPair = Pick<RecordKnowledge, 'stored' | 'own'>;
type Edit = (kept: StoredPayment) => StoredPayment | null;

/** Returns the stored record if it belongs to the signed-in shopper. */
export function getOwnRecord({ user, stored }: RecordKnowledge): StoredPayment | null {
  return stored !== null && stored.user === user ? stored : null;
}

/**
 * Applies the current stored text. When another tab has finished the order, its record disappears, and so it ends in
 * this tab too.
 */
export function applyStoredText({ stored, own }: RecordPair, text: string | null): RecordPair {
  const read = parseStoredPayment(text);
  return {
    stored: JSON.stringify(read) === JSON.stringify(stored) ? stored : read,
    own: text === null ? null : own,
  };
}

/** Finds the record of this draft: the stored one or the one of this tab (D9). */
export function findDraftRecord(known: RecordKnowledge, draft: OrderDraft): StoredPayment | null {
  const of = fingerprintOrder(known.user ?? '', draft);
  return [getOwnRecord(known), known.own].find((kept) => kept?.of === of) ?? null;
}

/**
 * Creates a record for another draft, under another key. It keeps the previous order as the one to be replaced until
 * the new order exists (D21).
 */
export function createRecord(known: RecordKnowledge, draft: OrderDraft, key: string): StoredPayment {
  const user = known.user ?? '';
  return {
    v: 4,
    user,
    key,
    of: fingerprintOrder(user, draft),
    orderId: null,
    checkoutRequestId: null,
    startedAt: null,
    way: null,
    lines: draft.orderItems.map(({ product, quantity }) => ({ id: product, quantity })),
    replaces: getStoredOrders(getOwnRecord(known))[0] ?? null,
  };
}

/**
 * Returns the key and the replaced order that this tab sends with its order: the same at every try of one key (D9,
 * D21).
 */
export function getOrderKeys({ own }: Pick<RecordKnowledge, 'own'>) {
  return { key: own?.key ?? '', replaces: own?.replaces ? { replaces: own.replaces.orderId } : {} };
}

/** Creates a record of an order that the server reported. It has no key, and its draft is unknown. */
export function adoptOrder(
  { user }: RecordKnowledge,
  { orderId, checkoutRequestId, startedAt, lines }: FoundOrder,
): StoredPayment {
  return {
    v: 4,
    user: user ?? '',
    key: null,
    of: null,
    orderId,
    checkoutRequestId,
    startedAt,
    way: null,
    lines: lines ?? [],
    replaces: null,
  };
}

export interface FoundOrder extends StoredPrompt {
  /** Lines to remove from the cart; `null` when unknown. */
  readonly lines: readonly StoredLine[] | null;
}

/** Returns whether a reported order may be stored: never over another shopper's record or an order that exists. */
export function canAdoptOrder(known: RecordKnowledge): boolean {
  return known.stored === null || (getOwnRecord(known) !== null && getStoredOrders(known.stored).length === 0);
}

export function isInStoredRecord({ stored }: RecordPair, orderId: string): boolean {
  return findStoredOrder(stored, orderId) !== null;
}

/** Returns the lines that this order has yet to remove from the cart (U6). */
export function getLinesToRemove({ stored, own }: RecordPair, orderId: string): readonly StoredLine[] {
  return (findStoredOrder(stored, orderId) ?? findStoredOrder(own, orderId))?.lines ?? [];
}

/**
 * Records that the server created the order of this key. If this tab has confirmed another draft meanwhile, that one
 * replaces it.
 */
export function confirmOrder(known: RecordPair, { key, orderId }: { key: string; orderId: string }): RecordPair {
  const late: StoredOrder = { orderId, checkoutRequestId: null, startedAt: null, way: null, lines: [] };
  const isOwns = known.own?.key === known.stored?.key;
  return editRecords(known, (kept) => {
    if (kept.key === key) return kept.orderId === orderId ? kept : { ...kept, orderId, replaces: null };
    return isOwns && kept.orderId === null && kept.replaces === null ? { ...kept, replaces: late } : kept;
  });
}

/** Drops the order to be replaced when it can no longer be replaced, e.g. because it is paid. */
export function dropReplacedOrder({ own, stored }: RecordPair): RecordPair {
  const key = own?.key;
  return editRecords({ own, stored }, (kept) => (kept.key === key ? { ...kept, replaces: null } : kept));
}

export function applyPrompt(known: RecordPair, { orderId, checkoutRequestId, startedAt }: StoredPrompt): RecordPair {
  return editRecords(known, (kept) => changeOrder(kept, orderId, { checkoutRequestId, startedAt, way: null }));
}

/** Records that the shopper pays the order by hand. A prompt that is still on the phone stays. */
export function setByHand(known: RecordPair, orderId: string): RecordPair {
  return editRecords(known, (kept) => changeOrder(kept, orderId, { way: 'hand' }));
}

export function clearPrompt(known: RecordPair, orderId: string): RecordPair {
  return editRecords(known, (kept) => changeOrder(kept, orderId, { checkoutRequestId: null, startedAt: null }));
}

export function clearLines(known: RecordPair, orderId: string): RecordPair {
  return editRecords(known, (kept) => changeOrder(kept, orderId, { lines: [] }));
}

/** Drops an order that is final or gone. The next order is a new one, even with the same lines. */
export function removeOrder(known: RecordPair, orderId: string): RecordPair {
  return editRecords(known, (kept) => {
    if (kept.orderId === orderId) return null;
    return kept.replaces?.orderId === orderId ? { ...kept, replaces: null } : kept;
  });
}

function editRecords({ stored, own }: RecordPair, edit: Edit): RecordPair {
  return { stored: stored && edit(stored), own: own && edit(own) };
}

function changeOrder(
  kept: StoredPayment,
  orderId: string,
  change: Partial<Omit<StoredOrder, 'orderId'>>,
): StoredPayment {
  const { replaces } = kept;
  const next =
    kept.orderId === orderId
      ? { ...kept, ...change }
      : { ...kept, replaces: replaces?.orderId === orderId ? { ...replaces, ...change } : replaces };
  return JSON.stringify(next) === JSON.stringify(kept) ? kept : next;
}
