import type { InferInput } from 'valibot';
import type { Product } from '../../contract/catalogue.ts';
import type { OrderDraft } from '../../contract/orders.ts';

/** Builds a draft order of one of each product, paid on delivery to a door in Nairobi. */
export function createCashOrder(products: readonly InferInput<typeof Product>[]): OrderDraft {
  const orderItems = products.map(({ _id, name, price, finalPrice, images }) => ({
    product: _id,
    name,
    quantity: 1,
    price: finalPrice ?? price,
    image: images?.[0] ?? '',
  }));
  const total = orderItems.reduce((sum, { price }) => sum + price, 0);
  return {
    orderItems,
    shippingAddress: {
      address: 'Moi Avenue 12',
      city: 'Nairobi',
      postalCode: '00000',
      country: 'Kenya',
      deliveryMethod: 'home_delivery',
    },
    paymentMethod: 'cod',
    itemsPrice: total,
    taxPrice: 0,
    shippingPrice: 0,
    totalPrice: total,
    deliveryMethod: 'home_delivery',
  };
}
