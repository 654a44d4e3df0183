// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq, ne } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { jobs, knownBrowsers, otpChallenges, pendingRegistrations, users } from '../../../server/db/schema.ts';
import { EMAIL_JOB, RESET_JOB } from '../../../server/modules/links/links.service.ts';
import { secretHash } from '../../../server/secrets.ts';
import { PERSON } from './google-world.ts';
import { customer, EMAIL, save, readUser } from './profile-steps.ts';
import { complete, FORM, register, verifyPhone } from './steps.ts';
import { describeShop } from './world.ts';

const OTHER = { email: 'achieng@example.com', phone: '0722333444' };

describeShop('browsers of an account', (world) => {
  test('D26: a browser that signs in with Google is known afterwards', async () => {
    await customer(world());
    const owner = await readUser(world(), FORM.email);
    await world().db.sql.update(users).set({ googleSub: PERSON.sub });
    const browser = world().browser();
    const answer = await browser.post('/auth/google-login', { credential: world().google.credentialOf() });
    expect(answer.body.data?.user?.email).toBe(FORM.email);
    const known = (await world().rows(knownBrowsers)).filter(({ userId }) => userId === owner?.id);
    expect(known.map(({ browserHash }) => browserHash)).toContain(secretHash(browser.known ?? ''));
  });

  test("A15: a login with the password of another browser's sign-up gets a new flow", async () => {
    const [first, second] = [world().browser(), world().browser()];
    await register(first);
    await register(second, OTHER);
    const before = second.flow;
    const answer = await second.post('/auth/login', { email: FORM.email, password: FORM.password });
    expect(answer.body.requirePhoneVerification).toBe(true);
    expect(second.flow).not.toBe(before);
    const rows = await world().rows(pendingRegistrations);
    const getFlow = (email: string) => rows.find((row) => row.email === email)?.flowHash;
    expect([getFlow(FORM.email), getFlow(OTHER.email)]).toEqual([
      secretHash(second.flow ?? ''),
      secretHash(before ?? ''),
    ]);
  });

  test('D24: that browser takes over the codes sent to the first one', async () => {
    const [first, second] = [world().browser(), world().browser()];
    await register(first);
    const proof = await verifyPhone(world(), first);
    await second.post('/auth/login', { email: FORM.email, password: FORM.password });
    expect((await complete(second, { ...proof, verificationToken: '' })).body).toMatchObject({ success: true });
  });

  test('D1: one without a cookie completes the only sign-up of the phone, if it is not newer than the code', async () => {
    const browser = world().browser();
    await register(browser);
    const proof = await verifyPhone(world(), browser);
    browser.flow = null;
    const { sql } = world().db;
    const [signUp] = await world().rows(pendingRegistrations);
    if (signUp === undefined) throw new Error('no sign-up');
    const completed = async (ms = 0) => {
      const sentAt = new Date(signUp.createdAt.getTime() + ms);
      await sql.update(otpChallenges).set({ flowHash: null, sentAt });
      const { status, body } = await complete(browser, proof);
      return status === 200 ? 'completed' : body.message;
    };
    const over = 'Your sign-up has expired. Please sign up again.';
    expect(await completed(-1)).toBe(over);
    const other = { ...signUp, id: randomUUID(), origin: randomUUID(), flowHash: 'other', email: OTHER.email };
    await sql.insert(pendingRegistrations).values(other);
    expect(await completed()).toBe(over);
    await sql.delete(pendingRegistrations);
    expect(await completed()).toBe(over);
    await sql.insert(pendingRegistrations).values(signUp);
    expect(await completed()).toBe('completed');
  });

  test('A15: the one that began keeps its flow', async () => {
    const browser = world().browser();
    await register(browser);
    const before = browser.flow;
    await browser.post('/auth/login', { email: FORM.email, password: FORM.password });
    expect(browser.flow).toBe(before);
  });
});

describeShop('links without a recipient', (world) => {
  const ended = async (kind: string) => {
    await world().deps.jobs.runDue();
    const rows = await world().db.sql.select().from(jobs).where(eq(jobs.kind, kind));
    return rows.map(({ doneAt, lastError, attempts }) => [doneAt !== null, lastError, attempts]);
  };

  test('D16: a reset for an unknown address is not a failed job', async () => {
    const send = vi.spyOn(world().deps.mail, 'send');
    await world().browser().post('/auth/forgot-password', { email: 'nobody@example.com' });
    expect(await ended(RESET_JOB)).toEqual([[true, null, 1]]);
    expect(send).not.toHaveBeenCalled();
    send.mockRestore();
  });

  test('D22: a link that was replaced by a newer one is not a failed job', async () => {
    const browser = await customer(world());
    await save(browser, { email: EMAIL });
    await save(browser, { email: 'newer@example.com' });
    await world().db.sql.delete(jobs).where(ne(jobs.kind, EMAIL_JOB));
    const send = vi.spyOn(world().deps.mail, 'send');
    expect(await ended(EMAIL_JOB)).toEqual([
      [true, null, 1],
      [true, null, 1],
    ]);
    expect(send.mock.calls.map(([{ to }]) => to)).toEqual(['newer@example.com']);
    send.mockRestore();
  });
});
