import type { Locator, Page } from '@playwright/test';
import { newCustomer, openAs, PASSWORD } from './support/customers.ts';
import { addToCart, readOrders, productWith } from './support/orders.ts';
import { expect, test } from './support/test.ts';

interface Station {
  readonly _id: string;
  readonly name: string;
  readonly address: string;
}

/** Returns whether the focused element is visible and no bar covers it (WCAG 2.4.11). */
function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/** Presses Tab until the element has the focus. Throws if the element is hidden or not reached. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('not reached by 80 presses of Tab');
}

test('a customer orders with the keyboard only @core', async ({ page, shop }) => {
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
  await tabTo(page, page.getByRole('radio', { name: 'M-Pesa Express' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toBeChecked();
  await tabTo(page, page.getByLabel('Street Address'));
  await page.keyboard.type('Ngong Road 5');
  await tabTo(page, page.getByLabel('City'));
  await page.keyboard.type('Nairobi');
  await tabTo(page, page.getByRole('button', { name: 'Confirm Order' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/order-success/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await readOrders(shop, customer)).toHaveLength(1);
});

test('§2, U26: an order to a pickup station with the keyboard only @phone', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  const customer = await newCustomer(shop);
  await openAs(page, customer, '/');
  await addToCart(page, product);
  await page.goto('/checkout');
  await tabTo(page, page.getByRole('radio', { name: 'M-Pesa Express' }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByRole('radio', { name: 'Free delivery' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Free pickup' })).toBeChecked();

  // Without a selection the error appears at the first field, which takes the focus.
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please select a pickup station')).toBeVisible();
  await expect(page.getByLabel('County')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('Mombasa');
  await expect(page.getByLabel('County')).toHaveValue('Mombasa');
  await expect(page.getByText('Please select a pickup station')).toBeHidden();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Shift+Tab');
  await expect(page.getByLabel('Search towns and stations')).toBeFocused();
  await page.keyboard.type('westlands', { delay: 20 });
  await tabTo(
    page,
    page.getByRole('list', { name: 'Search results' }).getByRole('button', { name: 'Westlands Nairobi' }),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Town', { exact: true })).toBeFocused();
  await expect(page.getByLabel('County')).toHaveValue('Nairobi');
  await expect(page.getByLabel('Town', { exact: true })).toHaveValue('Westlands');
  const stations = page.getByRole('group', { name: 'Pickup station' }).getByRole('radio');
  await expect(stations.first()).toBeChecked();
  await expectAccessible(page);
  await tabTo(page, stations.first());
  await page.keyboard.press('ArrowDown');
  await expect(stations.nth(1)).toBeChecked();
  const chosen = await stations.nth(1).getAttribute('value');

  await tabTo(page, page.getByLabel('Full Name'));
  expect(await page.getByLabel('Full Name').evaluate(isUncovered)).toBe(true);
  await tabTo(page, page.getByLabel('Phone Number'));
  expect(await page.getByLabel('Phone Number').evaluate(isUncovered)).toBe(true);
  await tabTo(page, page.getByRole('button', { name: 'Confirm Order' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/order-success/);
  const [order, ...others] = await readOrders(shop, customer);
  expect(others).toEqual([]);
  const { data } = (await shop.api('GET', '/pickup-stations/location?county=Nairobi&city=Westlands')).body as {
    data: { stations: Station[] };
  };
  const station = data.stations.find(({ _id }) => _id === chosen);
  expect(order?.shippingAddress).toMatchObject({
    deliveryMethod: 'pickup_station',
    address: station?.address,
    city: 'Westlands',
    pickupLocation: { county: 'Nairobi', town: 'Westlands', station: station?.name },
  });
});

test('the first Tab focuses the link that skips to the content @core', async ({ page }) => {
  await page.goto('/products');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(true);
});

test('controls are at least 44 px high on a phone @phone @core', async ({ page }) => {
  for (const path of ['/', '/products', '/cart', '/auth/login', '/auth/signup']) {
    await page.goto(path);
    const small = await page
      .locator('main button:visible, main input:visible, main select:visible, header a:visible, header button:visible')
      .evaluateAll((elements) =>
        elements
          // Google renders its own button, at most 40 px high, in a container of sufficient height.
          .filter((element) => element.closest('[data-google-button]') === null)
          .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
          .filter(({ box }) => box.height < 43.5 && box.width > 0)
          .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${Math.round(box.height)}`),
      );
    expect(small, path).toEqual([]);
  }
});

/** Returns whether both ends of the focused element are visible: an arrow covers only one end. */
function areEndsUncovered(element: Element): boolean {
  const { left, right, top, height } = element.getBoundingClientRect();
  return [left + 2, right - 2].every((x) => element.contains(document.elementFromPoint(x, top + height / 2)));
}

test('X84: the focus stays clear of the arrows of the category bar at 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Categories', exact: true });
  const entries = bar.getByRole('link');
  await expect(bar.getByRole('button', { name: 'Scroll categories right' })).toBeVisible();
  const count = await entries.count();
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().focus();
  await tabTo(page, entries.first());
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < count; step += 1) {
      const at = key === 'Tab' ? step : count - 1 - step;
      if (step > 0) await page.keyboard.press(key);
      await expect(entries.nth(at)).toBeFocused();
      await expect
        .poll(() => entries.nth(at).evaluate(areEndsUncovered), { message: `${key}: entry ${at}` })
        .toBe(true);
    }
  }
});
