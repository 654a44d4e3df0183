import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { HttpError } from '../../http/http-error.ts';
import { findOpenOrders, findOpenPieces, hasAnyDelivered, lockShopper } from './bounds.repository.ts';
import { cashRefusal, mpesaBoundRefusal, piecesRefusal } from './bounds.rules.ts';
import type { PricedLine } from './priced-order.rules.ts';

/** What one shopper may keep from the others without having paid (D19). */
export function createBoundsService({ env }: Pick<Deps, 'env'>) {
  const { bounds } = env.orders;

  /**
   * Throws HttpError 409 with the bound and what to do where a new order would break one. `replaces` is the order whose
   * place it takes. Until the transaction ends no other order of the shopper is counted or made.
   */
  async function refuseNewOrder(
    tx: Sql,
    userId: string,
    order: {
      readonly paymentMethod: 'mpesa' | 'cod';
      readonly totalPrice: number;
      readonly lines: readonly PricedLine[];
      readonly replaces: string | null;
    },
  ): Promise<void> {
    await lockShopper(tx, userId);
    const open = await findOpenOrders(tx, userId, order.replaces);
    if (order.paymentMethod === 'cod') await refuseCash(tx, userId, open, order.totalPrice);
    else refuse(mpesaBoundRefusal(bounds, open));
    const pieces = open.length === 0 ? new Map<string, number>() : await findOpenPieces(tx, userId, order.replaces);
    refuse(piecesRefusal(bounds, order.lines, pieces));
  }

  /** Throws HttpError 409 where an unpaid order would be one too many for cash on delivery. The shopper is locked. */
  async function refuseSwitch(
    tx: Sql,
    userId: string,
    { id, totalPrice }: { readonly id: string; readonly totalPrice: number },
  ): Promise<void> {
    await refuseCash(tx, userId, await findOpenOrders(tx, userId, id), totalPrice);
  }

  async function refuseCash(
    tx: Sql,
    userId: string,
    open: Awaited<ReturnType<typeof findOpenOrders>>,
    total: number,
  ): Promise<void> {
    // Whether one was delivered is looked up only where it matters.
    const message =
      cashRefusal(bounds, open, total, false) === null
        ? null
        : cashRefusal(bounds, open, total, await hasAnyDelivered(tx, userId));
    refuse(message);
  }

  return { refuseNewOrder, refuseSwitch };
}

function refuse(message: string | null): void {
  if (message !== null) throw new HttpError(409, message);
}
