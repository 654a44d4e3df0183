// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addresses,
  knownBrowsers,
  loginCodes,
  loginFailures,
  limitUses,
  otpChallenges,
  pendingRegistrations,
  phoneChanges,
  users,
} from '../../../server/db/schema.ts';
import {
  emailLinkMail,
  loginCodeMail,
  signedUpAgainMail,
} from '../../../server/modules/messages/account-mails.texts.ts';
import { findAccountsByBrowser, hasBrowserLogin } from '../../../server/modules/sessions/browsers.repository.ts';
import { createChangePasswordService } from '../../../server/modules/passwords/change-password.service.ts';
import { createCodePlacesService } from '../../../server/modules/codes/code-places.service.ts';
import { hasFlow, insertSignIn } from '../../../server/modules/google/google.repository.ts';
import { toName } from '../../../server/modules/google/google.rules.ts';
import { LIMITS, PLACES_LEFT } from '../../../server/limits/limits.ts';
import {
  countFailure,
  forgetGuesses,
  decrementFailures,
  findWaitUntil,
} from '../../../server/modules/passwords/guesses.repository.ts';
import { findCodesSince, findVerified } from '../../../server/modules/codes/otp.repository.ts';
import { setLinkToken, putLink } from '../../../server/modules/links/links.repository.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { findPhoneChange } from '../../../server/modules/profile/phone-changes.repository.ts';
import {
  deletePendingByFlow,
  findPendingByEmail,
  findPendingByFlow,
  rebindPending,
} from '../../../server/modules/sign-up/registration.repository.ts';
import { findUser } from '../../../server/modules/users/users.repository.ts';
import { secretHash } from '../../../server/secrets.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { inOrderOfWriting } from '../../support/unindexed.ts';
import { PERSON } from './google-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => shop.close());

const START = new Date('2026-01-01T12:00:00Z');
const at = (ms: number) => new Date(START.getTime() + ms);
const uuid = (start: string) => `${start.padEnd(8, '0')}-0000-4000-8000-${randomUUID().slice(-12)}`;

