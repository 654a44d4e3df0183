import * as v from 'valibot';
import type { CheckedLine } from '../../contract/cart.ts';
import { ApiError } from '../../contract/errors.ts';
import {
  changePaymentMethod,
  ChangedLines,
  createOrder,
  getOrderByKey,
  KnownOrder,
  listMyOrders,
} from '../../contract/orders.ts';
import type { OrderDraft, PaymentMethod } from '../../contract/orders.ts';
import type { Api } from './api.ts';

export type PlacedOrChanged =
  | { readonly outcome: 'placed'; readonly orderId: string }
  | { readonly outcome: 'changed'; readonly lines: readonly CheckedLine[] };

export interface OrderFound {
  readonly orderId: string;
  readonly paymentMethod: PaymentMethod;
  readonly isCancelled: boolean;
}

/** Placing and finding orders. Every function rejects with ApiError. */
export function createOrdersService(call: Api) {
  return {
    /**
     * Sends the order under its key (D9). A refusal that names changed lines is an answer, not an error (D5). Where an
     * earlier try, whose answer was lost, had made it for M-Pesa, that order is now paid on delivery (D21).
     */
    async place(draft: OrderDraft, key: string, signal: AbortSignal): Promise<PlacedOrChanged> {
      try {
        const { data } = await call(createOrder, draft, { signal, headers: { 'idempotency-key': key } });
        return { outcome: 'placed', orderId: data.order._id };
      } catch (error) {
        const lines = changedLinesIn(error);
        if (lines.length > 0) return { outcome: 'changed', lines };
        const orderId = knownOrderIn(error);
        if (orderId === null || draft.paymentMethod !== 'cod') throw error;
        await call(changePaymentMethod, { id: orderId, paymentMethod: 'cod' }, { signal });
        return { outcome: 'placed', orderId };
      }
    },

    /** The order that was made under the key; 404 where there is none (D10). */
    async byKey(key: string, signal: AbortSignal): Promise<OrderFound> {
      const { data } = await call(getOrderByKey, { key }, { signal, once: true });
      const { _id, paymentMethod, status } = data.order;
      return { orderId: _id, paymentMethod, isCancelled: status === 'cancelled' };
    },

    /** The shopper's newest order, null where there is none (U21). */
    async latest(signal: AbortSignal): Promise<{ orderId: string | null }> {
      const { data } = await call(listMyOrders, {}, { signal });
      const [newest] = [...data.orders].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
      return { orderId: newest?._id ?? null };
    },
  };
}

function changedLinesIn(error: unknown): readonly CheckedLine[] {
  if (!(error instanceof ApiError) || error.status !== 409) return [];
  const parsed = v.safeParse(ChangedLines, error.data);
  return parsed.success ? parsed.output.lines : [];
}

function knownOrderIn(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const parsed = v.safeParse(KnownOrder, error.data);
  return parsed.success ? parsed.output.orderId : null;
}
