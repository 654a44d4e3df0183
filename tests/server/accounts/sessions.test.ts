// @engine postgres
import { expect, test } from 'vitest';
import { sessions, users } from '../../../server/db/schema.ts';
import { createSessionsService } from '../../../server/modules/sessions/sessions.service.ts';
import { size } from '../../support/size.ts';
import { FORM, signUp } from './steps.ts';
import { describeShop, type Browser, type World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function signedIn(world: World, remember?: boolean): Promise<Browser> {
  const browser = world.browser();
  const { body } = await browser.post('/auth/login', {
    email: FORM.email,
    password: FORM.password,
    ...(remember !== undefined && { remember }),
  });
  browser.token = body.data?.token ?? null;
  return browser;
}
const profile = async (browser: Browser) => (await browser.get('/auth/profile')).status;

describeShop(
  'sessions',
  (world) => {
    test('D13: stores only the hash of a token', async () => {
      const browser = world().browser();
      await signUp(world(), browser);
      const [row] = await world().rows(sessions);
      expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(row)).not.toContain(browser.token);
    });

    test.each([true, undefined])('A24: remember %s keeps the session for 7 days, used or not', async (remember) => {
      await signUp(world(), world().browser());
      const browser = await signedIn(world(), remember);
      world().advance(7 * DAY - MINUTE);
      expect(await profile(browser)).toBe(200);
      world().advance(MINUTE);
      expect(await profile(browser)).toBe(401);
    });

    test('A24: without remember the session ends 12 h after its last use', async () => {
      await signUp(world(), world().browser());
      const browser = await signedIn(world(), false);
      for (let n = 0; n < 3; n += 1) {
        world().advance(11 * HOUR);
        expect(await profile(browser)).toBe(200);
      }
      world().advance(12 * HOUR);
      expect(await profile(browser)).toBe(401);
    });

    test('D13: a session without remember ends after 7 days, even when it is used', async () => {
      await signUp(world(), world().browser());
      const browser = await signedIn(world(), false);
      for (let n = 0; n < 16; n += 1) {
        world().advance(10 * HOUR);
        expect(await profile(browser)).toBe(200);
      }
      world().advance(8 * HOUR);
      expect(await profile(browser)).toBe(401);
    });

    test('§6: writes the last use at most once a minute', async () => {
      const browser = world().browser();
      await signUp(world(), browser);
      const lastUse = async () => (await world().rows(sessions))[0]?.lastUsedAt.getTime() ?? 0;
      const first = await lastUse();
      world().advance(30_000);
      await profile(browser);
      expect(await lastUse()).toBe(first);
      world().advance(31_000);
      await profile(browser);
      expect(await lastUse()).toBeGreaterThanOrEqual(first + 61_000);
    });

    test('A25, R27: logout revokes this session immediately and no other', async () => {
      await signUp(world(), world().browser());
      const [here, there] = [await signedIn(world()), await signedIn(world())];
      expect(await here.post('/auth/logout', {})).toMatchObject({ status: 200, body: { success: true } });
      expect(await profile(here)).toBe(401);
      expect((await here.post('/auth/logout', {})).status).toBe(401);
      expect(await profile(there)).toBe(200);
    });

    test('D14: returns 401 for a missing, foreign, changed or admin token', async () => {
      const browser = world().browser();
      await signUp(world(), browser);
      const token = browser.token ?? '';
      for (const bad of [
        null,
        '',
        'cus_',
        `${token}x`,
        token.slice(0, -1),
        token.replace('cus_', 'adm_'),
        token.toUpperCase(),
        'cus_\u00e4',
      ]) {
        browser.token = bad;
        expect([bad, await profile(browser)]).toEqual([bad, 401]);
      }
    });

    test('R27: a new password immediately ends all sessions except the one that set it', async () => {
      const browser = world().browser();
      await signUp(world(), browser);
      const { signIn } = createSessionsService(world().deps);
      const [user] = await world().rows(users);
      const now = world().deps.clock.now();
      const others = await Promise.all(
        Array.from({ length: size(50, 1_000) }, async () => {
          const { token } = await signIn(world().db.sql, { userId: user?.id ?? '', remember: true, now });
          return Object.assign(world().browser(), { token });
        }),
      );
      const seen = async () => new Set(await Promise.all(others.map(profile)));
      expect(await seen()).toEqual(new Set([200]));
      const passwords = { currentPassword: FORM.password, newPassword: 'Nairobi2026' };
      expect((await browser.put('/auth/change-password', passwords)).status).toBe(200);
      expect(await seen()).toEqual(new Set([401]));
      expect(await profile(browser)).toBe(200);
    });

    test('R27: tokens are 256 random bits and never the same', async () => {
      const browser = world().browser();
      await signUp(world(), browser);
      const tokens = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { email, password } = FORM;
          // From a known browser. Others would have to wait (D26).
          return (await browser.post('/auth/login', { email, password })).body.data?.token;
        }),
      );
      expect(new Set(tokens).size).toBe(20);
      for (const token of tokens) expect(Buffer.from(token?.slice(4) ?? '', 'base64url')).toHaveLength(32);
    });
  },
  { RATE_LIMIT_FACTOR: '10' },
);
