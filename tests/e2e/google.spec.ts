import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openAwake } from './support/awake.ts';
import { newCustomer, PASSWORD, stranger } from './support/customers.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { spoil } from './support/spoil.ts';
import type { RunningShop } from './support/start-shop.ts';
import { expect, test } from './support/test.ts';

interface Person {
  readonly email: string;
  readonly name: string;
  readonly sub: string;
}

const somebody = (): Person => ({
  email: `zawadi.${randomUUID().slice(0, 8)}@gmail.com`,
  name: 'Zawadi Mwangi',
  sub: randomUUID(),
});

/** What Google would give this page for the person, with the page's own nonce. */
async function giveCredential(page: Page, { simulators }: RunningShop, person: Person): Promise<void> {
  const button = page.getByRole('button', { name: /^Sign (in|up) with Google$/ });
  await expect(button).toBeEnabled();
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'google-nonce');
  const response = await fetch(`${simulators}/control/google/credential`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, nonce: await sha256(cookie?.value ?? '') }),
  });
  const { credential } = (await response.json()) as { credential: string };
  await page.evaluate((detail) => void dispatchEvent(new CustomEvent('google-simulator', { detail })), { credential });
}

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex');
}

test('D2, A16, A54: Google with the window, the phone and its code; the next time at once @phone', async ({
  page,
  context,
  shop,
  running,
  expectAccessible,
}) => {
  const { phone, msisdn } = stranger();
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/auth\/login$/);
  await page.getByLabel('Email').fill('typed@example.com');
  const [chooser] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Sign in with Google' }).click(),
  ]);
  const email = `zawadi.${randomUUID().slice(0, 8)}@gmail.com`;
  await chooser.getByLabel('Another e-mail').fill(email);
  await chooser.getByLabel('Name').fill('Zawadi Mwangi');
  await chooser.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Verify Your Phone Number' })).toBeVisible();
  await expect(
    page.getByText("We'll send a verification code to the phone number to complete your registration"),
  ).toBeVisible();
  await expect(page.getByLabel('Phone Number', { exact: true })).toBeFocused();
  await expectAccessible(page);
  // Back is the form with what was typed, and Google's button once more.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.com');
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
  const [again] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Sign in with Google' }).click(),
  ]);
  await again.getByLabel('Another e-mail').fill(email);
  await again.getByLabel('Name').fill('Zawadi Mwangi');
  await again.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByText('Phone number is required')).toBeVisible();
  await page.getByLabel('Phone Number', { exact: true }).fill('0812345678');
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByText('Please enter a valid phone number (e.g., 0712345678 or +254712345678)')).toBeVisible();
  await page.getByLabel('Phone Number', { exact: true }).fill(phone.replace(/^(.{4})(.{3})/, '($1) $2-'));
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByLabel('Verification code').fill(await shop.smsCode(msisdn));
  await page.getByRole('button', { name: 'Verify' }).click();

  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.locator('.announcement[role="status"]', { hasText: 'Google sign-in completed' })).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
  // The picture that the server fetched from Google (H20); it may come after the first answer.
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const headers = { authorization: `Bearer ${token}` };
  await expect
    .poll(async () => (await page.request.get('/api/auth/profile', { headers })).text(), { timeout: 60_000 })
    .toContain('"/media/');
  await page.reload();
  await expect(page.locator('main img[src^="/media/"]')).toBeVisible();

  await page.getByRole('tab', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  const [third] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Sign in with Google' }).click(),
  ]);
  await third.getByLabel('Another e-mail').fill(email);
  await third.getByLabel('Name').fill('Zawadi Mwangi');
  await third.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(new RegExp(`^${running.url}/$`));
});

test('providers 1.9: an account with a password is not linked in silence', async ({ page, shop, running, watch }) => {
  watch.allow(/password/i);
  const customer = await newCustomer(shop);
  const owned = somebody();
  await page.goto('/auth/signup');
  await giveCredential(page, running, { ...owned, email: customer.email });
  const alert = page.getByRole('alert');
  await expect(alert).toBeVisible();
  await expect(alert).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  // The password still does, and takes the error away.
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`^${running.url}/$`));
});

