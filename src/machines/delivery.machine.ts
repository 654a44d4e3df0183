import { setup } from 'xstate';
import type { DeliveryMethod } from '../../contract/orders.ts';

/** How the parcel reaches the shopper, inside the checkout (§2, §4 Delivery choice). */

export interface DeliveryInput {
  /** The methods that this shop offers now. */
  readonly offered: readonly DeliveryMethod[];
}

export type DeliveryContext = DeliveryInput;

export type DeliveryEvent = { readonly type: 'delivery.choose'; readonly method: DeliveryMethod };

export const deliveryMachine = setup({
  types: { input: {} as DeliveryInput, context: {} as DeliveryContext, events: {} as DeliveryEvent },
  guards: {
    isOffered: ({ context }, { method }: { method: DeliveryMethod }) => context.offered.includes(method),
  },
}).createMachine({
  id: 'delivery',
  description: 'The choice between delivery to the door and a pickup station.',
  context: ({ input }) => input,
  initial: 'home',
  states: {
    home: {
      description: 'The parcel comes to the door, free of charge.',
      // A method that is not offered cannot be chosen; the view asks `can`.
      on: { 'delivery.choose': { guard: { type: 'isOffered', params: ({ event }) => event } } },
    },
  },
});
