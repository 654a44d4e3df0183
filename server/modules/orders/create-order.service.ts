import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import type { ParsedDraft } from '../../../contract/orders.ts';
import { toShillings } from '../../../contract/rules/money.ts';
import { toMsisdn } from '../../../contract/rules/phone.ts';
import { databaseCode } from '../../db/errors.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentUser } from '../../people.ts';
import { Refusal } from '../../refusal.ts';
import { findOffers, type Offers } from '../catalogue/offers.repository.ts';
import { findStation, type StationRow } from '../pickup/pickup.repository.ts';
import { getInitialState } from '../settlement/order-state.rules.ts';
import { bookOrder, changeReserved, SHOPPER, StockShortError } from '../stock/stock.repository.ts';
import { NO_PARCEL } from '../settlement/parcel-state.rules.ts';
import { findOrder, NOTHING_ELSE } from '../settlement/stored-orders.repository.ts';
import { assertSupported } from './draft.rules.ts';
import { claimKey } from './order-keys.repository.ts';
import { hashRequest } from './order-keys.rules.ts';
import { toPickup, type OrderPickup } from './order-pickup.rules.ts';
import { toOrderView } from './order-view.rules.ts';
import { findPostalCodes, insertOrder, type InitialOrder, type NewLine } from './orders.repository.ts';
import { assertOwnOrder } from './own-order.rules.ts';
import { priceOrder, toShortage, type OfferChanges, type PricedOrder } from './priced-order.rules.ts';
import * as texts from './orders.texts.ts';

type OrderReply = ReturnType<typeof toOrderView>;

const NOTHING = toShillings(0);
const SHORT_ID_LENGTH = 8;
const TRIES = 5;
const UNIQUE_VIOLATION = '23505';
/** An identical M-Pesa order within this time with another key is a double click (providers 2.4). */
const DOUBLE_CLICK_MS = 10_000;
/** A request with the key of a running one waits this long, e.g. for the same order in another tab (providers 2.4). */
const LONGEST_WAIT_MS = 5000;

