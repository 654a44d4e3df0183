// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { addressBookMachine } from '../../src/machines/account/address-book.machine.ts';
import { changePasswordMachine } from '../../src/machines/account/change-password.machine.ts';
import { forgotPasswordMachine } from '../../src/machines/account/forgot-password.machine.ts';
import { googleSignInMachine } from '../../src/machines/account/google-sign-in.machine.ts';
import { profileFormMachine } from '../../src/machines/account/profile-form.machine.ts';
import { resetPasswordMachine } from '../../src/machines/account/reset-password.machine.ts';
import { orderTrackingMachine } from '../../src/machines/orders/order-tracking.machine.ts';
import { contactMachine } from '../../src/machines/shell/contact.machine.ts';
import { deliveryMachine } from '../../src/machines/checkout/delivery.machine.ts';
import { loginMachine } from '../../src/machines/account/login.machine.ts';
import { phoneVerificationMachine } from '../../src/machines/account/phone-verification.machine.ts';
import { priceFilterMachine } from '../../src/machines/catalogue/price-filter.machine.ts';
import { purchaseMachine } from '../../src/machines/checkout/purchase.machine.ts';
import { reviewsMachine } from '../../src/machines/catalogue/reviews.machine.ts';
import { searchBoxMachine } from '../../src/machines/catalogue/search-box.machine.ts';
import { signUpMachine } from '../../src/machines/account/sign-up.machine.ts';
import { toDeliveryDetails } from '../../src/rules/checkout/checkout.ts';
import { AddressBookView } from '../../src/views/account/address-book.view.tsx';
import { ChangePasswordView } from '../../src/views/account/change-password.view.tsx';
import { ForgotPasswordView } from '../../src/views/account/forgot-password.view.tsx';
import { GoogleSignInView } from '../../src/views/account/google-sign-in.view.tsx';
import { ProfileFormView } from '../../src/views/account/profile-form.view.tsx';
import { ResetPasswordView } from '../../src/views/account/reset-password.view.tsx';
import { OrderTrackingView } from '../../src/views/orders/order-tracking.view.tsx';
import { LoginView } from '../../src/views/account/login.view.tsx';
import { PhoneVerificationView } from '../../src/views/account/phone-verification.view.tsx';
import { SignUpView } from '../../src/views/account/sign-up.view.tsx';
import { DeliveryView } from '../../src/views/checkout/delivery.view.tsx';
import { Details } from '../../src/views/checkout/details.tsx';
import { PurchaseDialog } from '../../src/views/checkout/purchase.view.tsx';
import { ContactFormView } from '../../src/views/shell/contact.view.tsx';
import { SearchBoxView } from '../../src/views/catalogue/search-box.view.tsx';
import { Stepper } from '../../src/views/parts/stepper.tsx';
import { PriceFilterView } from '../../src/views/catalogue/price-filter.view.tsx';
import { ReviewsView } from '../../src/views/catalogue/reviews.view.tsx';
import { renderPage } from 'model-testing/view/page';
import { atStation, jane } from '../flows/support/shop.samples.ts';
import { purchaseInput } from './purchase-input.ts';
import { at, ignore } from './reads.tsx';

/** Attributes that control autofill (WCAG 1.3.5), the on-screen keyboard and the length of an input. */
const AIDS = [
  'placeholder',
  'aria-autocomplete',
  'autocomplete',
  'inputmode',
  'enterkeyhint',
  'autocapitalize',
  'autocorrect',
  'pattern',
  'maxlength',
  'rows',
];

/** Returns one line for each field, for example `email: autocomplete=username inputmode=email`. */
function getFields(view: React.ReactElement): string[] {
  const fields = renderPage(view).element.querySelectorAll<HTMLInputElement>(
    'input:not([type="radio"], [type="checkbox"]), textarea, select',
  );
  return [...fields].map((field) => {
    const aids = AIDS.filter((aid) => field.hasAttribute(aid)).map((aid) => `${aid}=${field.getAttribute(aid)}`);
    return `${field.name || field.getAttribute('aria-label')}: ${aids.join(' ')}`;
  });
}

