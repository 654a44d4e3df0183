import type { Page } from '@playwright/test';
import { formatKsh } from '../../contract/rules/money.ts';
import { bearer, newCustomer, openAs, PASSWORD } from './support/customers.ts';
import { addToCart, buy, fillDelivery, readOrders, productWith, storedCart } from './support/orders.ts';
import { expect, test } from './support/test.ts';

const home = { name: 'Achieng Otieno', phone: '0722000111', address: 'Ngong Road 5', city: 'Nairobi' };

async function toCheckout(page: Page) {
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await fillDelivery(page, home);
}

test('D5, D11: the stock shrinks at checkout: the shopper reviews, accepts and orders again (Q23)', async ({
  page,
  shop,
  expectAccessible,
}) => {
  // A first cash order is limited to Ksh 100,000 (D19).
  const scarce = await productWith(
    shop,
    ({ stock, finalPrice }) => stock >= 3 && stock <= 12 && stock * finalPrice <= 100_000,
  );
  const [customer, rival] = [await newCustomer(shop), await newCustomer(shop)];
  await openAs(page, customer, '/');
  await addToCart(page, scarce, 3);
  await toCheckout(page);
  expect((await buy(shop, rival, scarce, scarce.stock - 1)).status).toBeLessThan(300);

  await page.getByRole('button', { name: 'Confirm Order' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Some prices or stock have changed. Please review your order.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await storedCart(page)).items).toMatchObject([{ quantity: 3 }]);

  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await storedCart(page)).items).toMatchObject([{ quantity: 1 }]);
  expect(await readOrders(shop, customer)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page).toHaveURL(/\/order-success/);
  expect(await readOrders(shop, customer)).toMatchObject([{ orderItems: [{ quantity: 1 }] }]);
});

test('A4, Q25: the cart is re-checked when it opens, and reports changes @core', async ({ page, shop }) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  await openAs(page, await newCustomer(shop), '/');
  await addToCart(page, product);
  // Leaves the cart, whose own check would overwrite the following change.
  await page.goto('/terms-of-service');
  // A cart from last week: an old price.
  await page.evaluate(() => {
    const cart = JSON.parse(localStorage.getItem('cart') ?? '{}');
    cart.items[0].price -= 1;
    localStorage.setItem('cart', JSON.stringify(cart));
  });
  await page.goto('/cart');
  await expect(page.getByText('Prices or stock have changed since you added these items.')).toBeVisible();
  await expect.poll(async () => (await storedCart(page)).items[0]?.price).toBe(product.finalPrice);
});

test('D5: a price that changes after checkout opens is shown before anything is ordered', async ({ page, shop }) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  const customer = await newCustomer(shop);
  await openAs(page, customer, '/');
  await addToCart(page, product);
  await toCheckout(page);
  // Another tab with an older page writes an old price.
  await page
    .context()
    .newPage()
    .then(async (tab) => {
      await tab.goto('/terms-of-service');
      await tab.evaluate((price) => {
        const cart = JSON.parse(localStorage.getItem('cart') ?? '{}');
        cart.items[0].price = price;
        localStorage.setItem('cart', JSON.stringify(cart));
      }, product.finalPrice - 100);
      await tab.close();
    });
  // Chromium passes storage changes to its other processes after a moment.
  await expect(page.getByRole('main')).toContainText(formatKsh(product.finalPrice - 100));
  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  expect(await readOrders(shop, customer)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page).toHaveURL(/\/order-success/);
  expect(await readOrders(shop, customer)).toMatchObject([{ totalPrice: product.finalPrice }]);
});

test('D10: the response to an order is lost: the shop looks the order up and continues @core', async ({
  page,
  shop,
  watch,
}) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  const customer = await newCustomer(shop);
  await openAs(page, customer, '/');
  await addToCart(page, product);
  await toCheckout(page);
  watch.allow(/ERR_FAILED/);
  await page.route('**/api/orders', async (route) => {
    await route.fetch();
    await route.abort('failed');
  });
  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page).toHaveURL(/\/order-success/);
  expect(await readOrders(shop, customer)).toHaveLength(1);
});

