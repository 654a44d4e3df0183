// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { addressBookMachine } from '../../src/machines/account/address-book.machine.ts';
import { emailConfirmationMachine } from '../../src/machines/account/email-confirmation.machine.ts';
import { googleSignInMachine } from '../../src/machines/account/google-sign-in.machine.ts';
import { phoneVerificationMachine } from '../../src/machines/account/phone-verification.machine.ts';
import { filtersMachine } from '../../src/machines/catalogue/filters.machine.ts';
import { productListMachine } from '../../src/machines/catalogue/product-list.machine.ts';
import { deliveryMachine } from '../../src/machines/checkout/delivery.machine.ts';
import { purchaseMachine } from '../../src/machines/checkout/purchase.machine.ts';
import { heroCarouselMachine } from '../../src/machines/home/hero-carousel.machine.ts';
import { mpesaPaymentMachine } from '../../src/machines/payment/mpesa-payment.machine.ts';
import { createCart } from '../../src/rules/cart/cart.ts';
import * as addresses from '../../src/views/account/address-book.css.ts';
import { AddressBookView } from '../../src/views/account/address-book.view.tsx';
import { EmailConfirmationView } from '../../src/views/account/email-confirmation.view.tsx';
import { GoogleSignInView } from '../../src/views/account/google-sign-in.view.tsx';
import { PasswordNeeds } from '../../src/views/account/password-needs.tsx';
import * as cart from '../../src/views/cart/cart.css.ts';
import { CartView } from '../../src/views/cart/cart.view.tsx';
import { FiltersView } from '../../src/views/catalogue/filters.view.tsx';
import { ProductListView } from '../../src/views/catalogue/product-list.view.tsx';
import { DeliveryView } from '../../src/views/checkout/delivery.view.tsx';
import { PurchaseDialog } from '../../src/views/checkout/purchase.view.tsx';
import { HeroCarouselView } from '../../src/views/home/hero-carousel.view.tsx';
import { MpesaPaymentStep } from '../../src/views/payment/mpesa-payment.view.tsx';
import { PhoneProofView } from '../../src/views/payment/phone-proof.view.tsx';
import { cartMachine } from '../../src/machines/cart/cart.machine.ts';
import { renderPage } from 'model-testing/view/page';
import { a1, having } from '../flows/address-book/address-book.samples.ts';
import { createPage, products } from '../flows/support/catalogue.samples.ts';
import { banners } from '../flows/support/home.samples.ts';
import { atStation, phoneLine } from '../flows/support/shop.samples.ts';
import { purchaseInput } from './purchase-input.ts';
import { at, ignore, seenIn } from './reads.tsx';

/** What a reading does not contain: what only the eye sees, and what only the browser reads. */

const payment = (value: string | object, context: object = {}) => (
  <MpesaPaymentStep
    proof={null}
    snapshot={at(
      mpesaPaymentMachine,
      { orderId: 'o1', phone: '254712345678', amount: 3_000, prompt: null },
      value,
      context,
    )}
    send={ignore}
  />
);
const list = (value: object, context: object = {}, query: object = {}) => (
  <ProductListView
    snapshot={at(productListMachine, { query: { page: 1, specs: {}, ...query }, loaded: null }, value, context)}
    send={ignore}
    inCart={new Map()}
    categories={[]}
  />
);

describe('a wait is visible', () => {
  test.each<[string, React.ReactElement]>([
    [
      'Confirming your email address…',
      <EmailConfirmationView
        key="email"
        snapshot={at(emailConfirmationMachine, { token: 'abc' }, 'posting')}
        send={ignore}
      />,
    ],
    [
      'Sending the prompt to your phone',
      <PhoneProofView
        key="proof"
        snapshot={at(phoneVerificationMachine, { phone: '0712345678', userName: 'Jane' }, 'completing')}
        send={ignore}
      />,
    ],
    ['Sending the prompt to your phone', payment('requestingPush')],
    [
      'Looking for your payment',
      payment(
        {
          pending: { page: 'seen', polling: 'checking', network: 'online', prompt: 'onPhone', limit: 'running' },
        },
        { isResuming: true },
      ),
    ],
    [
      'Loading pickup stations',
      <DeliveryView
        key="pickup"
        snapshot={at(
          deliveryMachine,
          undefined,
          { pickup: { place: 'loadingStations', search: 'idle' } },
          { choice: { ...atStation, station: null } },
        )}
        send={ignore}
        city=""
      />,
    ],
    [
      'Placing your order',
      <PurchaseDialog
        key="purchase"
        snapshot={at(purchaseMachine, purchaseInput, 'placingMpesa')}
        send={ignore}
        placement={null}
        payment={null}
      />,
    ],
    [
      'Loading filters',
      <FiltersView
        key="filters"
        snapshot={at(
          filtersMachine,
          { query: { page: 1, specs: {} }, loaded: null },
          { facets: 'loading', drawer: 'closed' },
          { facets: null },
        )}
        send={ignore}
        price={null}
        category=""
      />,
    ],
    ['Loading products', list({ products: 'loading', view: 'grid' })],
  ])('%s', (text, view) => expect(seenIn(renderPage(view).element)).toContain(text));
});

