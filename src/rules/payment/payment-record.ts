import type { OrderDraft } from '../../../contract/orders.ts';
import { keptOrder, markOf, ordersIn, parseKeptPayment } from './kept-payment.ts';
import type { KeptLine, KeptOrder, KeptPayment, KeptPrompt } from './kept-payment.ts';

/** What a tab knows of the order under way. */
export interface KnownRecord {
  /** Who is signed in; null for nobody. */
  readonly user: string | null;
  /** As the storage has it for all tabs, whoever's it is. */
  readonly stored: KeptPayment | null;
  /** As this tab confirmed it: another tab may have confirmed another cart meanwhile. */
  readonly own: KeptPayment | null;
}

type Both = Pick<KnownRecord, 'stored' | 'own'>;
type Edit = (kept: KeptPayment) => KeptPayment | null;

/** What is kept for the shopper who is signed in; another's counts as none. */
export function keptOf({ user, stored }: KnownRecord): KeptPayment | null {
  return stored !== null && stored.user === user ? stored : null;
}

/** What the storage says now. A record that is gone is over for this tab, too: another one has finished it. */
export function withText({ stored, own }: Both, text: string | null): Both {
  const read = parseKeptPayment(text);
  return {
    stored: JSON.stringify(read) === JSON.stringify(stored) ? stored : read,
    own: text === null ? null : own,
  };
}

/** The record of this draft, be it the one that is kept or the one that this tab knows (D9). */
export function recordOf(known: KnownRecord, draft: OrderDraft): KeptPayment | null {
  const of = markOf(known.user ?? '', draft);
  return [keptOf(known), known.own].find((kept) => kept?.of === of) ?? null;
}

/**
 * A record for another draft, under another key. The order that was under way is kept as the one to be replaced, until
 * the new one stands (D21).
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

/** What the order that this tab has confirmed is sent with: the same at every try of one key (D9, D21). */
export function sentWith({ own }: Pick<KnownRecord, 'own'>) {
  return { key: own?.key ?? '', replaces: own?.replaces ? { replaces: own.replaces.orderId } : {} };
}

/** A record of what the server told of: it has no key, and what its draft was is not known. */
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
  /** What it took out of the cart; null where nobody told. */
  readonly lines: readonly KeptLine[] | null;
}

/** Nothing is kept over another shopper's record, nor over an order that stands. */
export function isAdoptable(known: KnownRecord): boolean {
  return known.stored === null || (keptOf(known) !== null && ordersIn(known.stored).length === 0);
}

export function isInStored({ stored }: Both, orderId: string): boolean {
  return keptOrder(stored, orderId) !== null;
}

/** The lines that this order has still to take out of the cart (U6). */
export function linesOwedBy({ stored, own }: Both, orderId: string): readonly KeptLine[] {
  return (keptOrder(stored, orderId) ?? keptOrder(own, orderId))?.lines ?? [];
}

/** The order of this key stands. Where this tab has confirmed another draft meanwhile, that one replaces it. */
export function withOrder(known: Both, { key, orderId }: { key: string; orderId: string }): Both {
  const late: KeptOrder = { orderId, checkoutRequestId: null, startedAt: null, lines: [] };
  const isOwns = known.own?.key === known.stored?.key;
  return edited(known, (kept) => {
    if (kept.key === key) return kept.orderId === orderId ? kept : { ...kept, orderId, replaces: null };
    return isOwns && kept.orderId === null && kept.replaces === null ? { ...kept, replaces: late } : kept;
  });
}

/** The order to be replaced cannot be any more, e.g. because it is paid. */
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

/** The order is placed for good or gone: the next one, even of the same lines, is another. */
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
