// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { categoryNavMachine } from '../../src/machines/catalogue/category-nav.machine.ts';
import { connectionMachine } from '../../src/machines/shell/connection.machine.ts';
import { menuMachine } from '../../src/machines/shell/menu.machine.ts';
import { searchBoxMachine } from '../../src/machines/catalogue/search-box.machine.ts';
import { sessionMachine } from '../../src/machines/account/session.machine.ts';
import { CategoryNavView } from '../../src/views/catalogue/category-nav.view.tsx';
import { ConnectionView } from '../../src/views/shell/connection.view.tsx';
import { FooterView } from '../../src/views/shell/footer.view.tsx';
import { HeaderView } from '../../src/views/shell/header.view.tsx';
import { RootErrorView } from '../../src/views/shell/root-error.view.tsx';
import { SearchBoxView } from '../../src/views/catalogue/search-box.view.tsx';
import { SessionView } from '../../src/views/account/session.view.tsx';
import { ShellView } from '../../src/views/shell/shell.view.tsx';
import { renderPage, words } from '../../model-testing/view/page.ts';
import { categories, products } from '../flows/support/catalogue.samples.ts';
import { jane } from '../flows/support/shop.samples.ts';
import { at, expectReading, expectSending, ignore } from './reads.tsx';

const header = (snapshot: Parameters<typeof HeaderView>[0]['snapshot'], cartQuantity = 0) => (
  <HeaderView
    snapshot={snapshot}
    send={ignore}
    cartQuantity={cartQuantity}
    connection={<b>Offline</b>}
    search={<b>Search</b>}
  />
);

describe('§2 Global layout: the header', () => {
  test('of a guest, with one piece in the cart and both menus closed', () =>
    expectReading(
      header(at(menuMachine, undefined), 1),
      `
        region "Welcome and help"
          Welcome to our shop
          link "Track Order" -> /track-order
          link "All Offers" -> /products?deals=flash
          link "0700 123 456" -> tel:+254700123456
        banner
          button "Menu" (closed)
          link "Duka home" -> /
          OfflineSearch
          link "Login" -> /auth/login
          link "Sign Up" -> /auth/signup
          link "Cart, 1 item" -> /cart
            ~ 1
            ~ Cart
      `,
    ));

  test('of an empty cart: nothing is marked', () => {
    const { element } = renderPage(header(at(menuMachine, undefined), 0));
    expect(words(element.querySelector('a[href="/cart"]') as HTMLElement)).toBe('CartCart');
  });

  test('of a guest with the menu of small screens open', () =>
    expectReading(
      header(at(menuMachine, undefined, { mobile: 'open' }), 120),
      `
        region "Welcome and help"
          Welcome to our shop
          link "Track Order" -> /track-order
          link "All Offers" -> /products?deals=flash
          link "0700 123 456" -> tel:+254700123456
        banner
          button "Close menu" (open)
          navigation "Main"
            link "Home" -> /
            link "All Products" -> /products
            link "Cart" -> /cart
            link "Login" -> /auth/login
            link "Sign Up" -> /auth/signup
            link "Call 0700 123 456" -> tel:+254700123456
          link "Duka home" -> /
          OfflineSearch
          link "Login" -> /auth/login
          link "Sign Up" -> /auth/signup
          link "Cart, 120 items" -> /cart
            ~ 99+
            ~ Cart
      `,
    ));

  test('of a customer with both menus open', () =>
    expectReading(
      header(at(menuMachine, undefined, { profile: 'open', mobile: 'open', greeting: 'named' }, { name: 'Jane' }), 99),
      `
        region "Welcome and help"
          Welcome Jane
          link "Track Order" -> /track-order
          link "All Offers" -> /products?deals=flash
          link "0700 123 456" -> tel:+254700123456
        banner
          button "Close menu" (open)
          navigation "Main"
            link "Home" -> /
            link "All Products" -> /products
            link "Cart" -> /cart
            link "My Profile" -> /profile
            link "Call 0700 123 456" -> tel:+254700123456
          link "Duka home" -> /
          OfflineSearch
          button "Profile" (open)
          navigation "Profile"
            link "My Profile" -> /profile
            button "Logout"
          link "Cart, 99 items" -> /cart
            ~ 99
            ~ Cart
      `,
    ));
});

