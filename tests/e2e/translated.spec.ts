import type { Page } from '@playwright/test';
import { openAsleep, openAwake } from './support/awake.ts';
import { newCustomer, openAs, PASSWORD } from './support/customers.ts';
import { putForeignNodes, translate } from './support/foreign-nodes.ts';
import { addToCart, fillDelivery, productWith } from './support/orders.ts';
import { expect, test } from './support/test.ts';

test('X70: a translated page logs in, updates the cart count and completes checkout @phone', async ({
  page,
  shop,
  watch,
}) => {
  watch.allow(/Invalid email or password|401/);
  const customer = await newCustomer(shop);
  await openAwake(page, '/auth/login');
  await translate(page);
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);

  await openAwake(page, '/products');
  await translate(page);
  const add = page.getByRole('button', { name: /^Add to Cart/ });
  await add.nth(0).click();
  await expect(page.getByRole('link', { name: /1 item/ })).toBeVisible();
  await add.nth(1).click();
  await expect(page.getByRole('link', { name: /2 items/ })).toBeVisible();
  await page.getByRole('link', { name: /2 items/ }).click();
  await expect(page.getByRole('heading', { name: 'Your Cart' })).toBeVisible();
  await page.getByText('Proceed to Checkout').click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect(page.getByText('Something went wrong on this page')).toHaveCount(0);
});

for (const path of ['/auth/signup', '/auth/forgot-password', '/contact']) {
  test(`X70: ${path} keeps working when a browser translates it`, async ({ page }) => {
    await openAwake(page, path);
    await translate(page);
    await page.locator('main form button[type="submit"]').click();
    // The messages under the fields appear and disappear.
    await expect(page.locator('main [aria-invalid="true"]').first()).toBeVisible();
    await page.locator('main form input').first().fill('jane@example.com');
    await page.locator('main form button[type="submit"]').click();
    await expect(page.getByText('Something went wrong on this page')).toHaveCount(0);
  });
}

test('X70: the tabs of the profile keep working when a browser translates them', async ({ page, shop }) => {
  await openAs(page, await newCustomer(shop), '/');
  await openAwake(page, '/profile');
  await expect(page.getByRole('tab', { name: 'My Account' })).toBeVisible();
  await translate(page);
  await page.getByRole('tab', { name: 'Order History' }).click();
  await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible();
  await page.getByRole('tab', { name: 'My Account' }).click();
  await expect(page.getByText('Something went wrong on this page')).toHaveCount(0);
});

test('X70: a translated page pays by M-Pesa, and places a cash order', async ({ page, shop }) => {
  const product = await productWith(shop, ({ stock, finalPrice }) => stock > 50 && finalPrice < 20_000);
  const customer = await newCustomer(shop);
  await openAs(page, customer, '/');
  await addToCart(page, product);
  await openAwake(page, '/checkout');
  await translate(page);
  await page.getByLabel('Street Address').fill('Ngong Road 5');
  await page.getByLabel('City').fill('Nairobi');
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog')).toContainText('Check your phone and enter your M-Pesa PIN.');
  await shop.answerPrompt((await shop.prompt(customer.msisdn)).checkoutRequestId, 'pay');
  await expect(page).toHaveURL(/\/order-success/);

  await addToCart(page, product);
  await openAwake(page, '/checkout');
  await translate(page);
  await fillDelivery(page, { name: customer.name, phone: customer.phone, address: 'Ngong Road 5', city: 'Nairobi' });
  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page).toHaveURL(/\/order-success/);
  await expect(page.getByText('Your order is successfully placed')).toBeVisible();
});

test('X70: a translated page saves the profile', async ({ page, shop }) => {
  await openAs(page, await newCustomer(shop), '/');
  await openAwake(page, '/profile');
  const form = page.getByRole('region', { name: 'Profile Information' });
  await expect(form.getByLabel('Full Name')).toHaveValue('Achieng Otieno');
  await translate(page);
  await form.getByLabel('Full Name').fill(' ');
  await form.getByRole('button', { name: 'Save Profile' }).click();
  await expect(form).toContainText('Full name is required');
  await form.getByLabel('Full Name').fill('Achieng O. Otieno');
  await form.getByRole('button', { name: 'Save Profile' }).click();
  await expect(form).toContainText('Profile updated successfully!');
});

const CHANGES = {
  'a browser translates it': (page: Page) => translate(page, false),
  'a password manager inserts nodes': putForeignNodes,
};
/** Every kind of page that the server renders with a form, or with text only. */
const PAGES = [
  '/',
  '/products',
  '/product/:slug',
  '/cart',
  '/contact',
  '/auth/login',
  '/auth/signup',
  '/auth/forgot-password',
  `/auth/reset-password/${'f'.repeat(64)}`,
  '/about',
];
/** Their content is rendered after the session check, so nothing can be typed before. */
const OF_CUSTOMERS = ['/checkout', '/profile', '/track-order'];

for (const [what, change] of Object.entries(CHANGES)) {
  for (const path of [...PAGES, ...OF_CUSTOMERS]) {
    test(`X70, X71: ${path} keeps typed text when ${what} before the scripts run`, async ({ page, shop }) => {
      const product = await productWith(shop, ({ stock }) => stock > 50);
      if (OF_CUSTOMERS.includes(path)) {
        await openAs(page, await newCustomer(shop), '/terms-of-service');
        await addToCart(page, product);
      }
      const wake = await openAsleep(page, path.replace(':slug', product.slug));
      await page.locator('body > script[data-entry]').waitFor({ state: 'attached' });
      const fields = page
        .locator('main form')
        .locator('input:is([type="text"], [type="email"], [type="tel"]), textarea');
      const typed: string[] = [];
      for (const field of await fields.all()) {
        const text = `Typed ${typed.length}`;
        await field.fill(text);
        typed.push(await field.inputValue());
      }
      await change(page);
      // The watch fails the test for a React error.
      await wake();
      for (const [index, text] of typed.entries()) await expect(fields.nth(index)).toHaveValue(text);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Something went wrong on this page')).toHaveCount(0);
      await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
      await expect(page).toHaveURL(/\/cart$/);
    });
  }
}

for (const path of ['/auth/login', '/contact', '/products']) {
  test(`X71: ${path} keeps typed text when the page is changed during hydration`, async ({ page, watch }) => {
    // React finds a page that differs from the server's, and renders it again.
    watch.allow(/418|[Hh]ydrat/);
    const wake = await openAsleep(page, path);
    const fields = page.locator('#root input:is([type="text"], [type="email"], [type="search"], :not([type]))');
    const typed: string[] = [];
    for (const field of await fields.filter({ visible: true }).all()) {
      await field.fill(`${typed.length + 1}`);
      typed.push(await field.inputValue());
    }
    expect(typed.length).toBeGreaterThan(0);
    await translate(page);
    await wake();
    for (const [index, text] of typed.entries())
      await expect(fields.filter({ visible: true }).nth(index)).toHaveValue(text);
    await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
    await expect(page).toHaveURL(/\/cart$/);
  });
}
