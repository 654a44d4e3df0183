import type { Order } from '../../../contract/orders.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { formatPhone } from '../../../contract/rules/phone.ts';
import { getParcelSteps } from '../../rules/orders/parcel-words.ts';
import { formatPaymentStatus, formatReceipt, getPartFacts } from '../../rules/orders/shown-order.ts';
import { formatNairobiTime } from '../format/date.ts';
import { getWords, Lines, Station } from './parcel.tsx';
import * as styles from './orders.css.ts';
import * as texts from '../../texts/orders.ts';

export const METHODS = { mpesa: texts.mPesaExpress, cod: texts.cashOnDelivery } as const;
const DELIVERIES = { home_delivery: texts.homeDelivery, pickup_station: texts.pickup } as const;

/** Steps that the status and the day of the delivery tell. */
const TOLD: readonly string[] = ['shipped', 'delivered'];

/** The details that View Details opens in place (U12). */
export function OrderDetails({ id, order }: { readonly id: string; readonly order: Order }) {
  const { shippingAddress, trackingNumber, deliveredAt } = order;
  const rows: readonly (readonly [string, string | null])[] = [
    [texts.orderNumber, order._id],
    [texts.paymentMethod, METHODS[order.paymentMethod]],
    [texts.payment, formatPaymentStatus(order)],
    ...getPartFacts(order),
    [texts.mPesaReceipt, formatReceipt(order)],
    [texts.delivery, DELIVERIES[shippingAddress.deliveryMethod]],
    [texts.phone, formatPhone(shippingAddress.phone)],
    [texts.trackingNumber, trackingNumber],
    ...getParcelSteps(order).flatMap(({ event, word, at }) =>
      TOLD.includes(event) ? [] : [[word, formatNairobiTime(at)] as const],
    ),
    [texts.delivered, deliveredAt && formatNairobiTime(deliveredAt)],
    [texts.items, formatKsh(order.itemsPrice)],
    [texts.shipping, order.shippingPrice === 0 ? texts.free : formatKsh(order.shippingPrice)],
    [texts.tax, formatKsh(order.taxPrice)],
    [texts.total, formatKsh(order.totalPrice)],
  ];
  const words = getWords(order);
  return (
    <div id={id} className={styles.more}>
      {words?.state === 'ready' && <Station pickup={order.parcel?.pickup ?? null} />}
      <Lines lines={words?.details ?? []} />
      <dl className={styles.details}>
        {rows.flatMap(([label, value]) =>
          value === null || value === ''
            ? []
            : [
                <div key={`${label} ${value}`} className={value === order._id ? styles.wide : styles.detail}>
                  <dt className={styles.label}>{label}</dt>
                  <dd>{value}</dd>
                </div>,
              ],
        )}
      </dl>
    </div>
  );
}
