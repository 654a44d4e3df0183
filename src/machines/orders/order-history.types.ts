import type { Order } from '../../../contract/orders.ts';
import type { Problem } from '../../rules/failure.ts';

/** What order-history.machine.ts is given, knows, hears and is answered. */

export interface OrderHistoryInput {
  /** The courier's page with `{number}` in it; null where the shop has none (U12). */
  readonly courierLink: string | null;
}

export interface OrderHistoryContext extends OrderHistoryInput {
  /** As the server lists them, newest first. */
  readonly orders: readonly Order[];
  /** The server's time when they were listed, or when the time to pay for one of them was last over; epoch ms (H13). */
  readonly now: number;
  /** The ids of those whose details are shown. */
  readonly opened: readonly string[];
  /** Why there is no list. */
  readonly listProblem: Problem | null;
  /** The server has said that an order is no longer as it is shown. */
  readonly isStale: boolean;
  /** Whose package is being tracked. */
  readonly tracked: Order | null;
  /** Which order was last asked to be cancelled, why it could not be, and what it has come to. */
  readonly cancelling: Order | null;
  readonly cancelProblem: Problem | null;
  readonly cancelTexts: readonly string[];
  /** Which order was last ordered again, why it could not be, and what has changed since it was ordered. */
  readonly reordering: Order | null;
  readonly reorderProblem: Problem | null;
  readonly reorderTexts: readonly string[];
}

interface OrderEvent<Type extends string> {
  readonly type: Type;
  readonly orderId: string;
}

export type OrderHistoryEvent =
  | { readonly type: 'list.retry' }
  | OrderEvent<'details.toggle'>
  | OrderEvent<'package.track'>
  | OrderEvent<'cancel.ask'>
  | { readonly type: 'cancel.keep' }
  | { readonly type: 'cancel.confirm' }
  | OrderEvent<'reorder.ask'>
  | { readonly type: 'clock.tick'; readonly now: number }
  | { readonly type: 'session.ended' };

/** The orders, and the server's time when it listed them, epoch ms. */
export interface Listed {
  readonly orders: readonly Order[];
  readonly now: number;
}

export interface Asked {
  readonly orderId: string;
}

/** What the server said of an order that it cancelled; null where it says no more than that. */
export interface Cancelled {
  readonly order: Order | null;
  /** A payment of it was under way in the bar under the header. */
  readonly isPromptOpen: boolean;
}
