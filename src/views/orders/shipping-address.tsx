import type { Order } from '../../../contract/orders.ts';
import * as styles from './orders.css.ts';
import * as texts from '../../texts/orders.ts';

/** Placeholder for a missing postal code (A30). */
const NO_CODE = '00000';

/** The delivery address, or the pickup station. */
export function ShippingAddress({ address: of }: { readonly address: Order['shippingAddress'] }) {
  const { name, address, city, postalCode, country, deliveryMethod, pickupLocation } = of;
  const town = postalCode === NO_CODE || postalCode === '' ? city : `${city} ${postalCode}`;
  return (
    <div className={styles.address}>
      <h3 className={styles.label}>
        {deliveryMethod === 'pickup_station' ? texts.pickupStation : texts.shippingAddress}
      </h3>
      <p>{[name, pickupLocation?.station ?? '', address, town, country].filter((part) => part !== '').join(', ')}</p>
    </div>
  );
}
