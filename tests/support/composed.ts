import { addressBookMachines } from '../../src/compose/account/address-book.ts';
import { accountLinkMachines } from '../../src/compose/account/account-links.ts';
import { authMachines } from '../../src/compose/account/auth.ts';
import { changePasswordMachines } from '../../src/compose/account/change-password.ts';
import { contactMachines } from '../../src/compose/shell/contact.ts';
import { profileFormMachines } from '../../src/compose/account/profile-form.ts';
import { profileMachines } from '../../src/compose/account/profile.ts';
import { productDetailMachines } from '../../src/compose/catalogue/product-detail.ts';
import { reviewsMachines } from '../../src/compose/catalogue/reviews.ts';
import { productListMachines } from '../../src/compose/catalogue/product-list.ts';
import { checkoutMachines } from '../../src/compose/checkout/checkout.ts';
import { filtersMachines } from '../../src/compose/catalogue/filters.ts';
import type { ComposeEnv } from '../../src/compose/env.ts';
import { composePaymentRecord } from '../../src/compose/payment/payment-record.ts';
import { composePaymentScreen } from '../../src/compose/payment/payment-screen.ts';
import { menuMachines } from '../../src/compose/shell/menu.ts';
import { shellMachines } from '../../src/compose/shell/shell.ts';
import { searchBoxMachines } from '../../src/compose/catalogue/search-box.ts';
import { brandPagesMachines } from '../../src/compose/home/brand-pages.ts';
import { carouselMachines } from '../../src/compose/home/carousels.ts';
import { homeMachines } from '../../src/compose/home/home.ts';
import { orderHistoryMachines } from '../../src/compose/orders/order-history.ts';
import { orderTrackingMachines } from '../../src/compose/orders/order-tracking.ts';
import { orderSuccessMachines } from '../../src/compose/orders/order-success.ts';
import { waitingPaymentMachines } from '../../src/compose/payment/waiting-payment.ts';

/**
 * Composes every machine, for tests that prove that no slot is empty. The app composes the machines of a page in the
 * chunk of the page, because all machines together would make the first chunk too large.
 */
export function composedMachines(env: ComposeEnv) {
  return {
    ...shellMachines(env),
    ...menuMachines(env),
    ...searchBoxMachines(env),
    ...authMachines(env),
    ...accountLinkMachines(env),
    ...changePasswordMachines(env),
    ...contactMachines(env),
    ...addressBookMachines(env),
    ...profileMachines(env),
    ...profileFormMachines(env),
    ...productDetailMachines(env),
    ...productListMachines(env),
    ...filtersMachines(env),
    ...reviewsMachines(env),
    ...homeMachines(env),
    ...carouselMachines(env),
    ...brandPagesMachines(),
    ...checkoutMachines(env),
    ...orderHistoryMachines(env),
    ...orderSuccessMachines(env),
    ...orderTrackingMachines(env),
    ...waitingPaymentMachines(env),
    paymentRecord: composePaymentRecord(env),
    paymentScreen: composePaymentScreen(env),
  };
}