test('§2 Footer: contact, social links, categories, quick links, tags and what is legal', () =>
  expectReading(
    <FooterView categories={[{ name: 'TVs', slug: 'tvs' }]} />,
    `
      contentinfo
        heading 2 "Duka"
        group
          Kimathi Street, Nairobi, Kenya
          link "0700 123 456" -> tel:+254700123456
          link "support@duka.test" -> mailto:support@duka.test
          Support 24/7
        list "Follow us"
          link "Facebook" -> https://www.facebook.com/ (in a new tab)
          link "Instagram" -> https://www.instagram.com/ (in a new tab)
          link "X" -> https://x.com/ (in a new tab)
          link "YouTube" -> https://www.youtube.com/ (in a new tab)
        navigation "Top categories"
          heading 2 "Top Categories"
          list
            link "TVs" -> /products?category=tvs
        navigation "Quick links"
          heading 2 "Quick Links"
          list
            link "Shop" -> /products
            link "Checkout" -> /checkout
            link "Track Order" -> /track-order
            link "Customer Service" -> /customer-service
            link "About Us" -> /about
        navigation "Popular tags"
          heading 2 "Popular Tags"
          list
            link "Phones" -> /products?search=Phones
            link "Laptops" -> /products?search=Laptops
            link "Smart TVs" -> /products?search=Smart%20TVs
            link "Earbuds" -> /products?search=Earbuds
            link "Power banks" -> /products?search=Power%20banks
            link "Fridges" -> /products?search=Fridges
            link "Consoles" -> /products?search=Consoles
            link "Chargers" -> /products?search=Chargers
        Duka. Electronics delivered across Kenya.
        link "Terms of Service" -> /terms-of-service
        link "Privacy Policy" -> /privacy-policy
        link "Returns" -> /return-policy
        link "Contact" -> /contact
    `,
  ));

