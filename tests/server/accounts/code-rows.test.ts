// @engine postgres
import crypto, { randomUUID } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addresses,
  googleSignIns,
  jobs,
  knownBrowsers,
  limitUses,
  loginCodes,
  otpChallenges,
  payerPhones,
  pendingRegistrations,
  phoneChanges,
  users,
} from '../../../server/db/schema.ts';
import { BROWSER_DAYS, LIMITS, LOGIN_CODE_MINUTES, PLACES_LEFT } from '../../../server/limits/limits.ts';
import { findTurns } from '../../../server/limits/turns.ts';
import { createCodePlacesService } from '../../../server/modules/codes/code-places.service.ts';
import { findPurpose, findVerified, takeTry } from '../../../server/modules/codes/otp.repository.ts';
import { putLink } from '../../../server/modules/links/links.repository.ts';
import { putLoginCode, tryLoginCode } from '../../../server/modules/login/login-codes.repository.ts';
import { createLoginCodesService } from '../../../server/modules/login/login-codes.service.ts';
import { countFailure, findWaitUntil } from '../../../server/modules/passwords/guesses.repository.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { createResetService } from '../../../server/modules/passwords/reset.service.ts';
import { findAccountsByBrowser, findFlowOwner } from '../../../server/modules/sessions/browsers.repository.ts';
import { findPendingByPhone } from '../../../server/modules/sign-up/registration.repository.ts';
import { findUser, replacePasswordHash } from '../../../server/modules/users/users.repository.ts';
import { secretHash } from '../../../server/secrets.ts';
import { duringChange } from '../../support/during-change.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { inOrderOfWriting } from '../../support/unindexed.ts';

/** Tests the rows of codes, guesses and browsers to the millisecond. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = new Date('2026-01-01T12:00:00Z');
const at = (ms: number, from = START) => new Date(from.getTime() + ms);

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => shop.close());

let people = 0;
const newPhone = () => `25471${String((people += 1)).padStart(7, '0')}`;

async function account(id: string = randomUUID(), createdAt = START): Promise<string> {
  const user = { id, name: 'Amina', email: `${id}@example.test`, phone: newPhone(), phoneVerifiedAt: createdAt };
  await shop.db.sql.insert(users).values({ ...user, createdAt, updatedAt: createdAt });
  return id;
}

/** Inserts a pending sign-up of a browser with this phone. */
async function signUp(phone: string, flow: string): Promise<void> {
  const createdAt = shop.clock.now();
  const row = { id: randomUUID(), origin: flow, name: 'A', email: `${flow}@example.test`, phone, passwordHash: '' };
  await shop.db.sql
    .insert(pendingRegistrations)
    .values({ ...row, flowHash: secretHash(flow), createdAt, expiresAt: at(DAY, createdAt) });
}
const asker = (flow: string) => ({ ip: '203.0.113.78', flow, browser: `browser ${flow}`, bearer: null });

describe('D23: the alarm of the hourly code budget', () => {
  const FACTOR = 2;
  const most = LIMITS.codesOfShop.most * FACTOR;

  /** Returns the alarms after a code, given the used codes of the hour. `kept` uses the reserved part. */
  async function alarms(used: number, kept: boolean) {
    const raised: unknown[] = [];
    const limits = {
      ...shop.services.limits,
      hadFewCodes: async () => true,
      countShopCode: async () => ({ used, waitMs: 1 }),
    };
    const raiseAlarm = async (_tx: unknown, { kind, detail }: { kind: string; detail: unknown }) =>
      void raised.push([kind, detail]);
    const places = createCodePlacesService(
      { ...shop.deps, env: { ...shop.env, rateLimitFactor: FACTOR } },
      { ...shop.services, limits, alarms: { ...shop.services.alarms, raiseAlarm: raiseAlarm as never } },
    );
    const [phone, flow] = [newPhone(), randomUUID()];
    if (kept) await signUp(phone, flow);
    if (kept) await places.reserve(randomUUID(), phone, asker(flow));
    else await places.reserveForLogin(randomUUID(), phone);
    return raised;
  }

  test('is raised by the code that uses up half of the budget and by the first refused one', async () => {
    for (const kept of [true, false]) {
      const detail = { most: kept ? most : Math.floor(most * 0.8) };
      expect(await alarms(most / 2 - 1, kept)).toEqual([]);
      expect(await alarms(most / 2, kept)).toEqual([['codesHalfSpent', detail]]);
      expect(await alarms(0, kept)).toEqual([['codesSpent', detail]]);
    }
  });
});

