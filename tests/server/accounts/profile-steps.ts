import { expect } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { FORM, signUp } from './steps.ts';
import type { Browser, World } from './world.ts';

export const ADDRESS = {
  street: 'Moi Avenue 1',
  city: 'Nairobi',
  state: 'Kilimani',
  zipCode: '00100',
  country: 'Kenya',
};
/** The new phone and the new e-mail of the customer. */
export const PHONE = '0722000000';
export const NEW_MSISDN = '254722000000';
export const EMAIL = 'njeri@example.com';

export const save = (browser: Browser, change: Record<string, unknown> = {}) =>
  browser.put('/auth/profile', { name: FORM.name, email: FORM.email, phone: FORM.phone, address: ADDRESS, ...change });
export const confirmEmail = (browser: Browser, token: string) => browser.post('/auth/confirm-email', { token });
export const confirmPhone = (browser: Browser, verificationData: Record<string, unknown>, phone = PHONE) =>
  browser.post('/auth/confirm-phone', { phone, verificationData });

export async function customer(world: World): Promise<Browser> {
  const browser = world.browser();
  await signUp(world, browser);
  return browser;
}

/** Another customer. */
export async function stranger(world: World, phone = '0733000111', email = 'stranger@example.com'): Promise<Browser> {
  const browser = world.browser();
  await signUp(world, browser, { email, phone }, phone.replace(/^0/, '254'));
  return browser;
}

/** Returns the tokens of the links mailed to an address, newest last. */
export async function linksTo(world: World, address = EMAIL): Promise<string[]> {
  const mails = await world.mailsTo(address);
  return mails.flatMap(
    ({ text }) => /http:\/\/localhost:3000\/auth\/confirm-email\?token=([\da-f]{64})/.exec(text)?.[1] ?? [],
  );
}

/** Asks for a new e-mail and returns the token of its link. */
export async function askEmail(world: World, browser: Browser, email = EMAIL): Promise<string> {
  expect((await save(browser, { email })).body.data?.pending).toEqual(['email']);
  return (await linksTo(world, email)).at(-1) ?? '';
}

export async function askPhone(browser: Browser, phone = PHONE): Promise<void> {
  expect((await save(browser, { phone })).body.data?.pending).toEqual(['phone']);
}

export async function readUser(world: World, email: string) {
  return (await world.rows(users)).find((user) => user.email === email);
}