/** Inserts an account that was created at this time and returns its id. */
async function account(id: string, createdAt: Date): Promise<string> {
  const phone = `2547${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const user = { id, name: 'Amina', email: `${id}@example.test`, phone, phoneVerifiedAt: createdAt };
  await shop.db.sql.insert(users).values({ ...user, createdAt, updatedAt: createdAt });
  return id;
}

describe('D26: browsers with a former login', () => {
  test('lists the accounts of a browser by age, then by id', async () => {
    const [last, third, second, first] = [uuid('a1'), uuid('c2'), uuid('b2'), uuid('d3')];
    const ages = [
      [last, 3],
      [third, 2],
      [second, 2],
      [first, 1],
    ] as const;
    for (const [id, ms] of ages) await account(id, at(ms));
    for (const userId of [last, second, third, first])
      await shop.db.sql.insert(knownBrowsers).values({ browserHash: 'many', userId, expiresAt: at(DAY) });
    const found = await findAccountsByBrowser(shop.db.sql, 'many', START);
    expect(found.map(({ id }) => id)).toEqual([first, second, third, last]);
  });

  test('are known until their entry expires, and only for their own account', async () => {
    const [own, other] = [await account(uuid('1'), START), await account(uuid('2'), START)];
    await shop.db.sql.insert(knownBrowsers).values({ browserHash: 'one', userId: own, expiresAt: at(DAY) });
    const known = async (now: Date, id = own, browser = 'one') => [
      (await findAccountsByBrowser(shop.db.sql, browser, now)).map((it) => it.id),
      await hasBrowserLogin(shop.db.sql, browser, `${id}@example.test`, now),
    ];
    expect(await known(at(DAY - 1))).toEqual([[own], true]);
    expect(await known(at(DAY))).toEqual([[], false]);
    expect(await known(START, other)).toEqual([[own], false]);
    expect(await known(START, own, 'another')).toEqual([[], false]);
  });
});

describe('D22: a pending phone change', () => {
  test('is found until it expires, and only for its own account', async () => {
    const [userId, other] = [await account(uuid('3'), START), await account(uuid('4'), START)];
    const change = { userId, phone: '254712000001', flowHash: 'flow', askedAt: START, expiresAt: at(DAY) };
    await shop.db.sql.insert(phoneChanges).values(change);
    expect(await findPhoneChange(shop.db.sql, userId, at(DAY - 1))).toEqual(change);
    expect(await findPhoneChange(shop.db.sql, userId, at(DAY))).toBeNull();
    expect(await findPhoneChange(shop.db.sql, other, START)).toBeNull();
  });
});

describe('D26: wrong passwords', () => {
  test('resets the count a day after the last failure', async () => {
    const fail = (ms: number, of = 'one') => countFailure(shop.db.sql, of, at(ms), 'always');
    expect([await fail(0), await fail(1), await fail(1 + DAY - 1)]).toEqual([1, 2, 3]);
    expect([await fail(2 * DAY), await fail(2 * DAY, 'another')]).toEqual([1, 1]);
  });

  test('counts staff failures again from the moment the wait ends', async () => {
    const fail = (ms: number) => countFailure(shop.db.sql, 'staff', at(ms), 'unlessWaiting');
    for (let n = 1; n <= 6; n += 1) await countFailure(shop.db.sql, 'staff', START, 'always');
    const end = (await findWaitUntil(shop.db.sql, 'staff'))?.getTime() ?? 0;
    expect(end).toBeGreaterThan(START.getTime());
    expect([await fail(end - START.getTime() - 1), await fail(end - START.getTime())]).toEqual([null, 7]);
  });

  test('resets and decrements the count of one e-mail only', async () => {
    const failures = async () =>
      Object.fromEntries((await shop.db.sql.select().from(loginFailures)).map((row) => [row.emailHash, row.failures]));
    await shop.db.sql.delete(loginFailures);
    for (const of of ['one', 'one', 'other', 'other']) await countFailure(shop.db.sql, of, START, 'always');
    const codes = ['one', 'other'].map((emailHash) => ({
      emailHash,
      codeHash: emailHash,
      tries: 0,
      expiresAt: at(DAY),
    }));
    await shop.db.sql.insert(loginCodes).values(codes);
    await decrementFailures(shop.db.sql, 'one');
    expect(await failures()).toEqual({ one: 1, other: 2 });
    await forgetGuesses(shop.db.sql, 'one');
    expect(await failures()).toEqual({ other: 2 });
    expect((await shop.db.sql.select().from(loginCodes)).map(({ emailHash }) => emailHash)).toEqual(['other']);
  });
});

describe('D3: codes of a phone', () => {
  test('returns the codes of this phone since the given time, newest first', async () => {
    const sent = (ms: number, phone = '254712000002') =>
      shop.db.sql.insert(otpChallenges).values({
        idHash: randomUUID(),
        phone,
        providerPinId: String(ms),
        sentAt: at(ms),
        expiresAt: at(ms + HOUR),
      });
    for (const ms of [2, 4, 1, 3, 0]) await sent(ms);
    await sent(9, '254712000003');
    const found = await findCodesSince(shop.db.sql, '254712000002', START);
    expect(found.map(({ providerPinId }) => providerPinId)).toEqual(['4', '3', '2', '1']);
  });
});

describe('D1: a verified code', () => {
  test('returns the newest code of the flow and the phone', async () => {
    const phone = '254712000009';
    for (const ms of [2, 3, 1])
      await shop.db.sql.insert(otpChallenges).values({
        idHash: randomUUID(),
        phone,
        flowHash: 'verified',
        providerPinId: String(ms),
        sentAt: START,
        expiresAt: at(HOUR),
        verifiedAt: at(ms),
      });
    const proof = { phone, tokenHash: '', flowHash: 'verified', verifiedSince: START };
    expect((await findVerified(shop.db.sql, proof))?.providerPinId).toBe('3');
    expect(await findVerified(shop.db.sql, { ...proof, flowHash: null })).toBeNull();
  });
});

describe('D24: a flow that started with Google', () => {
  test('belongs to its Google account until it expires', async () => {
    const signIn = { idHash: randomUUID(), sub: 'sub-1', email: 'a@example.test', name: 'A', flowHash: 'of-google' };
    await insertSignIn(shop.db.sql, {
      ...signIn,
      picture: null,
      phone: null,
      userId: null,
      createdAt: START,
      expiresAt: at(MINUTE),
    });
    const isOf = (sub: string, ms: number, flow = 'of-google') => hasFlow(shop.db.sql, sub, flow, at(ms));
    expect([await isOf('sub-1', 0), await isOf('sub-2', 0), await isOf('sub-1', 0, 'other')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([await isOf('sub-1', MINUTE - 1), await isOf('sub-1', MINUTE)]).toEqual([true, false]);
  });
});

describe('D15: a requested link', () => {
  test('gets its token only with its own account, kind and request id', async () => {
    const userId = await account(uuid('5'), START);
    const id = randomUUID();
    const token = { tokenHash: 'minted', expiresAt: at(HOUR) };
    const asked = { userId, kind: 'reset', id, tokenHash: 'asked', expiresAt: at(MINUTE) } as const;
    await putLink(shop.db.sql, { ...asked, email: 'a@example.test', createdAt: START } as never);
    const mint = (change: object) => setLinkToken(shop.db.sql, { ...asked, ...token, ...change });
    expect(await mint({ kind: 'email' })).toBeNull();
    expect(await mint({ id: randomUUID() })).toBeNull();
    expect(await mint({ userId: randomUUID() })).toBeNull();
    expect(await mint({})).toMatchObject({ tokenHash: 'minted' });
  });
});

describe('A15: pending sign-ups', () => {
  const sign = async (flowHash: string, createdMs: number, email = 'waiting@example.test') => {
    const id = randomUUID();
    const row = { id, origin: id, name: 'W', phone: '254712000004', passwordHash: '', expiresAt: at(DAY) };
    await shop.db.sql.insert(pendingRegistrations).values({ ...row, email, flowHash, createdAt: at(createdMs) });
    return id;
  };
  const readFlow = async (id: string) =>
    (await shop.db.sql.select().from(pendingRegistrations).where(eq(pendingRegistrations.id, id)))[0]?.flowHash;

  test('finds by e-mail the sign-up of the browser, or else the newest one', async () => {
    const [older, own, newest] = [await sign('a', 1), await sign('b', 0), await sign('c', 2)];
    const found = async (flow: string | null) =>
      (await findPendingByEmail(shop.db.sql, 'waiting@example.test', flow, START))?.id;
    expect([await found('b'), await found('a'), await found('c')]).toEqual([own, older, newest]);
    expect([await found('none'), await found(null)]).toEqual([newest, newest]);
    expect(await findPendingByEmail(shop.db.sql, 'waiting@example.test', 'b', at(DAY))).toBeNull();
  });

  test('finds the sign-up of a browser by its phone, until it expires', async () => {
    const id = await sign('browser', 0, 'browser@example.test');
    const found = async (flow: string, phone: string, now: Date) =>
      (await findPendingByFlow(shop.db.sql, flow, phone, now))?.id ?? null;
    expect(await found('browser', '254712000004', at(DAY - 1))).toBe(id);
    expect(await found('browser', '254712000004', at(DAY))).toBeNull();
    expect(await found('browser', '254712000005', START)).toBeNull();
    expect(await found('another', '254712000004', START)).toBeNull();
  });

  test('deletes the sign-ups of one browser only', async () => {
    const [ended, kept] = [await sign('v', 0, 'v@example.test'), await sign('w', 0, 'w@example.test')];
    await deletePendingByFlow(shop.db.sql, 'v');
    expect([await readFlow(ended), await readFlow(kept)]).toEqual([undefined, 'w']);
  });

  test('moves one sign-up at a time to another browser', async () => {
    const [handed, kept] = [await sign('x', 0, 'x@example.test'), await sign('y', 0, 'y@example.test')];
    await rebindPending(shop.db.sql, handed, 'z', at(2 * DAY));
    expect([await readFlow(handed), await readFlow(kept)]).toEqual(['z', 'y']);
  });
});

test('§3: lists the addresses of a user by age, then by id', async () => {
  const userId = await account(uuid('5'), START);
  const [last, third, second, first] = [uuid('a1'), uuid('c2'), uuid('b2'), uuid('d3')];
  const place = { type: 'home', name: 'A', address: 'A', city: 'Nairobi', country: 'Kenya' };
  const ages = [
    [last, 3],
    [third, 2],
    [second, 2],
    [first, 1],
  ] as const;
  for (const [id, ms] of ages) await shop.db.sql.insert(addresses).values({ ...place, id, userId, createdAt: at(ms) });
  const found = await inOrderOfWriting(shop.db, (tx) => findUser(tx, userId));
  expect(found?.addresses.map(({ _id }) => _id)).toEqual([first, second, third, last]);
});

test('X61: hashes the new password of a logged-in shopper before those of unknown callers', async () => {
  const { user, token } = await shop.signIn();
  const passwords = { ...createPasswordsService(), isRight: vi.fn(async () => true), hash: vi.fn(async () => 'hash') };
  const { changePassword } = createChangePasswordService(shop.deps, { ...shop.services, passwords });
  const caller = { ...user, tokenHash: token } as unknown as Parameters<typeof changePassword>[0];
  const wake = vi.spyOn(shop.deps.jobs, 'wake');
  await changePassword(caller, { currentPassword: 'Secret12', newPassword: 'Another34' }, 'browser');
  expect(passwords.isRight).toHaveBeenCalledWith(null, 'Secret12', { isFirst: true });
  expect(passwords.hash).toHaveBeenCalledWith('Another34', { isFirst: true });
  // Sends the notice mail immediately.
  expect(wake).toHaveBeenCalled();
});

test.each([
  [15 * MINUTE, '15 minutes'],
  [119 * MINUTE, '119 minutes'],
  [120 * MINUTE, '2 hours'],
  [149 * MINUTE, '2 hours'],
  [150 * MINUTE, '3 hours'],
  [24 * HOUR, '24 hours'],
])('D15: a mail states how long its link or code is valid: %i ms is %s', (ms, words) => {
  expect(emailLinkMail('https://duka.example', 'token', ms).text).toContain(`within ${words} `);
  expect(loginCodeMail('123456', ms).text).toContain(`valid for ${words}.`);
});

test('providers 1.9: cuts a Google name to 120 characters; without a name, uses the local part of the e-mail', () => {
  const named = (name: string, email = 'achieng@gmail.com') => toName({ ...PERSON, name }, email);
  expect(named('Achieng')).toBe('Achieng');
  expect(named('A'.repeat(121))).toBe('A'.repeat(120));
  expect(named(`${'A'.repeat(119)} B`)).toBe('A'.repeat(119));
  expect(named(' ')).toBe('achieng');
  expect(named('', `${'b'.repeat(121)}@gmail.com`)).toBe('b'.repeat(120));
});

describe('D26: login codes by SMS', () => {
  /** Returns whether a login code goes by SMS. `sinceMs` are the ages of the earlier codes of the phone. */
  async function isSent(...sinceMs: readonly number[]): Promise<boolean> {
    const { codePlaces } = shop.services;
    const phone = `25471${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
    const now = shop.clock.now();
    vi.spyOn(shop.clock, 'now').mockReturnValue(now);
    const code = { phone, providerPinId: 'x', expiresAt: new Date(now.getTime() + HOUR) };
    for (const ms of sinceMs)
      await shop.db.sql
        .insert(otpChallenges)
        .values({ ...code, idHash: randomUUID(), sentAt: new Date(now.getTime() - ms) });
    const idHash = randomUUID();
    const isReserved = await codePlaces.reserveForLogin(idHash, phone);
    const rows = await shop.db.sql.select().from(otpChallenges).where(eq(otpChallenges.idHash, idHash));
    const expiresAt = new Date(now.getTime() + shop.env.otp.lifeMs);
    expect(rows).toMatchObject(isReserved ? [{ sentAt: now, expiresAt, providerPinId: 'login', flowHash: null }] : []);
    // The row that serializes calls about the phone is kept for the hour in which codes are counted.
    const [lock] = await shop.db.sql
      .select()
      .from(limitUses)
      .where(eq(limitUses.key, `otp-phone ${phone}`));
    expect(lock?.expiresAt).toEqual(new Date(now.getTime() + HOUR));
    vi.restoreAllMocks();
    return isReserved;
  }

  test('sends one a minute after the previous one, and not a millisecond earlier', async () => {
    const { resendMs } = shop.env.otp;
    expect([await isSent(), await isSent(resendMs), await isSent(resendMs - 1)]).toEqual([true, true, false]);
  });

  test('sends one when the phone has a free slot for strangers, and not a millisecond earlier', async () => {
    const places = Math.max(1, LIMITS.codesOfPhone.most * shop.env.rateLimitFactor) - PLACES_LEFT.stranger;
    const { resendMs } = shop.env.otp;
    const others = Array.from({ length: places - 1 }, () => resendMs);
    expect([await isSent(...others, HOUR - 1), await isSent(...others, HOUR)]).toEqual([false, true]);
  });
});

