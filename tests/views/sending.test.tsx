// @vitest-environment happy-dom
import { describe, test } from 'vitest';
import { cartMachine } from '../../src/machines/cart/cart.machine.ts';
import { homeSectionMachine } from '../../src/machines/home/home-section.machine.ts';
import { loginMachine } from '../../src/machines/account/login.machine.ts';
import { menuMachine } from '../../src/machines/shell/menu.machine.ts';
import { phoneVerificationMachine } from '../../src/machines/account/phone-verification.machine.ts';
import { productDetailMachine } from '../../src/machines/catalogue/product-detail.machine.ts';
import { productListMachine } from '../../src/machines/catalogue/product-list.machine.ts';
import { sessionMachine } from '../../src/machines/account/session.machine.ts';
import { signUpMachine } from '../../src/machines/account/sign-up.machine.ts';
import { cartOf } from '../../src/rules/cart/cart.ts';
import { LoginView } from '../../src/views/account/login.view.tsx';
import { PhoneVerificationView } from '../../src/views/account/phone-verification.view.tsx';
import { SignUpView } from '../../src/views/account/sign-up.view.tsx';
import { CartView } from '../../src/views/cart/cart.view.tsx';
import { HomeSectionView } from '../../src/views/home/home-section.view.tsx';
import { HeaderView } from '../../src/views/shell/header.view.tsx';
import { SessionView } from '../../src/views/account/session.view.tsx';
import { ProductDetailView } from '../../src/views/catalogue/product-detail.view.tsx';
import { ProductListView } from '../../src/views/catalogue/product-list.view.tsx';
import { cable, cableLine, jane, phone, phoneLine, phoneNow } from '../flows/support/shop.samples.ts';
import { at, expectSending } from './reads.tsx';

const problem = { text: 'Something went wrong', requestId: 'req-1' };

describe('account', () => {
  test.each([false, true])('login, password shown: %s', (isPasswordShown) =>
    expectSending(
      (send) => (
        <LoginView
          snapshot={at(loginMachine, { origin: null, email: '', notice: null }, 'form', { isPasswordShown })}
          send={send}
          phoneStep={null}
        />
      ),
      `
        Email: email.change {"email":"7"}
        Password: password.change {"password":"7"}
        ${isPasswordShown ? 'Hide password: password.hide {}' : 'Show password: password.show {}'}
        Remember me: remember.toggle {}
        Login: form.submit {}
      `,
    ),
  );

  test.each([false, true])('sign-up, password shown: %s', (isPasswordShown) =>
    expectSending(
      (send) => (
        <SignUpView
          snapshot={at(signUpMachine, { origin: null, email: '', passwordMinimum: 6 }, 'form', { isPasswordShown })}
          send={send}
          phoneStep={null}
        />
      ),
      `
        Full Name: name.change {"name":"7"}
        Email Address: email.change {"email":"7"}
        Phone Number: phone.change {"phone":"7"}
        Password: password.change {"password":"7"}
        ${isPasswordShown ? 'Hide password: password.hide {}' : 'Show password: password.show {}'}
        I am 18 or older and accept the Terms of Service and the Privacy Policy.: terms.toggle {}
        Sign Up: form.submit {}
      `,
    ),
  );

  test('the code', () =>
    expectSending(
      (send) => (
        <PhoneVerificationView
          snapshot={at(
            phoneVerificationMachine,
            { phone: '0712345678', userName: 'Jane' },
            { open: { code: 'usable', resend: 'allowed' } },
            { code: '123456' },
          )}
          send={send}
          completing=""
        />
      ),
      `
        Verification code: code.change {"code":"7"}
        Verify: code.verify {"code":"123456"}
        Back: step.back {}
        Resend Code: code.resend {}
      `,
    ));

  test('the session on any page', () => {
    const session = (value: object) => (send: (event: unknown) => void) => (
      <SessionView snapshot={at(sessionMachine, undefined, value, { token: 'T', user: jane, problem })} send={send} />
    );
    expectSending(session({ customer: { authenticated: 'unconfirmed' } }), `Retry: profile.load {}`);
    expectSending(session({ customer: 'guest' }), `Dismiss: error.clear {}`);
  });
});

test('the header of a customer', () =>
  expectSending(
    (send) => (
      <HeaderView
        snapshot={at(menuMachine, undefined, { profile: 'open', mobile: 'open' })}
        send={send}
        cartQuantity={0}
        connection={null}
        search=""
      />
    ),
    `
      Close menu: mobile.toggle {}
      Home: mobile.close {}
      All Products: mobile.close {}
      Cart: mobile.close {}
      My Profile: mobile.close {}
      Profile: profile.toggle {}
      My Profile: profile.close {}
      Logout: logout.choose {}
    `,
  ));

