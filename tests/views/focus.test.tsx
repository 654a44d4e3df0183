// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { checkoutMachine } from '../../src/machines/checkout/checkout.machine.ts';
import { contactMachine } from '../../src/machines/shell/contact.machine.ts';
import { loginMachine } from '../../src/machines/account/login.machine.ts';
import { mpesaPaymentMachine } from '../../src/machines/payment/mpesa-payment.machine.ts';
import { reviewsMachine } from '../../src/machines/catalogue/reviews.machine.ts';
import { signUpMachine } from '../../src/machines/account/sign-up.machine.ts';
import { createCart } from '../../src/rules/cart/cart.ts';
import { LoginView } from '../../src/views/account/login.view.tsx';
import { SignUpView } from '../../src/views/account/sign-up.view.tsx';
import { CheckoutView } from '../../src/views/checkout/checkout.view.tsx';
import { ContactFormView } from '../../src/views/shell/contact.view.tsx';
import { MpesaPaymentAlert } from '../../src/views/payment/mpesa-payment.view.tsx';
import { ReviewsView } from '../../src/views/catalogue/reviews.view.tsx';
import { jane, phoneLine } from '../flows/support/shop.samples.ts';
import { at, ignore } from './reads.tsx';

afterEach(cleanup);

const wrong = { text: 'Something went wrong', requestId: null };
type Problem = typeof wrong | null;

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
])('U11: the error of %s takes the focus', (_, view) => {
  const page = render(<MemoryRouter>{view(null)}</MemoryRouter>);
  page.rerender(<MemoryRouter>{view(wrong)}</MemoryRouter>);
  expect(document.activeElement).toBe(page.getByRole('alert'));
});
