import type { Page } from '@playwright/test';
import { formatPhone } from '../../contract/rules/phone.ts';
import { newCustomer, openAs, stranger } from './support/customers.ts';
import { expect, test } from './support/test.ts';

const form = (page: Page) => page.getByRole('region', { name: 'Profile Information' });
const save = (page: Page) => form(page).getByRole('button', { name: 'Save Profile' });

test('D22, Q11, A31: name and address are saved, a new phone needs its code, a new e-mail its link @phone', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const shopper = await newCustomer(shop);
  const { email: newEmail, phone: newPhone, msisdn } = stranger();
  await openAs(page, shopper, '/profile');
  await expect(form(page).getByLabel('Phone')).toHaveValue(formatPhone(shopper.msisdn));
  await expectAccessible(page);

  await form(page).getByLabel('Full Name').fill(' ');
  await form(page).getByLabel('Phone').fill('12');
  await save(page).click();
  await expect(form(page)).toContainText('Full name is required');
  await expect(form(page).getByLabel('Full Name')).toBeFocused();
  await expectAccessible(page);

  await form(page).getByLabel('Full Name').fill('Achieng O. Otieno');
  await form(page).getByLabel('Town/Estate').fill('Kilimani');
  await form(page).getByLabel('Email').fill(newEmail);
  await form(page).getByLabel('Phone').fill(newPhone);
  await save(page).click();
  await expect(form(page)).toContainText('Profile updated successfully!');
  await expect(form(page)).toContainText(`Until then ${formatPhone(shopper.msisdn)} stays your phone number.`);
  await expect(form(page)).toContainText(`We sent a link to ${newEmail}.`);
  await expect(form(page).getByLabel('Verification code')).toBeFocused();
  await expectAccessible(page);

  await form(page)
    .getByLabel('Verification code')
    .fill(await shop.smsCode(msisdn));
  await form(page).getByRole('button', { name: 'Verify' }).click();
  await expect(form(page)).toContainText('Your phone number is confirmed.');
  await expect(form(page).getByLabel('Phone')).toHaveValue(formatPhone(newPhone));
  await expect(form(page)).not.toContainText('is not confirmed yet');

  const [link = ''] = (await shop.mail(newEmail, 'Confirm your email address for Duka')).links;
  await page.goto(link);
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await page.goto('/profile');
  await expect(form(page).getByLabel('Email')).toHaveValue(newEmail);
  await expect(form(page).getByLabel('Full Name')).toHaveValue('Achieng O. Otieno');
  await expect(form(page).getByLabel('Town/Estate')).toHaveValue('Kilimani');
  await expect(form(page).getByLabel('Phone')).toHaveValue(formatPhone(newPhone));
});

test("D22: Back from the code keeps the old phone; a save without a response keeps the form's values", async ({
  page,
  shop,
  watch,
}) => {
  const shopper = await newCustomer(shop);
  await openAs(page, shopper, '/profile');
  await form(page).getByLabel('Phone').fill(stranger().phone);
  await save(page).click();
  await form(page).getByRole('button', { name: 'Back' }).click();
  await expect(form(page)).toContainText(`Your phone number stays ${formatPhone(shopper.msisdn)}.`);
  await expect(form(page).getByLabel('Phone')).toHaveValue(formatPhone(shopper.msisdn));

  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await form(page).getByLabel('City').fill('Thika');
  await page.context().setOffline(true);
  await save(page).click();
  await expect(form(page).getByRole('alert')).toContainText('Profile update failed');
  await expect(form(page).getByLabel('City')).toHaveValue('Thika');
  await page.context().setOffline(false);
  await save(page).click();
  await expect(form(page)).toContainText('Profile updated successfully!');
});
