import type { DeliveryMethod } from '../../../contract/orders.ts';
import { getDeliveryEstimate } from '../../rules/checkout/estimate.ts';
import type { deliveryMachine } from '../../machines/checkout/delivery.machine.ts';
import { Icon } from '../parts/icon.tsx';
import { RadioCard, RadioGroup } from '../parts/radio-card.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './delivery.css.ts';
import { Pickup } from './pickup.tsx';
import * as texts from '../../texts/checkout.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof deliveryMachine> & {
  /** The typed city of the delivery details, which the home delivery estimate uses. */
  readonly city: string;
};

/** Home delivery or a pickup station (§2 Checkout). */
export function DeliveryView(props: Props) {
  const { snapshot, send, city } = props;
  const {
    choice: { county, town },
    isHeld,
  } = snapshot.context;
  const isHome = snapshot.matches('home');
  const choose = (wanted: DeliveryMethod) => send({ type: 'delivery.choose', method: wanted });
  return (
    <div className={styles.delivery}>
      <RadioGroup legend={texts.deliveryMethod}>
        <RadioCard
          name="delivery"
          value="home_delivery"
          title={texts.freeDelivery}
          note={texts.toYourDoor}
          checked={isHome}
          disabled={isHeld}
          onChange={choose}
        />
        <RadioCard
          name="delivery"
          value="pickup_station"
          title={texts.freePickup}
          note={texts.nearYou}
          checked={!isHome}
          disabled={isHeld}
          onChange={choose}
        />
      </RadioGroup>
      <p className={styles.estimate}>
        <Icon outline={outlines.truck} />
        <span>
          {texts.estimatedDelivery(getDeliveryEstimate(isHome ? { county: null, city } : { county, city: town }))}
        </span>
      </p>
      {!isHome && <Pickup snapshot={snapshot} send={send} />}
    </div>
  );
}
