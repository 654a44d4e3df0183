// @vitest-environment happy-dom
import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { callKey } from '../../contract/endpoint.ts';
import { shop } from '../../contract/shop.config.ts';
import { readAccountState } from '../../src/routes/account/account-state.ts';
import { wanjiku } from '../flows/support/account.samples.ts';
import { toDeals, createPage, television } from '../flows/support/catalogue.samples.ts';
import { reviewsPage, SUMMARY } from '../flows/reviews/reviews.samples.ts';
import { phoneLine, stored } from '../flows/support/shop.samples.ts';
import { openPage } from '../support/open-page.tsx';
import { getDeliveryEstimate } from '../../src/rules/checkout/estimate.ts';
import { ok } from '../support/tab.ts';
import { until } from '../support/until.ts';

/** Events that a page sends to its machines, and the head that it renders from their state. */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const reply = (path: `/${string}`, request: object, data: object) => ({
  [callKey({ method: 'GET', path }, request as never)]: { success: true, data },
});

test.each([
  [{ origin: 5, email: 7, notice: 'nobody' }],
  [{ origin: null, email: null, notice: null }],
  [{ origin: {}, email: ['a@b.co'] }],
  [null],
  ['text'],
  [undefined],
])('a navigation state of %j is read as empty', (state) => {
  expect(readAccountState(state)).toEqual({ origin: null, email: '', notice: null });
});

test('D18, U22: a navigation state carries the origin, the typed e-mail and the notice', () => {
  for (const notice of ['notLoggedIn', 'invalidSession'] as const) {
    const state = { origin: '/cart', email: 'a@b.co', notice };
    expect(readAccountState(state)).toEqual(state);
  }
});

test('§2: the home page describes the range of the shop', async () => {
  await openPage('/');
  const text = document.querySelector('meta[name="description"]')?.getAttribute('content');
  expect(text).toBe(
    `${shop.tagline}: phones, laptops, TVs and appliances with 24H delivery, affordable prices and support 24/7.`,
  );
});

test.each(['/checkout', '/order-success', '/track-order/o1', '/profile', '/cart', '/wishlist'])(
  '§2: %s is `noindex`, for a customer too',
  async (at) => {
    await openPage(at, { user: wanjiku, stored: { cart: stored(phoneLine(1)) } });
    await vi.waitFor(() => expect(document.title).not.toContain('Checking'));
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
  },
);

test('H11: the replies of the first page are not used by a later page', async () => {
  const brands = reply('/brands', {}, { brands: [{ _id: 'b', name: 'Sony', slug: 'sony', productCount: 1 }] });
  const page = await openPage('/', { replies: brands });
  const loaded = () =>
    page
      .inputs()
      .flatMap(({ machine, input }) =>
        machine === 'homeSection' ? [input as { section: string; loaded: unknown }] : [],
      )
      .filter(({ section }) => section === 'brands')
      .map((input) => input.loaded !== null);
  expect(loaded()).toEqual([true]);
  await page.goTo('/cart');
  await page.goTo('/');
  expect(loaded()).toEqual([true, false]);
});

test('Q25: the notices of a reorder disappear when they are dismissed', async () => {
  const page = await openPage('/cart', { state: { texts: ['Phone A is out of stock.'] } });
  fireEvent.click(page.getByRole('button', { name: /Dismiss|Close/ }));
  expect(page.queryByText('Phone A is out of stock.')).toBeNull();
});

