// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { addressBookMachine } from '../../src/machines/account/address-book.machine.ts';
import { emailConfirmationMachine } from '../../src/machines/account/email-confirmation.machine.ts';
import { forgotPasswordMachine } from '../../src/machines/account/forgot-password.machine.ts';
import { googleSignInMachine } from '../../src/machines/account/google-sign-in.machine.ts';
import { resetPasswordMachine } from '../../src/machines/account/reset-password.machine.ts';
import { purchaseMachine } from '../../src/machines/checkout/purchase.machine.ts';
import { orderHistoryMachine } from '../../src/machines/orders/order-history.machine.ts';
import { orderTrackingMachine } from '../../src/machines/orders/order-tracking.machine.ts';
import { checkoutMachine } from '../../src/machines/checkout/checkout.machine.ts';
import { contactMachine } from '../../src/machines/shell/contact.machine.ts';
import { loginMachine } from '../../src/machines/account/login.machine.ts';
import { mpesaPaymentMachine } from '../../src/machines/payment/mpesa-payment.machine.ts';
import { reviewsMachine } from '../../src/machines/catalogue/reviews.machine.ts';
import { signUpMachine } from '../../src/machines/account/sign-up.machine.ts';
import { createCart } from '../../src/rules/cart/cart.ts';
import { AddressBookView } from '../../src/views/account/address-book.view.tsx';
import { EmailConfirmationView } from '../../src/views/account/email-confirmation.view.tsx';
import { ForgotPasswordView } from '../../src/views/account/forgot-password.view.tsx';
import { GoogleSignInView } from '../../src/views/account/google-sign-in.view.tsx';
import { ResetPasswordView } from '../../src/views/account/reset-password.view.tsx';
import { PurchaseStatus } from '../../src/views/checkout/purchase.view.tsx';
import { OrderHistoryView } from '../../src/views/orders/order-history.view.tsx';
import { OrderTrackingView } from '../../src/views/orders/order-tracking.view.tsx';
import { LoginView } from '../../src/views/account/login.view.tsx';
import { SignUpView } from '../../src/views/account/sign-up.view.tsx';
import { CheckoutView } from '../../src/views/checkout/checkout.view.tsx';
import { ContactFormView } from '../../src/views/shell/contact.view.tsx';
import { MpesaPaymentAlert } from '../../src/views/payment/mpesa-payment.view.tsx';
import { ReviewsView } from '../../src/views/catalogue/reviews.view.tsx';
import { a1, a2, having } from '../flows/address-book/address-book.samples.ts';
import { o1 } from '../flows/support/order.samples.ts';
import { jane, phoneLine } from '../flows/support/shop.samples.ts';
import { purchaseInput } from './purchase-input.ts';
import { at, ignore } from './reads.tsx';

afterEach(cleanup);

const wrong = { text: 'Something went wrong', requestId: null };
type Problem = typeof wrong | null;

const google = (value: string | object) => (problem: Problem) => (
  <GoogleSignInView
    snapshot={at(googleSignInMachine, { screen: 'login' }, value, { problem })}
    send={ignore}
    phoneStep={null}
  />
);
const forgotPassword = (value: string | object) => (problem: Problem) => (
  <ForgotPasswordView snapshot={at(forgotPasswordMachine, undefined, value, { problem })} send={ignore} />
);
const tracking = (value: string | object, context: object) => (
  <OrderTrackingView
    snapshot={at(orderTrackingMachine, { orderId: 'o1', session: 'present', phone: '', userName: 'Jane' }, value, {
      order: o1,
      ...context,
    })}
    send={ignore}
    proof={null}
  />
);
const tracked = (context: object) =>
  tracking({ shown: { order: 'still', cancel: 'none', pay: 'none', reorder: 'none' } }, context);
const addressBook = (open: object, context: object = {}, send: (event: unknown) => void = ignore) => (
  <AddressBookView
    snapshot={at(
      addressBookMachine,
      { user: having(a1, a2) },
      { open: { book: { list: 'filled' }, undo: 'none', message: 'none', ...open } },
      context,
    )}
    send={send}
  />
);

