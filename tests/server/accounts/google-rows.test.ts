// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { googleSignIns, users } from '../../../server/db/schema.ts';
import * as google from '../../../server/modules/google/google.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

const MINUTE = 60_000;
const START = new Date('2026-01-01T12:00:00Z');
const at = (ms: number) => new Date(START.getTime() + ms);

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

let people = 0;
async function account(more: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const id = randomUUID();
  const phone = `25475${String((people += 1)).padStart(7, '0')}`;
  const user = { id, name: 'Amina', email: `${id}@example.test`, phone, phoneVerifiedAt: START, ...more };
  await shop.db.sql.insert(users).values({ ...user, createdAt: START, updatedAt: START });
  return id;
}

/** Inserts a sign-in that ends in a minute. With `userId` it waits for the password of that account. */
async function signIn(more: { readonly userId?: string; readonly flowHash?: string } = {}): Promise<string> {
  const idHash = randomUUID();
  const row = { idHash, sub: `sub ${idHash}`, email: 'a@example.test', name: 'A', picture: null, phone: null };
  await google.insertSignIn(shop.db.sql, {
    ...row,
    flowHash: `flow ${idHash}`,
    userId: null,
    createdAt: START,
    expiresAt: at(MINUTE),
    ...more,
  });
  return idHash;
}
const rows = (...ids: readonly string[]) =>
  shop.db.sql.select().from(googleSignIns).where(inArray(googleSignIns.idHash, ids));

describe('providers 1.9: a sign-in that waits for its phone', () => {
  test('takes a phone and is found until it expires, unless it belongs to an account', async () => {
    const [own, other, linked] = [await signIn(), await signIn(), await signIn({ userId: await account() })];
    const reserve = (idHash: string, ms = 0) => google.reservePhone(shop.db.sql, idHash, '254712000031', at(ms));
    const find = async (idHash: string, ms = 0) =>
      (await google.lockSignIn(shop.db.sql, idHash, at(ms)))?.phone ?? null;
    expect([await reserve(own, MINUTE), await reserve(linked), await reserve('unknown')]).toEqual([
      false,
      false,
      false,
    ]);
    expect((await rows(own, other, linked)).map(({ phone }) => phone)).toEqual([null, null, null]);
    expect(await reserve(own, MINUTE - 1)).toBe(true);
    expect([await find(own), await find(own, MINUTE - 1), await find(own, MINUTE)]).toEqual([
      '254712000031',
      '254712000031',
      null,
    ]);
    expect([await find(other), await google.lockSignIn(shop.db.sql, linked, START)]).toEqual([null, null]);
    expect(await google.lockSignIn(shop.db.sql, 'unknown', START)).toBeNull();
    await google.deleteSignIn(shop.db.sql, own);
    expect((await rows(own, other)).map(({ idHash }) => idHash)).toEqual([other]);
  });
});

describe('providers 1.9: a Google account to link', () => {
  test('is taken once, by its own account and browser, until it expires', async () => {
    const [userId, another] = [await account(), await account()];
    const flowHash = randomUUID();
    const idHash = await signIn({ userId, flowHash });
    const others = [await signIn({ userId }), await signIn({ userId: another, flowHash: `not ${flowHash}` })];
    const take = async (user: string, flow: string, ms = 0) =>
      (await google.takeLink(shop.db.sql, user, flow, at(ms)))?.idHash ?? null;
    expect(await take(another, flowHash)).toBeNull();
    expect(await take(userId, 'another browser')).toBeNull();
    expect(await take(userId, flowHash, MINUTE)).toBeNull();
    expect(await take(userId, flowHash, MINUTE - 1)).toBe(idHash);
    expect(await take(userId, flowHash)).toBeNull();
    expect(await rows(idHash, ...others)).toHaveLength(2);
  });

  test('is stored with one account, and its picture only where none is', async () => {
    const [own, other] = [await account({ avatar: '/old' }), await account()];
    const { sql } = shop.db;
    const sub = randomUUID();
    await google.linkSub(sql, own, sub, at(1));
    await google.putAvatar(sql, own, '/new', at(2));
    const read = async (id: string) => (await sql.select().from(users).where(eq(users.id, id)))[0];
    expect(await read(own)).toMatchObject({ googleSub: sub, avatar: '/old', updatedAt: at(1) });
    expect(await read(other)).toMatchObject({ googleSub: null, avatar: null, updatedAt: START });
    const third = await account();
    await google.putAvatar(sql, other, '/new', at(3));
    expect(await read(other)).toMatchObject({ avatar: '/new', updatedAt: at(3) });
    expect(await read(third)).toMatchObject({ avatar: null });
    expect((await google.findBySub(sql, sub))?.id).toBe(own);
    expect(await google.findBySub(sql, 'unknown')).toBeNull();
  });
});