describe('D24: a promised place', () => {
  test('goes to its browser when it is due, which ends the promise', async () => {
    const { codePlaces } = shop.services;
    const [phone, one, other] = [newPhone(), randomUUID(), randomUUID()];
    const now = shop.clock.now();
    vi.spyOn(shop.clock, 'now').mockImplementation(() => now);
    const places = LIMITS.codesOfPhone.most - PLACES_LEFT.flow;
    for (let n = 0; n < places; n += 1)
      await shop.db.sql.insert(otpChallenges).values({
        idHash: randomUUID(),
        phone,
        providerPinId: 'x',
        sentAt: at(-50 * MINUTE + n * MINUTE, now),
        expiresAt: at(HOUR, now),
      });
    for (const flow of [one, other]) await signUp(phone, flow);
    const turns = (ms: number) => findTurns(shop.db.sql, `codesOfPhone ${phone}`, at(ms, now));
    expect(await codePlaces.reserve(randomUUID(), phone, asker(one))).toMatchObject({ waitMs: 10 * MINUTE });
    expect(await codePlaces.reserve(randomUUID(), phone, asker(other))).toMatchObject({ waitMs: 11 * MINUTE });
    expect((await turns(0)).map(({ due }) => due)).toEqual([now.getTime() + 10 * MINUTE, now.getTime() + 11 * MINUTE]);
    vi.spyOn(shop.clock, 'now').mockImplementation(() => at(10 * MINUTE, now));
    expect(await codePlaces.reserve(randomUUID(), phone, asker(one))).toBe('reserved');
    expect((await turns(10 * MINUTE)).map(({ due }) => due)).toEqual([now.getTime() + 11 * MINUTE]);
  });

  test('is promised to no browser that gets its code', async () => {
    const [phone, flow] = [newPhone(), randomUUID()];
    await signUp(phone, flow);
    expect(await shop.services.codePlaces.reserve(randomUUID(), phone, asker(flow))).toBe('reserved');
    expect(await findTurns(shop.db.sql, `codesOfPhone ${phone}`, shop.clock.now())).toEqual([]);
  });

  test('is promised to as many browsers as there are places', async () => {
    const [phone, now] = [newPhone(), shop.clock.now()];
    vi.spyOn(shop.clock, 'now').mockImplementation(() => now);
    const places = LIMITS.codesOfPhone.most - PLACES_LEFT.flow;
    const sent = { phone, providerPinId: 'x', sentAt: at(-MINUTE, now), expiresAt: at(HOUR, now) };
    for (let n = 0; n < places; n += 1)
      await shop.db.sql.insert(otpChallenges).values({ ...sent, idHash: randomUUID() });
    for (let n = 0; n <= places; n += 1) {
      const flow = randomUUID();
      await signUp(phone, flow);
      // Without the cookie of a browser, the promise belongs to the flow.
      const caller = { ...asker(flow), ...(n % 2 === 0 && { browser: null }) };
      expect(await shop.services.codePlaces.reserve(randomUUID(), phone, caller)).toHaveProperty('waitMs');
    }
    expect(await findTurns(shop.db.sql, `codesOfPhone ${phone}`, now)).toHaveLength(places);
  });
});

const CODE = { phone: '254712000011', providerPinId: 'x', sentAt: START, expiresAt: at(HOUR) };

test.each([
  ['a valid code', {}, 1],
  ['the last try', { attempts: 4 }, 5],
  ['no try left', { attempts: 5 }, null],
  ['expired', { expiresAt: START }, null],
  ['expires in a millisecond', { expiresAt: at(1) }, 1],
  ['already verified', { verifiedAt: START }, null],
  ['not sent yet', { providerPinId: '' }, null],
])('D4: a try at a code: %s', async (_, change, attempts) => {
  const idHash = randomUUID();
  await shop.db.sql.insert(otpChallenges).values({ ...CODE, ...change, idHash });
  expect((await takeTry(shop.db.sql, idHash, START, 5))?.attempts ?? null).toBe(attempts);
});

