// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { paths } from '../../src/rules/paths.ts';
import { routes } from '../../src/routes/table.ts';
import { wanjiku } from '../flows/support/account.samples.ts';
import { phoneLine, stored } from '../flows/support/shop.samples.ts';
import { openPage } from '../support/open-page.tsx';
import { refused } from '../support/tab.ts';

/** A failed profile call shows one alert with one button on every page (X34). */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** One public page and all customer pages. */
const PAGES = [
  paths.cart,
  ...routes.filter(({ access }) => access === 'customer').map(({ path }) => path.replace(':orderId', 'o1')),
];

test.each(PAGES)('X34: %s shows one alert for a profile that cannot be loaded', async (at) => {
  const page = await openPage(at, {
    stored: { token: 'T', user: JSON.stringify(wanjiku), cart: stored(phoneLine(1)) },
    // All other calls stay pending, so that they cause no alerts.
    server: ({ path }) => (path === '/auth/profile' ? refused(500) : new Promise<never>(() => undefined)),
  });
  const alerts = page.getAllByRole('alert').filter(({ textContent }) => textContent !== '');
  expect(alerts).toHaveLength(1);
  expect(alerts[0]?.querySelectorAll('button')).toHaveLength(1);
});
