import type { OrderDraft, PaymentMethod } from '../../../contract/orders.ts';
import type { PaymentLimits } from '../../../contract/rules/payment-limits.ts';
import type { Cart, KnownStock, LineChange } from '../../rules/cart/cart.ts';
import type { DeliveryField, RefusedField } from '../../rules/checkout/checkout.ts';
import type { Problem } from '../../rules/failure.ts';
import type { FilledForm, TypedForm } from '../../rules/checkout/order-form.ts';
import type { User } from '../../../contract/user.ts';

/** What checkout.machine.ts is given, knows and hears. */

export interface CheckoutInput extends Pick<
  FilledForm,
  'user' | 'cart' | 'stock' | 'payments' | 'codMax' | 'mpesaMax' | 'kept'
> {
  /** What was typed before the session ended; null for nothing. */
  readonly typed: TypedForm | null;
}

export interface CheckoutContext extends FilledForm, CheckoutInput {
  /** Whose form it is, also once the session has ended; null for nobody's. */
  readonly owner: string | null;
  /** What the cart's last check found changed (A4). */
  readonly changes: readonly LineChange[];
  readonly problem: Problem | null;
  /** What the problem is about. */
  readonly badFields: readonly RefusedField[];
  /** What was sent when the shopper last pressed the button; null before. */
  readonly draft: OrderDraft | null;
  /** The lines that the server refused to sell as they were (D5). */
  readonly review: readonly LineChange[];
}

export type CheckoutEvent =
  | {
      readonly type: 'cart.changed';
      readonly cart: Cart;
      readonly stock: KnownStock;
      readonly changes: readonly LineChange[];
    }
  | { readonly type: 'payment.kept'; readonly kept: FilledForm['kept'] }
  | { readonly type: 'limits.changed'; readonly limits: PaymentLimits }
  | { readonly type: 'session.ended' }
  | { readonly type: 'user.changed'; readonly user: User }
  | { readonly type: 'profile.retry' }
  | { readonly type: 'field.change'; readonly field: DeliveryField; readonly value: string }
  | { readonly type: 'addressSaving.change'; readonly isOn: boolean }
  | { readonly type: 'payment.change'; readonly method: PaymentMethod }
  | { readonly type: 'line.remove'; readonly id: string }
  | { readonly type: 'notice.dismiss' }
  | { readonly type: 'order.place' }
  | { readonly type: 'review.accept' }
  | { readonly type: 'review.back' };