/** Creates orders. One short transaction reserves the stock and inserts the order, once per key (T1). */
export function createOrderService(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  services: Pick<Services, 'expiry' | 'bounds' | 'replaceOrder'>,
  { newId = randomUUID, waitMs = LONGEST_WAIT_MS }: { newId?: () => string; waitMs?: number } = {},
) {
  const { db, clock, env } = deps;
  const { scheduleExpiry } = services.expiry;
  const { refuseNewOrder } = services.bounds;
  const { replaceOrder } = services.replaceOrder;
  const inProgress = new Map<string, Promise<OrderReply>>();

  /**
   * Handles `POST /orders`. Throws `invalid` for an order that the shop does not accept, `conflict` with `data.lines`
   * when prices, totals or stock differ from what the shopper saw (D5), `conflict` with `Retry-After` when a
   * request with the same key still runs after the wait, and `invalid` for a key that another order used (H15).
   */
  async function create(user: CurrentUser, draft: ParsedDraft, key: string | null): Promise<OrderReply> {
    assertSupported(draft);
    if (key === null) return place(user, draft, null);
    const claim = `${user.id} ${key}`;
    const running = inProgress.get(claim);
    if (running !== undefined) {
      await Promise.race([running.catch(() => null), sleep(waitMs, null, { ref: false })]);
      if (inProgress.get(claim) === running) throw new Refusal('conflict', texts.beingPlaced, { retryAfter: 1 });
      return place(user, draft, key);
    }
    const reply = place(user, draft, key);
    inProgress.set(claim, reply);
    try {
      return await reply;
    } finally {
      inProgress.delete(claim);
    }
  }

  async function place(user: CurrentUser, draft: ParsedDraft, key: string | null): Promise<OrderReply> {
    const [known, postalCodes, station] = await Promise.all([
      findLineOffers(user, draft),
      findPostalCodes(db.sql, user.id),
      findDraftStation(draft),
    ]);
    const pickup = toPickup(draft, station);
    const now = clock.now();
    const priced = priceOrder(draft, known, now);
    for (let attempt = 1; ; attempt += 1) {
      const postalCode = getPostalCode(draft, postalCodes);
      const expiresAt = new Date(now.getTime() + env.orders.holdMs);
      const made = toOrder(user, draft, priced, { id: toOrderId(newId()), now, postalCode, expiresAt, pickup });
      try {
        return await db.tx((tx) => placeOnce(tx, user, draft, priced, made, key));
      } catch (error) {
        if (error instanceof StockShortError)
          throw toChangedReply(toShortage(draft, error.product, await findLineOffers(user, draft), now));
        // Two order ids have the same short id (A33). The retry generates another id.
        if (databaseCode(error) !== UNIQUE_VIOLATION || attempt === TRIES) throw error;
      }
    }
  }

  async function findDraftStation({ deliveryMethod, pickupStation }: ParsedDraft): Promise<StationRow | null> {
    const isSent = deliveryMethod === 'pickup_station' && pickupStation !== undefined;
    return isSent ? findStation(db.sql, pickupStation) : null;
  }

  /** Returns the offers, with the stock that the replaced order frees (D21). */
  async function findLineOffers(user: CurrentUser, draft: ParsedDraft): Promise<Offers> {
    const known = await findOffers(
      db.sql,
      draft.orderItems.map(({ product }) => product.toLowerCase()),
    );
    if (draft.replaces === undefined) return known;
    const replaced = assertOwnOrder(await findOrder(db.sql, draft.replaces), user.id);
    const own = new Map(
      replaced.lines.map(({ productId, quantity, reservation }) => [
        productId,
        reservation === 'released' ? 0 : quantity,
      ]),
    );
    return new Map([...known].map(([id, offer]) => [id, { ...offer, stock: offer.stock + (own.get(id) ?? 0) }]));
  }

  async function placeOnce(
    tx: Sql,
    user: CurrentUser,
    draft: ParsedDraft,
    priced: PricedOrder | OfferChanges,
    made: PreparedOrder,
    key: string | null,
  ): Promise<OrderReply> {
    const { order, lines, reply, problem } = made;
    const first = await claim(tx, user, draft, made, key);
    if (first !== null) return replay(first, draft);
    if (problem !== null) throw problem;
    if ('message' in priced) throw toChangedReply(priced);
    const { paymentMethod, replaces = null } = draft;
    await refuseNewOrder(tx, user.id, {
      paymentMethod,
      totalPrice: priced.itemsPrice,
      lines: priced.lines,
      replaces,
    });
    const taken = priced.lines.map(({ product, quantity }) => ({ product, quantity }));
    if (replaces === null) await changeReserved(tx, taken);
    else await replaceOrder(tx, user.id, replaces, order.createdAt, taken);
    await insertOrder(tx, order, lines);
    if (lines[0]?.reservation === 'committed')
      await bookOrder(tx, 'sale', { orderId: order.id, at: order.createdAt, ...SHOPPER });
    if (order.expiresAt !== null) await scheduleExpiry(tx, order.id, order.expiresAt);
    return reply;
  }

  /**
   * Returns the row of the first request when this one repeats it, else `null`. Then it claims the key and, for M-Pesa,
   * the double click mark. Two tabs that confirm in the same moment may use different keys, because browser storage
   * reaches other processes with a delay. They still create one order (D9).
   */
  async function claim(
    tx: Sql,
    user: CurrentUser,
    draft: ParsedDraft,
    { order, reply }: PreparedOrder,
    key: string | null,
  ) {
    const bodyHash = hashRequest(draft);
    const made = { userId: user.id, bodyHash, orderId: order.id, body: reply, now: order.createdAt };
    const before = (ms: number) => new Date(order.createdAt.getTime() - ms);
    if (key !== null) {
      const first = await claimKey(tx, { ...made, key, staleAt: before(env.orders.keyMs) });
      if (first !== null) return first;
    }
    if (draft.paymentMethod === 'cod') return null;
    // The space prevents a clash with keys from headers.
    const mark = { ...made, key: `double click ${bodyHash}` };
    const doubled = await claimKey(tx, { ...mark, staleAt: before(DOUBLE_CLICK_MS) });
    if (doubled === null) return null;
    if (!(await isUnpaid(tx, doubled.orderId))) {
      // The first order was paid or cancelled within these seconds, so this is a new order.
      await claimKey(tx, { ...mark, staleAt: doubled.createdAt });
      return null;
    }
    const { orderId, body } = doubled;
    if (key !== null && orderId !== null) await claimKey(tx, { ...made, key, orderId, body, staleAt: made.now });
    return doubled;
  }

  return { create };
}

