import type { Page } from '@playwright/test';
import { openAwake } from './support/awake.ts';
import { bearer, newCustomer, openAs, PASSWORD, stranger } from './support/customers.ts';
import type { SignedIn } from './support/customers.ts';
import { watchSecret } from './support/secrets.ts';
import type { Shop } from './support/shop.ts';
import { spoil } from './support/spoil.ts';
import { expect, test } from './support/test.ts';

const SUBJECT = 'Confirm your email address for Duka';
const address = { street: '', city: '', state: '', zipCode: '', country: '' };

const tokenIn = (link: string) => link.split('token=').at(-1) ?? '';
const said = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true });

/** Requests a new address for the customer. Returns the link from the e-mail to it. */
async function linkTo(shop: Shop, customer: SignedIn, email: string, but = ''): Promise<string> {
  const { name, phone } = customer;
  const saved = await shop.api('PUT', '/auth/profile', { name, email, phone, address }, bearer(customer));
  expect(saved.status).toBe(200);
  let link = '';
  await expect.poll(async () => ([link = ''] = (await shop.mail(email, SUBJECT)).links)).not.toEqual([but]);
  return link;
}

async function readEmail(shop: Shop, customer: SignedIn): Promise<string> {
  const { body } = await shop.api('GET', '/auth/profile', undefined, bearer(customer));
  return (body as { data: { user: { email: string } } }).data.user.email;
}

test('D22: the link confirms once without a press, and the session has the new address @phone', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const customer = await newCustomer(shop);
  const { email } = stranger();
  const link = await linkTo(shop, customer, email);
  // A scanner that only fetches the link confirms nothing.
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(link, { method });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await answer.text()).not.toContain(tokenIn(link));
  }
  expect(await readEmail(shop, customer)).toBe(customer.email);

  const posts: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())));
  const expectUntold = watchSecret(page);
  await openAs(page, customer, link);
  await expect(said(page, 'Your email address is confirmed.')).toBeVisible();
  await expect(page).toHaveURL(`${shop.url}/auth/confirm-email`);
  await expectAccessible(page);
  await expectUntold(tokenIn(link));
  expect(posts).toEqual([`${shop.url}/api/auth/confirm-email`]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toContain(email);
  expect(await readEmail(shop, customer)).toBe(email);
  expect((await shop.api('POST', '/auth/login', { email, password: PASSWORD })).status).toBe(200);

  await page.reload();
  await expect(said(page, 'This link is no longer valid.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page).toHaveURL(`${shop.url}/profile?section=account`);
});

test('D22: a guest in another browser confirms twice and stays a guest', async ({ page, shop }) => {
  const customer = await newCustomer(shop);
  const { email } = stranger();
  const link = await linkTo(shop, customer, email);
  for (let time = 0; time < 2; time += 1) {
    await openAwake(page, link);
    await expect(said(page, 'Your email address is confirmed.')).toBeVisible();
  }
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${shop.url}/auth/login`);
  expect(await readEmail(shop, customer)).toBe(email);
});

test('D22, R28: unknown tokens, other tokens and links of a taken address confirm nothing and show the reason', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const [slow, quick] = [await newCustomer(shop), await newCustomer(shop)];
  const { email } = stranger();
  const late = await linkTo(shop, slow, email);
  const first = await linkTo(shop, quick, email, late);
  await openAwake(page, first);
  await expect(said(page, 'Your email address is confirmed.')).toBeVisible();
  await openAwake(page, late);
  await expect(said(page, 'This email is already in use')).toBeVisible();
  await expect(said(page, 'Your old address stays the one to log in with.')).toBeVisible();
  await expectAccessible(page);
  expect([await readEmail(shop, slow), await readEmail(shop, quick)]).toEqual([slow.email, email]);

  for (const token of ['f'.repeat(64), slow.token, '"><img>']) {
    await openAwake(page, `/auth/confirm-email?token=${token}`);
    await expect(said(page, 'This link is no longer valid.')).toBeVisible();
    await expect(page).toHaveURL(`${shop.url}/auth/confirm-email`);
  }
  await openAwake(page, '/auth/confirm-email?token=%00');
  await expect(said(page, 'This link is no longer valid.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email', { exact: true }).fill(slow.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${shop.url}/profile?section=account`);
});

test('D22: a network failure keeps the link, and Try Again sends it', async ({
  page,
  shop,
  watch,
  expectAccessible,
}) => {
  watch.allow(/ERR_FAILED/);
  const customer = await newCustomer(shop);
  const { email } = stranger();
  const link = await linkTo(shop, customer, email);
  const mend = await spoil(page, '**/api/auth/confirm-email', (route) => route.abort());
  await openAwake(page, link);
  await expect(page.getByRole('alert').filter({ hasText: 'An error occurred. Please try again.' })).toBeFocused();
  await expectAccessible(page);
  mend();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(said(page, 'Your email address is confirmed.')).toBeVisible();
  expect(await readEmail(shop, customer)).toBe(email);
});
