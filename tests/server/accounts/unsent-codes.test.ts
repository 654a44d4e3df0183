// @engine postgres
import { expect, test } from 'vitest';
import { limitUses } from '../../../server/db/schema.ts';
import { reserve, startGoogle } from './google-world.ts';
import { save } from './profile-steps.ts';
import { askCode, FORM, MSISDN, NO_SESSION, register, signUp, verifyPhone, waitFor, WRONG_CODE } from './steps.ts';
import { describeShop, type Answer, type Browser, type World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STRANGE = '0733000222';
const send = (browser: Browser, phone: string) => browser.post('/auth/send-otp', { phone, userName: 'W' });
const verify = (browser: Browser, pinId: string, pin: string) =>
  browser.post('/auth/verify-termii-otp', { pinId, pin });
const sentTo = (world: World) => world.sms.sent.map(({ to }) => to);

/** An answer without the values that differ on each call. */
function shape({ status, retryAfter, setCookie, body: { requestId: _, data, ...body } }: Answer) {
  return { status, retryAfter, setCookie, body, data: data && { ...data, pinId: data.pinId?.length } };
}

describeShop('D23: recipients of codes', (world) => {
  test('D23, R26: sends none to a phone without a pending flow, and no response reveals this', async () => {
    await waitFor(world(), MSISDN);
    const answers = async (phone: string) => {
      const browser = world().browser();
      const first = await send(browser, phone);
      const shapes = [first, await send(browser, phone)];
      const pinId = first.body.data?.pinId ?? '';
      for (let guess = 0; guess < 6; guess += 1) shapes.push(await verify(browser, pinId, '000000'));
      return shapes.map(shape);
    };
    world().align(HOUR);
    const strange = await answers(STRANGE);
    expect(strange.slice(2).map(({ body }) => body.message)).toEqual([...Array(5).fill(WRONG_CODE), NO_SESSION]);
    expect(await answers(FORM.phone)).toEqual(strange);
    expect(sentTo(world())).toEqual([MSISDN]);
    expect(world().sms.checked).toHaveLength(5);
  });

  test('D23, Q7: sends one for a sign-up and for the login of an unverified account, until it expires', async () => {
    const browser = world().browser();
    await register(browser);
    await askCode(browser);
    expect(sentTo(world())).toEqual([MSISDN]);
    world().advance(14 * MINUTE);
    const { email, password } = FORM;
    expect((await world().browser().post('/auth/login', { email, password })).body.requirePhoneVerification).toBe(true);
    world().advance(13 * MINUTE);
    await askCode(world().browser());
    expect(sentTo(world())).toHaveLength(2);
    world().advance(HOUR);
    await askCode(world().browser());
    expect(sentTo(world())).toHaveLength(2);
  });

  test('D23: sends one for a completion with Google', async () => {
    const browser = world().browser();
    const userId = await startGoogle(browser, world().google.credentialOf());
    await send(browser, STRANGE);
    expect(sentTo(world())).toEqual([]);
    world().advance(MINUTE);
    expect((await reserve(browser, userId, STRANGE)).status).toBe(200);
    await send(browser, STRANGE);
    expect(sentTo(world())).toEqual(['254733000222']);
  });

  test('D23, D22: sends one for a phone change', async () => {
    const browser = world().browser();
    await signUp(world(), browser);
    const before = sentTo(world()).length;
    await save(browser, { phone: STRANGE });
    await verifyPhone(world(), browser, STRANGE, '254733000222');
    expect(sentTo(world()).slice(before)).toEqual(['254733000222']);
  });

  test('D23, D24: counts only sent codes: a request by a stranger blocks a phone only for a minute', async () => {
    for (let n = 0; n < 12; n += 1) {
      await askCode(world().browser());
      world().advance(MINUTE);
    }
    await register(world().browser());
    for (let n = 0; n < 3; n += 1) {
      await askCode(world().browser());
      world().advance(MINUTE);
    }
    expect(sentTo(world())).toHaveLength(3);
    expect((await send(world().browser(), FORM.phone)).status).toBe(429);
    const budget = (await world().rows(limitUses)).filter(({ key }) => key.startsWith('codesOfShop'));
    expect(budget.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0)).toBe(3);
  });
});
