import { authMachines } from '../../src/compose/auth.ts';
import { productDetailMachines } from '../../src/compose/product-detail.ts';
import { productListMachines } from '../../src/compose/product-list.ts';
import { checkoutMachines } from '../../src/compose/checkout.ts';
import type { ComposeEnv } from '../../src/compose/env.ts';
import { composePaymentRecord } from '../../src/compose/payment-record.ts';
import { composePaymentScreen } from '../../src/compose/payment-screen.ts';
import { shellMachines } from '../../src/compose/shell.ts';
import { homeMachines } from '../../src/compose/home.ts';
import { orderSuccessMachines } from '../../src/compose/order-success.ts';
import { waitingPaymentMachines } from '../../src/compose/waiting-payment.ts';

/**
 * Every machine with its slots filled, for tests, which prove that no slot is empty. The app itself composes
 * the machines of a page with the page's own chunk: together they would weigh down the first one.
 */
export function composedMachines(env: ComposeEnv) {
  return {
    ...shellMachines(env),
    ...authMachines(env),
    ...productDetailMachines(env),
    ...productListMachines(env),
    ...homeMachines(env),
    ...checkoutMachines(env),
    ...orderSuccessMachines(env),
    ...waitingPaymentMachines(env),
    paymentRecord: composePaymentRecord(env),
    paymentScreen: composePaymentScreen(env),
  };
}
