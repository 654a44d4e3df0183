import type * as v from 'valibot';
import type { Order } from '../../../contract/orders.ts';
import type { LineRow, OrderRow, StoredOrder } from './orders.repository.ts';

type ShownLine = Pick<LineRow, 'id' | 'productId' | 'name' | 'quantity' | 'price' | 'image'>;
type ShownOrder = Omit<OrderRow, 'shortId' | 'userId' | 'cancelReason' | 'vatIncluded' | 'etims' | 'expiresAt'>;

/** A stored order as §3 Order; ids become `_id` here (A34). */
export function orderView(
  { order, lines, user }: { readonly order: ShownOrder; readonly lines: readonly ShownLine[]; readonly user: StoredOrder['user'] },
): v.InferInput<typeof Order> {
  return {
    _id: order.id,
    user: { _id: user.id, name: user.name, email: user.email },
    orderItems: lines.map(({ id, productId, name, quantity, price, image }) => ({ _id: id, product: productId, name, quantity, price, image })),
    shippingAddress: {
      name: order.recipientName,
      phone: order.recipientPhone,
      address: order.address,
      city: order.city,
      postalCode: order.postalCode,
      country: order.country,
      deliveryMethod: order.deliveryMethod,
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
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  };
}
