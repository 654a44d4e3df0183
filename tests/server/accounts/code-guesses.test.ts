// @engine postgres
import { expect, test } from 'vitest';
import { LIMITS } from '../../../server/limits/limits.ts';
import { size } from '../../support/size.ts';
import { askCode, FORM, MSISDN, NO_SESSION, register, WRONG_CODE } from './steps.ts';
import { describeShop, type Browser, type World } from './world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Guesses at each code, each from a new address. */
const GUESSES = size(8, 400);
const TRIES = 5;
const CODES = 1_000_000;

/** Guesses codes, but never the right one: the result must not depend on luck. */
async function guess(world: World, pinId: string, from: number): Promise<void> {
  const right = new Set(world.sms.sent.map(({ code }) => code));
  const wrong = Array.from({ length: GUESSES }, (_, n) => String(500_000 + from * GUESSES + n));
  expect(wrong.some((pin) => right.has(pin))).toBe(false);
  await Promise.all(wrong.map((pin) => world.browser().post('/auth/verify-termii-otp', { pinId, pin })));
}

describeShop('R28: codes', (world) => {
  test('R28, D4: checks so few of all guesses at a phone that a million guesses would take months', async () => {
    const browsers: Browser[] = [];
    // More sign-ups than the phone gets codes in an hour. Each one asks for as many codes as it can.
    for (let n = 0; n < LIMITS.codesOfPhone.most + 1; n += 1) {
      browsers.push(world().browser());
      expect((await register(browsers[n] ?? world().browser(), { email: `g${n}@example.com` })).status).toBe(200);
    }
    let codes = 0;
    for (let round = 0; round < 8; round += 1) {
      for (const browser of browsers) {
        const { status, body } = await browser.post('/auth/send-otp', { phone: FORM.phone, userName: 'W' });
        if (status === 200) await guess(world(), body.data?.pinId ?? '', codes++);
      }
      world().advance(61 * SECOND);
    }
    const most = LIMITS.codesOfPhone.most;
    expect(codes).toBeLessThanOrEqual(most);
    expect(world().sms.checked.length).toBe(codes * TRIES);
    const hours = CODES / (most * TRIES);
    expect(hours / 24).toBeGreaterThan(270);
  });

  test('R28, D3: sends another code from the 61st second on; each code is right only with its own id', async () => {
    const browser = world().browser();
    await register(browser);
    const first = await askCode(browser);
    const firstCode = world().sms.codeOf(MSISDN);
    world().advance(59 * SECOND);
    expect((await browser.post('/auth/send-otp', { phone: FORM.phone, userName: 'W' })).status).toBe(429);
    world().advance(2 * SECOND);
    const second = await askCode(browser);
    const crossed = [
      { pinId: second, pin: firstCode },
      { pinId: first, pin: world().sms.codeOf(MSISDN) },
    ];
    for (const sent of crossed)
      expect((await browser.post('/auth/verify-termii-otp', sent)).body.message).toBe(WRONG_CODE);
  });

  test('R28, D4: rejects a right code after 600 seconds', async () => {
    const browser = world().browser();
    await register(browser);
    const pinId = await askCode(browser);
    world().advance(10 * MINUTE);
    const late = await browser.post('/auth/verify-termii-otp', { pinId, pin: world().sms.codeOf(MSISDN) });
    expect(late).toMatchObject({ status: 400, body: { message: NO_SESSION, code: 'no-otp-session' } });
  });
});
