import * as v from 'valibot';
import type { CheckedLine } from '../../contract/cart.ts';
import { ApiError } from '../../contract/errors.ts';
import {
  cancelOrder,
  changePaymentMethod,
  ChangedLines,
  createOrder,
  getOrder,
  getOrderByKey,
  KnownOrder,
  listMyOrders,
  Order,
  paymentLimits,
} from '../../contract/orders.ts';
import type { OrderDraft, PaymentMethod } from '../../contract/orders.ts';
import type { PaymentLimits } from '../../contract/rules/payment-limits.ts';
import type { Api } from './api.ts';

export type PlacementResult =
  | { readonly outcome: 'placed'; readonly orderId: string }
  | { readonly outcome: 'changed'; readonly lines: readonly CheckedLine[] };

export interface OrderByKey {
  readonly orderId: string;
  readonly paymentMethod: PaymentMethod;
  readonly isCancelled: boolean;
}

/** A successful reply whose data may be missing. The caller decides what that means (A55). */
const optionalReply = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({ success: v.literal(true), data: v.nullish(v.partial(v.object(entries))) });
const maybeOrders = { ...listMyOrders, reply: optionalReply({ orders: v.array(Order) }) };
const maybeCancelled = { ...cancelOrder, reply: optionalReply({ order: Order }) };

/** Places, finds and cancels orders. Every function rejects with `ApiError`. */
export function createOrdersService(call: Api) {
  return {
    /**
     * Sends the order under its key (D9). A refusal that lists changed lines is a result, not an error (D5). If an
     * earlier try, whose reply was lost, created the order for M-Pesa, this switches it to pay on delivery (D21).
     */
    async place(draft: OrderDraft, key: string, signal: AbortSignal): Promise<PlacementResult> {
      try {
        const { data } = await call(createOrder, draft, { signal, headers: { 'idempotency-key': key } });
        return { outcome: 'placed', orderId: data.order._id };
      } catch (error) {
        const lines = parseChangedLines(error);
        if (lines.length > 0) return { outcome: 'changed', lines };
        const orderId = parseKnownOrder(error);
        if (orderId === null || draft.paymentMethod !== 'cod') throw error;
        await call(changePaymentMethod, { id: orderId, paymentMethod: 'cod' }, { signal });
        return { outcome: 'placed', orderId };
      }
    },

    /** Fetches the order that was created under the key; 404 when there is none (D10). */
    async byKey(key: string, signal: AbortSignal): Promise<OrderByKey> {
      const { data } = await call(getOrderByKey, { key }, { signal, once: true });
      const { _id, paymentMethod, status } = data.order;
      return { orderId: _id, paymentMethod, isCancelled: status === 'cancelled' };
    },

    /**
     * Fetches the shopper's orders in the server's order, newest first. A reply without a list counts as a refusal
     * (§8).
     */
    async mine(signal: AbortSignal): Promise<readonly Order[]> {
      const { data } = await call(maybeOrders, {}, { signal });
      if (data?.orders === undefined) throw new ApiError({ kind: 'refused', status: 200 });
      return data.orders;
    },

    /** Fetches what the shopper may order and pay. The order `replaces` does not count (A51, D19). */
    async limits(replaces: string | null, signal: AbortSignal): Promise<PaymentLimits> {
      return (await call(paymentLimits, replaces === null ? {} : { replaces }, { signal })).data;
    },

    /** 404 when the order does not exist, 403 for an order of another shopper. */
    async one(orderId: string, signal: AbortSignal): Promise<Order> {
      return (await call(getOrder, { id: orderId }, { signal })).data.order;
    },

    /** Returns the cancelled order (H4), or `null` when the server confirms without sending the order. */
    async cancel(orderId: string, signal: AbortSignal): Promise<Order | null> {
      return (await call(maybeCancelled, { id: orderId }, { signal })).data?.order ?? null;
    },
  };
}

function parseChangedLines(error: unknown): readonly CheckedLine[] {
  if (!(error instanceof ApiError) || error.status !== 409) return [];
  const parsed = v.safeParse(ChangedLines, error.data);
  return parsed.success ? parsed.output.lines : [];
}

function parseKnownOrder(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const parsed = v.safeParse(KnownOrder, error.data);
  return parsed.success ? parsed.output.orderId : null;
}
