// @engine postgres
import { expect, test } from 'vitest';
import { otpChallenges, paymentAlarms, pendingRegistrations, users } from '../../../server/db/schema.ts';
import { askCode, complete, FORM, NO_SESSION, register, signUp, verifyPhone, waitFor } from './steps.ts';
import { describeShop, type Answer } from './world.ts';

const MINUTE = 60_000;
const TAKEN = 'This email is already registered';
const shape = ({ status, body: { requestId: _, ...body }, setCookie }: Answer) => [
  status,
  body,
  setCookie?.replace(/=[^;]+/, ''),
];

describeShop('sign-up does not reveal accounts', (world) => {
  test('F18, R26: register returns the same for known and unknown; mails only the owner, once a day', async () => {
    await signUp(world(), world().browser());
    world().advance(25 * 60 * MINUTE);
    const fresh = await register(world().browser(), { email: 'new@example.com', phone: '0733000111' });
    for (const email of [FORM.email, ' Wanjiku@Example.COM '])
      expect(shape(await register(world().browser(), { email, phone: '0733000112' }))).toEqual(shape(fresh));
    const phone = await register(world().browser(), { email: 'other@example.com' });
    expect(shape(phone)).toEqual(shape(fresh));
    const told = async (to: string) =>
      (await world().mailsTo(to)).filter(({ subject }) => subject.includes('already have')).length;
    expect([await told(FORM.email), await told('new@example.com')]).toEqual([1, 0]);
    world().advance(25 * 60 * MINUTE);
    await register(world().browser());
    expect(await told(FORM.email)).toBe(2);
  });

  test('F18, D1: reports a taken e-mail only after the phone is verified, and consumes the proof', async () => {
    await signUp(world(), world().browser());
    const browser = world().browser();
    await register(browser, { phone: '0733000111' });
    const proof = await verifyPhone(world(), browser, '0733000111', '254733000111');
    const refused = await complete(browser, proof, '0733000111');
    expect(refused).toMatchObject({ status: 400, body: { message: TAKEN } });
    expect(refused.body.fields).toBeUndefined();
    await register(browser, { phone: '0733000111', email: 'next@example.com' });
    expect(await complete(browser, proof, '0733000111')).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
    expect(await world().rows(users)).toHaveLength(1);
  });

  test('F18, A17: a common password has its own text', async () => {
    const text = 'This password is too common. Please choose another.';
    expect(await register(world().browser(), { password: 'password' })).toMatchObject({
      status: 400,
      body: { message: text, fields: { password: text } },
    });
  });

  test("F19: a stranger's sign-up with the same e-mail does not consume the proof of another browser", async () => {
    const browser = world().browser();
    await register(browser);
    const proof = await verifyPhone(world(), browser);
    await register(world().browser(), { phone: '0733000111' });
    expect(await complete(browser, proof)).toMatchObject({ status: 200 });
    expect(await world().rows(pendingRegistrations)).toHaveLength(1);
  });

  test("F20, D24: strangers who use up a phone's codes do not lock out a browser with its own sign-up", async () => {
    await waitFor(world(), '254712345678');
    for (let n = 0; n < 3; n += 1) {
      await askCode(world().browser());
      world().advance(MINUTE);
    }
    expect((await world().browser().post('/auth/send-otp', { phone: FORM.phone, userName: 'W' })).status).toBe(429);
    const browser = world().browser();
    await register(browser);
    expect(await complete(browser, await verifyPhone(world(), browser))).toMatchObject({ status: 200 });
  });

  test('A15: a proof used in another browser completes the sign-up of the browser that got the code', async () => {
    const browser = world().browser();
    await register(browser);
    await register(world().browser(), { email: 'other@example.com' });
    const proof = await verifyPhone(world(), browser);
    expect((await complete(world().browser(), proof)).status).toBe(200);
    expect(await world().rows(users)).toMatchObject([{ email: FORM.email }]);
  });

  test('D1: an account stores when its phone was verified', async () => {
    const browser = world().browser();
    await register(browser);
    const proof = await verifyPhone(world(), browser);
    const [code] = await world().rows(otpChallenges);
    world().advance(MINUTE);
    await complete(browser, proof);
    const [user] = await world().rows(users);
    expect(user?.phoneVerifiedAt).toEqual(code?.verifiedAt);
    expect(Number(user?.createdAt) - Number(user?.phoneVerifiedAt)).toBeGreaterThanOrEqual(MINUTE);
  });

  test('F20, D3: a repeated sign-up does not reset the wait of a minute', async () => {
    const browser = world().browser();
    await register(browser);
    await askCode(browser);
    await register(browser, { email: 'corrected@example.com' });
    const again = await browser.post('/auth/send-otp', { phone: FORM.phone, userName: 'W' });
    expect(again).toMatchObject({ status: 429, body: { message: 'Please wait a minute and try again.' } });
  });

  test('F3, D23: reserves a fifth of the hourly codes for browsers with the cookie, and raises alarms', async () => {
    const { limiter } = world().deps;
    await world().db.sql.delete(paymentAlarms);
    const kinds = async () => (await world().rows(paymentAlarms)).map(({ kind }) => kind).sort();
    for (let n = 0; n < 103; n += 1) await limiter.count('codesOfShop', '');
    const browser = world().browser();
    await register(browser);
    await askCode(browser);
    expect(await kinds()).toEqual(['codesHalfSpent']);
    for (let n = 0; n < 62; n += 1) await limiter.count('codesOfShop', '');
    await waitFor(world(), '254733000111');
    for (let n = 0; n < 2; n += 1) {
      const stranger = await world().browser().post('/auth/send-otp', { phone: '0733000111', userName: 'W' });
      expect(stranger).toMatchObject({
        status: 429,
        body: { message: expect.stringMatching(/^Please try again in (?:59|60) minutes\.$/) },
      });
    }
    expect(await kinds()).toEqual(['codesHalfSpent', 'codesSpent']);
    const own = world().browser();
    await register(own, { phone: '0733000112', email: 'own@example.com' });
    await askCode(own, '0733000112');
  });

  test('F3, D23: returns a code that was certainly not sent to the budget', async () => {
    const browser = world().browser();
    await register(browser);
    world().sms.failNext('refused');
    expect((await browser.post('/auth/send-otp', { phone: FORM.phone, userName: 'W' })).status).toBe(503);
    expect(await world().deps.limiter.count('codesOfShop', '')).toBe(1);
  });
});
