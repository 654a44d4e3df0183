// @engine postgres
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { googleSignIns, otpChallenges, sessions, users } from '../../../server/db/schema.ts';
import { completeGoogle, PERSON, reserve, startGoogle } from './google-world.ts';
import { FORM, MSISDN, NO_SESSION, register, signUp, verifyPhone } from './steps.ts';
import { describeShop, type Browser, type World } from './world.ts';

const MINUTE = 60_000;
const FAILED = 'Google sign-in failed';
const OVER = 'Your Google sign-in has expired. Please go back and sign in with Google again.';
const FIRST = 'Log in with your password first';
const PHONE = FORM.phone;
const OTHER = { phone: '0733000111', msisdn: '254733000111' };

/** Turns a stranger with a Google account into a customer. */
async function join(world: World, browser: Browser, credential: string, phone = PHONE, msisdn = MSISDN) {
  const userId = await startGoogle(browser, credential);
  expect((await reserve(browser, userId, phone)).body).toEqual({ success: true });
  return completeGoogle(browser, userId, await verifyPhone(world, browser, phone, msisdn), phone);
}

describeShop('sign-in with Google', (world) => {
  test('D2, X39: asks an unknown person for a phone under a temporary id, then creates the account', async () => {
    const browser = world().browser();
    const started = await browser.post('/auth/google-login', { credential: world().google.credentialOf() });
    expect(started).toMatchObject({
      status: 200,
      body: {
        success: true,
        requirePhoneVerification: true,
        message: 'Please verify your phone number to finish signing in.',
        data: { email: 'achieng@gmail.com', name: PERSON.name, userId: expect.stringMatching(/^[\w-]{43}$/) },
      },
    });
    expect(browser.flow).toMatch(/^[\w-]{43}$/);
    expect(started.setCookie).toMatch(/HttpOnly.*SameSite=Strict/);
    expect(await world().rows(users)).toEqual([]);
    const userId = started.body.data?.userId ?? '';
    expect(JSON.stringify(await world().rows(googleSignIns))).not.toContain(userId);
    expect((await reserve(browser, userId, PHONE)).body).toEqual({ success: true });
    const proof = await verifyPhone(world(), browser);
    const [code] = await world().rows(otpChallenges);
    world().advance(MINUTE);
    const done = await completeGoogle(browser, userId, proof, PHONE);
    expect(done).toMatchObject({
      status: 200,
      body: {
        data: {
          token: expect.stringMatching(/^cus_/),
          user: { name: PERSON.name, email: 'achieng@gmail.com', phone: MSISDN, avatar: null, addresses: [] },
        },
      },
    });
    const phoneVerifiedAt = code?.verifiedAt;
    expect(await world().rows(users)).toMatchObject([{ googleSub: PERSON.sub, passwordHash: null, phoneVerifiedAt }]);
    expect(await world().rows(googleSignIns)).toEqual([]);
    browser.token = done.body.data?.token ?? null;
    expect((await browser.get('/auth/profile')).body.data?.user).toEqual(done.body.data?.user);
  });

  test('providers 1.9: recognizes a returning person by sub only, also after a change of e-mail and name', async () => {
    const first = await join(world(), world().browser(), world().google.credentialOf());
    const browser = world().browser();
    const credential = world().google.credentialOf({ email: 'new@example.com', name: 'Renamed' });
    const again = await browser.post('/auth/google-login', { credential });
    expect(again).toMatchObject({ status: 200, body: { success: true, data: { user: first.body.data?.user } } });
    expect(again.body.requirePhoneVerification).toBeUndefined();
    expect(again.body.data?.token).not.toBe(first.body.data?.token);
    // Google sign-in has no "remember me" box, so the session is always remembered (A24).
    expect((await world().rows(sessions)).map(({ remember }) => remember)).toEqual([true, true]);
    const sub = '108000000000000000009';
    const other = await browser.post('/auth/google-login', { credential: world().google.credentialOf({ sub }) });
    expect(other).toMatchObject({ status: 409, body: { message: FIRST } });
  });

  test("Q5: returns 400 for a bad credential and 503 without Google's keys, both with the short text", async () => {
    const browser = world().browser();
    expect(await browser.post('/auth/google-login', { credential: 'nonsense' })).toMatchObject({
      status: 400,
      body: { success: false, message: FAILED },
    });
    world().google.goDown();
    expect(await browser.post('/auth/google-login', { credential: 'nonsense' })).toMatchObject({
      status: 503,
      body: { message: FAILED },
      retryAfter: 30,
    });
    expect(browser.flow).toBeNull();
  });

  test('providers 1.9: accepts a credential with a nonce only in the browser that has its secret', async () => {
    const secret = 'of-this-browser';
    const credential = world().google.credentialOf({ nonce: createHash('sha256').update(secret).digest('hex') });
    const browser = world().browser();
    for (const nonce of [null, 'of-another', '']) {
      browser.nonce = nonce;
      expect(await browser.post('/auth/google-login', { credential })).toMatchObject({
        status: 400,
        body: { message: FAILED },
      });
    }
    browser.nonce = secret;
    expect((await browser.post('/auth/google-login', { credential })).status).toBe(200);
    expect(await startGoogle(browser, world().google.credentialOf())).toMatch(/^[\w-]{43}$/);
  });

  test('uses the local part of the e-mail when there is no usable name, and requires a usable e-mail', async () => {
    const readName = async (name: string) =>
      (
        await world()
          .browser()
          .post('/auth/google-login', { credential: world().google.credentialOf({ name }) })
      ).body.data?.name;
    expect(await readName('  ')).toBe('achieng');
    expect(await readName('\u0007\u200b')).toBe('achieng');
    expect(await readName('Bell\u0007')).toBe('Bell');
    expect(await readName(`${'a'.repeat(119)}\u{1f600}`)).toBe('a'.repeat(119));
    expect(await readName(`  ${'é'.repeat(200)}`)).toBe('é'.repeat(120));
    expect(await readName('Ann\r\nBcc: x@y.z')).toBe('Ann Bcc: x@y.z');
    expect(await readName('שלום 🦒')).toBe('שלום 🦒');
    for (const email of ['', 'no-at', 'a b@c.d', `${'x'.repeat(260)}@y.z`]) {
      const credential = world().google.credentialOf({ email });
      expect((await world().browser().post('/auth/google-login', { credential })).body.message).toBe(FAILED);
    }
  });
});

