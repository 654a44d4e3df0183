import { newCustomer, openAs, PASSWORD, stranger } from './support/customers.ts';
import { addToCart, fillDelivery, readOrders, productWith, storedCart } from './support/orders.ts';
import { expect, test } from './support/test.ts';

const home = { name: 'Achieng Otieno', phone: '0722000111', address: 'Ngong Road 5', city: 'Nairobi' };

test('§2, U22: a guest finds a product, signs up and orders with cash on delivery without a detour @phone @core', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  await page.goto('/products');
  await page.goto(`/product/${product.slug}`);
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('banner').getByRole('link', { name: /Cart/ })).toContainText('2');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Login to Checkout' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\/auth\/signup$/);
  await expectAccessible(page);

  const { name, email, phone, msisdn } = stranger();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByText('Full name is required')).toBeVisible();
  await expect(page.getByText('You must accept the terms and conditions')).toBeVisible();
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Phone Number').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();

  await expect(page.getByRole('heading', { name: 'Verify Your Phone Number' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Verification code').fill(await shop.smsCode(msisdn));
  await page.getByRole('button', { name: 'Verify' }).click();

  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('radio', { name: 'M-Pesa Express' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Free delivery' })).toBeChecked();
  await fillDelivery(page, home);
  await page.getByRole('button', { name: 'Confirm Order' }).click();

  await expect(page).toHaveURL(/\/order-success/);
  await expect(page.getByText('Your order is successfully placed')).toBeVisible();
  await expectAccessible(page);
  await expect.poll(async () => (await storedCart(page)).items).toEqual([]);

  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const [order, ...others] = await readOrders(shop, { ...stranger(), token, user: null });
  expect(others).toEqual([]);
  expect(order).toMatchObject({
    totalPrice: product.finalPrice * 2,
    paymentMethod: 'cod',
    status: 'pending',
    orderItems: [{ name: product.name, quantity: 2, price: product.finalPrice }],
    shippingAddress: { address: home.address, city: home.city },
  });

  await page.reload();
  await expect(page.getByText('Your order is successfully placed')).toBeVisible();
});

test('§2 Login, D18: a customer logs in and returns to the page that required the login @core', async ({
  page,
  shop,
}) => {
  const customer = await newCustomer(shop);
  await page.goto('/checkout');
  await expect(page).toHaveURL(/\/auth\/login$/);
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('A25: logout ends the session on the server and opens the login page @core', async ({ page, shop }) => {
  const customer = await newCustomer(shop);
  await openAs(page, customer, '/');
  await page
    .getByRole('banner')
    .getByText(/Profile|Achieng/)
    .first()
    .click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ]);
  expect(
    (await shop.api('GET', '/auth/profile', undefined, { authorization: `Bearer ${customer.token}` })).status,
  ).toBe(401);
});

test('§2 Product detail: Order Now opens checkout with the selected quantity', async ({ page, shop }) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  await openAs(page, await newCustomer(shop), `/product/${product.slug}`);
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await page.getByRole('button', { name: 'Order Now' }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByRole('list', { name: 'Items in your order' })).toContainText(product.name);
  await expect
    .poll(async () => (await storedCart(page)).items)
    .toMatchObject([{ id: product._id, quantity: 2, price: product.finalPrice }]);
});

test('D9: a double click places one order @core', async ({ page, shop }) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  const customer = await newCustomer(shop);
  await openAs(page, customer, '/');
  await addToCart(page, product);
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await fillDelivery(page, home);
  await page.getByRole('button', { name: 'Confirm Order' }).dblclick();
  await expect(page).toHaveURL(/\/order-success/);
  expect(await readOrders(shop, customer)).toHaveLength(1);
});

test('U23, A27: changed delivery details become the default address, unless the box is unchecked', async ({
  page,
  shop,
}) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  const customer = await newCustomer(shop);
  const addresses = async () => {
    const { body } = await shop.api('GET', '/auth/profile', undefined, { authorization: `Bearer ${customer.token}` });
    return (body as { data: { user: { addresses: { address: string; isDefault: boolean }[] } } }).data.user.addresses;
  };
  await openAs(page, customer, '/');
  for (const [address, isTicked] of [
    ['Ngong Road 5', true],
    ['Thika Road 9', false],
  ] as const) {
    await addToCart(page, product);
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await fillDelivery(page, { ...home, address });
    await expect(page.getByText('This address will be saved as your new default address.')).toBeVisible();
    if (!isTicked) await page.getByRole('checkbox', { name: /save as my default address/i }).uncheck();
    await page.getByRole('button', { name: 'Confirm Order' }).click();
    await expect(page).toHaveURL(/\/order-success/);
  }
  await expect.poll(addresses).toEqual([expect.objectContaining({ address: 'Ngong Road 5', isDefault: true })]);
});