describe('D23: the hourly code budget of the shop', () => {
  test('refuses a code while 1 ms of the wait is left, for sign-ups and logins', async () => {
    const limits = { ...shop.services.limits, countShopCode: async () => ({ used: 1, waitMs: 1 }) };
    const places = createCodePlacesService(shop.deps, { ...shop.services, limits });
    const phone = '254712000077';
    const [flow, createdAt] = [randomUUID(), shop.clock.now()];
    await shop.db.sql.insert(pendingRegistrations).values({
      id: randomUUID(),
      name: 'Amina',
      email: `${flow}@example.test`,
      phone,
      passwordHash: '',
      origin: flow,
      flowHash: secretHash(flow),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + HOUR),
    });
    const asker = { ip: '203.0.113.77', flow, browser: null, bearer: null };
    expect(await places.reserve(randomUUID(), phone, asker)).toEqual({ waitMs: 1 });
    expect(await places.reserveForLogin(randomUUID(), phone)).toBe(false);
    expect(await shop.db.sql.$count(otpChallenges, eq(otpChallenges.phone, phone))).toBe(0);
  });
});

test('escapes the link in the HTML of an account mail', () => {
  const { html } = signedUpAgainMail('https://shop.example/?a=1&b="2"');
  const link = 'https://shop.example/?a=1&amp;b=';
  expect(html).toContain(`<a href="${link}&quot;2&quot;/auth/login">${link}"2"/auth/login</a>`);
});
