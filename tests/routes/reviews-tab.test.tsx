// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, render } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { readAccountState } from '../../src/routes/account/account-state.ts';
import { AppProvider } from '../../src/routes/app-context.tsx';
import ProductDetailRoute from '../../src/routes/catalogue/product-detail.route.tsx';
import { toSafeOrigin } from '../../src/rules/account/origin.ts';
import { television } from '../flows/support/catalogue.samples.ts';
import { reviewsPage, SUMMARY } from '../flows/reviews/reviews.samples.ts';
import { ok, openTab } from '../support/tab.ts';

// The code of the reviews is loaded on demand, which takes longer on a slow computer.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Renders the page of a product. For any other page, shows its address and its origin. */
function Current() {
  const { pathname, state } = useLocation();
  if (pathname.startsWith('/product/')) return <ProductDetailRoute params={{ idOrSlug: 'sony-tv' }} />;
  return <h1>{`${pathname} for ${toSafeOrigin(readAccountState(state).origin)}`}</h1>;
}

async function open(address: string) {
  const { app } = openTab({
    server: ({ path }) => ok(path.startsWith('/reviews') ? reviewsPage(1, 3, SUMMARY) : { product: television }),
  });
  const page = render(
    <MemoryRouter initialEntries={[address]}>
      <AppProvider value={app}>
        <Current />
      </AppProvider>
    </MemoryRouter>,
  );
  return {
    ...page,
    opened: async () => (await page.findByRole('tab', { selected: true })).textContent,
    choose: (name: string) => act(async () => void fireEvent.click(page.getByRole('tab', { name }))),
  };
}

test('§2, D18: a login from the reviews returns to the reviews', async () => {
  const first = await open('/product/sony-tv');
  expect(await first.opened()).toBe('Product Specifications');
  await first.choose('Product Reviews');
  const login = await first.findByRole('link', { name: 'Log in to write a review.' });
  await act(async () => void fireEvent.click(login));
  expect(first.getByRole('heading').textContent).toBe('/auth/login for /product/sony-tv?tab=reviews');
  cleanup();

  const again = await open('/product/sony-tv?tab=reviews');
  expect(await again.opened()).toBe('Product Reviews');
  expect(await again.findByRole('region', { name: 'Summary of the reviews' })).toBeTruthy();
  await again.choose('Product Specifications');
  expect(await again.opened()).toBe('Product Specifications');
});

test('§2: an address with an unknown tab opens the first tab', async () => {
  expect(await (await open('/product/sony-tv?tab=elsewhere')).opened()).toBe('Product Specifications');
});
