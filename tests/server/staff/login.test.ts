// @engine pglite
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminLogin, listOrders } from '../../../contract/admin.ts';
import { getProfile, login } from '../../../contract/auth.ts';
import { audit, staff, staffSessions } from '../../../server/db/schema.ts';
import { registerMaintenance } from '../../../server/jobs/maintenance.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { registerMails } from '../../../server/modules/messages/mail.worker.ts';
import { registerNotices } from '../../../server/modules/messages/notices.worker.ts';
import { createStaffLoginService } from '../../../server/modules/staff/staff-login.service.ts';
import { Refusal } from '../../../server/refusal.ts';
import { secretHash } from '../../../server/secrets.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

const EMAIL = 'admin@duka.example';
const PASSWORD = 'Sokoni 2026';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ASKER = { ip: '', knownBrowser: null, browser: 'b' };

let shop: TestApp;
/** Hashing is slow on purpose, so the hash is created once. */
const hash = createPasswordsService().hash(PASSWORD);

beforeEach(async () => {
  shop = await createTestApp();
  await hire();
});
afterEach(() => shop.close());

async function hire() {
  const { staff: row } = await shop.signInStaff({ email: EMAIL });
  await shop.db.sql.delete(staffSessions);
  await shop.db.sql
    .update(staff)
    .set({ passwordHash: await hash })
    .where(eq(staff.id, row.id));
  return row;
}
const enter = (change: object = {}, options: { ip?: string; cookies?: Record<string, string> } = {}) =>
  shop.call(adminLogin, { email: EMAIL, password: PASSWORD, ...change }, options);

describe('H1: POST /admin/auth/login', () => {
  test('returns a staff token and the account; accepts the e-mail in any spelling', async () => {
    const { status, body } = await enter({ email: ' Admin@Duka.Example ' });
    const [row] = await shop.db.sql.select().from(staff);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        data: {
          token: expect.stringMatching(/^adm_[\w-]{43}$/) as string,
          user: { _id: row?.id, name: 'Otieno Odhiambo', email: EMAIL, role: 'owner' },
        },
      },
    ]);
    expect((await shop.call(listOrders, {}, { token: body.data.token })).status).toBe(200);
  });

  test('stores only the hash of the token, and writes an audit row for the login', async () => {
    const { token } = (await enter()).body.data;
    const rows = await shop.db.sql.select().from(staffSessions);
    expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([secretHash(token)]);
    const noted = await shop.db.sql.select().from(audit);
    expect(noted).toMatchObject([{ actor: EMAIL, action: 'staff.login', before: null, after: null }]);
    expect(JSON.stringify([noted, shop.lines()])).not.toContain(token);
    expect(JSON.stringify(shop.lines())).not.toContain(PASSWORD);
  });

  test('D13: the token expires 8 h after the login, regardless of its use', async () => {
    const { token } = (await enter()).body.data;
    const ask = async () => (await shop.call(listOrders, {}, { token })).status;
    shop.clock.advance(8 * HOUR - 1_000);
    expect(await ask()).toBe(200);
    shop.clock.advance(1_000);
    expect(await ask()).toBe(401);
    registerMaintenance(shop.deps, shop.services);
    await shop.deps.jobs.runDue();
    shop.clock.advance(HOUR);
    await shop.deps.jobs.runDue();
    expect(await shop.db.sql.select().from(staffSessions)).toEqual([]);
  });

  test('§6: logins and tokens of staff and shoppers are separate', async () => {
    const customer = await shop.signIn({ email: EMAIL });
    expect((await shop.call(listOrders, {}, { token: customer.token })).status).toBe(401);
    const { token } = (await enter()).body.data;
    expect((await shop.call(getProfile, {}, { token })).status).toBe(401);
    expect((await shop.call(login, { email: EMAIL, password: PASSWORD })).status).toBe(400);
  });
});

describe('R26: does not reveal staff accounts', () => {
  test('D14: a wrong password and an unknown e-mail return the same 400', async () => {
    const answers = [
      await enter({ password: 'wrong' }),
      await enter({ email: 'nobody@duka.example' }),
      await enter({ email: 'nobody@duka.example', password: 'wrong' }),
    ].map(({ status, body: { requestId: _, ...body } }) => [status, body]);
    const refused = [400, { success: false, message: 'Invalid email or password' }];
    expect(answers).toEqual([refused, refused, refused]);
    expect(await shop.db.sql.select().from(audit)).toEqual([]);
  });

  test('runs argon2 as often for unknown as for known e-mails', async () => {
    const verify = vi.fn<(hash: string) => Promise<boolean>>(async () => false);
    const service = createStaffLoginService(shop.deps, {
      ...shop.services,
      passwords: createPasswordsService({ verify: verify as never }),
    });
    for (const email of [EMAIL, 'nobody@duka.example'])
      await expect(service.login({ email, password: 'x' }, ASKER)).rejects.toMatchObject({ kind: 'invalid' });
    expect(verify.mock.calls.map(([of]) => of.split('$').slice(0, 4))).toEqual([
      (await hash).split('$').slice(0, 4),
      (await hash).split('$').slice(0, 4),
    ]);
  });

  test.each([
    ['no e-mail', { email: '' }, { email: 'Email is required' }],
    ['a malformed e-mail', { email: 'admin' }, { email: 'Please enter a valid email address' }],
    ['no password', { password: '' }, { password: 'Password is required' }],
    ['an unknown field', { role: 'owner' }, { role: 'Unknown field' }],
  ])('H15: %s returns 400 with the field', async (_, change, fields) => {
    const { status, body } = await enter(change);
    expect([status, body.fields]).toEqual([400, fields]);
  });
});

