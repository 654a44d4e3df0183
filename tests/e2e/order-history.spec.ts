import { newCustomer, openAs } from './support/customers.ts';
import { buy, readProducts, storedCart } from './support/orders.ts';
import { spoil } from './support/spoil.ts';
import { expect, test } from './support/test.ts';

test('§2 Orders tab, H4, U12: an order is listed, expanded in place, and cancelled after a confirmation @phone @core', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const customer = await newCustomer(shop);
  const [product] = (await readProducts(shop)).filter(({ stock }) => stock > 50);
  if (product === undefined) throw new Error('the demo shop has nothing');
  await openAs(page, customer, '/profile?section=orders');
  await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible();
  await expectAccessible(page);

  await buy(shop, customer, product, 2);
  await page.reload();
  const order = page.getByRole('list', { name: 'Your orders' }).getByRole('listitem').first();
  await expect(order).toContainText('Pending');
  await expect(order).toContainText(product.name);
  await expect(order).toContainText('Quantity 2');
  await expectAccessible(page);

  const details = order.getByRole('button', { name: /^View Details/ });
  await details.click();
  await expect(details).toHaveAttribute('aria-expanded', 'true');
  await expect(order.getByText('Cash on Delivery')).toBeVisible();
  await expectAccessible(page);

  const cancel = order.getByRole('button', { name: /^Cancel order/ });
  await cancel.click();
  const dialog = page.getByRole('dialog', { name: 'Cancel order' });
  await expect(dialog.getByRole('button', { name: 'Keep order' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(cancel).toBeFocused();

  await cancel.click();
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(order).toContainText('This order has been cancelled.');
  await expect(order).toContainText('Cancelled');
  await expect(cancel).toBeHidden();
  await expect(details).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);

  await page.reload();
  await expect(order).toContainText('Cancelled');
  await expect(order).not.toContainText('This order has been cancelled.');
});

test('Q25, U18: Order again adds to the cart, which reports changes once', async ({ page, shop }) => {
  const customer = await newCustomer(shop);
  const [product] = (await readProducts(shop)).filter(({ stock }) => stock > 50);
  if (product === undefined) throw new Error('the demo shop has nothing');
  await buy(shop, customer, product, 2);
  await openAs(page, customer, '/profile?section=orders');
  const order = page.getByRole('list', { name: 'Your orders' }).getByRole('listitem').first();
  // A pending order cannot be ordered again: its own reservation would count against the stock (D21).
  await expect(order.getByRole('button', { name: /^View Details/ })).toBeVisible();
  await expect(order.getByRole('button', { name: /^Order again/ })).toBeHidden();
  await order.getByRole('button', { name: /^Cancel order/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();

  // The shop has one piece left by then.
  await page.route('**/api/cart/check', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { lines: { stock: number }[] } };
    for (const line of body.data.lines) line.stock = 1;
    await route.fulfill({ json: body });
  });
  await order.getByRole('button', { name: /^Order again/ }).dblclick();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByText(`Only 1 of ${product.name} left; you had ordered 2.`)).toBeVisible();
  await expect.poll(async () => (await storedCart(page)).totalQuantity).toBe(1);
  // The cart is checked again on reload, and the test must not end while the response is being changed.
  const asked = page.waitForResponse('**/api/cart/check');
  await page.reload();
  await asked;
  await expect(page.getByRole('heading', { name: 'Your Cart' })).toBeVisible();
  await expect(page.getByText('you had ordered 2')).toBeHidden();
  await page.unrouteAll({ behavior: 'wait' });
});

test('H4, H10, H18: an order that changed in another tab, a network failure, an ended session', async ({
  page,
  shop,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const customer = await newCustomer(shop);
  const [product] = (await readProducts(shop)).filter(({ stock }) => stock > 50);
  if (product === undefined) throw new Error('the demo shop has nothing');
  await buy(shop, customer, product, 1);
  await openAs(page, customer, '/profile?section=orders');
  const order = page.getByRole('list', { name: 'Your orders' }).getByRole('listitem').first();
  const cancel = order.getByRole('button', { name: /^Cancel order/ });
  const yes = page.getByRole('dialog').getByRole('button', { name: 'Cancel order' });

  const mend = await spoil(page, '**/api/orders/*/cancel', (route) => route.abort());
  await cancel.click();
  await yes.click();
  await expect(order.getByRole('alert')).toContainText('The order could not be cancelled. Please try again.');
  await expect(order.getByRole('alert')).toBeFocused();
  mend();

  // Cancelled in another tab meanwhile: a second cancellation is no error.
  const other = await page.context().newPage();
  await other.goto('/profile?section=orders');
  await other.getByRole('button', { name: /^Cancel order/ }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(other.getByText('This order has been cancelled.')).toBeVisible();
  await cancel.click();
  await yes.click();
  await expect(order).toContainText('This order has been cancelled.');

  await other.getByRole('tab', { name: 'Logout' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
});
