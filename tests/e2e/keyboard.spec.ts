import type { Locator, Page } from '@playwright/test';
import { newCustomer, PASSWORD } from './support/customers.ts';
import { ordersOf, productWith } from './support/orders.ts';
import { expect, test } from './support/test.ts';

/** Tabs until the element has the focus; fails where it cannot be reached or the focus cannot be seen. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('not reached by 80 presses of Tab');
}

test('a customer orders with the keyboard alone', async ({ page, shop }) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  const customer = await newCustomer(shop);
  await page.goto(`/product/${product.slug}`);
  await tabTo(page, page.getByRole('button', { name: 'Add to Cart', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cart$/);
  await tabTo(page, page.getByRole('link', { name: 'Login to Checkout' }));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/auth\/login$/);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(customer.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/checkout$/);
  await tabTo(page, page.getByLabel('Street Address'));
  await page.keyboard.type('Ngong Road 5');
  await tabTo(page, page.getByLabel('City'));
  await page.keyboard.type('Nairobi');
  await tabTo(page, page.getByRole('button', { name: 'Confirm Order' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/order-success/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await ordersOf(shop, customer)).toHaveLength(1);
});

test('the first Tab offers to skip to the content', async ({ page }) => {
  await page.goto('/products');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(true);
});

test('what is pressed is at least 44 px on a phone @phone', async ({ page }) => {
  for (const path of ['/', '/products', '/cart', '/auth/login', '/auth/signup']) {
    await page.goto(path);
    const small = await page.locator('main button:visible, main input:visible, main select:visible, header a:visible, header button:visible').evaluateAll((elements) =>
      elements
        .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
        .filter(({ box }) => box.height < 43.5 && box.width > 0)
        .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${Math.round(box.height)}`),
    );
    expect(small, path).toEqual([]);
  }
});
