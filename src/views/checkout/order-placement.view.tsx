import type { orderPlacementMachine } from '../../machines/checkout/order-placement.machine.ts';
import type { ViewProps } from '../view.ts';
import * as styles from './checkout.css.ts';
import * as texts from '../../texts/checkout.ts';

/** Tells the shopper when the reply to the order was lost and is being looked up (D10). */
export function OrderPlacementView({ snapshot }: ViewProps<typeof orderPlacementMachine>) {
  return (
    <p role="status" className={styles.status}>
      {snapshot.matches('checking') ? texts.checkingOrder : null}
    </p>
  );
}
