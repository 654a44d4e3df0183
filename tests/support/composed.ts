import { addressBookMachines } from '../../src/compose/address-book.ts';
import { accountLinkMachines } from '../../src/compose/account-links.ts';
import { authMachines } from '../../src/compose/auth.ts';
import { changePasswordMachines } from '../../src/compose/change-password.ts';
import { contactMachines } from '../../src/compose/contact.ts';
import { profileMachines } from '../../src/compose/profile.ts';
import { productDetailMachines } from '../../src/compose/product-detail.ts';
import { reviewsMachines } from '../../src/compose/reviews.ts';
import { productListMachines } from '../../src/compose/product-list.ts';
import { checkoutMachines } from '../../src/compose/checkout.ts';
import { filtersMachines } from '../../src/compose/filters.ts';
import type { ComposeEnv } from '../../src/compose/env.ts';
import { composePaymentRecord } from '../../src/compose/payment-record.ts';
import { composePaymentScreen } from '../../src/compose/payment-screen.ts';
import { shellMachines } from '../../src/compose/shell.ts';
import { searchBoxMachines } from '../../src/compose/search-box.ts';
import { carouselMachines } from '../../src/compose/carousels.ts';
import { homeMachines } from '../../src/compose/home.ts';
import { orderHistoryMachines } from '../../src/compose/order-history.ts';
import { orderTrackingMachines } from '../../src/compose/order-tracking.ts';
import { orderSuccessMachines } from '../../src/compose/order-success.ts';
import { waitingPaymentMachines } from '../../src/compose/waiting-payment.ts';

/**
 * Every machine with its slots filled, for tests, which prove that no slot is empty. The app itself composes
 * the machines of a page with the page's own chunk: together they would weigh down the first one.
 */
export function composedMachines(env: ComposeEnv) {
  return {
    ...shellMachines(env),
    ...searchBoxMachines(env),
    ...authMachines(env),
    ...accountLinkMachines(env),
    ...changePasswordMachines(env),
    ...contactMachines(env),
    ...addressBookMachines(env),
    ...profileMachines(env),
    ...productDetailMachines(env),
    ...productListMachines(env),
    ...filtersMachines(env),
    ...reviewsMachines(env),
    ...homeMachines(env),
    ...carouselMachines(env),
    ...checkoutMachines(env),
    ...orderHistoryMachines(env),
    ...orderSuccessMachines(env),
    ...orderTrackingMachines(env),
    ...waitingPaymentMachines(env),
    paymentRecord: composePaymentRecord(env),
    paymentScreen: composePaymentScreen(env),
  };
}
