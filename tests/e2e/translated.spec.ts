import type { Page } from '@playwright/test';
import { openAwake } from './support/awake.ts';
import { newCustomer, openAs, PASSWORD } from './support/customers.ts';
import { expect, test } from './support/test.ts';

/** Wraps every text of the page in elements, and each later text too, as browsers do that translate a page. */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const wrap = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        const parent = text.parentElement;
        if (parent === null || text.nodeValue?.trim() === '' || parent.closest('font, script, style, svg, select'))
          continue;
        const font = document.createElement('font');
        const inner = document.createElement('font');
        inner.textContent = text.nodeValue;
        font.append(inner);
        parent.replaceChild(font, text);
      }
    };
    wrap(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records) {
        if (type === 'characterData') wrap(target.parentNode ?? target);
        for (const node of addedNodes) wrap(node.nodeType === Node.TEXT_NODE ? (node.parentNode ?? node) : node);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

test('X70: a translated page logs in, counts on and goes through the checkout @phone', async ({
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
    // The messages under the fields come and go.
    await expect(page.locator('main [aria-invalid="true"]').first()).toBeVisible();
    await page.locator('main form input').first().fill('jane@example.com');
    await page.locator('main form button[type="submit"]').click();
    await expect(page.getByText('Something went wrong on this page')).toHaveCount(0);
  });
}

test('X70: the tabs of the profile keep working when a browser translates it', async ({ page, shop }) => {
  await openAs(page, await newCustomer(shop), '/profile');
  await expect(page.getByRole('tab', { name: 'My Account' })).toBeVisible();
  await translate(page);
  await page.getByRole('tab', { name: 'Order History' }).click();
  await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible();
  await page.getByRole('tab', { name: 'My Account' }).click();
  await expect(page.getByText('Something went wrong on this page')).toHaveCount(0);
});
