import { randomUUID } from 'node:crypto';
import type { OrderDraft } from '../../../contract/orders.ts';
import { databaseCode } from '../../db/errors.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentUser } from '../../http/handler.ts';
import { HttpError } from '../../http/http-error.ts';
import { createOffersRepository, type Offers } from '../catalogue/offers.repository.ts';
import { refuseUnsupported } from './draft-checks.ts';
import { changeOrder, newOrderState } from './order-change.ts';
import { claimKey, hashOf } from './order-keys.ts';
import { planOrder, shortOf, type OrderPlan, type PlanChanges } from './order-plan.ts';
import { orderView } from './order-view.ts';
import { countOpenCashOrders, findPostalCodes, insertOrder, lockShopper, type InitialOrder, type NewLine } from './orders.repository.ts';
import { ownOrder, TOO_MANY_OPEN } from './orders.service.ts';
import { changeReserved, StockShort } from './stock.ts';

type OrderReply = ReturnType<typeof orderView>;

const SHORT_ID_LENGTH = 8;
const TRIES = 5;
const UNIQUE_VIOLATION = '23505';

/** T1 of providers 2.4: one short transaction that reserves the stock and makes the order, once for each key. */
export function createOrderCreator(
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  { newId = randomUUID, codMax }: { newId?: () => string; codMax?: number | null } = {},
) {
  const offers = createOffersRepository(db);
  const inProgress = new Set<string>();

  /**
   * POST /orders. 400 for what cannot be ordered, 409 with `data.lines` where prices, sums or stock are not
   * what the shopper saw (D5), 409 with Retry-After while the same key is at work, 400 for a key that was
   * used for another order (H15).
   */
  async function create(user: CurrentUser, draft: OrderDraft, key: string | null): Promise<OrderReply> {
    refuseUnsupported(draft, codMax);
    if (key === null) return place(user, draft, null);
    const claim = `${user.id} ${key}`;
    if (inProgress.has(claim)) throw new HttpError(409, 'Your order is being placed. Please wait a moment.', { retryAfter: 1 });
    inProgress.add(claim);
    try {
      return await place(user, draft, key);
    } finally {
      inProgress.delete(claim);
    }
  }

  async function place(user: CurrentUser, draft: OrderDraft, key: string | null): Promise<OrderReply> {
    const [known, postalCodes] = await Promise.all([offersFor(user, draft), findPostalCodes(db.sql, user.id)]);
    const now = clock.now();
    const plan = planOrder(draft, known, now);
    for (let attempt = 1; ; attempt += 1) {
      const made = orderOf(user, draft, plan, { id: newId(), now, postalCode: postalCodeOf(draft, postalCodes) });
      try {
        return await db.tx((tx) => placeOnce(tx, user, draft, plan, made, key));
      } catch (error) {
        if (error instanceof StockShort) throw changed(shortOf(draft, error.product, await offersFor(user, draft), now));
        // Two orders whose ids start alike (A33): the next id will differ.
        if (databaseCode(error) !== UNIQUE_VIOLATION || attempt === TRIES) throw error;
      }
    }
  }

  /** What is for sale, with the pieces of the order that this one takes the place of (D21). */
  async function offersFor(user: CurrentUser, draft: OrderDraft): Promise<Offers> {
    const known = await offers.find(draft.orderItems.map(({ product }) => product.toLowerCase()));
    if (draft.replaces === undefined) return known;
    const replaced = await ownOrder(db.sql, user.id, draft.replaces);
    const own = new Map(replaced.lines.map(({ productId, quantity, reservation }) => [productId, reservation === 'released' ? 0 : quantity]));
    return new Map([...known].map(([id, offer]) => [id, { ...offer, stock: offer.stock + (own.get(id) ?? 0) }]));
  }

  async function placeOnce(
    tx: Sql, user: CurrentUser, draft: OrderDraft, plan: OrderPlan | PlanChanges, made: MadeOrder, key: string | null,
  ): Promise<OrderReply> {
    const { order, lines, reply } = made;
    if (key !== null) {
      const first = await claimKey(tx, {
        userId: user.id, key, bodyHash: hashOf(draft), orderId: order.id, body: reply, now: order.createdAt,
        staleAt: new Date(order.createdAt.getTime() - env.orders.keyMs),
      });
      if (first !== null) return replay(first, draft);
    }
    if ('message' in plan) throw changed(plan);
    await lockShopper(tx, user.id);
    if ((await countOpenCashOrders(tx, user.id)) >= env.orders.maxOpenCod) throw new HttpError(409, TOO_MANY_OPEN);
    const taken = plan.lines.map(({ product, quantity }) => ({ product, quantity }));
    if (draft.replaces === undefined) await changeReserved(tx, taken);
    else await replace(tx, user.id, draft.replaces, order.createdAt, taken);
    await insertOrder(tx, order, lines);
    return reply;
  }

  return { create };
}

