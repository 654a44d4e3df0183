// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { menuMachine } from '../../src/machines/shell/menu.machine.ts';
import { homeSectionMachine } from '../../src/machines/home/home-section.machine.ts';
import { mpesaPaymentMachine } from '../../src/machines/payment/mpesa-payment.machine.ts';
import { productListMachine } from '../../src/machines/catalogue/product-list.machine.ts';
import { sessionMachine } from '../../src/machines/account/session.machine.ts';
import { wishlistMachine } from '../../src/machines/cart/wishlist.machine.ts';
import { StrengthHint } from '../../src/views/account/strength-hint.tsx';
import * as strength from '../../src/views/account/auth.css.ts';
import { Stations } from '../../src/views/checkout/stations.tsx';
import * as delivery from '../../src/views/checkout/delivery.css.ts';
import { BrandCarouselView } from '../../src/views/home/brand-carousel.view.tsx';
import { HomeSectionView } from '../../src/views/home/home-section.view.tsx';
import { CountLink } from '../../src/views/shell/count-link.tsx';
import { HeaderView } from '../../src/views/shell/header.view.tsx';
import { SessionView } from '../../src/views/account/session.view.tsx';
import { ShellView } from '../../src/views/shell/shell.view.tsx';
import { Icon } from '../../src/views/parts/icon.tsx';
import * as icons from '../../src/views/parts/outlines.ts';
import * as grid from '../../src/views/parts/product-grid.css.ts';
import { MpesaPaymentStep } from '../../src/views/payment/mpesa-payment.view.tsx';
import * as payment from '../../src/views/payment/mpesa-payment.css.ts';
import { ProductListView } from '../../src/views/catalogue/product-list.view.tsx';
import * as list from '../../src/views/catalogue/product-list.css.ts';
import { WishlistView } from '../../src/views/cart/wishlist.view.tsx';
import { brandCarouselMachine } from '../../src/machines/home/brand-carousel.machine.ts';
import { renderPage } from 'model-testing/view/page';
import { products, television } from '../flows/support/catalogue.samples.ts';
import { brands } from '../flows/support/home.samples.ts';
import { station } from '../flows/support/shop.samples.ts';
import { wish } from '../flows/wishlist/wishlist.samples.ts';
import { at, ignore } from './reads.tsx';

const has = (view: React.ReactElement, ...classes: readonly string[]) => {
  const { element } = renderPage(view);
  return classes.map((one) => element.querySelector(`.${one.split(' ').join('.')}`) !== null);
};

describe('§2 Products: the layout of a list', () => {
  const page = { products: products(1), pagination: { page: 1, limit: 12, total: 1, pages: 1 } };
  const shown = (value: object, filters: React.ReactNode = null, inCart = new Map<string, number>()) => (
    <ProductListView
      snapshot={at(
        productListMachine,
        { query: { page: 1, specs: {} }, loaded: null },
        { products: 'ready', view: 'grid', ...value },
        { page, added: television },
      )}
      send={ignore}
      inCart={inCart}
      categories={[]}
      filters={filters}
    />
  );

  test.each([
    ['cards', 'grid', null, [true, false, false, false]],
    ['cards beside the filters', 'grid', <p key="f">Filters</p>, [true, true, false, true]],
    ['rows', 'list', null, [true, false, true, false]],
  ] as const)('%s', (_, view, filters, lies) =>
    expect(has(shown({ view }, filters), grid.grid, grid.beside, grid.rows, list.beside)).toEqual(lies),
  );

  test('a notice of an added product shows 0 in cart after the product was removed', () => {
    expect(renderPage(shown({})).text).toContain('Sony TV added to cart, 0 in cart');
    expect(
      renderPage(
        <WishlistView
          snapshot={at(wishlistMachine, undefined, { list: 'filled' }, { wishes: [wish.a], added: wish.a })}
          send={ignore}
          inCart={new Map()}
        />,
      ).text,
    ).toContain('Phone A added to cart, 0 in cart');
    expect(
      renderPage(
        <HomeSectionView
          snapshot={at(homeSectionMachine, { section: 'featured', loaded: null } as never, { items: 'ready' }, {
            section: 'featured',
            content: { products: products(1) },
            added: television,
          } as never)}
          send={ignore}
          inCart={new Map()}
        />,
      ).text,
    ).toContain('Sony TV added to cart, 0 in cart');
  });
});