test.each([
  ['by its token', {}, true],
  ['by its flow', { tokenHash: 'none' }, true],
  ['without either', { tokenHash: 'none', flowHash: 'none' }, false],
  ['by another phone', { phone: '254712000013' }, false],
  ['verified at the earliest accepted time', { verifiedSince: at(5) }, true],
  ['verified a millisecond before that', { verifiedSince: at(6) }, false],
])('D1: lookup of a verified code: %s', async (_, change, isFound) => {
  const phone = newPhone();
  const mine = { phone, tokenHash: randomUUID(), flowHash: randomUUID() };
  await shop.db.sql.insert(otpChallenges).values({ ...CODE, ...mine, idHash: randomUUID(), verifiedAt: at(5) });
  expect((await findVerified(shop.db.sql, { ...mine, verifiedSince: START, ...change })) !== null).toBe(isFound);
  await shop.db.sql
    .update(otpChallenges)
    .set({ consumedAt: at(6) })
    .where(eq(otpChallenges.phone, phone));
  expect(await findVerified(shop.db.sql, { ...mine, verifiedSince: START, ...change })).toBeNull();
});

describe('D26: a login code', () => {
  const code = { emailHash: 'one', codeHash: 'code', expiresAt: at(MINUTE) };
  const tried = (ms: number, most = 1) => tryLoginCode(shop.db.sql, code, { isCounted: true, now: at(ms), most });

  test('is valid again when it equals an older code', async () => {
    await putLoginCode(shop.db.sql, code);
    expect([await tried(0), await tried(0)]).toEqual([true, false]);
    await putLoginCode(shop.db.sql, { ...code, expiresAt: at(2 * MINUTE) });
    expect([await tried(2 * MINUTE), await tried(2 * MINUTE - 1), await tried(0)]).toEqual([false, true, false]);
  });

  test('has six digits, also with leading zeros, and its documented lifetime', async () => {
    await shop.db.sql.delete(loginCodes);
    const now = shop.clock.now();
    vi.spyOn(shop.clock, 'now').mockReturnValue(now);
    const codes = await Promise.all(Array.from({ length: 200 }, () => shop.services.loginCodes.createCode('a@b.co')));
    expect(codes.filter((it) => !/^\d{6}$/.test(it))).toEqual([]);
    expect(codes.filter((it) => it.startsWith('0')).length).toBeGreaterThan(0);
    const [row] = await shop.db.sql.select().from(loginCodes);
    expect(row?.expiresAt).toEqual(at(LOGIN_CODE_MINUTES * MINUTE, now));
  });

  test('is not sent after half of its lifetime', async () => {
    await shop.db.sql.delete(jobs);
    const now = shop.clock.now();
    vi.spyOn(shop.clock, 'now').mockReturnValue(now);
    const wake = vi.spyOn(shop.deps.jobs, 'wake');
    await shop.services.loginCodes.askCode('asked@example.test');
    const rows = await shop.db.sql.select().from(jobs).where(eq(jobs.kind, 'login.code'));
    expect(rows).toMatchObject([{ runAt: now, giveUpAt: at((LOGIN_CODE_MINUTES / 2) * MINUTE, now) }]);
    expect(wake).toHaveBeenCalledTimes(1);
  });
});

test('D26: counts the wait of each e-mail separately', async () => {
  for (let n = 0; n < 5; n += 1) await countFailure(shop.db.sql, 'guessed', START, 'always');
  for (let n = 0; n < 6; n += 1) await countFailure(shop.db.sql, 'guessed more', START, 'always');
  const waits = async (email: string) => (await findWaitUntil(shop.db.sql, email))?.getTime() ?? null;
  expect(await waits('nobody')).toBeNull();
  expect([await waits('guessed'), await waits('guessed more')]).toEqual([
    START.getTime() + MINUTE,
    START.getTime() + 2 * MINUTE,
  ]);
});

