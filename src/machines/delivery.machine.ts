import { setup } from 'xstate';
import type { DeliveryMethod } from '../../contract/orders.ts';

/** How the parcel reaches the shopper, inside the checkout (§2, §4 Delivery choice). */

export type DeliveryEvent = { readonly type: 'delivery.choose'; readonly method: DeliveryMethod };

export const deliveryMachine = setup({
  types: { events: {} as DeliveryEvent },
}).createMachine({
  id: 'delivery',
  description: 'The choice between delivery to the door and a pickup station.',
  initial: 'home',
  states: {
    home: { description: 'The parcel comes to the door, free of charge; pickup stations are not open yet.' },
  },
});
