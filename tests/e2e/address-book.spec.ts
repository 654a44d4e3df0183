import type { Page } from '@playwright/test';
import { newCustomer, openAs } from './support/customers.ts';
import { spoil } from './support/spoil.ts';
import { expect, test } from './support/test.ts';

const TAB = '/profile?section=address';
const book = (page: Page) => page.getByRole('region', { name: 'Saved Addresses' });
const cards = (page: Page) => book(page).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('dialog');

async function fillIn(page: Page, address: string): Promise<void> {
  await dialog(page).getByLabel('Full Name*').fill('Wanjiku');
  await dialog(page).getByLabel('Street Address*').fill(address);
  await dialog(page).getByLabel('City*').fill('Nairobi');
}

test('§2 Address tab, U13, A32: addresses are added, edited, made the default, deleted and brought back @phone', async ({
  page,
  shop,
  expectAccessible,
}) => {
  await openAs(page, await newCustomer(shop), TAB);
  await expect(book(page)).toContainText('No saved addresses found. Add your first address to get started!');
  await expectAccessible(page);

  const add = book(page).getByRole('button', { name: 'Add New Address' });
  await add.click();
  await expect(dialog(page).getByRole('heading', { name: 'Add New Address' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Add Address' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Please fill in all required fields');
  // The first of the missing fields.
  await expect(dialog(page).getByLabel('Full Name*')).toBeFocused();
  await expectAccessible(page);
  await fillIn(page, 'Moi Avenue 1');
  await dialog(page).getByLabel('Postal Code').fill('00100');
  await dialog(page).getByRole('checkbox', { name: 'Set as default address' }).check();
  await dialog(page).getByRole('button', { name: 'Add Address' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Address added successfully!' })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  // The focus is back at the button that opened the dialog.
  await expect(add).toBeFocused();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('Nairobi 00100');
  await expect(cards(page).getByText('Default', { exact: true })).toBeVisible();

  await add.click();
  await fillIn(page, 'Kampala Road 2');
  await dialog(page).getByLabel('Address Type').selectOption('Work');
  await dialog(page).getByLabel('Country*').selectOption('Uganda');
  await dialog(page).getByRole('button', { name: 'Add Address' }).click();
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).nth(1)).toContainText('Uganda');
  await expectAccessible(page);

  await book(page).getByRole('button', { name: 'Edit Work, Kampala Road 2' }).click();
  await dialog(page).getByLabel('City*').fill('Entebbe');
  await dialog(page).getByRole('button', { name: 'Update Address' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Address updated successfully!' })).toBeVisible();
  await expect(cards(page).nth(1)).toContainText('Entebbe');

  await book(page).getByRole('button', { name: 'Set as Default: Work, Kampala Road 2' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Default address updated successfully!' })).toBeVisible();
  await expect(cards(page).nth(0).getByText('Default', { exact: true })).toHaveCount(0);
  await expect(cards(page).nth(1).getByText('Default', { exact: true })).toBeVisible();

  // With its mark as the default.
  await book(page).getByRole('button', { name: 'Delete Work, Kampala Road 2' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Address deleted successfully!' })).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await expect(book(page)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).filter({ hasText: 'Kampala Road 2' }).getByText('Default', { exact: true })).toBeVisible();

  await page.reload();
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('§2 Address tab: Escape, Cancel and a reload save nothing; the last Undo goes with a reload (U13)', async ({
  page,
  shop,
}) => {
  await openAs(page, await newCustomer(shop), TAB);
  const add = book(page).getByRole('button', { name: 'Add New Address' });
  for (const leave of [
    async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
    },
    () => dialog(page).getByRole('button', { name: 'Cancel' }).click(),
    () => page.reload(),
  ]) {
    await add.click();
    await fillIn(page, 'Moi Avenue 1');
    await leave();
    await expect(dialog(page)).toHaveCount(0);
    await expect(book(page)).toContainText('No saved addresses found.');
  }
  await add.click();
  await fillIn(page, 'Moi Avenue 1');
  await dialog(page).getByRole('button', { name: 'Add Address' }).click();
  await expect(cards(page)).toHaveCount(1);
  const edit = book(page).getByRole('button', { name: 'Edit Home, Moi Avenue 1' });
  await edit.click();
  await dialog(page).getByLabel('City*').fill('Thika');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(edit).toBeFocused();
  await edit.click();
  await dialog(page).getByLabel('City*').fill('Thika');
  await page.reload();
  await expect(cards(page)).toContainText('Nairobi');

  await book(page).getByRole('button', { name: 'Delete Home, Moi Avenue 1' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.reload();
  await expect(book(page)).toContainText('No saved addresses found.');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('§8 Address, H10: what cannot be sent stays typed, and another tab’s addresses come by themselves', async ({
  page,
  shop,
  context,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  await openAs(page, await newCustomer(shop), TAB);
  await book(page).getByRole('button', { name: 'Add New Address' }).click();
  await fillIn(page, 'Moi Avenue 1');
  const mend = await spoil(page, '**/api/auth/addresses', (route) => route.abort('failed'));
  await dialog(page).getByRole('button', { name: 'Add Address' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Failed to save address');
  await expect(dialog(page).getByLabel('Street Address*')).toHaveValue('Moi Avenue 1');
  mend();
  await dialog(page).getByRole('button', { name: 'Add Address' }).click();
  await expect(cards(page)).toHaveCount(1);

  const other = await context.newPage();
  await other.goto(TAB);
  await expect(cards(other)).toHaveCount(1);
  await book(other).getByRole('button', { name: 'Delete Home, Moi Avenue 1' }).click();
  await expect(cards(other)).toHaveCount(0);
  await expect(cards(page)).toHaveCount(0);
});
