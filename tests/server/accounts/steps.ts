import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { jobs, pendingRegistrations } from '../../../server/db/schema.ts';
import { SHOPPERS } from '../../../server/modules/messages/notices.service.ts';
import type { Answer, Browser, World } from './world.ts';

export const FORM = { name: 'Wanjiku Kamau', email: 'wanjiku@example.com', phone: '0712345678', password: 'Secret12' };
export const MSISDN = '254712345678';
export const NO_SESSION = 'No verification session found. Please request a new code.';
export const WRONG_CODE = 'Invalid verification code. Please try again.';

export type Form = typeof FORM;

export async function register(browser: Browser, change: Partial<Form> = {}): Promise<Answer> {
  return browser.post('/auth/register', { ...FORM, ...change });
}

/** Adds another person's pending sign-up with this phone, valid longer than a test takes (D23). */
export async function waitFor({ db, deps: { clock } }: World, phone: string): Promise<void> {
  const id = randomUUID();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + 7 * 24 * 3_600_000);
  const waiting = { id, name: 'W', email: `${id}@example.com`, phone, passwordHash: '', flowHash: id, origin: id };
  await db.sql.insert(pendingRegistrations).values({ ...waiting, createdAt: now, expiresAt });
}

/** Asks for a code and returns its id. */
export async function askCode(browser: Browser, phone = FORM.phone): Promise<string> {
  const answer = await browser.post('/auth/send-otp', { phone, userName: 'Wanjiku' });
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.data?.pinId ?? '';
}

/** Asks for a code, enters it and returns the `verificationData` for completion. */
export async function verifyPhone(world: World, browser: Browser, phone = FORM.phone, msisdn = MSISDN) {
  const pinId = await askCode(browser, phone);
  const answer = await browser.post('/auth/verify-termii-otp', { pinId, pin: world.sms.codeOf(msisdn) });
  expect(answer.body).toMatchObject({ success: true, data: { verified: true, msisdn } });
  return { verified: true, msisdn, verificationToken: answer.body.data?.verificationToken ?? '' };
}

export function complete(
  browser: Browser,
  verificationData: Record<string, unknown>,
  phone = FORM.phone,
): Promise<Answer> {
  return browser.post('/auth/complete-registration', { phone, verificationData });
}

/** Turns a stranger into a customer. The browser keeps the token. */
export async function signUp(
  world: World,
  browser: Browser,
  change: Partial<Form> = {},
  msisdn = MSISDN,
): Promise<Answer> {
  const phone = change.phone ?? FORM.phone;
  expect((await register(browser, change)).body).toMatchObject({ success: true });
  const answer = await complete(browser, await verifyPhone(world, browser, phone, msisdn), phone);
  expect(answer.body).toMatchObject({ success: true });
  browser.token = answer.body.data?.token ?? null;
  // Removes the notice job for a former owner of the e-mail, because there is none.
  await world.db.sql.delete(jobs).where(eq(jobs.kind, SHOPPERS.jobKind));
  return answer;
}
