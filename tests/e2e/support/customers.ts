import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Shop } from './shop.ts';

export const PASSWORD = 'Secret12';

export interface Customer {
  readonly name: string;
  readonly email: string;
  /** As typed: `0722…`. */
  readonly phone: string;
  /** As stored: `254722…`. */
  readonly msisdn: string;
}

export interface SignedIn extends Customer {
  readonly token: string;
  readonly user: unknown;
}

/** Returns the data of a new visitor without an account. */
export function stranger(): Customer {
  const digits = String(randomInt(0, 1e7)).padStart(7, '0');
  return {
    name: 'Achieng Otieno',
    email: `achieng.${randomUUID().slice(0, 8)}@example.com`,
    phone: `072${digits}`,
    msisdn: `25472${digits}`,
  };
}

/** Creates an account through the API, with the code from the simulated phone. */
export async function newCustomer(shop: Shop): Promise<SignedIn> {
  const customer = stranger();
  const { name, email, phone, msisdn } = customer;
  const flow = { cookie: await registered(shop, { name, email, phone, password: PASSWORD }) };
  const { pinId } = getData<{ pinId: string }>(
    await shop.api('POST', '/auth/send-otp', { phone, userName: name }, flow),
  );
  const pin = await shop.smsCode(msisdn);
  const verificationData = getData<Record<string, unknown>>(
    await shop.api('POST', '/auth/verify-termii-otp', { pinId, pin }, flow),
  );
  const done = await shop.api('POST', '/auth/complete-registration', { phone, verificationData }, flow);
  return { ...customer, ...getData<{ token: string; user: unknown }>(done) };
}

async function registered(shop: Shop, form: object): Promise<string> {
  const response = await fetch(`${shop.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  });
  if (!response.ok) throw new Error(`register answers ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Opens the page as this customer: the two keys of §3 are in the storage before any script runs. */
export async function openAs(page: Page, { token, user }: SignedIn, path: string): Promise<void> {
  await page.addInitScript(
    ([held, who]) => {
      if (sessionStorage.getItem('opened') !== null) return;
      sessionStorage.setItem('opened', 'yes');
      localStorage.setItem('token', held);
      localStorage.setItem('user', who);
    },
    [token, JSON.stringify(user)] as const,
  );
  await page.goto(path);
}

export function bearer({ token }: SignedIn): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

export function getData<Data>({ status, body }: { status: number; body: unknown }): Data {
  if (status >= 400) throw new Error(`the call answers ${status}: ${JSON.stringify(body)}`);
  return (body as { data: Data }).data;
}