/** D21: the shopper's own unpaid order goes, and its stock counts for the new one. */
async function replace(tx: Sql, userId: string, id: string, now: Date, taken: Parameters<typeof changeReserved>[1]): Promise<void> {
  // No M-Pesa attempt can be live before there are M-Pesa payments.
  const event = { type: 'order.replace', hasLiveAttempt: false } as const;
  const outcome = await changeOrder(tx, () => ownOrder(tx, userId, id), event, now, taken);
  if (outcome !== 'changed') throw new HttpError(409, 'The order that this one replaces can no longer be changed.');
}

function replay(first: { readonly bodyHash: string; readonly body: unknown }, draft: OrderDraft): OrderReply {
  if (first.bodyHash === hashOf(draft)) return first.body as OrderReply;
  throw new HttpError(400, 'This key was already used for another order.');
}

function changed({ message, lines }: PlanChanges): HttpError {
  return new HttpError(409, message, { data: { lines } });
}

/** What only the life of an order brings. */
const UNTOUCHED = { paidAt: null, isDelivered: false, deliveredAt: null, trackingNumber: null };

interface MadeOrder {
  readonly order: InitialOrder;
  readonly lines: readonly NewLine[];
  readonly reply: OrderReply;
}

/** The rows of the order and the answer that tells them; empty of lines where the plan was refused. */
function orderOf(
  user: CurrentUser, draft: OrderDraft, plan: OrderPlan | PlanChanges,
  { id, now, postalCode }: { id: string; now: Date; postalCode: string },
): MadeOrder {
  const { shippingAddress } = draft;
  const planned: OrderPlan = 'message' in plan ? { lines: [], itemsPrice: 0, vatIncluded: 0 } : plan;
  const { reservation, ...state } = newOrderState({ paymentMethod: draft.paymentMethod, expiresAt: null });
  const lines = planned.lines.map(({ product, ...line }, position) => ({
    id: randomUUID(), orderId: id, productId: product, position, ...line, reservation,
  }));
  const order = {
    id,
    shortId: id.slice(0, SHORT_ID_LENGTH),
    userId: user.id,
    ...state,
    paymentMethod: draft.paymentMethod,
    itemsPrice: planned.itemsPrice,
    shippingPrice: 0,
    taxPrice: 0,
    totalPrice: planned.itemsPrice,
    vatIncluded: planned.vatIncluded,
    deliveryMethod: draft.deliveryMethod,
    // The account's own where the shopper named nobody else (A28).
    recipientName: textOr(shippingAddress.name, user.name),
    recipientPhone: textOr(shippingAddress.phone, user.phone),
    address: shippingAddress.address.trim(),
    city: shippingAddress.city.trim(),
    postalCode,
    country: shippingAddress.country.trim(),
    createdAt: now,
    updatedAt: now,
  };
  return { order, lines, reply: orderView({ order: { ...order, ...UNTOUCHED }, lines, user }) };
}

function textOr(value: string | undefined, fallback: string): string {
  return value === undefined || value.trim() === '' ? fallback : value.trim();
}

/** A30: the code of the saved address that was chosen; what was sent where it has none. */
function postalCodeOf({ shippingAddress }: OrderDraft, saved: Awaited<ReturnType<typeof findPostalCodes>>): string {
  const folded = (text: string) => text.trim().toLowerCase();
  const match = saved.find(
    ({ address, city, postalCode }) =>
      postalCode.trim() !== '' && folded(address) === folded(shippingAddress.address) && folded(city) === folded(shippingAddress.city),
  );
  return match?.postalCode.trim() ?? shippingAddress.postalCode;
}
