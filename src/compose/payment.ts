import { mpesaPaymentMachine } from '../machines/mpesa-payment.machine.ts';
import type { orderPlacementMachine } from '../machines/order-placement.machine.ts';
import type { ComposeEnv } from './env.ts';
import { paymentRecord } from './payment-record.ts';
import { composePaymentWatch } from './payment-watch.ts';

/** Where the checkout leads to. */
export interface WaysOn {
  readonly goToOrderSuccess: (scope: unknown, params: { orderId: string }) => void;
  readonly goToLogin: () => void;
}

/** The checkout's payment by M-Pesa with its slots filled. `orderPlacement` is the composed one. */
export function composePayment(env: ComposeEnv, orderPlacement: typeof orderPlacementMachine, waysOn: WaysOn) {
  const record = paymentRecord(env);
  const { paymentWatch, pushPrompt, clock, removeOrdered, forget } = composePaymentWatch(env);
  return mpesaPaymentMachine.provide({
    actors: { orderPlacement, paymentWatch, pushPrompt, clock },
    actions: {
      keepOrder: (_, { orderId }) => record().keepOrder(orderId),
      keepPrompt: ({ context }, { checkoutRequestId }) => record().keepPrompt(context.orderId ?? '', checkoutRequestId),
      removeOrdered: ({ context }) => removeOrdered(context.orderId ?? ''),
      forgetPayment: ({ context }) => forget(context.orderId ?? ''),
      forgetPrompt: ({ context }) => record().forgetPrompt(context.orderId ?? ''),
      forgetOrder: ({ context }) => forget(context.orderId ?? ''),
      ...waysOn,
    },
  });
}
