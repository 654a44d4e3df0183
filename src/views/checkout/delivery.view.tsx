import type { DeliveryMethod } from '../../../contract/orders.ts';
import type { deliveryMachine } from '../../machines/delivery.machine.ts';
import { RadioCard, RadioGroup } from '../parts/radio-card.tsx';
import type { ViewProps } from '../view.ts';

/** To the door, or to a pickup station (§2 Checkout). */
export function DeliveryView({ snapshot, send }: ViewProps<typeof deliveryMachine>) {
  const choose = (method: DeliveryMethod) => send({ type: 'delivery.choose', method });
  return (
    <RadioGroup legend="Delivery method">
      <RadioCard
        name="delivery"
        value="home_delivery"
        title="Free delivery"
        note="To your door"
        checked={snapshot.matches('home')}
        onChange={() => choose('home_delivery')}
      />
      <RadioCard
        name="delivery"
        value="pickup_station"
        title="Free pickup"
        note="Coming soon"
        checked={false}
        disabled={!snapshot.can({ type: 'delivery.choose', method: 'pickup_station' })}
        onChange={() => choose('pickup_station')}
      />
    </RadioGroup>
  );
}