describeShop('providers 1.9: an e-mail that has an account', (world) => {
  test('is never linked silently: requires its password first', async () => {
    await signUp(world(), world().browser(), { email: 'achieng@gmail.com' });
    const browser = world().browser();
    const credential = world().google.credentialOf();
    for (let n = 0; n < 2; n += 1) {
      expect(await browser.post('/auth/google-login', { credential })).toMatchObject({
        status: 409,
        body: { success: false, message: FIRST },
      });
    }
    expect(await world().rows(users)).toMatchObject([{ googleSub: null }]);
    expect(await world().rows(sessions)).toHaveLength(1);
  });

  const password = (browser: Browser) =>
    browser.post('/auth/login', { email: 'achieng@gmail.com', password: FORM.password });

  test('is linked by its password within 15 minutes, in the browser that showed the Google account', async () => {
    await signUp(world(), world().browser(), { email: 'achieng@gmail.com' });
    const credential = world().google.credentialOf();
    const [browser, stranger] = [world().browser(), world().browser()];
    expect((await browser.post('/auth/google-login', { credential })).status).toBe(409);
    expect((await password(stranger)).status).toBe(200);
    expect((await browser.post('/auth/google-login', { credential })).status).toBe(409);
    world().advance(15 * MINUTE);
    expect((await password(browser)).status).toBe(200);
    expect((await browser.post('/auth/google-login', { credential })).status).toBe(409);
    expect((await browser.post('/auth/login', { email: 'achieng@gmail.com', password: 'Wrong123' })).body.message).toBe(
      'Invalid email or password',
    );
    expect((await browser.post('/auth/google-login', { credential })).status).toBe(409);
    expect((await password(browser)).status).toBe(200);
    expect(await world().rows(users)).toMatchObject([{ googleSub: PERSON.sub, phone: MSISDN }]);
    expect(await browser.post('/auth/google-login', { credential })).toMatchObject({
      status: 200,
      body: { data: { user: { email: 'achieng@gmail.com' } } },
    });
  });

  test('is not linked to another account that logs in with its own password in the same browser', async () => {
    await signUp(world(), world().browser(), { email: 'achieng@gmail.com' });
    await signUp(world(), world().browser(), { email: 'other@example.com', phone: OTHER.phone }, OTHER.msisdn);
    const browser = world().browser();
    await browser.post('/auth/google-login', { credential: world().google.credentialOf() });
    await browser.post('/auth/login', { email: 'other@example.com', password: FORM.password });
    expect((await world().rows(users)).map(({ googleSub }) => googleSub)).toEqual([null, null]);
  });

  test("a sub that another account took meanwhile does not prevent the owner's login", async () => {
    await signUp(world(), world().browser(), { email: 'achieng@gmail.com' });
    const browser = world().browser();
    await browser.post('/auth/google-login', { credential: world().google.credentialOf() });
    const moved = world().google.credentialOf({ email: 'moved@gmail.com' });
    expect((await join(world(), world().browser(), moved, OTHER.phone, OTHER.msisdn)).status).toBe(200);
    expect((await password(browser)).status).toBe(200);
    expect(world().lines()).toContainEqual(expect.objectContaining({ msg: 'Google account not linked' }));
  });

  test('D19: does not reserve the e-mail of an unfinished sign-up', async () => {
    await register(world().browser(), { email: 'achieng@gmail.com', phone: OTHER.phone });
    expect((await join(world(), world().browser(), world().google.credentialOf())).status).toBe(200);
  });
});

