import type * as v from 'valibot';
import type { Order } from '../../../contract/orders.ts';
import {
  checkingProducts,
  goesBackText,
  lateMoneyText,
  noRefundText,
  paidTooMuchText,
  paidTwiceText,
} from '../messages/order-messages.texts.ts';
import { isHeldUnpaid } from '../settlement/payment-review.rules.ts';
import type { LineRow, OrderRow, StoredOrder } from '../settlement/stored-orders.repository.ts';
import { toRefundViews } from './refund-view.rules.ts';
import { toParcelView } from './parcel-view.rules.ts';
import { checkingPayment, seenPayment } from '../settlement/settlement.texts.ts';

type ViewedLine = Pick<LineRow, 'id' | 'productId' | 'name' | 'quantity' | 'price' | 'image'>;
type ViewedOrder = Omit<
  OrderRow,
  'shortId' | 'userId' | 'vatIncluded' | 'etims' | 'delayedAt' | 'pickupStationId' | 'pickupInstructions'
>;

/** Converts a stored order to §3 Order. Ids become `_id` (A34). */
export function toOrderView({
  order,
  lines,
  user,
  refunds,
  steps,
  station,
  openMoney,
  receipt,
}: {
  readonly order: ViewedOrder;
  readonly lines: readonly ViewedLine[];
  readonly user: StoredOrder['user'];
  readonly refunds: StoredOrder['refunds'];
  readonly steps: StoredOrder['steps'];
  readonly station: StoredOrder['station'];
  readonly openMoney: StoredOrder['openMoney'];
  readonly receipt: StoredOrder['receipt'];
}): v.InferInput<typeof Order> {
  return {
    _id: order.id,
    user: { _id: user.id, name: user.name, email: user.email },
    orderItems: lines.map(({ id, productId, name, quantity, price, image }) => ({
      _id: id,
      product: productId,
      name,
      quantity,
      price,
      image,
    })),
    shippingAddress: {
      name: order.recipientName,
      phone: order.recipientPhone,
      address: order.address,
      city: order.city,
      postalCode: order.postalCode,
      country: order.country,
      deliveryMethod: order.deliveryMethod,
      ...(order.deliveryMethod === 'pickup_station' && {
        pickupLocation: { county: order.pickupCounty, town: order.pickupTown, station: order.pickupStation },
      }),
    },
    paymentMethod: order.paymentMethod,
    itemsPrice: order.itemsPrice,
    shippingPrice: order.shippingPrice,
    taxPrice: order.taxPrice,
    totalPrice: order.totalPrice,
    isPaid: order.isPaid,
    paidAt: order.paidAt?.toISOString() ?? null,
    isDelivered: order.isDelivered,
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    status: order.status,
    trackingNumber: order.trackingNumber,
    expiresAt: isWaiting(order) ? (order.expiresAt?.toISOString() ?? null) : null,
    cancelReason: order.status === 'cancelled' ? order.cancelReason : null,
    parcel: toParcelView(order, steps, station),
    ...(isHeldUnpaid(order) && { held: true }),
    paymentNotice: openMoney.isProving ? seenPayment : getNotice(order, refunds),
    receipt,
    ...(openMoney.isProving && { checking: true }),
    part: order.money === 'partPaid' ? { paid: openMoney.paid, due: order.totalPrice - openMoney.paid } : null,
    refunds: toRefundViews(refunds.each),
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  };
}

/** Only orders that wait for a payment expire (D12). */
function isWaiting({ status, money }: Pick<OrderRow, 'status' | 'money'>): boolean {
  return status === 'pending' && (money === 'unpaid' || money === 'partPaid');
}

/** Returns the notice about a review or refund, or `null`. */
export function getNotice(order: ViewedOrder, refunds: StoredOrder['refunds']): string | null {
  if (isHeldUnpaid(order)) return checkingPayment;
  if (refunds.late > 0) return lateMoneyText(refunds.late, order.cancelReason);
  if (order.money !== 'overpaid') return getParcelNotice(order, refunds);
  const isTwice = refunds.each.some(({ confirmedAt, isRest }) => confirmedAt === null && !isRest);
  return isTwice && refunds.due >= order.totalPrice ? paidTwiceText(refunds.due) : paidTooMuchText(refunds.due);
}

/** The fate of the money of a parcel that is lost or comes back (OWN-P1). */
function getParcelNotice(
  { status, money, cancelReason, noRefundReason }: ViewedOrder,
  refunds: StoredOrder['refunds'],
): string | null {
  const isParcel = status === 'shipped' || cancelReason === 'lost' || cancelReason === 'returned';
  if (!isParcel) return null;
  if (money === 'kept') return capitalise(noRefundText('this order', noRefundReason ?? ''));
  if (money === 'refundDue' || money === 'refunded') return refunds.all > 0 ? goesBackText(refunds.all) : null;
  return cancelReason === 'returned' && (money === 'paid' || money === 'partPaid') ? checkingProducts : null;
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