test('U10: a credential that is not good is refused in the words of §8, the form stays', async ({
  page,
  running,
  watch,
}) => {
  watch.allow(/Google sign-in failed|No credential received/);
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill('typed@example.com');
  await giveCredential(page, running, { ...somebody(), aud: 'somebody-else' } as Person);
  await expect(page.getByRole('alert')).toContainText('Google sign-in failed');
  await page.evaluate(() => void dispatchEvent(new CustomEvent('google-simulator', { detail: {} })));
  await expect(page.getByRole('alert')).toContainText('No credential received from Google');
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.com');
});

test('§8 Google: a blocked script harms nothing, the button says so and tries again; nothing moves @phone', async ({
  page,
  watch,
}) => {
  watch.allow(/Google sign-in failed|net::ERR_FAILED|Failed to load resource/);
  await watchShifts(page);
  const mend = await spoil(page, '**/gsi/client', (route) => route.abort());
  await page.goto('/auth/login');
  const ours = page.getByRole('button', { name: 'Sign in with Google' });
  await expect(ours).toBeEnabled();
  expect(await shiftsOf(page)).toEqual([]);
  await ours.click();
  await expect(page.getByRole('alert')).toContainText('Google sign-in failed. Please try again.');
  await expect(ours).toBeEnabled();
  mend();
  await ours.click();
  // Google's own stands in the place of ours.
  await expect(page.locator('[data-google-button] button')).toBeVisible();
  await expect(ours).toHaveCount(1);
  await page.getByLabel('Email').fill('shopper@duka.test');
  await page.getByLabel('Password', { exact: true }).fill('Karibu2026');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
});

test('Google’s button comes without moving the page, and without its script elsewhere', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/gsi/')) asked.push(request.url());
  });
  await watchShifts(page);
  await page.goto('/');
  await page.goto('/products');
  expect(asked).toEqual([]);
  await page.goto('/auth/signup');
  await expect(page.locator('[data-google-button] button')).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
});

/** Presses Google's button, which has to open Google's window. */
async function expectGoogleOpens(page: Page): Promise<void> {
  const [chooser] = await Promise.all([
    page.context().waitForEvent('page'),
    page.locator('[data-google-button] button').click(),
  ]);
  await expect(chooser.getByRole('button', { name: 'Continue' })).toBeVisible();
  await chooser.close();
}

test('X30: the button works again after each attempt that failed @phone', async ({ page, running, shop, watch }) => {
  watch.allow(/password|Google sign-in failed|already|Failed to load resource/i);
  const customer = await newCustomer(shop);
  await page.goto('/auth/login');
  await expectGoogleOpens(page);
  for (const attempt of ['first', 'second']) {
    await test.step(`a wrong password, the ${attempt} time`, async () => {
      await page.getByLabel('Email').fill(customer.email);
      await page.getByLabel('Password', { exact: true }).fill(`wrong ${attempt}`);
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page.getByRole('alert')).toContainText('Invalid email or password');
      await expectGoogleOpens(page);
    });
  }
  await test.step('a Google sign-in that the server refuses', async () => {
    await giveCredential(page, running, { ...somebody(), aud: 'another-shop' } as Person);
    await expect(page.getByRole('alert').filter({ hasText: 'Google sign-in failed' })).toBeVisible();
    await expectGoogleOpens(page);
  });
  await test.step('a registration that the server refuses', async () => {
    await openAwake(page, '/auth/signup');
    await page.getByLabel('Full Name').fill('Jane Wanjiku');
    await page.getByLabel('Email Address').fill(customer.email);
    const { phone, msisdn } = stranger();
    await page.getByLabel('Phone Number', { exact: true }).fill(phone);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await page.getByLabel('Verification code').fill(await shop.smsCode(msisdn));
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectGoogleOpens(page);
  });
});