describeShop('the phone of a sign-in with Google', (world) => {
  test('X61, A16: returns the same for a taken and a free phone, rejects other formats, sends nothing', async () => {
    await signUp(world(), world().browser());
    const sent = world().sms.sent.length;
    const browser = world().browser();
    const userId = await startGoogle(browser, world().google.credentialOf());
    const [taken, free] = [
      await reserve(browser, userId, '+254 712 345 678'),
      await reserve(browser, userId, OTHER.phone),
    ];
    expect(taken).toMatchObject({ status: 200, body: { success: true } });
    expect({ ...taken, body: { ...taken.body, requestId: '' } }).toEqual({
      ...free,
      body: { ...free.body, requestId: '' },
    });
    expect((await reserve(browser, userId, '12')).body.fields?.phone).toMatch(/valid phone number/);
    expect(world().sms.sent).toHaveLength(sent);
  });

  test('D2: rejects an unknown, used or 15-minute-old sign-in id', async () => {
    const browser = world().browser();
    const userId = await startGoogle(browser, world().google.credentialOf());
    expect((await reserve(browser, 'x'.repeat(43), PHONE)).body.message).toBe(OVER);
    await reserve(browser, userId, PHONE);
    const proof = await verifyPhone(world(), browser);
    expect((await completeGoogle(browser, 'x'.repeat(43), proof, PHONE)).body.message).toBe(OVER);
    world().advance(14 * MINUTE);
    expect((await completeGoogle(browser, userId, proof, PHONE)).status).toBe(200);
    expect((await completeGoogle(browser, userId, proof, PHONE)).body.message).toBe(OVER);
    const late = await startGoogle(browser, world().google.credentialOf({ sub: '2', email: 'two@gmail.com' }));
    world().advance(15 * MINUTE);
    expect((await reserve(browser, late, PHONE)).body.message).toBe(OVER);
    expect((await completeGoogle(browser, late, proof, PHONE)).body.message).toBe(OVER);
  });

  test("D2: returns no sign-in id that could be completed while the account's password is required", async () => {
    await signUp(world(), world().browser(), { email: 'achieng@gmail.com' });
    const answer = await world().browser().post('/auth/google-login', { credential: world().google.credentialOf() });
    expect(answer.body.data).toBeUndefined();
  });

  test("D1: ignores the client's claims; requires the cookie or the verificationToken", async () => {
    const browser = world().browser();
    const userId = await startGoogle(browser, world().google.credentialOf());
    await reserve(browser, userId, PHONE);
    const claims = [{}, { verified: true, msisdn: MSISDN }, { verified: 'True', verificationToken: 'x'.repeat(43) }];
    for (const claim of claims)
      expect((await completeGoogle(browser, userId, claim, PHONE)).body.message).toBe(NO_SESSION);
    const proof = await verifyPhone(world(), browser);
    const thief = world().browser();
    expect((await completeGoogle(thief, userId, { verified: true }, PHONE)).body.message).toBe(NO_SESSION);
    expect((await completeGoogle(thief, userId, proof, PHONE)).status).toBe(200);
    const [second, next] = [world().browser(), world().google.credentialOf({ sub: '2', email: 'two@gmail.com' })];
    const secondId = await startGoogle(second, next);
    await reserve(second, secondId, OTHER.phone);
    await verifyPhone(world(), second, OTHER.phone, OTHER.msisdn);
    expect((await completeGoogle(second, secondId, { verified: true }, OTHER.phone)).status).toBe(200);
  });

  test('R28: rejects a code for another phone, of an older flow, or used before', async () => {
    const browser = world().browser();
    await register(browser, { phone: OTHER.phone });
    const older = await verifyPhone(world(), browser, OTHER.phone, OTHER.msisdn);
    world().advance(1000);
    const userId = await startGoogle(browser, world().google.credentialOf());
    await reserve(browser, userId, OTHER.phone);
    expect((await completeGoogle(browser, userId, older, OTHER.phone)).body.message).toBe(NO_SESSION);
    await reserve(browser, userId, PHONE);
    expect((await completeGoogle(browser, userId, older, PHONE)).body.message).toBe(NO_SESSION);
    const proof = await verifyPhone(world(), browser);
    await reserve(browser, userId, OTHER.phone);
    expect((await completeGoogle(browser, userId, proof, PHONE)).body.message).toBe(NO_SESSION);
    await reserve(browser, userId, PHONE);
    expect((await completeGoogle(browser, userId, proof, PHONE)).status).toBe(200);
    const again = await startGoogle(browser, world().google.credentialOf({ sub: '2', email: 'two@gmail.com' }));
    await reserve(browser, again, PHONE);
    expect((await completeGoogle(browser, again, proof, PHONE)).body.message).toBe(NO_SESSION);
    expect(await world().rows(users)).toHaveLength(1);
  });

  test('ten concurrent completions of one proof in two tabs create one account', async () => {
    const browser = world().browser();
    const credential = world().google.credentialOf();
    const [one, two] = [await startGoogle(browser, credential), await startGoogle(browser, credential)];
    for (const userId of [one, two]) await reserve(browser, userId, PHONE);
    const proof = await verifyPhone(world(), browser);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => completeGoogle(browser, n % 2 === 0 ? one : two, proof, PHONE)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
    expect(await world().rows(users)).toHaveLength(1);
  });

  test('concurrent completions of one sub with two verified phones create one account for both tabs', async () => {
    const credential = world().google.credentialOf();
    const tabs = await Promise.all(
      [{ phone: PHONE, msisdn: MSISDN }, OTHER].map(async ({ phone, msisdn }) => {
        const browser = world().browser();
        const userId = await startGoogle(browser, credential);
        await reserve(browser, userId, phone);
        return { browser, userId, phone, proof: await verifyPhone(world(), browser, phone, msisdn) };
      }),
    );
    const answers = await Promise.all(
      tabs.map(({ browser, userId, phone, proof }) => completeGoogle(browser, userId, proof, phone)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ body }) => body.data?.user?._id)).size).toBe(1);
    expect(await world().rows(users)).toHaveLength(1);
  });

  test('two people complete with one phone concurrently: only one gets it', async () => {
    const tabs = [];
    for (const sub of ['1', '2']) {
      const browser = world().browser();
      const userId = await startGoogle(browser, world().google.credentialOf({ sub, email: `p${sub}@gmail.com` }));
      await reserve(browser, userId, PHONE);
      const proof = await verifyPhone(world(), browser);
      tabs.push({ browser, userId, proof });
      world().advance(MINUTE);
    }
    const answers = await Promise.all(
      tabs.map(({ browser, userId, proof }) => completeGoogle(browser, userId, proof, PHONE)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      message: 'This phone number is already in use',
      fields: { phone: 'This phone number is already in use' },
    });
    expect(await world().rows(users)).toHaveLength(1);
    expect((await world().rows(otpChallenges)).filter(({ consumedAt }) => consumedAt === null)).toHaveLength(1);
  });

  test('does not take over an e-mail that got a password meanwhile', async () => {
    const browser = world().browser();
    const userId = await startGoogle(browser, world().google.credentialOf());
    await reserve(browser, userId, OTHER.phone);
    await signUp(world(), world().browser(), { email: 'achieng@gmail.com' });
    const proof = await verifyPhone(world(), browser, OTHER.phone, OTHER.msisdn);
    expect(await completeGoogle(browser, userId, proof, OTHER.phone)).toMatchObject({
      status: 409,
      body: { message: FIRST },
    });
    expect(await world().rows(users)).toMatchObject([{ googleSub: null }]);
  });

  test('H15: limits tries of phone numbers', async () => {
    for (let n = 0; n < 180; n += 1) await world().deps.limiter.count('googlePhones', '10.0.0.9');
    const browser = world().browser('10.0.0.9');
    const userId = await startGoogle(browser, world().google.credentialOf());
    for (let n = 0; n < 20; n += 1) expect((await reserve(browser, userId, OTHER.phone)).status).toBe(200);
    expect(await reserve(browser, userId, OTHER.phone)).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^Please try again in (?:59|60) minutes\.$/) },
    });
  });

  test('H15: limits tries of credentials', async () => {
    for (let n = 0; n < 900; n += 1) await world().deps.limiter.count('googleLogins', '10.0.0.9');
    const browser = world().browser('10.0.0.9');
    for (let n = 0; n < 100; n += 1) await browser.post('/auth/google-login', { credential: 'x' });
    const refused = await browser.post('/auth/google-login', { credential: 'x' });
    expect(refused.status).toBe(429);
    // The clock moves while a slow machine makes the hundred calls.
    expect(refused.retryAfter).toBeGreaterThan(800);
    expect(refused.retryAfter).toBeLessThanOrEqual(900);
  });

  test('logs no credential, sign-in id, token, e-mail or phone', async () => {
    const browser = world().browser();
    const credential = world().google.credentialOf();
    const userId = await startGoogle(browser, credential);
    await reserve(browser, userId, PHONE);
    const proof = await verifyPhone(world(), browser);
    const done = await completeGoogle(browser, userId, proof, PHONE);
    await browser.post('/auth/google-login', { credential: 'refused-credential' });
    const lines = JSON.stringify(world().lines());
    expect(lines).toContain('Google sign-in refused');
    for (const secret of [
      credential,
      'refused-credential',
      userId,
      proof.verificationToken,
      done.body.data?.token ?? 'no token',
      browser.flow ?? 'no flow',
      'achieng@',
      MSISDN,
      PHONE,
      PERSON.sub,
    ])
      expect(lines).not.toContain(secret);
  });
});