async function isUnpaid(tx: Sql, orderId: OrderId | null): Promise<boolean> {
  const stored = orderId === null ? null : await findOrder(tx, orderId);
  return stored !== null && stored.order.status === 'pending' && !stored.order.isPaid;
}

/**
 * Returns the first response. When only the payment method differs, the error contains the order id, so that the client
 * can change the order (D21).
 */
function replay(first: { readonly bodyHash: string; readonly body: unknown }, draft: ParsedDraft): OrderReply {
  const order = first.body as OrderReply;
  if (first.bodyHash === hashRequest(draft)) return order;
  if (first.bodyHash !== hashRequest({ ...draft, paymentMethod: order.paymentMethod })) {
    throw new Refusal('invalid', texts.keyUsed);
  }
  throw new Refusal('invalid', texts.placedOtherwise, {
    data: { orderId: order._id },
  });
}

function toChangedReply({ message, lines }: OfferChanges): Refusal {
  return new Refusal('conflict', message, { data: { lines } });
}

/** Initial values of columns that change later. */
const UNTOUCHED = {
  money: 'unpaid',
  paidAt: null,
  isDelivered: false,
  deliveredAt: null,
  trackingNumber: null,
  cancelReason: null,
  ...NO_PARCEL,
} as const;

interface PreparedOrder {
  readonly order: InitialOrder;
  readonly lines: readonly NewLine[];
  readonly reply: OrderReply;
  /** Why the pickup is not possible, or `null`. */
  readonly problem: Refusal | null;
}

/** Returns the rows of the order and the response. There are no lines when the order could not be priced. */
function toOrder(
  user: CurrentUser,
  draft: ParsedDraft,
  priced: PricedOrder | OfferChanges,
  {
    id,
    now,
    postalCode,
    expiresAt,
    pickup,
  }: { id: OrderId; now: Date; postalCode: string; expiresAt: Date; pickup: OrderPickup },
): PreparedOrder {
  const { shippingAddress } = draft;
  const agreed: PricedOrder = 'message' in priced ? { lines: [], itemsPrice: NOTHING, vatIncluded: NOTHING } : priced;
  const { reservation, ...state } = getInitialState({
    paymentMethod: draft.paymentMethod,
    expiresAt: draft.paymentMethod === 'mpesa' ? expiresAt.getTime() : null,
  });
  const lines = agreed.lines.map(({ product, ...line }, position) => ({
    id: randomUUID(),
    orderId: id,
    productId: product,
    position,
    ...line,
    reservation,
  }));
  const order = {
    id,
    shortId: id.slice(0, SHORT_ID_LENGTH),
    userId: user.id,
    ...state,
    paymentMethod: draft.paymentMethod,
    itemsPrice: agreed.itemsPrice,
    shippingPrice: NOTHING,
    taxPrice: NOTHING,
    totalPrice: agreed.itemsPrice,
    vatIncluded: agreed.vatIncluded,
    deliveryMethod: draft.deliveryMethod,
    // Falls back to the account's name and phone (A28).
    recipientName: shippingAddress.name || user.name,
    recipientPhone: shippingAddress.phone ? toMsisdn(shippingAddress.phone) : user.phone,
    address: shippingAddress.address,
    city: shippingAddress.city,
    postalCode,
    country: shippingAddress.country,
    ...pickup.columns,
    createdAt: now,
    updatedAt: now,
  };
  return {
    order,
    lines,
    reply: toOrderView({ order: { ...order, ...UNTOUCHED }, lines, user, ...NOTHING_ELSE }),
    problem: pickup.problem,
  };
}

/** Returns the postal code of the matching saved address, or the one in the request (A30). */
function getPostalCode({ shippingAddress }: ParsedDraft, saved: Awaited<ReturnType<typeof findPostalCodes>>): string {
  const folded = (text: string) => text.trim().toLowerCase();
  const match = saved.find(
    ({ address, city, postalCode }) =>
      postalCode.trim() !== '' &&
      folded(address) === folded(shippingAddress.address) &&
      folded(city) === folded(shippingAddress.city),
  );
  return match?.postalCode.trim() ?? shippingAddress.postalCode;
}
