// @engine postgres
import { expect, test } from 'vitest';
import { pendingRegistrations, users } from '../../../server/db/schema.ts';
import { askCode, complete, FORM, MSISDN, NO_SESSION, register, signUp, verifyPhone, waitFor } from './steps.ts';
import { describeShop } from './world.ts';

const MINUTE = 60_000;

describeShop('sign-up', (world) => {
  test('A14: register returns no token; the phone step and completion create the account', async () => {
    const browser = world().browser();
    const registered = await register(browser);
    expect(registered).toMatchObject({ status: 200, body: { success: true, data: {} } });
    expect(browser.flow).toMatch(/^[\w-]{43}$/);
    expect(await world().rows(users)).toHaveLength(0);
    const done = await complete(browser, await verifyPhone(world(), browser));
    expect(done).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          token: expect.stringMatching(/^cus_[\w-]{43}$/),
          user: { name: FORM.name, email: FORM.email, phone: MSISDN, addresses: [] },
        },
      },
    });
    browser.token = done.body.data?.token ?? null;
    expect((await browser.get('/auth/profile')).body.data?.user).toEqual(done.body.data?.user);
    expect(await world().rows(pendingRegistrations)).toHaveLength(0);
  });

  test('D19: an account exists only with a verified phone', async () => {
    const browser = world().browser();
    await register(browser);
    expect(
      (await browser.post('/auth/login', { email: FORM.email, password: FORM.password })).body.data?.token,
    ).toBeUndefined();
    await complete(browser, await verifyPhone(world(), browser));
    const [user] = await world().rows(users);
    expect(user?.phoneVerifiedAt).toBeInstanceOf(Date);
  });

  test('D1: verified:true from the client proves nothing', async () => {
    const browser = world().browser();
    await register(browser);
    for (const claim of [
      { verified: true, msisdn: MSISDN },
      { verified: 'True', msisdn: MSISDN },
      { verified: true, verificationToken: 'x'.repeat(43) },
      {},
    ]) {
      expect(await complete(browser, claim)).toMatchObject({
        status: 400,
        body: { success: false, message: NO_SESSION, code: 'no-otp-session' },
      });
    }
    expect(await world().rows(users)).toHaveLength(0);
  });

  test('D1: accepts the cookie of the requesting browser without the token', async () => {
    const browser = world().browser();
    await register(browser);
    await verifyPhone(world(), browser);
    expect(await complete(browser, { verified: true, msisdn: MSISDN })).toMatchObject({ status: 200 });
  });

  test('D1: accepts the verificationToken without the cookie', async () => {
    const browser = world().browser();
    await register(browser);
    browser.flow = null;
    const proof = await verifyPhone(world(), browser);
    browser.flow = null;
    expect(await complete(browser, proof)).toMatchObject({ status: 200 });
  });

  test('D1, R28: another browser has neither and cannot use the verified phone', async () => {
    const browser = world().browser();
    await register(browser);
    await verifyPhone(world(), browser);
    const thief = world().browser();
    expect(await complete(thief, { verified: true, msisdn: MSISDN })).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
    await register(thief, { email: 'thief@example.com' });
    expect(await complete(thief, { verified: true, msisdn: MSISDN })).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
    expect(await world().rows(users)).toHaveLength(0);
  });

  test('D1: a verified phone completes only the sign-up of the browser that verified it', async () => {
    const [victim, thief] = [world().browser(), world().browser()];
    await register(thief, { email: 'thief@example.com' });
    await register(victim);
    const proof = await verifyPhone(world(), victim);
    expect((await complete(victim, proof)).body.data?.user).toMatchObject({ email: FORM.email });
  });

  test('D1: rejects a completion without a cookie when two sign-ups have the phone', async () => {
    const [victim, thief] = [world().browser(), world().browser()];
    await register(victim);
    await register(thief, { email: 'thief@example.com' });
    victim.flow = null;
    const proof = await verifyPhone(world(), victim);
    expect(await complete(victim, proof)).toMatchObject({ status: 400 });
    expect(await world().rows(users)).toHaveLength(0);
  });

  test('D1: a verified code is valid for 15 minutes, and not a millisecond longer', async () => {
    const browser = world().browser();
    await register(browser);
    const proof = await verifyPhone(world(), browser);
    world().advance(15 * MINUTE + 1);
    expect(await complete(browser, proof)).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
    await register(browser);
    const again = await verifyPhone(world(), browser);
    world().advance(14 * MINUTE);
    expect(await complete(browser, again)).toMatchObject({ status: 200 });
  });

  test('D1, R28: the first use of a verified code consumes it', async () => {
    const browser = world().browser();
    await register(browser);
    const proof = await verifyPhone(world(), browser);
    expect(await complete(browser, proof)).toMatchObject({ status: 200 });
    await register(browser, { email: 'second@example.com' });
    expect(await complete(browser, proof)).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
    expect(await world().rows(users)).toHaveLength(1);
  });

  test('D1, R28: a code for one phone does not complete a sign-up with another', async () => {
    const browser = world().browser();
    await register(browser);
    await waitFor(world(), '254733000111');
    const proof = await verifyPhone(world(), browser, '0733000111', '254733000111');
    for (const phone of [FORM.phone, '0733000111'])
      expect(await complete(browser, proof, phone)).toMatchObject({ status: 400 });
    expect(await world().rows(users)).toHaveLength(0);
  });

  test('D1: ten concurrent completions create one account', async () => {
    const browser = world().browser();
    await register(browser);
    const proof = await verifyPhone(world(), browser);
    const answers = await Promise.all(Array.from({ length: 10 }, () => complete(browser, proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    expect(await world().rows(users)).toHaveLength(1);
  });

  test('A15: registering an unverified e-mail again replaces the pending sign-up', async () => {
    const browser = world().browser();
    await register(browser, { name: 'First Try', password: 'First123' });
    await register(browser, { name: 'Second Try', phone: '0733000111', password: 'Second12' });
    expect(await world().rows(pendingRegistrations)).toHaveLength(1);
    const proof = await verifyPhone(world(), browser, '0733000111', '254733000111');
    expect((await complete(browser, proof, '0733000111')).body.data?.user).toMatchObject({
      name: 'Second Try',
      phone: '254733000111',
    });
    expect(await browser.post('/auth/login', { email: FORM.email, password: 'First123' })).toMatchObject({
      status: 400,
    });
    expect(await browser.post('/auth/login', { email: FORM.email, password: 'Second12' })).toMatchObject({
      status: 200,
    });
  });

  test('X22, A15: a code sent before a repeated sign-up completes that sign-up', async () => {
    const browser = world().browser();
    await register(browser);
    const pinId = await askCode(browser);
    world().advance(20_000);
    await register(browser, { email: 'corrected@example.com' });
    expect((await browser.post('/auth/send-otp', { phone: FORM.phone, userName: 'W' })).status).toBe(429);
    const pin = world().sms.codeOf(MSISDN);
    const { body } = await browser.post('/auth/verify-termii-otp', { pinId, pin });
    const { verificationToken = '' } = body.data ?? {};
    const done = await complete(browser, { verified: true, msisdn: MSISDN, verificationToken });
    expect(done.body.data?.user).toMatchObject({ email: 'corrected@example.com', phone: MSISDN });
    expect(world().sms.sent).toHaveLength(1);
  });

  test('A15: a pending sign-up reserves neither e-mail nor phone', async () => {
    const [slow, quick] = [world().browser(), world().browser()];
    await register(slow);
    await signUp(world(), quick, { email: 'quick@example.com' });
    world().advance(MINUTE);
    const late = await complete(slow, await verifyPhone(world(), slow));
    expect(late).toMatchObject({
      status: 400,
      body: {
        message: 'This phone number is already in use',
        fields: { phone: 'This phone number is already in use' },
      },
    });
  });

  test('F19: two browsers sign up with one e-mail independently; the first completion gets it', async () => {
    const [one, two] = [world().browser(), world().browser()];
    await register(one);
    const first = await verifyPhone(world(), one);
    await register(two, { phone: '0733000111' });
    const second = await verifyPhone(world(), two, '0733000111', '254733000111');
    expect(await complete(one, first)).toMatchObject({ status: 200, body: { data: { user: { phone: MSISDN } } } });
    expect(await complete(two, second, '0733000111')).toMatchObject({
      status: 400,
      body: { message: 'This email is already registered' },
    });
    expect(await complete(two, second, '0733000111')).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
    expect(await world().rows(users)).toHaveLength(1);
  });

  test('Q8: all spellings of a phone are one phone', async () => {
    await signUp(world(), world().browser(), { phone: '+254 (712) 345-678' });
    const other = world().browser();
    await register(other, { email: 'other@example.com', phone: '0712 345 678' });
    world().advance(MINUTE);
    expect((await complete(other, await verifyPhone(world(), other))).body.message).toBe(
      'This phone number is already in use',
    );
  });

  test.each([
    [{ name: '' }, { name: 'Full name is required' }],
    [{ name: ' W ' }, { name: 'Name must be at least 2 characters long' }],
    [{ email: '  ' }, { email: 'Email is required' }],
    [{ email: 'wanjiku@example' }, { email: 'Please enter a valid email address' }],
    [{ phone: '' }, { phone: 'Phone number is required' }],
    [{ phone: '0812345678' }, { phone: 'Please enter a valid phone number (e.g., 0712345678 or +254712345678)' }],
    [{ password: '' }, { password: 'Password is required' }],
    [{ password: '12345' }, { password: 'Password must be at least 6 characters long' }],
    [
      { name: '', password: '12345' },
      { name: 'Full name is required', password: 'Password must be at least 6 characters long' },
    ],
  ])('§5 Signup: rejects %j with its text', async (change, fields) => {
    expect(await register(world().browser(), change)).toMatchObject({ status: 400, body: { success: false, fields } });
    expect(await world().rows(pendingRegistrations)).toHaveLength(0);
  });

  test.each(['Nyong’o Wambũi 🎉', 'محمد عبد الله', 'אב <b>x</b> گل', '李小龙', 'W'.repeat(120)])(
    '§5 Signup: the name %s is stored and returned as typed',
    async (name) => {
      const browser = world().browser();
      expect((await signUp(world(), browser, { name })).body.data?.user?.name).toBe(name);
      expect((await browser.get('/auth/profile')).body.data?.user?.name).toBe(name);
    },
  );

  test.each(['W'.repeat(121), 'W'.repeat(200), '🎉'.repeat(61)])(
    '§5 Signup: rejects the name %j under its field',
    async (name) => {
      const answer = await register(world().browser(), { name });
      expect(answer).toMatchObject({ status: 400, body: { success: false, fields: { name: 'Invalid value' } } });
      expect(await world().rows(pendingRegistrations)).toHaveLength(0);
    },
  );

  test('D23, A15: an unfinished sign-up expires after 15 minutes, also after another code', async () => {
    const browser = world().browser();
    await register(browser);
    world().advance(14 * MINUTE);
    const proof = await verifyPhone(world(), browser);
    world().advance(2 * MINUTE);
    expect(await complete(browser, proof)).toMatchObject({
      status: 400,
      body: { message: 'Your sign-up has expired. Please sign up again.' },
    });
  });
});