test.each<[string, (problem: Problem) => React.ReactElement]>([
  [
    'login',
    (problem) => (
      <LoginView
        snapshot={at(loginMachine, { origin: null, email: '', notice: null }, 'form', { problem })}
        send={ignore}
        phoneStep={null}
      />
    ),
  ],
  [
    'sign-up',
    (problem) => (
      <SignUpView
        snapshot={at(signUpMachine, { origin: null, email: '', passwordMinimum: 6 }, 'form', { problem })}
        send={ignore}
        phoneStep={null}
      />
    ),
  ],
  [
    'a message to the shop',
    (problem) => <ContactFormView snapshot={at(contactMachine, undefined, 'form', { problem })} send={ignore} />,
  ],
  [
    'checkout',
    (problem) => (
      <CheckoutView
        snapshot={at(
          checkoutMachine,
          {
            user: jane,
            cart: createCart([phoneLine(2)]),
            payments: ['mpesa'],
            codMax: null,
            stock: {},
            mpesaMax: 250_000,
            kept: null,
            typed: null,
          },
          { form: { editing: 'changedAddress' } },
          { problem, badFields: [] },
        )}
        send={ignore}
        delivery={null}
        status={null}
        dialog={null}
      />
    ),
  ],
  [
    'a payment',
    (problem) => (
      <MpesaPaymentAlert
        snapshot={at(
          mpesaPaymentMachine,
          { orderId: 'o1', phone: '254712345678', amount: 3_000, prompt: null },
          { unpaid: 'failed' },
          { problem },
        )}
        send={ignore}
        onAskPhone={ignore}
      />
    ),
  ],
  [
    'a review',
    (problem) => (
      <ReviewsView
        snapshot={at(
          reviewsMachine,
          { productId: 'p1', shopper: 'u1' },
          { list: 'empty', may: { allowed: 'open' } },
          { formProblem: problem, draft: { rating: 5, title: '', comment: 'Good' } },
        )}
        send={ignore}
        origin="/"
      />
    ),
  ],
  [
    'a new password',
    (problem) => (
      <ResetPasswordView snapshot={at(resetPasswordMachine, { token: 'abc' }, 'form', { problem })} send={ignore} />
    ),
  ],
  ['a forgotten password', forgotPassword('form')],
  ['a second mail', forgotPassword({ checkEmail: 'ready' })],
  ['Google', google({ idle: 'unavailable' })],
  ['the phone after Google', google('phoneEntry')],
  [
    'a new e-mail address',
    (problem) => (
      <EmailConfirmationView
        snapshot={at(emailConfirmationMachine, { token: 'abc' }, 'failed', { problem })}
        send={ignore}
      />
    ),
  ],
  [
    'an address',
    (problem) =>
      addressBook(
        { book: { modal: { filling: 'adding' } } },
        { message: problem && { isGood: false, isInDialog: true, problem } },
      ),
  ],
  ['an unknown order', (problem) => tracking('notFound', { problem })],
  ['an expired session', (problem) => tracking(problem === null ? 'loading' : 'sessionExpired', {})],
  ['a payment of an order', (payProblem) => tracked({ payProblem })],
  ['a cancellation', (cancelProblem) => tracked({ cancelProblem })],
  ['a second order', (reorderProblem) => tracked({ reorderProblem })],
  [
    'a cancellation in the list of orders',
    (cancelProblem) => (
      <OrderHistoryView
        snapshot={at(
          orderHistoryMachine,
          { courierLink: null },
          { listed: { list: 'still', parcel: 'none', cancel: 'failed', reorder: 'none' } },
          { orders: [o1], cancelling: o1, cancelProblem },
        )}
        send={ignore}
      />
    ),
  ],
  [
    'an order that was not placed',
    (problem) => (
      <PurchaseStatus
        snapshot={at(purchaseMachine, purchaseInput, { orderless: 'inline' }, { problem })}
        send={ignore}
        placement={null}
        payment={null}
      />
    ),
  ],
])('U11: the error of %s takes the focus', (_, view) => {
  const page = render(<MemoryRouter>{view(null)}</MemoryRouter>);
  page.rerender(<MemoryRouter>{view(wrong)}</MemoryRouter>);
  expect(document.activeElement).toBe(page.getByRole('alert'));
});

test.each([
  ['Delete Home, Moi Avenue 1', 'address.delete'],
  ['Set as Default: Home, Moi Avenue 1', 'address.makeDefault'],
  ['Undo', 'undo.press'],
])('the addresses take the focus of the button %s, which disappears', (name, type) => {
  const send = vi.fn();
  const page = render(addressBook({ undo: 'offered' }, { deleted: a1 }, send));
  fireEvent.click(page.getByRole('button', { name }));
  expect(document.activeElement).toBe(page.getByRole('region', { name: 'Saved Addresses' }));
  expect(send.mock.calls).toMatchObject([[{ type }]]);
});

test('a press on the disabled button of the checkout moves the focus to the reason', async () => {
  const send = vi.fn();
  const page = render(
    <MemoryRouter>
      <CheckoutView
        snapshot={at(
          checkoutMachine,
          {
            user: jane,
            cart: createCart([phoneLine(1, 300_000)]),
            payments: ['mpesa'],
            codMax: null,
            stock: {},
            mpesaMax: 250_000,
            kept: null,
            typed: null,
          },
          { form: { editing: 'unchangedAddress' } },
        )}
        send={send}
        delivery={null}
        status={null}
        dialog={null}
      />
    </MemoryRouter>,
  );
  fireEvent.click(page.getByRole('button', { name: 'Confirm Order' }));
  await Promise.resolve();
  expect(document.activeElement?.textContent).toBe('M-Pesa takes at most Ksh\u00a0250,000 per payment.');
  expect(send).not.toHaveBeenCalled();
});
