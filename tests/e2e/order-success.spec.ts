import { newCustomer, openAs } from './support/customers.ts';
import { buy, readOrders, productWith } from './support/orders.ts';
import { expect, test } from './support/test.ts';

test('U21: a cancelled order is not shown as placed, also within the first hour', async ({ page, shop }) => {
  const shopper = await newCustomer(shop);
  const product = await productWith(shop, ({ stock }) => stock > 50);
  await buy(shop, shopper, product, 1);
  const [order] = await readOrders(shop, shopper);
  await openAs(page, shopper, '/order-success');
  await expect(page.getByRole('heading', { name: 'Your order is successfully placed' })).toBeVisible();
  await expect(page.getByText(`Order ${order?._id.slice(0, 8)}`)).toBeVisible();
  await shop.api('PUT', `/orders/${order?._id}/cancel`, {}, { authorization: `Bearer ${shopper.token}` });
  await page.reload();
  await expect(page.getByText('You can see all your orders in your profile.')).toBeVisible();
});
