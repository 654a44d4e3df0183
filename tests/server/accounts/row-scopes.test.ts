// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { accountLinks, loginCodes, otpChallenges, users } from '../../../server/db/schema.ts';
import * as codes from '../../../server/modules/codes/otp.repository.ts';
import * as links from '../../../server/modules/links/links.repository.ts';
import { putLoginCode, tryLoginCode, useLoginCode } from '../../../server/modules/login/login-codes.repository.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { createResetService } from '../../../server/modules/passwords/reset.service.ts';
import { changeUser, findById, lockAccount } from '../../../server/modules/users/users.repository.ts';
import { secretHash } from '../../../server/secrets.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

/** Each statement changes the rows of its own keys only. */

const MINUTE = 60_000;
const START = new Date('2026-01-01T12:00:00Z');
const at = (ms: number) => new Date(START.getTime() + ms);

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

let people = 0;
async function account(): Promise<string> {
  const id = randomUUID();
  const phone = `25474${String((people += 1)).padStart(7, '0')}`;
  const user = { id, name: 'Amina', email: `${id}@example.test`, phone, phoneVerifiedAt: START };
  await shop.db.sql.insert(users).values({ ...user, createdAt: START, updatedAt: START });
  return id;
}

describe('a code', () => {
  type Code = typeof otpChallenges.$inferInsert;
  const CODE = { phone: '254712000021', sentAt: START, expiresAt: at(MINUTE), providerPinId: 'x', attempts: 2 };

  /** Inserts two equal codes, changes the first, and returns both. */
  async function change(work: (idHash: string) => Promise<unknown>, more: Partial<Code> = {}) {
    const ids = [randomUUID(), randomUUID()];
    for (const idHash of ids) await shop.db.sql.insert(otpChallenges).values({ ...CODE, ...more, idHash });
    await work(ids[0] ?? '');
    const rows = await shop.db.sql.select().from(otpChallenges).where(inArray(otpChallenges.idHash, ids));
    return ids.map((id) => rows.find(({ idHash }) => idHash === id) ?? null);
  }

  test('D4: gets back a try, but never more than it had', async () => {
    const back = (idHash: string) => codes.returnTry(shop.db.sql, idHash);
    expect(await change(back)).toMatchObject([{ attempts: 1 }, { attempts: 2 }]);
    expect(await change(back, { attempts: 1 })).toMatchObject([{ attempts: 0 }, { attempts: 1 }]);
    expect(await change(back, { attempts: 0 })).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
  });

  test('D4: counts a try for itself only', async () => {
    const [tried, other] = await change((idHash) => codes.takeTry(shop.db.sql, idHash, START, 5));
    expect([tried?.attempts, other?.attempts]).toEqual([3, 2]);
  });

  test('D3: is marked as sent, as unsent, or deleted', async () => {
    const { sql } = shop.db;
    expect(await change((idHash) => codes.markSent(sql, idHash, 'pin'))).toMatchObject([
      { providerPinId: 'pin' },
      { providerPinId: 'x' },
    ]);
    expect(await change((idHash) => codes.voidChallenge(sql, idHash))).toMatchObject([
      { sentAt: START, expiresAt: START },
      { expiresAt: at(MINUTE) },
    ]);
    expect(await change((idHash) => codes.deleteChallenge(sql, idHash))).toMatchObject([null, { attempts: 2 }]);
  });

  test('D1: is verified once and used once', async () => {
    const { sql } = shop.db;
    const outcomes: boolean[] = [];
    const twice = (work: (idHash: string, n: number) => Promise<boolean>) => async (idHash: string) => {
      for (const n of [1, 2]) outcomes.push(await work(idHash, n));
    };
    const verified = await change(twice((idHash, n) => codes.markVerified(sql, idHash, at(n), `token ${n} ${idHash}`)));
    expect(verified).toMatchObject([{ verifiedAt: at(1) }, { verifiedAt: null, tokenHash: null }]);
    expect(verified[0]?.tokenHash).toBe(`token 1 ${verified[0]?.idHash}`);
    const used = await change(twice((idHash, n) => codes.deleteProof(sql, idHash, at(n))));
    expect(used).toMatchObject([{ consumedAt: at(1) }, { consumedAt: null }]);
    expect(outcomes).toEqual([true, false, true, false]);
  });

  test('D1: moves to the new flow of its browser', async () => {
    const [from, to] = [randomUUID(), randomUUID()];
    const others = { ...CODE, idHash: randomUUID(), flowHash: 'of another browser' };
    await shop.db.sql.insert(otpChallenges).values(others);
    const moved = await change(() => codes.moveChallenges(shop.db.sql, from, to), { flowHash: from });
    expect(moved.map((code) => code?.flowHash)).toEqual([to, to]);
    const [kept] = await shop.db.sql.select().from(otpChallenges).where(eq(otpChallenges.idHash, others.idHash));
    expect(kept?.flowHash).toBe('of another browser');
  });
});

