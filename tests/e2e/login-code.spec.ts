import { openAwake } from './support/awake.ts';
import { newCustomer, PASSWORD } from './support/customers.ts';
import { expect, test } from './support/test.ts';

test('X52, D26: after wrong guesses the owner of an account logs in on a new device with password and code @phone', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const { email, msisdn } = await newCustomer(shop);
  // SMS are limited to one per minute.
  await shop.advanceClock(61_000);
  for (let n = 0; n < 5; n += 1) await shop.api('POST', '/auth/login', { email, password: `Guess${n}` });

  await openAwake(page, '/auth/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expect(page.getByLabel('Verification code')).toHaveCount(0);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toContainText('the 6-digit code that we sent');
  const code = page.getByLabel('Verification code');
  await expect(code).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Please enter a 6-digit verification code')).toBeVisible();
  await expect(code).toBeFocused();
  const sent = () => shop.sms(msisdn).then(([{ text } = { text: '' }]) => /code is (\d{6})/.exec(text)?.[1]);
  await expect.poll(sent).toBeDefined();
  const right = (await sent()) ?? '';
  await code.fill(right === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email, password or code. Please use the newest code.');
  await code.fill(right);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${shop.url}/`);
});
