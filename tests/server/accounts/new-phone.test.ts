// @engine postgres
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { otpChallenges, phoneChanges, users } from '../../../server/db/schema.ts';
import { askPhone, confirmPhone, customer, NEW_MSISDN, PHONE, save, stranger, readUser } from './profile-steps.ts';
import { complete, FORM, MSISDN, NO_SESSION, register, verifyPhone, waitFor } from './steps.ts';
import { lockAccount } from '../../../server/modules/users/users.repository.ts';
import { duringChange } from '../../support/during-change.ts';
import { describeShop } from './world.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const PHONE_IN_USE = 'This phone number is already in use';

describeShop('a new phone', (world) => {
  test('D22: is pending until its code is entered, and replaces the old one then', async () => {
    const browser = await customer(world());
    const answer = await save(browser, { phone: PHONE, name: 'Wanjiku N.' });
    expect(answer.body.data).toMatchObject({ pending: ['phone'], user: { name: 'Wanjiku N.', phone: MSISDN } });
    expect(answer.setCookie).toMatch(/HttpOnly/);
    const proof = await verifyPhone(world(), browser, PHONE, NEW_MSISDN);
    expect((await browser.get('/auth/profile')).body.data?.user?.phone).toBe(MSISDN);
    const confirmed = await confirmPhone(browser, proof);
    expect(confirmed).toMatchObject({
      status: 200,
      body: { data: { user: { phone: NEW_MSISDN, name: 'Wanjiku N.' } } },
    });
    expect((await browser.get('/auth/profile')).body.data?.user?.phone).toBe(NEW_MSISDN);
    expect(await world().rows(phoneChanges)).toEqual([]);
  });

  test.each(['+254722000000', '254722000000', '0722 000-000', '(0722)000000'])(
    'Bad input: accepts the spelling %j at every step',
    async (spelling) => {
      const browser = await customer(world());
      await askPhone(browser, spelling);
      const proof = await verifyPhone(world(), browser, spelling, NEW_MSISDN);
      expect((await confirmPhone(browser, proof, spelling)).body.data?.user?.phone).toBe(NEW_MSISDN);
    },
  );

  test('D1: requires the cookie or the token as proof', async () => {
    const byCookie = await customer(world());
    await askPhone(byCookie);
    await verifyPhone(world(), byCookie, PHONE, NEW_MSISDN);
    const { flow } = byCookie;
    byCookie.flow = null;
    expect(await confirmPhone(byCookie, { verified: true, msisdn: NEW_MSISDN })).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
    byCookie.flow = flow;
    expect((await confirmPhone(byCookie, { verified: true })).status).toBe(200);

    const byToken = await stranger(world());
    await save(byToken, { email: 'stranger@example.com', phone: '0722000001' });
    byToken.flow = null;
    const proof = await verifyPhone(world(), byToken, '0722000001', '254722000001');
    byToken.flow = null;
    expect((await confirmPhone(byToken, proof, '0722000001')).status).toBe(200);
  });

  test('R28: rejects a missing code, one of another phone, a used one, and one without a request', async () => {
    const browser = await customer(world());
    const refused = { status: 400, body: { message: NO_SESSION, code: 'no-otp-session' } };
    expect(await confirmPhone(browser, { verified: true, msisdn: NEW_MSISDN })).toMatchObject(refused);
    await askPhone(browser);
    expect(await confirmPhone(browser, { verified: true, msisdn: NEW_MSISDN })).toMatchObject(refused);
    await waitFor(world(), '254733000999');
    const other = await verifyPhone(world(), browser, '0733000999', '254733000999');
    expect(await confirmPhone(browser, other)).toMatchObject(refused);
    expect(await confirmPhone(browser, other, '0733000999')).toMatchObject(refused);
    const proof = await verifyPhone(world(), browser, PHONE, NEW_MSISDN);
    expect((await confirmPhone(browser, proof)).status).toBe(200);
    expect(await confirmPhone(browser, proof)).toMatchObject(refused);
    expect((await browser.get('/auth/profile')).body.data?.user?.phone).toBe(NEW_MSISDN);
  });

  test('R28: rejects a proof from a sign-up or from before the request', async () => {
    const browser = await customer(world());
    await waitFor(world(), NEW_MSISDN);
    const early = await verifyPhone(world(), browser, PHONE, NEW_MSISDN);
    world().advance(MINUTE);
    await askPhone(browser);
    expect(await confirmPhone(browser, early)).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
    const other = world().browser();
    await register(other, { email: 'new@example.com', phone: PHONE });
    const proof = await verifyPhone(world(), other, PHONE, NEW_MSISDN);
    expect(await confirmPhone(browser, proof)).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
    expect((await complete(other, proof, PHONE)).status).toBe(200);
  });

  test('R28: the proof of one shopper does not work for another with the same pending phone', async () => {
    const owner = await customer(world());
    const thief = await stranger(world());
    await askPhone(owner);
    await save(thief, { email: 'stranger@example.com', phone: PHONE });
    const proof = await verifyPhone(world(), owner, PHONE, NEW_MSISDN);
    expect(await confirmPhone(thief, proof)).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
    expect((await confirmPhone(owner, proof)).status).toBe(200);
  });

  test('D23, D22, D1: an abandoned change expires after 15 minutes', async () => {
    const browser = await customer(world());
    await askPhone(browser);
    world().advance(14 * MINUTE);
    const proof = await verifyPhone(world(), browser, PHONE, NEW_MSISDN);
    world().advance(MINUTE + SECOND);
    expect(await confirmPhone(browser, proof)).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
    await askPhone(browser);
    const again = await verifyPhone(world(), browser, PHONE, NEW_MSISDN);
    world().advance(14 * MINUTE);
    expect((await confirmPhone(browser, again)).status).toBe(200);
  });

  test('D22: rejects a phone that was taken meanwhile, and keeps the proof', async () => {
    const browser = await customer(world());
    await askPhone(browser);
    const proof = await verifyPhone(world(), browser, PHONE, NEW_MSISDN);
    await stranger(world());
    await world().db.sql.update(users).set({ phone: NEW_MSISDN }).where(eq(users.email, 'stranger@example.com'));
    expect(await confirmPhone(browser, proof)).toMatchObject({
      status: 400,
      body: { message: PHONE_IN_USE, fields: { phone: PHONE_IN_USE } },
    });
    expect((await readUser(world(), FORM.email))?.phone).toBe(MSISDN);
    expect((await world().rows(otpChallenges)).find(({ phone }) => phone === NEW_MSISDN)?.consumedAt).toBeNull();
  });

  test('R28: one of ten concurrent confirmations with one proof succeeds', async () => {
    const browser = await customer(world());
    await askPhone(browser);
    const proof = await verifyPhone(world(), browser, PHONE, NEW_MSISDN);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirmPhone(browser, proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
  });

  test('D22: concurrent confirmations of one phone by two accounts give it to one and reject the other', async () => {
    const browsers = [await customer(world()), await stranger(world())];
    const emails = [FORM.email, 'stranger@example.com'];
    const proofs: Record<string, unknown>[] = [];
    for (const [index, browser] of browsers.entries()) {
      await save(browser, { email: emails[index], phone: PHONE });
      proofs.push(await verifyPhone(world(), browser, PHONE, NEW_MSISDN));
      world().advance(MINUTE);
    }
    const answers = await Promise.all(browsers.map((browser, index) => confirmPhone(browser, proofs[index] ?? {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.message).toBe(PHONE_IN_USE);
    expect((await world().rows(users)).filter(({ phone }) => phone === NEW_MSISDN)).toHaveLength(1);
  });

  test('D22: refuses a phone that another account takes at the same moment', async () => {
    const browser = await customer(world());
    await stranger(world());
    await askPhone(browser);
    const proof = await verifyPhone(world(), browser, PHONE, NEW_MSISDN);
    const answer = await duringChange(
      world().db,
      (tx) => tx.update(users).set({ phone: NEW_MSISDN }).where(eq(users.email, 'stranger@example.com')),
      () => confirmPhone(browser, proof),
    );
    expect(answer).toMatchObject({ status: 400, body: { fields: { phone: PHONE_IN_USE } } });
  });

  test('D22: confirms nothing when the account asks for another phone at the same moment', async () => {
    const browser = await customer(world());
    await askPhone(browser);
    const proof = await verifyPhone(world(), browser, PHONE, NEW_MSISDN);
    const { id = '' } = (await readUser(world(), FORM.email)) ?? {};
    const answer = await duringChange(
      world().db,
      async (tx) => {
        await lockAccount(tx, id);
        await tx.update(phoneChanges).set({ phone: '254722000009' });
      },
      () => confirmPhone(browser, proof),
    );
    expect(answer).toMatchObject({ status: 400, body: { message: NO_SESSION } });
    expect(await world().rows(phoneChanges)).toMatchObject([{ phone: '254722000009' }]);
  });

  test('D1: takes a code without a cookie from the moment on when the change was asked for', async () => {
    const browser = await customer(world());
    await askPhone(browser);
    const proof = await verifyPhone(world(), browser, PHONE, NEW_MSISDN);
    const [change] = await world().rows(phoneChanges);
    const confirm = async (ms: number) => {
      const sentAt = new Date((change?.askedAt.getTime() ?? 0) + ms);
      await world().db.sql.update(otpChallenges).set({ flowHash: null, sentAt });
      return (await confirmPhone(browser, proof)).status;
    };
    expect([await confirm(-1), await confirm(0)]).toEqual([400, 200]);
  });

  test('D14: without a token 401; H15: thirty an hour', async () => {
    expect((await confirmPhone(world().browser(), {})).status).toBe(401);
    const browser = await customer(world());
    world().align(HOUR);
    for (let n = 0; n < 30; n += 1) expect((await confirmPhone(browser, {})).status).toBe(400);
    expect((await confirmPhone(browser, {})).status).toBe(429);
  });
});