test('D15, X61: hashes a reset password before those of strangers, and sends its mail immediately', async () => {
  const userId = await account();
  const token = { tokenHash: secretHash('token'), expiresAt: at(HOUR, shop.clock.now()) };
  const link = { userId, kind: 'reset', id: randomUUID(), email: `${userId}@example.test`, ...token } as const;
  await putLink(shop.db.sql, { ...link, createdAt: shop.clock.now() });
  const passwords = { ...createPasswordsService(), hash: vi.fn(async () => 'hash') };
  const { reset } = createResetService(shop.deps, { ...shop.services, passwords });
  const wake = vi.spyOn(shop.deps.jobs, 'wake');
  await reset('token', 'Another34', { ...asker('reset'), browser: 'browser' });
  expect(passwords.hash).toHaveBeenCalledWith('Another34', { isFirst: true });
  expect(wake).toHaveBeenCalled();
});

test('D15, D26: sends mails immediately', async () => {
  const { links, notices } = shop.services;
  const wake = vi.spyOn(shop.deps.jobs, 'wake');
  await links.askReset('waiting@example.test');
  expect(wake).toHaveBeenCalledTimes(1);
  await notices.notifyGuesses('waiting@example.test');
  await notices.notifySignUp('waiting@example.test');
  expect(wake).toHaveBeenCalledTimes(3);
});

describe('D24: known browsers and flows', () => {
  test('lists accounts of one age by id, independent of their order on disk', async () => {
    const ids = ['d', 'b', 'c', 'a'].map((start) => `${start.repeat(8)}-0000-4000-8000-${randomUUID().slice(-12)}`);
    for (const id of ids) await account(id);
    for (const userId of ids)
      await shop.db.sql.insert(knownBrowsers).values({ browserHash: 'same age', userId, expiresAt: at(DAY) });
    const found = await inOrderOfWriting(shop.db, (tx) => findAccountsByBrowser(tx, 'same age', START));
    expect(found.map(({ id }) => id)).toEqual(ids.toSorted());
  });

  test(`remembers a browser for ${BROWSER_DAYS} days after a login`, async () => {
    const userId = await account();
    const now = shop.clock.now();
    vi.spyOn(shop.clock, 'now').mockReturnValue(now);
    await shop.services.browsers.remember('kept', userId);
    const [row] = await shop.db.sql.select().from(knownBrowsers).where(eq(knownBrowsers.userId, userId));
    expect(row).toMatchObject({ browserHash: secretHash('kept'), expiresAt: at(BROWSER_DAYS * DAY, now) });
  });

  test('assigns a flow to its owner until the flow expires, for every kind of flow', async () => {
    const userId = await account();
    const phone = newPhone();
    const until = { createdAt: START, expiresAt: at(DAY) };
    const row = (flowHash: string) => ({ flowHash, phone, name: 'A', email: `${flowHash}@example.test`, ...until });
    const id = randomUUID();
    await shop.db.sql.insert(pendingRegistrations).values({ ...row('sign-up'), id, origin: id, passwordHash: '' });
    await shop.db.sql.insert(googleSignIns).values({ ...row('google'), idHash: randomUUID(), sub: 'sub' });
    await shop.db.sql.insert(phoneChanges).values({ ...row('new phone'), userId, askedAt: START });
    await shop.db.sql.insert(payerPhones).values({ ...row('payer'), userId });
    const owners = async (ms: number) =>
      Promise.all(
        ['sign-up', 'google', 'new phone', 'payer', 'none'].map((flow) => findFlowOwner(shop.db.sql, flow, at(ms))),
      );
    expect(await owners(DAY - 1)).toEqual([id, 'sub', userId, userId, null]);
    expect(await owners(DAY)).toEqual([null, null, null, null, null]);
  });

  test('D23, D25: waits for the code of any browser that begins with a phone, and of the payer’s own browser', async () => {
    const [userId, other, phone] = [await account(), await account(), newPhone()];
    const until = { createdAt: START, expiresAt: at(DAY) };
    await shop.db.sql.insert(payerPhones).values({ flowHash: 'payer of code', phone, userId, expiresAt: at(DAY) });
    const find = (flow: string | null, ms = 0) => findPurpose(shop.db.sql, phone, flow, at(ms));
    expect([await find('another'), await find(null)]).toEqual([null, null]);
    expect(await find('payer of code', DAY - 1)).toEqual({ isOwn: true });
    expect(await find('payer of code', DAY)).toBeNull();
    await shop.db.sql
      .insert(phoneChanges)
      .values({ flowHash: 'phone of code', phone, userId: other, askedAt: START, ...until });
    expect(await find('another')).toEqual({ isOwn: false });
    expect(await find('phone of code')).toEqual({ isOwn: true });
    expect(await find('payer of code')).toEqual({ isOwn: true });
    const flow = randomUUID();
    await signUp(phone, flow);
    expect(await find(secretHash(flow))).toEqual({ isOwn: true });
  });

  test('a sign-up is among the first of its address as often as the limit says', async () => {
    await shop.db.sql.delete(limitUses);
    const isFirst = () => shop.services.limits.isFirstSignUp({ ...asker('first'), ip: '203.0.113.90' });
    const answers = [];
    for (let n = 0; n <= LIMITS.signUps.most; n += 1) answers.push(await isFirst());
    expect(answers).toEqual([...answers.slice(1).map(() => true), false]);
  });
});