test('§2 Home: five placeholder cards reserve the space while products load', () => {
  const { element } = renderPage(
    <HomeSectionView
      snapshot={at(homeSectionMachine, { section: 'featured', loaded: null }, { items: 'loading', clock: 'none' })}
      send={ignore}
      inCart={new Map()}
    />,
  );
  expect(element.querySelectorAll('li')).toHaveLength(5);
});

test('A17: fills one to three bars by the strength of the password', () => {
  const bars = (password: string) => {
    const { element } = renderPage(<StrengthHint password={password} minimum={8} />);
    const all = [...element.querySelectorAll('span span span')];
    return [all.length, all.filter(({ className }) => className !== strength.step.off).length];
  };
  expect(['abc', 'abcdefg1', 'abcDEF123!xyzXYZ'].map(bars)).toEqual([
    [3, 1],
    [3, 2],
    [3, 3],
  ]);
});

test('U26: a station without phone and e-mail has no contact line', () => {
  const shown = (change: object) =>
    has(
      <Stations stations={[{ ...station, ...change }]} chosen={null} disabled={false} onChoose={ignore} />,
      delivery.contact,
    );
  expect(shown({ phone: '', email: '' })).toEqual([false]);
  expect(shown({ phone: '+254 700 000 001', email: '' })).toEqual([true]);
  expect(shown({ phone: '', email: 'a@duka.test' })).toEqual([true]);
});

test('a brand with an empty logo is shown by name', () => {
  const [one] = brands(1);
  expect(
    renderPage(
      <BrandCarouselView
        snapshot={at(brandCarouselMachine, { count: 1 }, 'onePage')}
        send={ignore}
        brands={[{ ...one, logo: '' } as never]}
      />,
    ).element.querySelector('a')?.textContent,
  ).toBe(one?.name);
});

test('the header shows counts above 99 as 99+', () => {
  const mark = (count: number) =>
    renderPage(<CountLink to="/cart" icon="cart" label="Cart" count={count} className="" />).element.querySelector(
      '[aria-hidden="true"]:not(svg)',
    )?.textContent;
  expect([99, 100].map(mark)).toEqual(['99', '99+']);
});

test('the button of the mobile menu shows a menu icon when closed and a cross when open', () => {
  const outlines = (view: React.ReactElement) =>
    [...renderPage(view).element.querySelectorAll('path')].map((path) => path.getAttribute('d'));
  const [menu, cross] = [icons.menu, icons.close].map((outline) => outlines(<Icon outline={outline} />)[0]);
  const header = (mobile: string) =>
    outlines(
      <HeaderView
        snapshot={at(menuMachine, undefined, { mobile })}
        send={ignore}
        cartQuantity={0}
        connection={null}
        search={null}
      />,
    );
  expect([header('closed').includes(menu ?? null), header('closed').includes(cross ?? null)]).toEqual([true, false]);
  expect([header('open').includes(menu ?? null), header('open').includes(cross ?? null)]).toEqual([false, true]);
});

test('a session without a problem renders nothing', () => {
  const session = <SessionView snapshot={at(sessionMachine, undefined, undefined, { problem: null })} send={ignore} />;
  expect(renderPage(session).element.innerHTML).toBe('');
});

test('§2: every page has the shop\u2019s icon and theme colour, and a link that skips to its content', () => {
  const { element } = renderPage(
    <ShellView header={null} nav={null} footer={null}>
      The page
    </ShellView>,
  );
  const { head } = element.ownerDocument;
  const find = (selector: string) => element.querySelector(selector) ?? head.querySelector(selector);
  expect(find('link[rel="icon"][type="image/svg+xml"]')?.getAttribute('href')).toBe('/favicon.svg');
  expect(find('meta[name="theme-color"]')?.getAttribute('content')).toMatch(/^#/);
  expect(find(find('a')?.getAttribute('href') ?? '')?.tagName).toBe('MAIN');
});

test('an expired or timed-out prompt is marked as a warning', () => {
  const marks = (state: object) =>
    has(
      <MpesaPaymentStep
        proof={null}
        snapshot={at(
          mpesaPaymentMachine,
          { orderId: 'o1', phone: '254712345678', amount: 3_000, prompt: null },
          {
            pending: {
              page: 'seen',
              polling: 'waiting',
              network: 'online',
              prompt: 'onPhone',
              limit: 'running',
              ...state,
            },
          },
        )}
        send={ignore}
      />,
      payment.tone.waiting,
      payment.tone.warn,
    );
  expect(marks({})).toEqual([true, false]);
  expect(marks({ prompt: 'expired' })).toEqual([false, true]);
  expect(marks({ limit: 'over' })).toEqual([false, true]);
});
