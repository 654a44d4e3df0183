import type { Browser, Page } from '@playwright/test';
import { openAwake, openAsleep } from './support/awake.ts';
import { bearer, newCustomer, PASSWORD } from './support/customers.ts';
import { watchSecret } from './support/secrets.ts';
import type { Shop } from './support/shop.ts';
import { spoil } from './support/spoil.ts';
import { expect, test } from './support/test.ts';
import { watchContext } from './support/watch.ts';

const NEW = 'Nairobi 2026 ☀';
const SUBJECT = 'Reset your Duka password';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Reset Password' }).click();
const tokenIn = (link: string) => link.split('/').at(-1) ?? '';

/** Requests a link by API and returns it from the mail. */
async function linkTo(shop: Shop, email: string): Promise<string> {
  expect((await shop.api('POST', '/auth/forgot-password', { email })).status).toBe(200);
  const [link = ''] = (await shop.mail(email, SUBJECT)).links;
  return link;
}

async function choose(page: Page, password: string, again = password): Promise<void> {
  await field(page, 'New Password').fill(password);
  await field(page, 'Confirm New Password').fill(again);
  await submit(page);
}

/** Opens the link in a second browser with the same checks. */
async function elsewhere(browser: Browser, link: string): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext();
  const watch = watchContext(context);
  const page = await context.newPage();
  await page.goto(link);
  const close = async () => {
    expect(watch.problems()).toEqual([]);
    await context.close();
  };
  return { page, close };
}

test('D15, D16: a password reset by mail from the login page ends on the home page, logged in @phone @core', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const customer = await newCustomer(shop);
  await openAwake(page, '/auth/login');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot Password' })).toBeFocused();
  await field(page, 'Email').fill('achieng@');
  await page.getByRole('button', { name: 'Send Password Reset Link' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(field(page, 'Email')).toBeFocused();
  await expectAccessible(page);
  await field(page, 'Email').fill(customer.email.toUpperCase());
  await page.getByRole('button', { name: 'Send Password Reset Link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check Your Email' })).toBeVisible();
  await expect(page.getByText(customer.email)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Resend Email in \d+ s$/ })).toBeDisabled();
  await expectAccessible(page);

  const [link = ''] = (await shop.mail(customer.email, SUBJECT)).links;
  const expectUntold = watchSecret(page);
  await openAwake(page, link);
  await expect(page).toHaveURL(`${shop.url}/auth/reset-password`);
  await choose(page, 'short', 'other');
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(field(page, 'New Password')).toBeFocused();
  await page.getByRole('button', { name: 'Show new password', exact: true }).click();
  await expect(field(page, 'New Password')).toHaveAttribute('type', 'text');
  await expect(field(page, 'Confirm New Password')).toHaveAttribute('type', 'password');
  await expectAccessible(page);
  await expectUntold(tokenIn(link));

  await choose(page, NEW);
  await expect(page.getByRole('heading', { level: 1, name: 'Password Reset Successful!' })).toBeVisible();
  await expect(page.getByText('You are now logged in and will be redirected to the home page')).toBeVisible();
  await expectUntold(tokenIn(link));
  await expect(page).toHaveURL(`${shop.url}/`);

  const token = await page.evaluate(() => localStorage.getItem('token'));
  expect((await shop.api('GET', '/auth/profile', undefined, { authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await shop.api('GET', '/auth/profile', undefined, bearer(customer))).status).toBe(401);
  const login = (password: string) => shop.api('POST', '/auth/login', { email: customer.email, password });
  expect((await login(PASSWORD)).status).toBe(400);
  expect((await login(NEW)).status).toBe(200);
  await shop.mail(customer.email, 'Your Duka password was changed');
});

test('§2: View Profile opens the profile, and no redirect follows', async ({ page, shop }) => {
  const customer = await newCustomer(shop);
  const link = await linkTo(shop, customer.email);
  await page.clock.install();
  await openAwake(page, link);
  await choose(page, NEW);
  await page.getByRole('button', { name: 'View Profile' }).click();
  await expect(page).toHaveURL(`${shop.url}/profile`);
  await page.clock.fastForward(10_000);
  await expect(page).toHaveURL(`${shop.url}/profile`);
});

test('D15: scanners that fetch the link do not use it up, and the first of two browsers succeeds', async ({
  page,
  shop,
  browser,
}) => {
  const customer = await newCustomer(shop);
  const link = await linkTo(shop, customer.email);
  for (const method of ['GET', 'HEAD', 'GET']) {
    const answer = await fetch(link, { method });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await answer.text()).not.toContain(tokenIn(link));
  }
  await openAwake(page, link);
  const other = await elsewhere(browser, link);
  await choose(other.page, NEW);
  await expect(other.page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeVisible();
  await choose(page, 'Another 2027');
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid reset token' })).toBeFocused();
  await expect(field(page, 'New Password')).toHaveValue('Another 2027');
  const login = await shop.api('POST', '/auth/login', { email: customer.email, password: 'Another 2027' });
  expect(login.status).toBe(400);
  await page.getByRole('link', { name: 'Request New Reset Link' }).click();
  await expect(page).toHaveURL(/\/auth\/forgot-password$/);
  await other.close();
});