test('A15: finds only the sign-ups of a phone that have not expired', async () => {
  const [phone, flow] = [newPhone(), randomUUID()];
  await signUp(phone, flow);
  await signUp(newPhone(), randomUUID());
  const end = at(DAY, (await findPendingByPhone(shop.db.sql, phone, START))[0]?.createdAt);
  const found = async (now: Date) => (await findPendingByPhone(shop.db.sql, phone, now)).map(({ origin }) => origin);
  expect([await found(at(-1, end)), await found(end)]).toEqual([[flow], []]);
});

test('A31: returns one of three address types; an unknown user is null', async () => {
  const userId = await account();
  const place = { userId, name: 'A', address: 'A', city: 'Nairobi', country: 'Kenya' };
  for (const [ms, type] of ['Home', 'Work', 'Other', 'office'].entries())
    await shop.db.sql.insert(addresses).values({ ...place, id: randomUUID(), type, createdAt: at(ms) });
  const types = (await findUser(shop.db.sql, userId))?.addresses.map(({ type }) => type);
  expect(types).toEqual(['Home', 'Work', 'Other', 'Home']);
  expect(await findUser(shop.db.sql, randomUUID())).toBeNull();
});

test('D26: draws a login code among a million', async () => {
  vi.spyOn(crypto, 'randomInt').mockImplementation(((most: number) => most - 1) as typeof crypto.randomInt);
  syncBuiltinESMExports();
  try {
    expect(await createLoginCodesService(shop.deps).createCode('million@example.test')).toBe('999999');
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
});

test('D15: mails no link to an address that its account leaves at the same moment', async () => {
  const id = await account();
  const email = (name: string) => `${name}@example.test`;
  const mail = await duringChange(
    shop.db,
    (tx) =>
      tx
        .update(users)
        .set({ email: email(`new-${id}`) })
        .where(eq(users.id, id)),
    () => shop.services.links.makeReset({ email: email(id) }),
  );
  expect(mail).toBeNull();
});

test('D14: renews the hash of one account, unless it is another one by now', async () => {
  const ids = [await account(), await account()];
  await shop.db.sql.update(users).set({ passwordHash: 'old' }).where(inArray(users.id, ids));
  const hashes = async () => {
    const rows = await shop.db.sql.select().from(users).where(inArray(users.id, ids));
    return ids.map((id) => rows.find((row) => row.id === id)?.passwordHash);
  };
  await replacePasswordHash(shop.db.sql, ids[0] ?? '', 'old', 'new', START);
  expect(await hashes()).toEqual(['new', 'old']);
  await replacePasswordHash(shop.db.sql, ids[0] ?? '', 'old', 'newer', START);
  expect(await hashes()).toEqual(['new', 'old']);
});