describe('D15, D22: a link', () => {
  type Kind = 'reset' | 'email';
  async function put(userId: string, kind: Kind): Promise<string> {
    const tokenHash = `${kind} ${userId}`;
    const link = { userId, kind, id: randomUUID(), email: 'a@example.test', tokenHash, createdAt: START };
    await links.putLink(shop.db.sql, { ...link, expiresAt: at(MINUTE) });
    return tokenHash;
  }
  /** Returns the kinds of links of an account, with a mark for used ones. */
  const kinds = async (userId: string) =>
    (await shop.db.sql.select().from(accountLinks).where(eq(accountLinks.userId, userId)))
      .map(({ kind, usedAt }) => (usedAt === null ? kind : `${kind}, used`))
      .sort();

  test('is taken once, by its own kind and token, until it expires', async () => {
    const [userId, other] = [await account(), await account()];
    const reset = await put(userId, 'reset');
    await put(userId, 'email');
    await put(other, 'reset');
    const take = (kind: Kind, tokenHash: string, ms = 0) => links.takeLink(shop.db.sql, kind, tokenHash, at(ms));
    expect(await take('email', reset)).toBeNull();
    expect(await take('reset', 'unknown')).toBeNull();
    expect(await take('reset', reset, MINUTE)).toBeNull();
    expect([await kinds(userId), await kinds(other)]).toEqual([['email', 'reset'], ['reset']]);
    expect(await take('reset', reset, MINUTE - 1)).toEqual({ userId });
    expect(await take('reset', reset)).toBeNull();
    expect([await kinds(userId), await kinds(other)]).toEqual([['email'], ['reset']]);
  });

  test('is found by its own kind and token, also when it has expired', async () => {
    const userId = await account();
    const [reset, email] = [await put(userId, 'reset'), await put(userId, 'email')];
    const find = async (kind: Kind, hash: string) => (await links.findLink(shop.db.sql, kind, hash))?.tokenHash ?? null;
    expect([await find('reset', reset), await find('email', email)]).toEqual([reset, email]);
    expect([await find('email', reset), await find('reset', email)]).toEqual([null, null]);
    expect(await find('reset', 'unknown')).toBeNull();
  });

  test('is marked and deleted without the other links of its account and of others', async () => {
    const [userId, other] = [await account(), await account()];
    for (const id of [userId, other]) for (const kind of ['reset', 'email'] as const) await put(id, kind);
    await links.markUsed(shop.db.sql, userId, 'email', START);
    expect([await kinds(userId), await kinds(other)]).toEqual([
      ['email, used', 'reset'],
      ['email', 'reset'],
    ]);
    await put(userId, 'email');
    expect(await kinds(userId)).toEqual(['email', 'reset']);
    await links.deleteLinks(shop.db.sql, userId, 'reset');
    expect([await kinds(userId), await kinds(other)]).toEqual([['email'], ['email', 'reset']]);
    await put(userId, 'reset');
    await links.deleteLinks(shop.db.sql, userId);
    expect([await kinds(userId), await kinds(other)]).toEqual([[], ['email', 'reset']]);
  });
});

test('D15: hashes no password for a link from the moment on when it expires', async () => {
  const userId = await account();
  const passwords = { ...createPasswordsService(), hash: vi.fn(async () => 'hash') };
  const now = vi.spyOn(shop.clock, 'now');
  try {
    const { reset } = createResetService(shop.deps, { ...shop.services, passwords });
    const asker = { ip: '203.0.113.79', flow: null, browser: 'browser', bearer: null };
    const link = { userId, kind: 'reset', id: randomUUID(), email: 'a@example.test', createdAt: START } as const;
    await links.putLink(shop.db.sql, { ...link, tokenHash: secretHash(`token ${userId}`), expiresAt: at(MINUTE) });
    now.mockReturnValue(at(MINUTE));
    await expect(reset(`token ${userId}`, 'Another34', asker)).rejects.toMatchObject({ kind: 'invalid' });
    expect(passwords.hash).not.toHaveBeenCalled();
    now.mockReturnValue(at(MINUTE - 1));
    await reset(`token ${userId}`, 'Another34', asker);
    expect(passwords.hash).toHaveBeenCalledTimes(1);
  } finally {
    now.mockRestore();
  }
});

test('D26: a login code is used once, and only with its own e-mail', async () => {
  const [mine, theirs, codeHash] = [randomUUID(), randomUUID(), randomUUID()];
  for (const emailHash of [mine, theirs])
    for (const hash of [codeHash, `another ${codeHash}`])
      await putLoginCode(shop.db.sql, { emailHash, codeHash: hash, expiresAt: at(MINUTE) });
  const left = async () =>
    (
      await shop.db.sql
        .select()
        .from(loginCodes)
        .where(inArray(loginCodes.emailHash, [mine, theirs]))
    )
      .map((row) => [row.emailHash === mine ? 'mine' : 'theirs', row.codeHash === codeHash, row.tries] as const)
      .sort();
  const use = () => useLoginCode(shop.db.sql, { emailHash: mine, codeHash });
  expect([await use(), await use()]).toEqual([true, false]);
  const attempt = (isCounted: boolean, hash: string, most = 2) =>
    tryLoginCode(shop.db.sql, { emailHash: theirs, codeHash: hash }, { isCounted, now: START, most });
  expect([await attempt(false, codeHash), await attempt(true, codeHash), await attempt(true, 'wrong')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await left()).toEqual([
    ['mine', false, 0],
    ['theirs', false, 2],
    ['theirs', true, 2],
  ]);
  expect(await attempt(false, codeHash)).toBe(false);
});

test('an account is found, locked and changed by its own id', async () => {
  const [id, other] = [await account(), await account()];
  const { sql } = shop.db;
  await changeUser(sql, id, { name: 'Njeri', updatedAt: at(1) });
  for (const find of [findById, lockAccount]) {
    expect(await find(sql, id)).toMatchObject({ id, name: 'Njeri' });
    expect(await find(sql, other)).toMatchObject({ id: other, name: 'Amina', updatedAt: START });
    expect(await find(sql, randomUUID())).toBeNull();
  }
});
