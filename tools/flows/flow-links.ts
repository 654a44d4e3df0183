import type { FlowLink } from 'flow-atlas/atlas/map';

/** A communication between flows, with the source text that shows it; a test looks for it. */
export interface ProvenFlowLink extends FlowLink {
  readonly file: string;
  readonly words: string;
}

const KEPT = 'stored data of the payment';

/** Communication of the payment flows with each other and with the server, without starting each other. */
export const FLOW_LINKS: readonly ProvenFlowLink[] = [
  { from: 'checkout', to: 'payment-record', how: KEPT, ...inCompose('checkout/checkout', 'lazyPaymentRecord(env)') },
  {
    from: 'order-placement',
    to: 'payment-record',
    how: KEPT,
    ...inCompose('checkout/order-placement', 'lazyPaymentRecord(env)'),
  },
  {
    from: 'mpesa-payment',
    to: 'payment-record',
    how: KEPT,
    ...inCompose('payment/mpesa-payment', 'lazyPaymentRecord(env)'),
  },
  {
    from: 'by-hand',
    to: 'payment-record',
    how: KEPT,
    ...inCompose('payment/by-hand', 'lazyPaymentRecord(env)'),
  },
  {
    from: 'by-hand',
    to: 'order',
    how: 'server calls: what is paid, the receipt, the change to cash',
    ...inCompose('payment/by-hand', 'order-payment.service.ts'),
  },
  {
    from: 'waiting-payment',
    to: 'payment-record',
    how: KEPT,
    ...inCompose('payment/waiting-payment', 'lazyPaymentRecord(env)'),
  },
  {
    from: 'waiting-payment',
    to: 'payment-screen',
    how: 'whether the checkout shows the payment',
    ...inCompose('payment/waiting-payment', 'paymentScreen(env)'),
  },
  {
    from: 'order-tracking',
    to: 'payment-screen',
    how: 'whether the bar shows the payment',
    ...inCompose('orders/order-tracking', 'paymentScreen(env)'),
  },
  {
    from: 'mpesa-payment',
    to: 'payment-attempt',
    how: 'server calls: the prompt and its result',
    ...inCompose('payment/mpesa-payment', 'mpesa.service.ts'),
  },
  {
    from: 'order-placement',
    to: 'order',
    how: 'server call: places the order',
    ...inCompose('checkout/order-placement', 'orders.service.ts'),
  },
  {
    from: 'order-tracking',
    to: 'order',
    how: 'server calls: the order, its cancellation',
    ...inCompose('orders/order-tracking', 'orders.service.ts'),
  },
  {
    from: 'payment-attempt',
    to: 'order',
    how: 'a paid attempt pays its order in one transaction',
    file: 'server/modules/settlement/settlement.service.ts',
    words: "type: 'payment.succeeded'",
  },
];

function inCompose(name: string, words: string): Pick<ProvenFlowLink, 'file' | 'words'> {
  return { file: `src/compose/${name}.ts`, words };
}
