import type { Page } from '@playwright/test';
import { openAwake } from './support/awake.ts';
import { newCustomer, openAs, PASSWORD, stranger } from './support/customers.ts';
import { addToCart, productWith, storedCart } from './support/orders.ts';
import { spoil } from './support/spoil.ts';
import { expect, test } from './support/test.ts';

/** Holds back requests for matching addresses until `release`. */
async function hold(page: Page, address: RegExp): Promise<{ readonly release: () => void }> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}

test('H10, §4: invalid and foreign content in the storage is discarded', async ({ page, watch }) => {
  watch.allow(/401/);
  const broken = [
    '{not json',
    'null',
    '[]',
    '42',
    '"text"',
    '{"items":[{"id":1}]}',
    '{"items":[{"id":"x","quantity":-1}],"totalQuantity":9,"totalAmount":1}',
  ];
  for (const content of broken) {
    await page.goto('/terms-of-service');
    await page.evaluate((value) => {
      localStorage.setItem('cart', value);
      localStorage.setItem('token', 'cus_foreign');
      localStorage.setItem('user', value);
    }, content);
    await page.goto('/cart');
    await expect(page.getByText('Your cart is empty')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' }).first()).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  }
});

test('H10: a browser without storage still has a cart, with a message about how long it is kept', async ({
  page,
  shop,
}) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await addToCart(page, product);
  await expect(
    page.getByText('Your browser does not let us save the cart. It is kept until you close this page.'),
  ).toBeVisible();
  await expect(page.getByText(product.name)).toBeVisible();
});

test('H10: two tabs show one cart and one session @core', async ({ page, shop }) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  await openAs(page, await newCustomer(shop), '/cart');
  const other = await page.context().newPage();
  await addToCart(other, product, 2);
  await expect(page.getByText(product.name)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /Cart/ })).toContainText('2');
  await page.getByRole('button', { name: /Remove/ }).click();
  await expect(other.getByText('Your cart is empty')).toBeVisible();

  await other.goto('/checkout');
  await page.evaluate(() => {
    localStorage.removeItem('token');
    localStorage.removeItem('user');
  });
  await expect(other).toHaveURL(/\/auth\/login$/);
});

test('every page survives a reload', async ({ page, shop }) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  await openAs(page, await newCustomer(shop), '/');
  await addToCart(page, product);
  const pages: [string, string][] = [
    ['/', 'Electronics delivered across Kenya'],
    ['/products?category=tvs&page=1', 'TVs'],
    [`/product/${product.slug}`, product.name],
    ['/cart', 'Your Cart'],
    ['/checkout', 'Checkout'],
    ['/terms-of-service', 'Terms'],
    ['/privacy-policy', 'Privacy'],
  ];
  for (const [path, heading] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
  }
  expect((await storedCart(page)).items).toHaveLength(1);
});

test('a page opened by a link survives a reload, too', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'View All', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible();
  const onSale = page.getByRole('button', { name: /^Add to Cart/, disabled: false });
  const product = page.getByRole('article').filter({ has: onSale }).getByRole('link').first();
  const name = await product.innerText();
  await product.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('2');
});

test('an invalid response shows the listed text and never a blank page', async ({ page }) => {
  await openAwake(page, '/terms-of-service');
  for (const body of ['<html>', '{"success":true}', '{"success":true,"data":{"products":"none"}}', '[]']) {
    const mend = await spoil(page, '**/api/products?**', (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body }),
    );
    await page.getByRole('banner').getByRole('link', { name: /Duka/ }).first().click();
    await page.getByRole('link', { name: 'View All', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to load products' })).toBeVisible();
    mend();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.locator('main article').first()).toBeVisible();
  }
});

test('U7: a network error during the session check does not log out', async ({ page, shop, watch }) => {
  watch.allow(/ERR_FAILED/);
  const customer = await newCustomer(shop);
  const mend = await spoil(page, '**/api/auth/profile', (route) => route.abort('failed'));
  await openAs(page, customer, '/');
  await expect(page.getByText('Failed to load user')).toBeVisible();
  await expect(page.getByText(`Welcome ${customer.name}`)).toBeVisible();
  mend();
  await page.getByRole('button', { name: /Retry|Try Again/ }).click();
  await expect(page.getByText('Failed to load user')).toBeHidden();
});

