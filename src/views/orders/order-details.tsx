import type { Order } from '../../../contract/orders.ts';
import { ksh } from '../../../contract/rules/money.ts';
import { displayPhone } from '../../../contract/rules/phone.ts';
import { paymentWords, receiptWords } from '../../rules/orders/shown-order.ts';
import { nairobiTime } from '../format/date.ts';
import * as styles from './orders.css.ts';

export const METHODS = { mpesa: 'M-Pesa Express', cod: 'Cash on Delivery' } as const;
const DELIVERIES = { home_delivery: 'Home delivery', pickup_station: 'Pickup' } as const;

/** What View Details opens in place (U12). */
export function OrderDetails({ id, order }: { readonly id: string; readonly order: Order }) {
  const { shippingAddress, trackingNumber, deliveredAt } = order;
  const rows: readonly (readonly [string, string | null])[] = [
    ['Order number', order._id],
    ['Payment method', METHODS[order.paymentMethod]],
    ['Payment', paymentWords(order)],
    ['M-Pesa receipt', receiptWords(order)],
    ['Delivery', DELIVERIES[shippingAddress.deliveryMethod]],
    ['Phone', displayPhone(shippingAddress.phone)],
    ['Tracking number', trackingNumber],
    ['Delivered', deliveredAt && nairobiTime(deliveredAt)],
    ['Items', ksh(order.itemsPrice)],
    ['Shipping', order.shippingPrice === 0 ? 'Free' : ksh(order.shippingPrice)],
    ['Tax', ksh(order.taxPrice)],
    ['Total', ksh(order.totalPrice)],
  ];
  return (
    <dl id={id} className={styles.details}>
      {rows.flatMap(([label, value]) =>
        value === null || value === ''
          ? []
          : [
              <div key={label} className={value === order._id ? styles.wide : styles.detail}>
                <dt className={styles.label}>{label}</dt>
                <dd>{value}</dd>
              </div>,
            ],
      )}
    </dl>
  );
}
