import { accountMachines } from './account.ts';
import { checkoutMachines } from './checkout.ts';
import type { ComposeEnv } from './env.ts';
import { frameMachines } from './frame.ts';
import { homeMachines } from './home.ts';
import { orderSuccessMachines } from './order-success.ts';
import { productDetailMachines } from './product-detail.ts';
import { productListMachines } from './product-list.ts';
import { waitingPaymentMachines } from './waiting-payment.ts';

/**
 * Every machine with its slots filled, for tests, which prove that no slot is empty. The app itself composes
 * the machines of a page with the page's own chunk: together they would weigh down the first one.
 */
export function machinesOf(env: ComposeEnv) {
  return {
    ...frameMachines(env),
    ...accountMachines(env),
    ...productListMachines(env),
    ...productDetailMachines(env),
    ...homeMachines(env),
    ...checkoutMachines(env),
    ...orderSuccessMachines(env),
    ...waitingPaymentMachines(env),
  };
}
