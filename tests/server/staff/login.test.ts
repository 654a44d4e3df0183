import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminLogin, listOrders } from '../../../contract/admin.ts';
import { getProfile, login } from '../../../contract/auth.ts';
import { audit, staff, staffSessions } from '../../../server/db/schema.ts';
import { registerMaintenance } from '../../../server/jobs/maintenance.ts';
import { createPasswordsService } from '../../../server/modules/auth/passwords.service.ts';
import { createStaffLoginService } from '../../../server/modules/staff/staff-login.service.ts';
import { secretHash } from '../../../server/secrets.ts';
import { createTestApp, startWindow, type TestApp } from '../../support/server.ts';

const EMAIL = 'admin@duka.example';
const PASSWORD = 'Sokoni 2026';
const HOUR = 3_600_000;

let shop: TestApp;
/** Slow on purpose, so made once. */
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
const enter = (change: object = {}, ip = '198.51.100.1') =>
  shop.call(adminLogin, { email: EMAIL, password: PASSWORD, ...change }, { ip });

describe('H1: POST /admin/auth/login', () => {
  test('answers a token of its own kind and who it is; the e-mail in any spelling', async () => {
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

  test('keeps of the token only its hash, and notes the login down', async () => {
    const { token } = (await enter()).body.data;
    const rows = await shop.db.sql.select().from(staffSessions);
    expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([secretHash(token)]);
    const noted = await shop.db.sql.select().from(audit);
    expect(noted).toMatchObject([{ actor: EMAIL, action: 'staff.login', before: null, after: null }]);
    expect(JSON.stringify([noted, shop.lines()])).not.toContain(token);
    expect(JSON.stringify(shop.lines())).not.toContain(PASSWORD);
  });

  test('D13: the token ends 8 h after the login, however it is used', async () => {
    const { token } = (await enter()).body.data;
    const ask = async () => (await shop.call(listOrders, {}, { token })).status;
    shop.clock.advance(8 * HOUR - 1_000);
    expect(await ask()).toBe(200);
    shop.clock.advance(1_000);
    expect(await ask()).toBe(401);
    registerMaintenance(shop.deps);
    await shop.deps.jobs.runDue();
    shop.clock.advance(HOUR);
    await shop.deps.jobs.runDue();
    expect(await shop.db.sql.select().from(staffSessions)).toEqual([]);
  });

  test('§6: two scopes: neither login nor token of one opens the other', async () => {
    const customer = await shop.signIn({ email: EMAIL });
    expect((await shop.call(listOrders, {}, { token: customer.token })).status).toBe(401);
    const { token } = (await enter()).body.data;
    expect((await shop.call(getProfile, {}, { token })).status).toBe(401);
    expect((await shop.call(login, { email: EMAIL, password: PASSWORD })).status).toBe(400);
  });
});

describe('R26: nobody learns who works here', () => {
  test('D14: a wrong password and an unknown e-mail are the same 400', async () => {
    const answers = [
      await enter({ password: 'wrong' }),
      await enter({ email: 'nobody@duka.example' }),
      await enter({ email: 'nobody@duka.example', password: 'wrong' }),
    ].map(({ status, body: { requestId: _, ...body } }) => [status, body]);
    const refused = [400, { success: false, message: 'Invalid email or password' }];
    expect(answers).toEqual([refused, refused, refused]);
    expect(await shop.db.sql.select().from(audit)).toEqual([]);
  });

  test('the same number of argon2 runs for known and unknown', async () => {
    const verify = vi.fn<(hash: string) => Promise<boolean>>(async () => false);
    const service = createStaffLoginService(shop.deps, createPasswordsService({ verify: verify as never }));
    for (const email of [EMAIL, 'nobody@duka.example'])
      await expect(service.login({ email, password: 'x' }, '')).rejects.toMatchObject({ status: 400 });
    expect(verify.mock.calls.map(([of]) => of.split('$').slice(0, 4))).toEqual([
      (await hash).split('$').slice(0, 4),
      (await hash).split('$').slice(0, 4),
    ]);
  });

  test.each([
    ['no e-mail', { email: '' }, { email: 'Email is required' }],
    ['an e-mail that is none', { email: 'admin' }, { email: 'Please enter a valid email address' }],
    ['no password', { password: '' }, { password: 'Password is required' }],
    ['more than it has', { role: 'owner' }, { role: 'Unknown field' }],
  ])('H15: %s is a 400 by field', async (_, change, fields) => {
    const { status, body } = await enter(change);
    expect([status, body.fields]).toEqual([400, fields]);
  });
});

describe('D24: guessing', () => {
  test('ten tries by one address for one e-mail in 15 minutes; H15: the text names the wait; others go on', async () => {
    await shop.close();
    shop = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    await hire();
    startWindow(shop, 15 * 60_000);
    for (let count = 0; count < 10; count += 1) expect((await enter({ password: 'wrong' })).status).toBe(400);
    const refused = await enter();
    expect([refused.status, refused.body.message]).toEqual([429, 'Please try again in 15 minutes.']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect((await enter({}, '203.0.113.9')).status).toBe(200);
    shop.clock.advance(15 * 60_000);
    expect((await enter()).status).toBe(200);
  });
});