test('the header of a guest', () =>
  expectSending(
    (send) => (
      <HeaderView
        snapshot={at(menuMachine, undefined, { profile: 'absent', mobile: 'open' })}
        send={send}
        cartQuantity={0}
        connection={null}
        search=""
      />
    ),
    `
      Close menu: mobile.toggle {}
      Home: mobile.close {}
      All Products: mobile.close {}
      Cart: mobile.close {}
      Login: mobile.close {}
      Sign Up: mobile.close {}
    `,
  ));

test('the cart', () =>
  expectSending(
    (send) => (
      <CartView
        snapshot={at(
          cartMachine,
          undefined,
          { items: 'filled', check: 'noticed' },
          { cart: cartOf([phoneLine(2), cableLine(3)]), stock: { a: 9, b: 9 }, changes: [phoneNow({ was: 1 })] },
        )}
        send={send}
        proceed={null}
      />
    ),
    `
      Dismiss: notice.dismiss {}
      Decrease quantity: quantity.decrease {"id":"a"}
      Quantity: quantity.change {"id":"a","quantity":7}
      Increase quantity: quantity.increase {"id":"a"}
      Remove Phone A: line.remove {"id":"a"}
      Decrease quantity: quantity.decrease {"id":"b"}
      Quantity: quantity.change {"id":"b","quantity":7}
      Increase quantity: quantity.increase {"id":"b"}
      Remove Cable B: line.remove {"id":"b"}
    `,
  ));

describe('products', () => {
  test('one product', () =>
    expectSending(
      (send) => (
        <ProductDetailView
          snapshot={at(
            productDetailMachine,
            { idOrSlug: 'a', loaded: { ...phone, images: ['/1.jpg', '/2.jpg'], stock: 4 }, isMissing: false },
            { ready: { tab: 'specifications', buying: 'open' } },
            { quantity: 3 },
          )}
          send={send}
        />
      ),
      `
        Show picture 1: picture.pick {"index":0}
        Show picture 2: picture.pick {"index":1}
        Decrease quantity: quantity.change {"quantity":2}
        Quantity: quantity.change {"quantity":7}
        Increase quantity: quantity.change {"quantity":4}
        Add to Cart: cart.add {}
        Order Now: order.now {}
        Product Reviews: tab.reviews {}
      `,
    ));

  test('its reviews are open', () =>
    expectSending(
      (send) => (
        <ProductDetailView
          snapshot={at(
            productDetailMachine,
            { idOrSlug: 'a', loaded: { ...phone, images: [], stock: 0 }, isMissing: false },
            { ready: { tab: 'reviews' } },
          )}
          send={send}
        />
      ),
      `Product Specifications: tab.specifications {}`,
    ));

  test.each(['grid', 'list'] as const)('a list as %s', (view) => {
    const pagination = { page: 1, limit: 12, total: 2, pages: 1 };
    expectSending(
      (send) => (
        <ProductListView
          snapshot={at(
            productListMachine,
            {
              query: { page: 1, specs: {} },
              loaded: { products: [{ ...phone, stock: 0 }, cable], pagination },
            },
            { products: 'ready', view },
          )}
          send={(event) => send('product' in event ? { ...event, product: event.product.name } : event)}
          inCart={new Map()}
          categories={[]}
        />
      ),
      `
        ${view === 'grid' ? 'List: view.list {}' : 'Grid: view.grid {}'}
        Sort by: sort.choose {"sortBy":"rating"}
        Add to Cart: Cable B: cart.add {"product":"Cable B"}
      `,
    );
  });

  test('a list that could not be loaded', () =>
    expectSending(
      (send) => (
        <ProductListView
          snapshot={at(
            productListMachine,
            { query: { page: 1, specs: {} }, loaded: null },
            { products: 'failed' },
            { problem },
          )}
          send={send}
          inCart={new Map()}
          categories={[]}
        />
      ),
      `Try Again: list.retry {}`,
    ));

  test('a section of the home page', () => {
    const section = (value: string, context: object) => (send: (event: unknown) => void) => (
      <HomeSectionView
        snapshot={at(
          homeSectionMachine,
          { section: 'featured', loaded: null },
          { items: value, clock: 'none' },
          context,
        )}
        send={(event) => send('product' in event ? { ...event, product: event.product.name } : event)}
        inCart={new Map()}
      />
    );
    expectSending(
      section('ready', { content: { products: [phone, cable] } }),
      `
      Add to Cart: Phone A: cart.add {"product":"Phone A"}
      Add to Cart: Cable B: cart.add {"product":"Cable B"}
    `,
    );
    expectSending(section('failed', { problem }), `Try Again: section.retry {}`);
  });
});