describe('D24, D26: guessing passwords', () => {
  const wrong = (options: Parameters<typeof enter>[1] = {}) => enter({ password: 'wrong' }, options);
  const knownAs = ({ cookies }: Awaited<ReturnType<typeof enter>>) => ({
    cookies: { 'staff-browser': cookies.find(({ name }) => name === 'staff-browser')?.value ?? '' },
  });

  test.each([EMAIL, 'nobody@duka.example'])(
    'D26, H15: %s: delays from the 5th failure on by 1, 2, 4, 8 and 15 minutes, from any address and for any password',
    async (email) => {
      for (let n = 0; n < 5; n += 1)
        expect((await enter({ email, password: 'wrong' }, { ip: `192.0.2.${n}` })).status).toBe(400);
      for (const minutes of [1, 2, 4, 8, 15, 15]) {
        for (const password of ['wrong', PASSWORD]) {
          const { status, body } = await enter({ email, password });
          const text =
            minutes === 1 ? 'Please wait a minute and try again.' : `Please try again in ${minutes} minutes.`;
          expect([status, body.message]).toEqual([429, text]);
        }
        shop.clock.advance(minutes * MINUTE);
        expect((await enter({ email, password: 'wrong' })).status).toBe(400);
      }
    },
  );

  test('D26: a browser with an earlier login is not delayed, and its login ends the delay of the others', async () => {
    const known = knownAs(await enter());
    const [cookie] = (await enter({}, known)).cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 365 * 24 * 3_600 });
    for (let n = 0; n < 5; n += 1) await wrong();
    expect((await enter()).status).toBe(429);
    for (let n = 0; n < 8; n += 1) expect((await wrong(known)).status).toBe(400);
    expect((await enter({}, known)).status).toBe(200);
    expect((await enter()).status).toBe(200);
  });

  test.each([
    ['each guess in a new browser', 24, (n: number) => `guesser ${n}`],
    ['guesses in four browsers that keep their promised times', 6, (n: number) => `guesser ${n % 4}`],
  ])(
    'X52, D26: accepts the right password at the promised time on a new device despite a guess every 5 minutes: %s',
    async (_, hours, cookieOf) => {
      // Compares passwords without argon2, so that a day takes seconds.
      const passwords = createPasswordsService({ verify: async (_of, typed) => String(typed) === PASSWORD });
      const { login: attempt } = createStaffLoginService(shop.deps, { ...shop.services, passwords });
      const tryIn = async (ip: string, browser: string, password = 'wrong'): Promise<number> => {
        const asker = { ip, browser, knownBrowser: browser };
        const answer = await attempt({ email: EMAIL, password }, asker).catch((error: unknown) => error);
        return answer instanceof Refusal ? (answer.retryAfter ?? 0) : -1;
      };
      let guesses = 0;
      let [asked, entered] = [0, 0];
      let promisedAt: number | null = null;
      for (let minute = 0; minute < hours * 60; minute += 1, shop.clock.advance(MINUTE)) {
        if (minute % 5 === 0) {
          expect(await tryIn(`203.0.113.${guesses % 250}`, cookieOf(guesses))).not.toBe(-1);
          guesses += 1;
        }
        const device = `device ${asked}`;
        if (promisedAt === null && minute % 120 === 62) {
          asked += 1;
          const seconds = await tryIn('192.0.2.1', `device ${asked}`, PASSWORD);
          expect(seconds).toBeGreaterThan(0);
          promisedAt = minute + Math.ceil(seconds / 60);
        } else if (minute === promisedAt) {
          expect(await tryIn('192.0.2.1', device, PASSWORD)).toBe(-1);
          entered += 1;
          promisedAt = null;
          // A login ends the delay for all; the guesses continue.
          for (let n = 0; n < 5; n += 1) await tryIn(`198.51.100.${n}`, `more ${n}`);
        }
      }
      expect([asked, entered]).toEqual([hours / 2, hours / 2]);
    },
  );

  test('X52, D26: keeps the time promised to a browser, for one attempt', async () => {
    for (let n = 0; n < 4; n += 1) await wrong();
    for (const minutes of [1, 2, 4]) {
      expect((await wrong()).status).toBe(400);
      shop.clock.advance(minutes * MINUTE);
    }
    await wrong();
    const asker = { ip: '192.0.2.1', ...knownAs(await enter({}, { ip: '192.0.2.1' })) };
    shop.clock.advance(7 * MINUTE);
    const { headers } = await enter({}, asker);
    expect(headers['retry-after']).toBe('60');
    shop.clock.advance(MINUTE);
    // Others guess at the end of the delay, which extends it for all other browsers.
    expect((await wrong({ ip: '203.0.113.1' })).status).toBe(400);
    expect((await enter({}, { ip: '203.0.113.1' })).status).toBe(429);
    expect((await wrong(asker)).status).toBe(400);
    expect((await enter({}, asker)).status).toBe(429);
  });

  test('X52, D26: promises four turns at most, and two per address', async () => {
    for (let n = 0; n < 5; n += 1) await wrong();
    const waiting = [];
    for (const n of [1, 1, 1, 2, 2, 3]) {
      const ip = `192.0.2.${n}`;
      waiting.push({ ip, ...knownAs(await wrong({ ip })) });
    }
    shop.clock.advance(MINUTE);
    await wrong({ ip: '203.0.113.1' });
    const statuses = [];
    for (const one of waiting) statuses.push((await wrong(one)).status);
    expect(statuses).toEqual([400, 400, 429, 400, 400, 429]);
  });

  test.each([EMAIL, 'nobody@duka.example'])(
    'X52, D14: answers a promised attempt for %s with the same message',
    async (email) => {
      for (let n = 0; n < 5; n += 1) await enter({ email, password: 'wrong' });
      const asker = { ip: '192.0.2.1', ...knownAs(await enter({ email }, { ip: '192.0.2.1' })) };
      shop.clock.advance(MINUTE);
      await enter({ email, password: 'wrong' });
      const { status, body } = await enter({ email, password: 'wrong' }, asker);
      expect([status, body.message]).toEqual([400, 'Invalid email or password']);
    },
  );

  test('D26, §6: a cookie of a shopper, of another staff member or a forged one has no effect', async () => {
    const other = await shop.signInStaff({ email: 'njeri@duka.example' });
    await shop.db.sql
      .update(staff)
      .set({ passwordHash: await hash })
      .where(eq(staff.id, other.staff.id));
    const others = knownAs(await enter({ email: 'njeri@duka.example' }));
    const own = knownAs(await enter());
    for (let n = 0; n < 5; n += 1) await wrong();
    for (const cookies of [
      others.cookies,
      { 'staff-browser': 'x'.repeat(43) },
      { browser: own.cookies['staff-browser'] },
    ])
      expect((await enter({}, { cookies })).status).toBe(429);
  });

  test('D26, §6: failed shopper logins with the same e-mail do not count as staff failures', async () => {
    for (let n = 0; n < 6; n += 1) await shop.call(login, { email: EMAIL, password: 'wrong' });
    expect((await enter()).status).toBe(200);
    const email = 'njeri@duka.example';
    for (let n = 0; n < 6; n += 1) await enter({ email, password: 'wrong' });
    expect((await shop.call(login, { email, password: 'wrong' })).status).toBe(400);
  });

  test('D26: sends the account’s owner one notice a day by mail, and sends nothing to others', async () => {
    registerMails(shop.deps, shop.services);
    registerNotices(shop.deps, { ...shop.services, notices: shop.services.staffNotices });
    for (const email of [EMAIL, 'nobody@duka.example'])
      for (let n = 0; n < 7; n += 1) {
        await enter({ email, password: 'wrong' });
        shop.clock.advance(2 * MINUTE);
      }
    await shop.deps.jobs.runDue();
    expect(shop.mail.mails.map(({ to, subject }) => [to, subject.slice(0, 42)])).toEqual([
      [EMAIL, 'Somebody tries passwords for your staff ac'],
    ]);
  });

  test('R27: a new password ends the delay and forgets the browsers, even during a check of the old one', async () => {
    const known = knownAs(await enter());
    for (let n = 0; n < 5; n += 1) await wrong();
    const renew = () =>
      shop.services.staffAccounts.add({
        email: EMAIL,
        name: '',
        role: 'owner',
        password: 'Kila la heri 7',
        by: 'test',
      });
    await renew();
    expect((await enter({ password: 'Kila la heri 7' })).status).toBe(200);
    for (let n = 0; n < 5; n += 1) await wrong();
    expect((await wrong(known)).status).toBe(429);
    shop.clock.advance(MINUTE);
    const verify = async () => {
      await renew();
      return true;
    };
    const service = createStaffLoginService(shop.deps, {
      ...shop.services,
      passwords: createPasswordsService({ verify }),
    });
    await expect(service.login({ email: EMAIL, password: 'old' }, ASKER)).rejects.toMatchObject({ kind: 'invalid' });
    expect(await shop.db.sql.select().from(staffSessions)).toEqual([]);
  });

  test('D24, H15: limits each address to fifty attempts in 15 minutes, over all accounts', async () => {
    await shop.close();
    shop = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    await hire();
    for (let n = 0; n < 50; n += 1) await shop.deps.limiter.count('staffLogins', '198.51.100.1');
    const refused = await enter();
    expect([refused.status, refused.body.message]).toEqual([429, 'Please try again in 15 minutes.']);
    expect((await enter({}, { ip: '203.0.113.9' })).status).toBe(200);
    shop.clock.advance(15 * MINUTE);
    expect((await enter()).status).toBe(200);
  });
});
