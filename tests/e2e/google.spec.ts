import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openAwake } from './support/awake.ts';
import { newCustomer, PASSWORD, stranger } from './support/customers.ts';
import { readShifts, watchShifts } from './support/shifts.ts';
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

/** Sends the page the credential that Google would issue for the person, with the page's own nonce. */
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

test('D2, A16, A54: the first Google sign-in needs phone and code, the next one completes immediately @phone', async ({
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
  // Back returns to the form with the typed values and to Google's button.
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
  // The picture that the server fetched from Google (H20); it may arrive after the first response.
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

test('providers 1.9: an account with a password is not linked automatically', async ({
  page,
  shop,
  running,
  watch,
}) => {
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
  // The password still works, and the login clears the error.
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`^${running.url}/$`));
});

test('U10: an invalid credential is rejected with the texts of §8, and the form keeps its values', async ({
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

test('§8 Google: with a blocked script the button shows the error and retries, and nothing shifts @phone', async ({
  page,
  watch,
}) => {
  watch.allow(/Google sign-in failed|net::ERR_FAILED|Failed to load resource/);
  await watchShifts(page);
  const mend = await spoil(page, '**/gsi/client', (route) => route.abort());
  await page.goto('/auth/login');
  const ours = page.getByRole('button', { name: 'Sign in with Google' });
  await expect(ours).toBeEnabled();
  expect(await readShifts(page)).toEqual([]);
  await ours.click();
  await expect(page.getByRole('alert')).toContainText('Google sign-in failed. Please try again.');
  await expect(ours).toBeEnabled();
  mend();
  await ours.click();
  // Google's own button replaces ours.
  await expect(page.locator('[data-google-button] button')).toBeVisible();
  await expect(ours).toHaveCount(1);
  await page.getByLabel('Email').fill('shopper@duka.test');
  await page.getByLabel('Password', { exact: true }).fill('Karibu2026');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
});

test('Google’s button appears without a layout shift, and pages without it do not load its script', async ({
  page,
}) => {
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
  expect(await readShifts(page)).toEqual([]);
});

/** Presses Google's button, which must open Google's window. */
async function expectGoogleOpens(page: Page): Promise<void> {
  const [chooser] = await Promise.all([
    page.context().waitForEvent('page'),
    page.locator('[data-google-button] button').click(),
  ]);
  await expect(chooser.getByRole('button', { name: 'Continue' })).toBeVisible();
  await chooser.close();
}

test('X30: the button works again after each failed attempt @phone', async ({ page, running, shop, watch }) => {
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
  await test.step('a Google sign-in that the server rejects', async () => {
    await giveCredential(page, running, { ...somebody(), aud: 'another-shop' } as Person);
    await expect(page.getByRole('alert').filter({ hasText: 'Google sign-in failed' })).toBeVisible();
    await expectGoogleOpens(page);
  });
  await test.step('a registration that the server rejects', async () => {
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