describe('the page of a product', () => {
  test('§2: has the title Product while loading, then its name, or Product Not Found', async () => {
    let answer: (found: object) => void = () => undefined;
    const page = await openPage('/product/sony-tv', {
      server: ({ path }) =>
        path === '/products/sony-tv'
          ? new Promise((resolve) => (answer = (found) => resolve(ok(found))))
          : new Promise<never>(() => undefined),
    });
    expect(document.title).toMatch(/^Product\b(?! Not Found)/);
    answer({ product: television });
    await until(() => expect(document.title).toContain(television.name));
    page.unmount();
    const missing = callKey({ method: 'GET', path: '/products/:idOrSlug' }, { idOrSlug: 'gone' } as never);
    await openPage('/product/gone', { replies: { [missing]: { success: false } } });
    expect(document.title).toMatch(/^Product Not Found\b/);
  });

  test('§2: its heart adds it to the wishlist and removes it', async () => {
    const page = await openPage('/product/sony-tv', {
      replies: reply('/products/:idOrSlug', { idOrSlug: 'sony-tv' }, { product: television }),
    });
    const heart = () => page.getByRole('button', { name: `Wishlist: ${television.name}` });
    const stored = () => page.tab.storage.values.get('wishlist') ?? '';
    expect(heart().getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(heart());
    expect([heart().getAttribute('aria-pressed'), stored().includes(television._id)]).toEqual(['true', true]);
    fireEvent.click(heart());
    expect([heart().getAttribute('aria-pressed'), stored().includes(television._id)]).toEqual(['false', false]);
  });
});

test('U28: the checkout updates the delivery estimate while the city is typed', async () => {
  const page = await openPage('/checkout', {
    user: { ...wanjiku, address: null },
    stored: { cart: stored(phoneLine(1)) },
  });
  const estimate = () => page.getByText(/^Estimated delivery/).textContent;
  const type = (city: string) => fireEvent.change(page.getByLabelText('City'), { target: { value: city } });
  type('Nowhere');
  const elsewhere = estimate();
  type('Nairobi');
  expect(estimate()).toBe(`Estimated delivery: ${getDeliveryEstimate({ county: null, city: 'Nairobi' })}`);
  expect(estimate()).not.toBe(elsewhere);
});

describe('from one product to the next', () => {
  const next = { ...television, _id: 'p2', slug: 'lg-tv', name: 'LG TV', rating: 2, numReviews: 1 };
  const byPath: Readonly<Record<string, object>> = {
    '/products/sony-tv': { product: television },
    '/products/lg-tv': { product: next },
  };
  const open = () =>
    openPage('/product/sony-tv', {
      user: wanjiku,
      server: ({ path }) => {
        const found = byPath[path];
        if (found !== undefined) return ok(found);
        if (path.endsWith('/can-review')) return { status: 200, body: { success: true, canReview: true } };
        return path.startsWith('/reviews') ? ok(reviewsPage(1, 3, SUMMARY)) : new Promise<never>(() => undefined);
      },
    });
  const comment = (page: Awaited<ReturnType<typeof open>>) => page.findByLabelText('Comment');
  const write = (page: Awaited<ReturnType<typeof open>>) =>
    until(() => {
      fireEvent.click(page.getByRole('button', { name: 'Write a Review' }));
      page.getByLabelText('Comment');
    });
  const tab = (page: Awaited<ReturnType<typeof open>>) => page.findByRole('tab', { name: 'Product Reviews' });

  test('§2: a review draft is not carried over to the next product, which loads its own reviews', async () => {
    const page = await open();
    fireEvent.click(await tab(page));
    await write(page);
    fireEvent.input(await comment(page), { target: { value: 'Good picture' } });
    expect(page.queryByDisplayValue('Good picture')).not.toBeNull();
    await page.goTo('/product/lg-tv');
    fireEvent.click(await tab(page));
    await write(page);
    expect(await comment(page)).toHaveProperty('value', '');
    const asked = page.inputs().flatMap(({ machine, input }) => (machine === 'reviews' ? [input] : []));
    expect(asked).toMatchObject([{ productId: television._id }, { productId: 'p2' }]);
  });

  test('§2: keeps its rating while its reviews are loaded', async () => {
    const page = await openPage('/product/sony-tv', {
      replies: reply('/products/:idOrSlug', { idOrSlug: 'sony-tv' }, { product: television }),
    });
    const rated = () => page.getByText(/^Rated/).textContent;
    const before = rated();
    fireEvent.click(await tab(page));
    await until(() => expect(page.inputs().map(({ machine }) => machine)).toContain('reviews'));
    expect(rated()).toBe(before);
  });

  test('§2: the next product shows its own rating, not the summary of the previous reviews', async () => {
    const page = await open();
    fireEvent.click(await tab(page));
    await page.findByRole('region', { name: 'Summary of the reviews' });
    const { average, total } = SUMMARY;
    expect(page.getAllByText(/^Rated/)[0]?.textContent).toBe(`Rated ${average.toFixed(1)} of 5 by ${total}`);
    await page.goTo('/product/lg-tv');
    await page.findByRole('heading', { level: 1, name: 'LG TV' });
    expect(page.getByText(/^Rated/).textContent).toBe('Rated 2.0 of 5 by 1');
  });
});

describe('the list', () => {
  test('A6: sends its prices to the price filter only after it is loaded', async () => {
    let answer: () => void = () => undefined;
    const page = await openPage('/products', {
      server: ({ path }) =>
        path.startsWith('/products?')
          ? new Promise((resolve) => (answer = () => resolve(ok(createPage(2)))))
          : new Promise<never>(() => undefined),
    });
    const known = () => page.received('priceFilter').filter(({ type }) => type === 'products.known');
    await until(() => expect(page.inputs().map(({ machine }) => machine)).toContain('priceFilter'));
    expect(known()).toEqual([]);
    answer();
    await until(() => expect(known().at(-1)).toMatchObject({ prices: [40_000, 40_000] }));
  });

  test('A57: a page that came with its last page loads nothing, and stays after another address', async () => {
    const asked: string[] = [];
    const page = await openPage('/products?page=9', {
      replies: reply('/products', { page: 9, sortBy: 'newest', limit: 12, activeOnly: true }, createPage(27, 3)),
      server: ({ path }) => {
        asked.push(path);
        return path.startsWith('/products?') ? ok(createPage(27, 2)) : new Promise<never>(() => undefined);
      },
    });
    const lists = () => asked.filter((path) => path.startsWith('/products?'));
    await page.findByText('Page 3 of 3');
    expect(lists()).toEqual([]);
    await page.goTo('/products?page=2');
    await page.findByText('Page 2 of 3');
    expect(lists()).toEqual([expect.stringContaining('page=2')]);
  });

  test('U1: the clock starts without deals when the served page did not contain them', async () => {
    const page = await openPage('/cart', {
      server: ({ path }) =>
        path === '/deals/flash' ? ok({ flashDeals: toDeals(2) }) : new Promise<never>(() => undefined),
    });
    await page.goTo('/products?deals=flash');
    const input = () => page.inputs().find(({ machine }) => machine === 'flashCountdown')?.input;
    await until(() => expect(input()).toEqual({ known: null, hasPlaceholder: true }));
  });
});
