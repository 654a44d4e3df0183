// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { homeSectionMachine } from '../../src/machines/home/home-section.machine.ts';
import { orderSuccessMachine } from '../../src/machines/orders/order-success.machine.ts';
import { VIEW_ALL_NEW_FROM, VIEW_ALL_POPULAR_FROM } from '../../src/rules/home/home.ts';
import type { HomeSectionName } from '../../src/rules/home/home.ts';
import { HomeSectionView } from '../../src/views/home/home-section.view.tsx';
import { HomeView } from '../../src/views/home/home.view.tsx';
import { OrderSuccessView } from '../../src/views/orders/order-success.view.tsx';
import { renderPage } from '../../model-testing/view/page.ts';
import { products } from '../flows/support/catalogue.samples.ts';
import { at, expectReading, ignore } from './reads.tsx';

const IN_CART = new Map([['p1', 2]]);
const problem = { text: 'Failed to load', requestId: 'req-1' };

describe('§2 Home', () => {
  const section = (name: HomeSectionName, value: string, context: object = {}) => (
    <HomeSectionView
      snapshot={at(homeSectionMachine, { section: name, loaded: null }, { items: value, clock: 'none' }, context)}
      send={ignore}
      inCart={IN_CART}
    />
  );

  test('A59: the hero, promises and sections, and neither a static hero nor category tiles', () =>
    expectReading(
      <HomeView
        hero={<b>Hero</b>}
        flash={<b>Flash</b>}
        newArrivals={<b>New arrivals</b>}
        brands={<b>Brands</b>}
        popular={<b>Popular</b>}
        featured={<b>Featured</b>}
      />,
      `
        heading 1 "Electronics delivered across Kenya"
        Hero
        list
          24H delivery
          Affordable prices
          Secure payment
          Support 24/7
        FlashNew arrivalsBrandsPopularFeatured
      `,
    ));

  test('new arrivals are being loaded', () =>
    expectReading(
      section('newArrivals', 'loading'),
      `
        region "New Arrivals"
          heading 2 "New Arrivals"
          status
            Loading New Arrivals
          list "New Arrivals"
          status
      `,
    ));

  test('a new arrival that has just been put into the cart', () =>
    expectReading(
      section('newArrivals', 'ready', { content: { products: products(1) }, added: products(1)[0] }),
      `
        region "New Arrivals"
          heading 2 "New Arrivals"
          list "New Arrivals"
            article
              img "" of /media/sony-tv-1?w=640&f=jpeg
              -20%
              2 in cart
              heading 3 "Product 1"
                link "Product 1" -> /product/product-1
              ~ 4.5 (12)
              Rated 4.5 of 5 by 12
              Ksh 40,000, was Ksh 50,000
              button "Add to Cart: Product 1"
          status
            Product 1 added to cart, 2 in cart
      `,
    ));

  test('no new arrivals', () =>
    expectReading(
      section('newArrivals', 'empty'),
      `
        region "New Arrivals"
          heading 2 "New Arrivals"
          No new products yet.
          status
      `,
    ));

  test('featured products could not be loaded and can be asked for again', () =>
    expectReading(
      section('featured', 'failed', { problem }),
      `
        region "Featured Products"
          heading 2 "Featured Products"
          alert
            Failed to load
            Request req-1
            button "Try Again"
          status
      `,
    ));

  test('new arrivals could not be loaded', () =>
    expectReading(
      section('newArrivals', 'failed', { problem }),
      `
        region "New Arrivals"
          heading 2 "New Arrivals"
          alert
            Failed to load
            Request req-1
            button "Try Again"
          status
      `,
    ));

  test.each([
    [
      'brands',
      `
        region "Top Brands"
          heading 2 "Top Brands"
          alert
            Failed to load
            Request req-1
            Please try refreshing the page
            button "Try Again"
          status
      `,
    ],
    [
      'popular',
      `
        region "Most Popular Products"
          heading 2 "Most Popular Products"
          alert
            Failed to load
            Request req-1
            Failed to load products
            button "Try Again"
          status
      `,
    ],
    [
      'hero',
      `
        alert
          Failed to load
          Request req-1
          button "Try Again"
      `,
    ],
  ] as const)('%s could not be loaded', (name, text) => expectReading(section(name, 'failed', { problem }), text));

  test.each([
    [
      'brands',
      `
        region "Top Brands"
          heading 2 "Top Brands"
          status
            Loading Top Brands
          status
      `,
    ],
    [
      'hero',
      `
        status
          Loading Offers
      `,
    ],
  ] as const)('%s are being loaded', (name, text) => expectReading(section(name, 'loading'), text));

  test.each([
    ['newArrivals', VIEW_ALL_NEW_FROM, 'View All New Products -> /products?sortBy=newest'],
    ['popular', VIEW_ALL_POPULAR_FROM, 'View All -> /products'],
  ] as const)('%s: all of them can be seen from a number on', (name, from, link) => {
    const more = (count: number) =>
      renderPage(section(name, 'ready', { content: { products: products(count) } }))
        .queryAllByRole('link', { name: /^View All/ })
        .map((one: HTMLElement) => `${one.textContent} -> ${one.getAttribute('href')}`);
    expect([more(from - 1), more(from)]).toEqual([[], [link]]);
  });

  test.each(['hero', 'brands'] as const)('%s: a section of none is not there at all', (name) =>
    expect(renderPage(section(name, 'empty')).html).toBe(''),
  );

  test('no featured products', () =>
    expectReading(
      section('featured', 'empty'),
      `
        region "Featured Products"
          heading 2 "Featured Products"
          No featured products available at the moment.
          status
      `,
    ));
});

describe('§2 Order success', () => {
  const page = (value: string, orderId = '') => (
    <OrderSuccessView
      snapshot={at(orderSuccessMachine, { isSignedIn: true, stateOrderId: '', addressOrderId: '' }, value, { orderId })}
      send={ignore}
    />
  );

  test('the order that was placed, by eight letters of its id', () =>
    expectReading(
      page('shown', 'a1b2c3d4-0000'),
      `
        heading 1 "Your order is successfully placed"
        Order a1b2c3d4
        link "Continue Shopping" -> /products
        link "View Orders" -> /profile?section=orders
      `,
    ));

  test('no order to show', () =>
    expectReading(
      page('without'),
      `
        heading 1 "Your orders"
        You can see all your orders in your profile.
        link "Continue Shopping" -> /products
        link "View Orders" -> /profile?section=orders
      `,
    ));

  test('an order is being looked for', () =>
    expectReading(
      page('looking'),
      `
        status
          Looking for your order
      `,
    ));
});