describe('§2 Search box', () => {
  const box = (value: object | string, context: object) => (
    <SearchBoxView snapshot={at(searchBoxMachine, { searched: '' }, value, context)} send={ignore} />
  );

  test('two suggestions, the second highlighted', () =>
    expectReading(
      box({ open: 'highlighted' }, { text: 'sony', found: products(2), highlighted: 1 }),
      `
        search
          combobox "Search products" = 'sony' [search] (open)
          button "Search" (submits)
          img "" of /media/sony-tv-1?w=640&f=jpeg
          Product 1 Ksh 40,000
          img "" of /media/sony-tv-1?w=640&f=jpeg
          Product 2 Ksh 40,000
          status
            2 suggestions
          status
      `,
    ));

  test('the field names the suggestion that is highlighted, in a list of suggestions', () => {
    const page = renderPage(box({ open: 'highlighted' }, { text: 'sony', found: products(2), highlighted: 1 }));
    const second = page.getByRole('listbox', { name: 'Suggestions' }).querySelectorAll('[role="option"]')[1];
    expect(page.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(second?.id);
  });

  test('one suggestion', () =>
    expectReading(
      box('open', { text: 'sony', found: products(1) }),
      `
        search
          combobox "Search products" = 'sony' [search] (open)
          button "Search" (submits)
          img "" of /media/sony-tv-1?w=640&f=jpeg
          Product 1 Ksh 40,000
          status
            1 suggestion
          status
      `,
    ));

  test('nothing found', () =>
    expectReading(
      box('noResults', { text: ' zz ' }),
      `
        search
          combobox "Search products" = ' zz ' [search] (closed)
          button "Search" (submits)
          status
          status
            No products found for "zz"
          link "Search anyway" -> /products?search=zz
      `,
    ));
});

test('§2, A59: the nav bar, scrolled to its middle', () =>
  expectReading(
    <CategoryNavView
      snapshot={at(
        categoryNavMachine,
        { loaded: categories, path: '/products?category=phones' },
        { load: 'ready', scroll: 'middle' },
      )}
      send={ignore}
    />,
    `
      navigation "Categories"
        list
          link "TVs" -> /products?category=tvs
          link "Phones" -> /products?category=phones (this page)
        button "Scroll categories left"
        button "Scroll categories right"
    `,
  ));

test('§2, A59: the nav bar could not be loaded', () =>
  expectReading(
    <CategoryNavView
      snapshot={at(
        categoryNavMachine,
        { loaded: null, path: '/' },
        { load: 'failed' },
        { problem: { text: 'Something went wrong', requestId: null } },
      )}
      send={ignore}
    />,
    `
      status
        Something went wrong
    `,
  ));

test('§2, A59: its arrows scroll it', () =>
  expectSending(
    (send) => (
      <CategoryNavView
        snapshot={at(categoryNavMachine, { loaded: categories, path: '/' }, { load: 'ready', scroll: 'middle' })}
        send={(event) => event.type !== 'strip.measured' && send(event)}
      />
    ),
    `
      Scroll categories left: scroll.left {}
      Scroll categories right: scroll.right {}
    `,
  ));

test('a page that broke is loaded again by its button', () =>
  expectSending(
    (send) => <RootErrorView isOffline={false} onReload={() => send({ type: 'reload' })} />,
    `Reload the page: reload {}`,
  ));

test('§2: what stands around every page', () =>
  expectReading(
    <ShellView header={<b>Header</b>} nav={<b>Nav</b>} footer={<b>Footer</b>}>
      The page
    </ShellView>,
    `
      link "Skip to content" -> #main
      HeaderNav
      main
        status
          JavaScript is off in this browser. You can look around; the cart, the login and the checkout need it.
        The page
      Footer
    `,
  ));

describe('a page that broke', () => {
  test('with the network', () =>
    expectReading(
      <RootErrorView isOffline={false} onReload={ignore} />,
      `
        main
          heading 1 "Something went wrong on this page"
          Your cart is safe. If this happens again, call us: 0700 123 456
          button "Reload the page"
          link "Go To Home" -> /
      `,
    ));

  test('without the network (H15)', () =>
    expectReading(
      <RootErrorView isOffline onReload={ignore} />,
      `
        main
          heading 1 "You are offline"
          Your cart is safe. Try again when you are back online.
          button "Reload the page"
          link "Go To Home" -> /
      `,
    ));
});

test('Q13: the mark of a lost network', () =>
  expectReading(
    <ConnectionView snapshot={at(connectionMachine, undefined, { network: 'offline' })} send={ignore} />,
    `
      status
        Offline
    `,
  ));

describe('what the session says on any page', () => {
  const problem = { text: 'Failed to load your profile', requestId: 'req-1' };
  const session = (value: object, context: object = {}) => (
    <SessionView
      snapshot={at(sessionMachine, undefined, value, { token: 'T', user: jane, ...context })}
      send={ignore}
    />
  );

  test('U7: the profile could not be loaded', () =>
    expectReading(
      session({ customer: { authenticated: 'unconfirmed' } }, { problem }),
      `
        alert
          Failed to load your profile
          Request req-1
          button "Retry"
      `,
    ));

  test('another problem can be dismissed, and a browser that keeps nothing is named (H10)', () =>
    expectReading(
      session({ customer: 'guest', storage: 'memoryOnly' }, { problem }),
      `
        alert
          Failed to load your profile
          Request req-1
          button "Dismiss"
        status
          Your browser is not keeping data for this site. You will be logged out when you close this page.
      `,
    ));
});
