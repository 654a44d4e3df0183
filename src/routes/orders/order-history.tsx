import { shop } from '../../../contract/shop.config.ts';
import { orderHistoryMachines } from '../../compose/orders/order-history.ts';
import { OrderHistoryView } from '../../views/orders/order-history.view.tsx';
import { useMachines } from '../app-context.tsx';
import { useSnapshot } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';

/** The Orders tab of the profile (§2 Orders tab). */
export default function OrderHistory() {
  const history = useRootActor(useMachines(orderHistoryMachines).orderHistory, {
    input: { courierLink: shop.courierLink },
  });
  return <OrderHistoryView snapshot={useSnapshot(history)} send={history.send} />;
}