test('D15: a reset page without a token, also after a reload, shows an error and offers a new link', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const link = await linkTo(shop, (await newCustomer(shop)).email);
  await openAwake(page, `/auth/reset-password?token=${tokenIn(link)}`);
  await expect(page).toHaveURL(`${shop.url}/auth/reset-password`);
  await expect(field(page, 'New Password')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Invalid Reset Link' })).toBeVisible();
  await expectAccessible(page);
  // If the code of the home page does not load, the page stays.
  await page.route('**/assets/home.route-*.js', () => undefined);
  await openAwake(page, link);
  await choose(page, NEW);
  await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeVisible();
  await expectAccessible(page);
});

test("A17, D26, H15: rejected passwords and a network failure keep the link valid and the form's values", async ({
  page,
  shop,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const customer = await newCustomer(shop);
  await openAwake(page, await linkTo(shop, customer.email));
  for (const [password, words] of [
    ['Password1', 'This password is too common. Please choose another.'],
    [`Ab1${'x'.repeat(197)}`, 'Password must be at most 128 bytes long'],
    ['Ａｂｃｄｅｆｇ１', 'Password must contain at least one uppercase letter, one lowercase letter, and one number'],
    ['        ', 'Password must contain at least one uppercase letter, one lowercase letter, and one number'],
  ] as const) {
    await choose(page, password);
    await expect(page.getByText(words)).toHaveCount(1);
    await expect(field(page, 'New Password')).toBeFocused();
    await expect(field(page, 'New Password')).toHaveValue(password);
  }
  const mend = await spoil(page, '**/api/auth/reset-password/*', (route) => route.abort());
  await choose(page, ' Se cret  9 ');
  await expect(page.getByRole('alert').filter({ hasText: 'An error occurred. Please try again.' })).toBeFocused();
  await expect(field(page, 'Confirm New Password')).toHaveValue(' Se cret  9 ');
  mend();
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeVisible();
  const login = await shop.api('POST', '/auth/login', { email: customer.email, password: ' Se cret  9 ' });
  expect(login.status).toBe(200);
});

test('D14, R28: unknown tokens and other tokens change no password', async ({ page, shop }) => {
  const customer = await newCustomer(shop);
  for (const token of [customer.token, 'f'.repeat(64), '..%2F..%2Fprofile', '%3Cscript%3E']) {
    await openAwake(page, `/auth/reset-password/${token}`);
    await expect(page).toHaveURL(`${shop.url}/auth/reset-password`);
    await choose(page, NEW);
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid reset token' })).toBeVisible();
  }
  await openAwake(page, `/auth/reset-password/${'f'.repeat(201)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Invalid Reset Link' })).toBeVisible();
  expect((await shop.api('GET', '/auth/profile', undefined, bearer(customer))).status).toBe(200);
});

test('U8, Q9, D16: another link after a minute, the same response for an unknown address; a network failure keeps the form', async ({
  page,
  shop,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const email = `nobody.${Date.now()}@example.com`;
  await page.clock.install();
  await openAwake(page, '/auth/forgot-password');
  const mend = await spoil(page, '**/api/auth/forgot-password', (route) => route.abort());
  await field(page, 'Email').fill(email);
  await page.getByRole('button', { name: 'Send Password Reset Link' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'An error occurred. Please try again.' })).toBeFocused();
  await expect(field(page, 'Email')).toHaveValue(email);
  mend();
  await page.getByRole('button', { name: 'Send Password Reset Link' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await page.clock.fastForward(61_000);
  const resend = page.getByRole('button', { name: 'Resend Email', exact: true });
  await expect(resend).toBeEnabled();
  await resend.dblclick();
  await expect(page.getByText('We have sent the e-mail again.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Resend Email in \d+ s$/ })).toBeDisabled();
  expect((await shop.log()).filter(({ provider }) => provider === 'mail')).toEqual([]);
});

test('D15: text typed before hydration stays, with the focus in its field', async ({ page, shop }) => {
  const link = await linkTo(shop, (await newCustomer(shop)).email);
  const wake = await openAsleep(page, link);
  await field(page, 'New Password').pressSequentially('Nairobi');
  await wake();
  await expect(page).toHaveURL(`${shop.url}/auth/reset-password`);
  await page.keyboard.type('2026');
  await expect(field(page, 'New Password')).toHaveValue('Nairobi2026');
  await expect(field(page, 'New Password')).toBeFocused();
});