const PASSWORD = 'autocapitalize=none autocorrect=off';

describe('a field has the attributes that help to fill it', () => {
  test.each<[string, () => React.ReactElement, string[]]>([
    [
      '§2 Login, with the code of an account (D26)',
      () => (
        <LoginView
          snapshot={at(loginMachine, { origin: null, email: '', notice: null }, 'form', { code: '' })}
          send={ignore}
          phoneStep={null}
        />
      ),
      [
        'email: autocomplete=username inputmode=email autocapitalize=none',
        `password: autocomplete=current-password ${PASSWORD}`,
        'code: autocomplete=one-time-code inputmode=numeric pattern=[0-9]*',
      ],
    ],
    [
      '§2 Forgot password',
      () => <ForgotPasswordView snapshot={at(forgotPasswordMachine, undefined, 'form')} send={ignore} />,
      ['email: autocomplete=username inputmode=email autocapitalize=none'],
    ],
    [
      '§2 Reset password',
      () => <ResetPasswordView snapshot={at(resetPasswordMachine, { token: 'abc' }, 'form')} send={ignore} />,
      [`password: autocomplete=new-password ${PASSWORD}`, `confirmPassword: autocomplete=new-password ${PASSWORD}`],
    ],
    [
      '§2 Profile: the password',
      () => <ChangePasswordView snapshot={at(changePasswordMachine, undefined, { editing: 'plain' })} send={ignore} />,
      [
        `currentPassword: autocomplete=current-password ${PASSWORD}`,
        `newPassword: autocomplete=new-password ${PASSWORD}`,
        `confirmPassword: autocomplete=new-password ${PASSWORD}`,
      ],
    ],
    [
      'the phone after a login by Google',
      () => (
        <GoogleSignInView
          snapshot={at(googleSignInMachine, { screen: 'login' }, 'phoneEntry')}
          send={ignore}
          phoneStep={null}
        />
      ),
      ['phone: autocomplete=tel inputmode=tel'],
    ],
    [
      '§2 Profile: the customer',
      () => (
        <ProfileFormView
          snapshot={at(profileFormMachine, { user: jane }, { editing: 'plain' })}
          send={ignore}
          code={null}
        />
      ),
      [
        'name: autocomplete=name maxlength=120',
        'email: autocomplete=email inputmode=email maxlength=254',
        'phone: autocomplete=tel inputmode=tel maxlength=40',
        'street: autocomplete=address-line1 maxlength=300',
        'city: autocomplete=address-level2 maxlength=120',
        'town: autocomplete=address-level3 maxlength=120',
        'zipCode: autocomplete=postal-code inputmode=numeric maxlength=20',
        'country: autocomplete=country-name maxlength=60',
      ],
    ],
    [
      '§2 Address tab: an address',
      () => (
        <AddressBookView
          snapshot={at(
            addressBookMachine,
            { user: jane },
            { open: { book: { modal: { filling: 'adding' } }, undo: 'none', message: 'none' } },
          )}
          send={ignore}
        />
      ),
      [
        'type: ',
        'name: autocomplete=name maxlength=120',
        'address: autocomplete=address-line1 maxlength=300',
        'city: autocomplete=address-level2 maxlength=120',
        'postalCode: autocomplete=postal-code inputmode=numeric maxlength=20',
        'country: autocomplete=country-name',
        'phone: autocomplete=tel inputmode=tel maxlength=40',
      ],
    ],
    [
      '§2 Track order: the number of an order',
      () => (
        <OrderTrackingView
          snapshot={at(
            orderTrackingMachine,
            { orderId: '', session: 'present', phone: '', userName: 'Jane' },
            { choosing: 'listed' },
          )}
          send={ignore}
          proof={null}
        />
      ),
      ['orderId: autocomplete=off autocapitalize=none'],
    ],
    [
      '§2 Sign-up',
      () => (
        <SignUpView
          snapshot={at(signUpMachine, { origin: null, email: '', passwordMinimum: 6 }, 'form')}
          send={ignore}
          phoneStep={null}
        />
      ),
      [
        'name: autocomplete=name maxlength=120',
        'email: autocomplete=username inputmode=email autocapitalize=none maxlength=254',
        'phone: autocomplete=tel inputmode=tel maxlength=40',
        `password: autocomplete=new-password ${PASSWORD}`,
      ],
    ],
    [
      '§4 OTP: the code, which the browser reads from the message',
      () => (
        <PhoneVerificationView
          snapshot={at(phoneVerificationMachine, { phone: '0712345678', userName: 'Wanjiku' }, 'sending')}
          send={ignore}
          completing=""
        />
      ),
      ['code: autocomplete=one-time-code inputmode=numeric pattern=[0-9]*'],
    ],
    [
      '§2 Checkout: recipient and address',
      () => (
        <Details
          details={toDeliveryDetails(jane)}
          isPickup={false}
          badFields={[]}
          problem={null}
          readOnly={false}
          onChange={ignore}
        />
      ),
      [
        'name: autocomplete=name maxlength=120',
        'phone: autocomplete=tel inputmode=tel maxlength=40',
        'address: autocomplete=address-line1 maxlength=300',
        'city: autocomplete=address-level2 maxlength=120',
        'country: autocomplete=country-name',
      ],
    ],
    [
      '§2, U26: a pickup',
      () => (
        <DeliveryView
          snapshot={at(
            deliveryMachine,
            undefined,
            { pickup: { place: 'noStations', search: 'idle' } },
            { choice: { ...atStation, station: null } },
          )}
          send={ignore}
          city="Nairobi"
        />
      ),
      ['pickupSearch: autocomplete=off enterkeyhint=search maxlength=60', 'pickupCounty: ', 'pickupTown: '],
    ],
    [
      'the phone for the payment',
      () => (
        <PurchaseDialog
          snapshot={at(purchaseMachine, purchaseInput, 'confirmingPhone')}
          send={ignore}
          placement={null}
          payment={null}
        />
      ),
      ['mpesaPhone: autocomplete=tel inputmode=tel'],
    ],
    [
      'A22: a message to the shop',
      () => <ContactFormView snapshot={at(contactMachine, undefined, 'form')} send={ignore} />,
      [
        'name: autocomplete=name maxlength=120',
        'email: autocomplete=email inputmode=email autocapitalize=none maxlength=254',
        'message: maxlength=5000 rows=6',
      ],
    ],
    [
      '§2 Search box',
      () => <SearchBoxView snapshot={at(searchBoxMachine, { searched: '' })} send={ignore} />,
      ['search: placeholder=Search products aria-autocomplete=list autocomplete=off enterkeyhint=search maxlength=200'],
    ],
    [
      '§2 Filter sidebar: the price',
      () => (
        <PriceFilterView
          snapshot={at(
            priceFilterMachine,
            { query: { page: 1, specs: {} }, loaded: { minPrice: 1_000, maxPrice: 5_000 } },
            { range: { ready: 'clean' }, price: 'inactive' },
          )}
          send={ignore}
        />
      ),
      [
        'lowest: ',
        'highest: ',
        'minPrice: autocomplete=off inputmode=numeric maxlength=9',
        'maxPrice: autocomplete=off inputmode=numeric maxlength=9',
      ],
    ],
    [
      'U17: the quantity',
      () => (
        <Stepper
          label="Phone"
          value={1}
          stock={3}
          canDecrease
          canIncrease
          onDecrease={ignore}
          onIncrease={ignore}
          onChange={ignore}
        />
      ),
      ['Quantity: autocomplete=off inputmode=numeric maxlength=4'],
    ],
    [
      '§2 Reviews section',
      () => (
        <ReviewsView
          snapshot={at(reviewsMachine, { productId: 'p1', shopper: 'u1' }, { list: 'empty', may: { allowed: 'open' } })}
          send={ignore}
          origin="/"
        />
      ),
      ['reviewTitle: ', 'reviewComment: rows=5'],
    ],
  ])('%s', (_, view, fields) => expect(getFields(view())).toEqual(fields));
});