test('pages work before the code of search box and footer arrives, and both keep their state @phone', async ({
  page,
  shop,
}) => {
  const { email } = await newCustomer(shop);
  const { release } = await hold(page, /\/assets\/(?:footer|search-box)\.late-/);
  await page.goto('/auth/login');
  await page.locator('html[data-awake]').waitFor({ state: 'attached' });
  const search = page.getByRole('combobox', { name: 'Search products' });
  await search.fill('kettle');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^Electronics delivered/);
  await page.getByRole('link', { name: 'View All', exact: true }).click();
  await expect(heading).toHaveText('All Products');
  await expect(search).toHaveValue('kettle');
  await expect(page.locator('main article').first()).toBeVisible();
  await page.goBack();
  await expect(heading).toHaveText(/^Electronics delivered/);

  release();
  await expect(page.locator('[data-part="asleep"]')).toHaveCount(0);
  await expect(page.getByRole('option').first()).toContainText(/kettle/i);
  await expect(search).toHaveValue('kettle');
  await search.press('Escape');
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
  await expect(heading).toHaveText(/About/);
});

test("a server-rendered footer stays while the next page opens without the footer's code", async ({ page }) => {
  const { release } = await hold(page, /\/assets\/footer\.late-/);
  await page.goto('/');
  await page.locator('html[data-awake]').waitFor({ state: 'attached' });
  const footer = page.getByRole('contentinfo');
  const height = await footer.evaluate((element) => element.clientHeight);
  await page.getByRole('link', { name: 'View All', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products');
  expect(await footer.evaluate((element) => element.clientHeight)).toBe(height);
  release();
  await expect(page.locator('[data-part="asleep"]')).toHaveCount(0);
  expect(await footer.evaluate((element) => element.clientHeight)).toBe(height);
});

test.describe('H15: code that failed to load is fetched again with the next press', () => {
  const SCRIPTS = '**/assets/*.js';

  test('on the login page', async ({ page, shop, watch }) => {
    watch.allow(/ERR_FAILED|Failed to fetch/);
    const { email } = await newCustomer(shop);
    await openAwake(page, '/auth/login');
    const mend = await spoil(page, SCRIPTS, (route) => route.abort('failed'));
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const login = page.getByRole('main').getByRole('button', { name: 'Login', exact: true });
    await login.click();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    mend();
    await login.click();
    await expect(page).toHaveURL(/\/$/);
  });

  test('on the sign-up page', async ({ page, watch }) => {
    watch.allow(/ERR_FAILED|Failed to fetch/);
    const { name, email, phone } = stranger();
    await openAwake(page, '/auth/signup');
    const mend = await spoil(page, SCRIPTS, (route) => route.abort('failed'));
    await page.getByLabel('Full Name').fill(name);
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Phone Number').fill(phone);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox').check();
    const signUp = page.getByRole('button', { name: 'Sign Up', exact: true });
    await signUp.click();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    mend();
    await signUp.click();
    await expect(page.getByRole('heading', { name: 'Verify Your Phone Number' })).toBeVisible();
  });
});

test('X22: a sign-up survives Back and a reload of its code screen', async ({ page, shop }) => {
  const { name, email, phone, msisdn } = stranger();
  await openAwake(page, '/auth/signup');
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Phone Number').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  const signUp = page.getByRole('button', { name: 'Sign Up', exact: true });
  const heading = page.getByRole('heading', { name: 'Verify Your Phone Number' });
  const resend = page.getByRole('button', { name: /^Resend Code in \d+ s$/ });
  await signUp.click();
  await expect(resend).toBeDisabled();
  const code = await shop.smsCode(msisdn);

  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await signUp.click();
  await expect(heading).toBeVisible();
  await expect(resend).toBeDisabled();

  await page.reload();
  await expect(heading).toBeVisible();
  await expect(resend).toBeDisabled();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue(name);
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
  await expect(page.getByLabel('Phone Number')).toHaveValue(phone);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');

  await page.reload();
  await page.getByLabel('Verification code').fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/$/);
});
