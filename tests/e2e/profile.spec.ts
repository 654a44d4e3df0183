import { newCustomer, openAs } from './support/customers.ts';
import { expect, test } from './support/test.ts';

test('§2 Profile, A52: the address keeps the tab, and the Logout tab requires a confirmation @phone @core', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const customer = await newCustomer(shop);
  await openAs(page, customer, '/profile');
  const tab = (name: string) => page.getByRole('tab', { name });
  await expect(page.getByRole('heading', { level: 2, name: customer.name })).toBeVisible();
  await expect(tab('My Account')).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);

  await tab('Order History').click();
  await expect(page).toHaveURL(/\/profile\?section=orders$/);
  await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(tab('Order History')).toHaveAttribute('aria-selected', 'true');
  await tab('Order History').press('ArrowRight');
  await expect(page).toHaveURL(/\?section=address$/);
  await expect(page.getByText('No saved addresses found.')).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Confirm Logout' });
  await tab('Logout').click();
  await expect(dialog).toContainText('Are you sure you want to logout from your account?');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\?section=account$/);

  await tab('Logout').click();
  await dialog.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ]);
});
