import type { OrderId } from '../../../contract/fields.ts';
import type { Shillings } from '../../../contract/rules/money.ts';
import { methodRefusals, type PaymentLimits } from '../../../contract/rules/payment-limits.ts';
import { shop } from '../../../contract/shop.config.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { findOpenOrders, findOpenPieces, hasAnyDelivered, lockShopper } from './bounds.repository.ts';
import { paymentLimitsOf, piecesRefusal, type OpenOrder } from './bounds.rules.ts';
import { fieldError } from './draft.rules.ts';
import type { PricedLine } from './priced-order.rules.ts';

/** Enforces the limits for unpaid orders of one shopper (D19). */
export function createBoundsService(
  { env }: Pick<Deps, 'env'>,
  { codMax = shop.codMax }: { readonly codMax?: number | null } = {},
) {
  const { bounds } = env.orders;

  /**
   * Returns the remaining limits of the shopper. `except` is one of the shopper's orders that does not count (A51,
   * D19).
   */
  async function limitsFor(db: Sql, userId: string, except: OrderId | null): Promise<PaymentLimits> {
    return limitsWith(db, userId, await findOpenOrders(db, userId, except));
  }

  async function limitsWith(db: Sql, userId: string, open: readonly OpenOrder[]): Promise<PaymentLimits> {
    const hasDelivered = await hasAnyDelivered(db, userId);
    return paymentLimitsOf(bounds, open, { hasDelivered, mpesaMax: shop.mpesaMax, cashMax: codMax });
  }

  /**
   * Throws `Refusal` with the limit and a way out when a new order exceeds one: `invalid` when its total alone is too
   * high for the payment method, `conflict` when the open orders are the reason. `replaces` is the order that it
   * replaces. Locks the shopper until the transaction ends.
   */
  async function refuseNewOrder(
    tx: Sql,
    userId: string,
    order: {
      readonly paymentMethod: 'mpesa' | 'cod';
      readonly totalPrice: Shillings;
      readonly lines: readonly PricedLine[];
      readonly replaces: OrderId | null;
    },
  ): Promise<void> {
    await lockShopper(tx, userId);
    const open = await findOpenOrders(tx, userId, order.replaces);
    refuseMethod(await limitsWith(tx, userId, open), order);
    const pieces = open.length === 0 ? new Map<string, number>() : await findOpenPieces(tx, userId, order.replaces);
    refuse(piecesRefusal(bounds, order.lines, pieces));
  }

  /** Throws `Refusal` when the switch to cash on delivery exceeds a limit. The caller must lock the shopper first. */
  async function refuseSwitch(
    tx: Sql,
    userId: string,
    { id, totalPrice }: { readonly id: OrderId; readonly totalPrice: Shillings },
  ): Promise<void> {
    refuseMethod(await limitsFor(tx, userId, id), { paymentMethod: 'cod', totalPrice });
  }

  return { limitsFor, refuseNewOrder, refuseSwitch };
}

function refuseMethod(
  limits: PaymentLimits,
  { paymentMethod, totalPrice }: { readonly paymentMethod: 'mpesa' | 'cod'; readonly totalPrice: Shillings },
): void {
  const message = methodRefusals(totalPrice, limits)[paymentMethod];
  const most = paymentMethod === 'mpesa' ? limits.mpesaMax : limits.cashMax;
  if (message !== null && most !== null && totalPrice > most) throw fieldError('paymentMethod', message);
  refuse(message);
}

function refuse(message: string | null): void {
  if (message !== null) throw new Refusal('conflict', message);
}
