// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { routes } from '../../src/routes/table.ts';
import { wanjiku } from '../flows/support/account.samples.ts';
import { phoneLine, stored } from '../flows/support/shop.samples.ts';
import { openPage } from '../support/open-page.tsx';

/** During the logout, the page does not change until the login page replaces it (A25). */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PAGES = routes
  .filter(({ access }) => access === 'customer')
  .map(({ path }) => path.replace(':orderId', 'o1').replace(':id', 'o1'));

test.each(PAGES)('X88: %s does not change during the logout', async (at) => {
  const page = await openPage(at, { user: wanjiku, stored: { cart: stored(phoneLine(1)) } });
  const shown = () => page.getByRole('main').textContent;
  const before = shown();
  expect(before).not.toBe('');
  await act(async () => page.tab.app.session.send({ type: 'session.logout' }));
  expect(page.tab.app.session.getSnapshot().matches({ customer: 'loggingOut' })).toBe(true);
  expect(shown()).toBe(before);
});
