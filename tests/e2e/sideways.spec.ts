import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { bearer, newCustomer, openAs } from './support/customers.ts';
import { getDialogs } from './support/dialogs.ts';
import { everyAddress, partsBeside, settled, walkTo } from './support/every-page.ts';
import { addToCart, buy, readOrders, productWith } from './support/orders.ts';
import type { Shop } from './support/shop.ts';
import { expect, test } from './support/test.ts';

/** No page scrolls sideways on a phone, with any message on it (X32). */

const WIDTHS = [320, 360];
const LONG_NAME = 'Wambui-Achieng Nyambura-Kipchumba Wanjirunyamburamuthonigathoni';
const LONG_EMAIL = 'wambui.achieng.nyambura.kipchumba.wanjiru@procurement.verylongcompanyname.co.ke';
const address = { street: '', city: '', state: '', zipCode: '', country: '' };

/** Creates a customer with a long name and an unpaid order. */
async function longCustomer(shop: Shop) {
  const customer = await newCustomer(shop);
  const product = await productWith(shop, ({ stock, finalPrice }) => stock > 50 && finalPrice < 20_000);
  await buy(shop, customer, product, 1, randomUUID(), 'mpesa');
  const [order] = await readOrders(shop, customer);
  const body = { name: LONG_NAME, email: customer.email, phone: customer.phone, address };
  expect((await shop.api('PUT', '/auth/profile', body, bearer(customer))).status).toBe(200);
  return { customer, product, addresses: everyAddress({ slug: product.slug, orderId: order?._id ?? '' }) };
}

const orderIn = (addresses: readonly string[]) =>
  (addresses.find((one) => one.startsWith('/track-order/')) ?? '').replace('/track-order/', '');

/** Returns the parts of an open dialog that overflow. Their overflow does not scroll the page. */
async function partsOfDialog(page: Page): Promise<readonly string[]> {
  return page.getByRole('dialog').evaluateAll((dialogs) =>
    dialogs
      .flatMap((dialog) => [dialog, ...dialog.querySelectorAll('*')])
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1)
      .filter((part) => getComputedStyle(part).overflowX !== 'visible' && !part.matches('input, select'))
      .map((part) => `${part.tagName} ${(part.textContent ?? '').slice(0, 40)}: ${part.scrollWidth} px wide`),
  );
}

async function measured(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const width of WIDTHS) {
    const parts = [...(await partsBeside(page, width)), ...(await partsOfDialog(page))];
    if (parts.length > 0) found[width] = parts;
  }
  return found;
}

/** Saves an e-mail address that needs a confirmation, so that the profile shows the message about it. */
async function askForLongEmail(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByLabel('Email', { exact: true })
    .fill(`${randomUUID().slice(0, 8)}.${LONG_EMAIL}`);
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(page.getByRole('status').filter({ hasText: LONG_EMAIL })).toBeVisible();
}

/** Submits every form without input, so that each shows its errors. */
async function sendForms(page: Page): Promise<void> {
  await page.evaluate(() => {
    const forms = document.querySelectorAll<HTMLFormElement>('main form:not([role="search"])');
    for (const form of forms) form.requestSubmit();
  });
  await settled(page);
}

test('X32: no page scrolls sideways with a payment bar, an unconfirmed e-mail and long names', async ({
  page,
  shop,
}) => {
  const { customer, product, addresses } = await longCustomer(shop);
  await openAs(page, customer, '/cart');
  await addToCart(page, product);
  await page.goto(`/track-order/${orderIn(addresses)}`);
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await shop.prompt(customer.msisdn);
  await expect(page.getByRole('dialog')).toBeHidden();
  const found: Record<string, unknown> = {};
  for (const one of addresses) {
    await page.goto(one);
    await settled(page);
    if (one === '/cart') await expect(page.getByRole('region', { name: 'Your M-Pesa payment' })).toBeVisible();
    if (one === '/profile') await askForLongEmail(page);
    Object.assign(found, { [one]: await measured(page) });
  }
  expect(Object.entries(found).filter(([, parts]) => JSON.stringify(parts) !== '{}')).toEqual([]);
});

for (const who of ['a guest', 'a customer'] as const)
  test(`X32: no page of ${who} scrolls sideways with form errors, without a network, or with full storage`, async ({
    page,
    shop,
    watch,
  }) => {
    watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    const { customer, product, addresses } = await longCustomer(shop);
    if (who === 'a customer') {
      await openAs(page, customer, '/cart');
      await addToCart(page, product);
    }
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new Error('full');
      };
    });
    const found: Record<string, unknown> = {};
    for (const one of addresses) {
      await page.goto(one);
      await settled(page);
      await sendForms(page);
      await page.context().setOffline(true);
      await expect(page.getByRole('banner').getByText('Offline')).toBeAttached();
      Object.assign(found, { [one]: await measured(page) });
      await page.context().setOffline(false);
    }
    expect(Object.entries(found).filter(([, parts]) => JSON.stringify(parts) !== '{}')).toEqual([]);
  });

test('X32: no page scrolls sideways under a dialog or menu, and no part of either does', async ({ page, shop }) => {
  const { customer, addresses } = await longCustomer(shop);
  await openAs(page, customer, '/about');
  const found: Record<string, unknown> = {};
  for (const { name, path, open } of getDialogs(orderIn(addresses))) {
    await page.setViewportSize({ width: 320, height: 740 });
    await page.goto(path);
    await settled(page);
    await open(page);
    Object.assign(found, { [name]: await measured(page) });
  }
  expect(Object.entries(found).filter(([, parts]) => JSON.stringify(parts) !== '{}')).toEqual([]);
});

test('X32: no page scrolls sideways if every call fails', async ({ page, shop }) => {
  const { customer, addresses } = await longCustomer(shop);
  await openAs(page, customer, '/terms-of-service');
  await settled(page);
  await page.route('**/api/**', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'x-request-id': `${randomUUID()}${randomUUID()}` },
      json: { success: false, message: 'This-long-message-came-without-any-space-in-it-from-the-server' },
    }),
  );
  const found: Record<string, unknown> = {};
  for (const one of addresses) {
    await walkTo(page, one);
    Object.assign(found, { [one]: await measured(page) });
  }
  expect(Object.entries(found).filter(([, parts]) => JSON.stringify(parts) !== '{}')).toEqual([]);
});
