import type { OrderId } from '../../../contract/fields.ts';
import type { Shillings } from '../../../contract/rules/money.ts';
import { getMpesaMost, methodRefusals, type PaymentLimits } from '../../../contract/rules/payment-limits.ts';
import { shop } from '../../../contract/shop.config.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { findOpenOrders, findOpenPieces, hasAnyDelivered, lockShopper } from './order-quotas.repository.ts';
import { toPaymentLimits, toPiecesRefusal, type OpenOrder } from './order-quotas.rules.ts';
import { fieldError } from './draft.rules.ts';
import type { PricedLine } from './priced-order.rules.ts';

/** Enforces the limits for unpaid orders of one shopper (D19). */
export function createOrderQuotasService(
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
    return {
      ...toPaymentLimits(bounds, open, { hasDelivered, mpesaMax: shop.mpesaMax, cashMax: codMax }),
      byHand: env.mpesa.byHand,
    };
  }

  /**
   * Throws `Refusal` with the limit and a way out when a new order exceeds one: `invalid` when its total alone is too
   * high for the payment method, `conflict` when the open orders are the reason. `replaces` is the order that it
   * replaces. Locks the shopper until the transaction ends.
   */
  async function assertWithinLimits(
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
    assertMethodAllowed(await limitsWith(tx, userId, open), order);
    const pieces = open.length === 0 ? new Map<string, number>() : await findOpenPieces(tx, userId, order.replaces);
    refuse(toPiecesRefusal(bounds, order.lines, pieces));
  }

  /** Throws `Refusal` when the switch to cash on delivery exceeds a limit. The caller must lock the shopper first. */
  async function assertSwitchAllowed(
    tx: Sql,
    userId: string,
    { id, totalPrice }: { readonly id: OrderId; readonly totalPrice: Shillings },
  ): Promise<void> {
    assertMethodAllowed(await limitsFor(tx, userId, id), { paymentMethod: 'cod', totalPrice });
  }

  return { limitsFor, refuseNewOrder: assertWithinLimits, refuseSwitch: assertSwitchAllowed };
}

function assertMethodAllowed(
  limits: PaymentLimits,
  { paymentMethod, totalPrice }: { readonly paymentMethod: 'mpesa' | 'cod'; readonly totalPrice: Shillings },
): void {
  const message = methodRefusals(totalPrice, limits)[paymentMethod];
  const most = paymentMethod === 'mpesa' ? getMpesaMost(limits) : limits.cashMax;
  if (message !== null && most !== null && totalPrice > most) throw fieldError('paymentMethod', message);
  refuse(message);
}

function refuse(message: string | null): void {
  if (message !== null) throw new Refusal('conflict', message);
}
