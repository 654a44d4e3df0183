import type { Verification } from '../../../contract/auth.ts';
import type { Order } from '../../../contract/orders.ts';
import type { Problem } from '../../rules/failure.ts';
import type { LineNow } from '../../rules/orders/reorder.ts';
import type { SessionStanding } from '../../rules/account/stored-session.ts';

/** What order-tracking.machine.ts is given, knows and hears. */

export interface OrderTrackingInput {
  /** Of the address; empty where it names none. */
  readonly orderId: string;
  readonly session: SessionStanding;
  /** The profile's phone, in whatever form; empty for none. */
  readonly phone: string;
  /** For the SMS with a code, where the payer's phone has to be proved (D25). */
  readonly userName: string;
}

export interface OrderTrackingContext {
  readonly orderId: string;
  readonly session: SessionStanding;
  /** In the box for an id. */
  readonly typed: string;
  readonly typedProblem: string | null;
  /** To choose from. */
  readonly orders: readonly Order[];
  /** Why orders or the order are not there. */
  readonly problem: Problem | null;
  /** Why the shopper has to log in. */
  readonly notice: 'notLoggedIn' | 'invalidSession' | null;
  /** The one that is shown. */
  readonly order: Order | null;
  /** Epoch ms by the server's clock, as last heard (H13). */
  readonly now: number;
  /** Somebody looks at the page. */
  readonly isSeen: boolean;
  /** Something says that the order is not as it is shown. */
  readonly isStale: boolean;
  /** The order whose payment is under way in the bar under the header; null for none. */
  readonly inBar: string | null;
  readonly cancelProblem: Problem | null;
  /** A prompt was open when the shopper said yes to cancelling it; it can still be paid. */
  readonly isPromptLeft: boolean;
  readonly profilePhone: string;
  readonly userName: string;
  /** What proves a payer's phone; goes with each push to it until one is answered (D25). */
  readonly proof: Verification | null;
  /** In the dialog. */
  readonly phone: string;
  readonly phoneError: string | null;
  readonly payProblem: Problem | null;
  /** The shopper's own phone where a refusal offers it: a prompt to it works at once (D25); empty for none. */
  readonly ownPhone: string;
  /** Until when the server takes no other push, epoch ms by its clock (D8). */
  readonly blockedUntil: number;
  readonly reorderProblem: Problem | null;
  readonly reorderTexts: readonly string[];
}

export interface Asked {
  readonly orderId: string;
}
export interface Standing {
  readonly session: SessionStanding;
}
export interface Found {
  readonly order: Order;
  readonly now: number;
}
export interface Checked {
  readonly lines: readonly LineNow[];
}

export type OrderTrackingEvent =
  | ({ readonly type: 'path.changed' } & Asked & Standing)
  /** What the browser keeps of the shopper now; sent before each press (A26). */
  | ({ readonly type: 'session.read' } & Standing)
  | { readonly type: 'session.ended' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' }
  | { readonly type: 'clock.tick'; readonly now: number }
  | ({ readonly type: 'bar.paying' } & Asked)
  | { readonly type: 'bar.idle' }
  | { readonly type: 'id.change'; readonly typed: string }
  | { readonly type: 'id.submit' }
  | ({ readonly type: 'order.pick' } & Asked)
  | { readonly type: 'page.retry' }
  | { readonly type: 'cancel.ask' }
  | { readonly type: 'cancel.keep' }
  | { readonly type: 'cancel.confirm' }
  | { readonly type: 'pay.ask' }
  /** Sends the prompt to the shopper's own phone instead (D25). */
  | { readonly type: 'pay.useOwn' }
  | { readonly type: 'phone.change'; readonly phone: string }
  | { readonly type: 'phone.confirm' }
  | { readonly type: 'dialog.cancel' }
  /** Escape where the code is asked for; Back is the code screen's own. */
  | { readonly type: 'code.dismiss' }
  | { readonly type: 'reorder.ask' };