test('§2 Profile: ticks each need that the new password meets', () => {
  const ticks = (password: string) =>
    [...renderPage(<PasswordNeeds password={password} />).element.querySelectorAll('li')].map(
      (need) => need.querySelector('svg') !== null,
    );
  expect(ticks('abc')).toEqual([false, false, true, false]);
  expect(ticks('Abcdefg1')).toEqual([true, true, true, true]);
});

test('§2 Address tab: reserves no space for a message that is not shown', () => {
  const message = (context: object) =>
    renderPage(
      <AddressBookView
        snapshot={at(
          addressBookMachine,
          { user: having(a1) },
          { open: { book: { list: 'filled' }, undo: 'none', message: 'none' } },
          context,
        )}
        send={ignore}
      />,
    ).element.querySelector(`.${addresses.news}`);
  expect(message({})).toBeNull();
  expect(message({ deleted: a1 })?.textContent).toContain('Deleted: Home, Moi Avenue 1');
});

test('§2 Cart: a line without a category has no place for it', () => {
  const categories = (category: string) =>
    renderPage(
      <CartView
        snapshot={at(
          cartMachine,
          undefined,
          { items: 'filled' },
          { cart: createCart([{ ...phoneLine(1), category }]) },
        )}
        send={ignore}
        proceed={null}
      />,
    ).element.querySelectorAll(`.${cart.category}`).length;
  expect([categories('Phones'), categories('')]).toEqual([1, 0]);
});

test('A54: the completed login by Google is announced by the region beside the app alone', () => {
  const { element } = renderPage(
    <GoogleSignInView snapshot={at(googleSignInMachine, { screen: 'login' }, 'done')} send={ignore} phoneStep={null} />,
  );
  expect(element.querySelector('[role="status"]')?.getAttribute('aria-live')).toBe('off');
});

describe('§2 Home: the pictures of the banners', () => {
  const hero = (context: object) =>
    renderPage(
      <HeroCarouselView
        snapshot={at(heroCarouselMachine, { count: 3 }, undefined, context)}
        send={ignore}
        banners={banners(3)}
      />,
    ).element;
  const shown = (context: object) =>
    [...hero(context).querySelectorAll('img')].map((image) => image.getAttribute('src'));

  test('the next banner gets its picture only after the page has woken up', () => {
    const [first, second] = [1, 2].map((number) => `/media/banner-${number}?w=640&f=jpeg`);
    expect(shown({ index: 0, isAwake: false })).toEqual([first]);
    expect(shown({ index: 0, isAwake: true })).toEqual([first, second]);
  });

  test('A59: the first picture is preloaded', () => {
    const links = hero({ index: 1 }).querySelectorAll('link[rel="preload"][as="image"]');
    expect([...links].map((link) => link.getAttribute('href'))).toEqual(['/media/banner-1?w=640&f=avif']);
  });
});

test('U27: offers Best match only for a search that is not sorted', () => {
  const options = (query: object) =>
    [
      ...renderPage(
        list({ products: 'ready', view: 'grid' }, { page: { ...createPage(1), products: products(1) } }, query),
      ).element.querySelectorAll('option'),
    ].map(({ textContent }) => textContent);
  const sorts = ['Newest', 'Price: Low to High', 'Price: High to Low', 'Highest Rated'];
  expect(options({ search: 'sony' })).toEqual(['Best match', ...sorts]);
  for (const query of [{}, { sortBy: 'rating' }, { search: 'sony', sortBy: 'rating' }])
    expect(options(query)).toEqual(sorts);
});
