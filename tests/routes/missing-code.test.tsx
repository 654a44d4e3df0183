// @vitest-environment happy-dom
import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { callKey } from '../../contract/endpoint.ts';
import { wanjiku } from '../flows/support/account.samples.ts';
import { television } from '../flows/support/catalogue.samples.ts';

/** When the code of a part fails to load, the page shows an error or works without the part. */

const { missing } = vi.hoisted(() => ({
  missing: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
}));

vi.mock('../../src/routes/catalogue/reviews.tsx', missing);
vi.mock('../../src/routes/payment/waiting-payment.tsx', missing);

/** Opens a page with fresh modules, because React caches the first result of a lazy part in its module. */
async function open(...given: Parameters<typeof import('../support/open-page.tsx').openPage>) {
  vi.resetModules();
  const { openPage } = await import('../support/open-page.tsx');
  return openPage(...given);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('§2: the reviews of a product show that they could not be loaded', async () => {
  const key = callKey({ method: 'GET', path: '/products/:idOrSlug' }, { idOrSlug: 'sony-tv' } as never);
  const page = await open('/product/sony-tv', {
    replies: { [key]: { success: true, data: { product: television } } },
  });
  fireEvent.click(await page.findByRole('tab', { name: 'Product Reviews' }));
  expect((await page.findByRole('alert')).textContent).toContain('Failed to load reviews');
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe(television.name);
});

test('D7: a page of a customer works without the bar of a waiting payment', async () => {
  const page = await open('/contact', { user: wanjiku });
  expect(page.getByRole('heading', { level: 1 })).toBeTruthy();
  expect(page.getByRole('banner')).toBeTruthy();
});