test('D9, D10: the network fails before the order is sent: nothing is lost, and the next press orders once', async ({
  page,
  shop,
  watch,
}) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  const customer = await newCustomer(shop);
  await openAs(page, customer, '/');
  await addToCart(page, product);
  await toCheckout(page);
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to place order');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page).toHaveURL(/\/order-success/);
  expect(await readOrders(shop, customer)).toHaveLength(1);
});

test('the session ends at checkout: after a new login the form keeps its values', async ({ page, shop, watch }) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  const customer = await newCustomer(shop);
  await openAs(page, customer, '/');
  await addToCart(page, product);
  await toCheckout(page);
  await shop.api('POST', '/auth/logout', {}, bearer(customer));
  watch.allow(/401/);
  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/checkout/);
  await expect(page.getByLabel('Street Address')).toHaveValue(home.address);
  await expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toBeChecked();
  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page).toHaveURL(/\/order-success/);
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  expect(await readOrders(shop, { ...customer, token })).toMatchObject([
    { shippingAddress: { address: home.address } },
  ]);
});

test('U6, Q22: items that another tab adds while the order is placed stay in the cart', async ({ page, shop }) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  const other = await productWith(shop, ({ stock, _id }) => stock > 50 && _id !== product._id);
  const customer = await newCustomer(shop);
  await openAs(page, customer, '/');
  await addToCart(page, product);
  await toCheckout(page);
  await page.route('**/api/orders', async (route) => {
    const answer = await route.fetch();
    const tab = await page.context().newPage();
    await addToCart(tab, other);
    // Chromium passes storage changes to its other processes after a moment.
    await expect.poll(() => storedCart(page)).toMatchObject({ totalQuantity: 2 });
    await route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page).toHaveURL(/\/order-success/);
  await expect.poll(() => storedCart(page)).toMatchObject({ items: [{ id: other._id }], totalQuantity: 1 });
});

test('D19, X12: a limit of cash on delivery is shown before the order, with advice, and M-Pesa is selected', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const product = await productWith(shop, ({ stock, finalPrice }) => stock > 12 && finalPrice <= 9_000);
  const customer = await newCustomer(shop);
  for (let open = 0; open < 10; open += 1) expect((await buy(shop, customer, product, 1)).status).toBeLessThan(300);
  await openAs(page, customer, '/');
  await addToCart(page, product);
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await page.getByLabel('Full Name').fill(home.name);
  await page.getByLabel('Phone Number').fill(home.phone);
  await page.getByLabel('Street Address').fill(home.address);
  await page.getByLabel('City').fill(home.city);
  const bound =
    'You can have at most 10 open orders with cash on delivery. Please wait until one is delivered, cancel one, or pay with M-Pesa.';
  await expect(page.getByText(bound)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'M-Pesa Express' })).toBeChecked();
  await expectAccessible(page);
  expect((await storedCart(page)).items).toHaveLength(1);
  await expect(page.getByLabel('Street Address')).toHaveValue(home.address);
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await expect(page.getByRole('dialog')).toContainText('Confirm Phone Number');
});

test('X33: the button is disabled if no payment method accepts the amount, and a press shows the reason @phone', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const product = await productWith(
    shop,
    ({ stock, finalPrice }) => stock * finalPrice > 500_000 && finalPrice > 10_000,
  );
  const customer = await newCustomer(shop);
  await openAs(page, customer, '/');
  await addToCart(page, product, Math.ceil(500_001 / product.finalPrice));
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  const reason = page.getByText(/^M-Pesa takes at most Ksh.500,000 a day, and .* order fewer goods/);
  await expect(reason).toHaveCount(1);
  const button = page.getByRole('button', { name: /^(Pay with M-Pesa|Confirm Order)$/ });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/order fewer goods, or contact us/);
  await expectAccessible(page);
  await page.getByLabel('Full Name').press('Enter');
  await page.getByRole('heading', { name: 'Order Summary' }).scrollIntoViewIfNeeded();
  await button.click({ force: true });
  await expect(reason).toBeInViewport({ ratio: 1 });
  await expect(reason).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await readOrders(shop, customer)).toEqual([]);
});
