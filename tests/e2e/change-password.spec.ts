import type { Page } from '@playwright/test';
import { bearer, getData, newCustomer, openAs, PASSWORD } from './support/customers.ts';
import type { Shop } from './support/shop.ts';
import { expect, test } from './support/test.ts';

const NEW = 'Nairobi 2026';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page) => page.getByRole('button', { name: 'Change Password' });

async function fill(page: Page, current: string, password: string, again = password): Promise<void> {
  await field(page, 'Current Password').fill(current);
  await field(page, 'New Password').fill(password);
  await field(page, 'Confirm New Password').fill(again);
}

/** Logs in on another device. */
async function logIn(shop: Shop, email: string, password: string) {
  return shop.api('POST', '/auth/login', { email, password });
}

test('§2 Profile, D13, D14: a new password on the account tab ends every other session and keeps this one @phone', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const customer = await newCustomer(shop);
  const other = getData<{ token: string }>(await logIn(shop, customer.email, PASSWORD));
  const readProfile = async (token: string) =>
    (await shop.api('GET', '/auth/profile', undefined, bearer({ ...customer, token }))).status;
  await openAs(page, customer, '/profile');
  await expect(button(page)).toBeDisabled();

  const needs = page.getByRole('list', { name: 'What the new password needs' }).getByRole('listitem');
  await fill(page, 'Wrong1234', 'nairobi', NEW);
  await expect(needs).toHaveText([
    '8+ characters: not yet',
    'Uppercase letter: not yet',
    'Lowercase letter: yes',
    'Number: not yet',
  ]);
  await button(page).click();
  await expect(page.getByRole('alert')).toHaveText('New passwords do not match');
  await field(page, 'New Password').fill(NEW);
  await expect(needs).toHaveText([
    '8+ characters: yes',
    'Uppercase letter: yes',
    'Lowercase letter: yes',
    'Number: yes',
  ]);
  await expectAccessible(page);

  // A wrong current password ends no session, and the form keeps its values.
  await button(page).click();
  await expect(page.getByRole('alert')).toContainText('Current password is incorrect');
  await expect(field(page, 'New Password')).toHaveValue(NEW);
  await expect(field(page, 'Confirm New Password')).toHaveValue(NEW);
  expect(await Promise.all([readProfile(customer.token), readProfile(other.token)])).toEqual([200, 200]);
  await expectAccessible(page);

  await field(page, 'Current Password').fill(PASSWORD);
  await button(page).click();
  const changed = page.getByText('Password changed successfully!');
  await expect(changed).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
    await expect(field(page, label)).toHaveValue('');
  await expect(button(page)).toBeDisabled();
  await expectAccessible(page);
  expect(await Promise.all([readProfile(customer.token), readProfile(other.token)])).toEqual([200, 401]);
  const logins = [await logIn(shop, customer.email, PASSWORD), await logIn(shop, customer.email, NEW)];
  expect(logins.map(({ status }) => status)).toEqual([400, 200]);
  await expect(changed).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: customer.name })).toBeVisible();
});
