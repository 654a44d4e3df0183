// @engine postgres
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { completeRegistration, register, sendOtp, verifyOtp } from '../../../contract/auth.ts';
import * as schema from '../../../server/db/schema.ts';
import * as retired from '../../../server/db/schema/retired.ts';
import { knownBrowsers, limitUses } from '../../../server/db/schema.ts';
import { LIMITS } from '../../../server/limits/limits.ts';
import { PURPOSES } from '../../../server/modules/codes/otp.repository.ts';
import { registerLoginCodes } from '../../../server/modules/login/login-codes.worker.ts';
import { secretHash } from '../../../server/secrets.ts';
import { callableShop } from '../payments/attempt-steps.ts';
import { stopTime } from '../payments/mpesa-steps.ts';
import { createJar, PLAYS, type DoorShop, type Jar } from './code-purposes.ts';
import { createFakeGoogle } from './google-world.ts';
import { FORM } from './steps.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A stranger leaves two codes of the phone's hour to others, a flow leaves one. */
const OF_FLOWS = LIMITS.codesOfPhone.most - 1;

let world: DoorShop;
let phones = 0;
const newPhone = () => `25473${String((phones += 1)).padStart(7, '0')}`;
const newIp = () => `203.0.113.${phones % 250}`;
let sentAt: { readonly to: string; readonly at: number }[] = [];

beforeAll(async () => {
  const google = createFakeGoogle();
  const shop = await callableShop({ env: { RATE_LIMIT_FACTOR: '1' }, google });
  registerLoginCodes(shop.deps, shop.services);
  world = { shop, google };
});
beforeEach(async () => {
  const { shop } = world;
  vi.restoreAllMocks();
  stopTime(shop);
  sentAt = [];
  const real = shop.sms.sendCode;
  vi.spyOn(shop.sms, 'sendCode').mockImplementation((message) => {
    sentAt.push({ to: message.to, at: shop.clock.now().getTime() });
    return real(message);
  });
  const realText = shop.sms.sendText;
  vi.spyOn(shop.sms, 'sendText').mockImplementation((to, text) => {
    if (/code is \d{6}/.test(text)) sentAt.push({ to, at: shop.clock.now().getTime() });
    return realText(to, text);
  });
  await shop.db.sql.delete(limitUses);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => world.shop.close());

const sentTo = (phone: string) => sentAt.filter(({ to }) => to === phone);
/** The maximum number of codes that the phone received within any hour. */
const worstHour = (phone: string) =>
  Math.max(0, ...sentTo(phone).map(({ at }, n, all) => all.slice(n).filter((it) => it.at < at + HOUR).length));

/** Repeats the steps for `ms`: first five times at one moment, then every ten minutes. */
async function attack(steps: readonly (() => Promise<unknown>)[], ms: number): Promise<void> {
  for (let n = 0; n < 5; n += 1) for (const step of steps) await step();
  for (let passed = 0; passed < ms; passed += 10 * MINUTE) {
    for (const step of steps) await step();
    world.shop.clock.advance(10 * MINUTE);
  }
}

/** Signs up with the first try of every call. Fails the test when a call is refused. */
async function signUpAtOnce(jar: Jar, phone: string): Promise<void> {
  const form = { ...FORM, phone, email: `${phone}@example.com` };
  expect((await jar.call(register, form)).status).toBe(200);
  const sent = await jar.call(sendOtp, { phone, userName: 'W' });
  expect(sent.status).toBe(200);
  const pin = world.shop.sms.codes.findLast(({ to }) => to === phone)?.code ?? '';
  const proof = await jar.call(verifyOtp, { pinId: sent.body.data.pinId, pin });
  expect(proof.status).toBe(200);
  const { verified, msisdn, verificationToken = '' } = proof.body.data;
  const verificationData = { verified: verified === true, msisdn, verificationToken };
  expect((await jar.call(completeRegistration, { phone, verificationData })).status).toBe(200);
}

const plays = Object.entries(PLAYS).flatMap(([door, its]) =>
  Object.entries(its).map(([name, play]) => ({ door, name, play })),
);

describe('X50: codes to one phone', () => {
  test.each(plays)('X50: sends at most five codes an hour through the door $door: $name', async ({ play }) => {
    const phone = newPhone();
    const step = await play(world, phone, createJar(world, newIp()));
    await attack([step], 2 * HOUR);
    expect(worstHour(phone)).toBeGreaterThan(0);
    expect(worstHour(phone)).toBeLessThanOrEqual(OF_FLOWS);
    // The limit is per hour and not a lock.
    expect(sentTo(phone).length).toBeGreaterThan(OF_FLOWS);
  });

  test("X50: sends at most five codes an hour through all doors together, including the owner's own", async () => {
    const { shop } = world;
    const { phone, owner } = await customer();
    const steps = await Promise.all(
      plays.map(({ play }, n) => play(world, phone, createJar(world, `198.51.100.${n}`))),
    );
    const asOwner = async () => {
      await owner.call(register, { ...FORM, phone, email: 'again@example.com' });
      return owner.call(sendOtp, { phone, userName: 'W' });
    };
    await attack([...steps, asOwner], 2 * HOUR);
    expect(worstHour(phone)).toBe(LIMITS.codesOfPhone.most);
    expect(shop.sms.codes.length).toBeGreaterThan(0);
  });

  test('X50: sends a code at the first try to a known or logged-in browser of the attacked account', async () => {
    for (const how of ['known', 'logged in'] as const) {
      const { phone, owner, token } = await customer();
      const steps = await Promise.all(plays.map(({ play }) => play(world, phone, createJar(world, newIp()))));
      await attack(steps, HOUR);
      if (how === 'logged in') owner.forget();
      await owner.call(register, { ...FORM, phone, email: 'again@example.com' });
      const before = sentTo(phone).length;
      const options = how === 'logged in' ? { token } : {};
      expect((await owner.call(sendOtp, { phone, userName: 'W' }, options)).status).toBe(200);
      expect(sentTo(phone)).toHaveLength(before + 1);
      expect(worstHour(phone)).toBeLessThanOrEqual(LIMITS.codesOfPhone.most);
    }
  });

  test('X50: any browser signs up with another phone at the first try while one phone is attacked', async () => {
    const phone = newPhone();
    const steps = await Promise.all(
      plays.map(({ play }, n) => play(world, phone, createJar(world, `198.51.100.${n}`))),
    );
    await attack(steps, 20 * MINUTE);
    await signUpAtOnce(createJar(world, '192.0.2.1'), newPhone());
    // Also from an address that takes part in the attack.
    await signUpAtOnce(createJar(world, '198.51.100.0'), newPhone());
  });

  test("X50: reserves a part of the shop's hourly codes for browsers with few codes", async () => {
    const { limiter } = world.shop.deps;
    const attacker = '198.51.100.1';
    for (let n = 0; n < 5; n += 1) await limiter.count('codesOfCaller', attacker);
    const ask = async (jar: Jar, phone: string) => {
      await jar.call(register, { ...FORM, phone, email: `${phone}@example.com` });
      return (await jar.call(sendOtp, { phone, userName: 'W' })).status;
    };
    const statuses = [];
    for (let n = 0; n < Math.floor(LIMITS.codesOfShop.most * 0.8) - 3; n += 1) await limiter.count('codesOfShop', '');
    for (let n = 0; n < 6; n += 1) statuses.push(await ask(createJar(world, attacker), newPhone()));
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    for (let n = 0; n < 4; n += 1) await signUpAtOnce(createJar(world, `192.0.2.${n}`), newPhone());
    // An address without earlier codes gets five of the reserved codes, and an account gets its own.
    for (let n = 0; n < 6; n += 1) expect(await ask(createJar(world, '192.0.2.9'), newPhone())).toBe(n < 5 ? 200 : 429);
    const { owner } = await customer();
    const own = createJar(world, attacker);
    own.set('browser', owner.cookie('browser'));
    expect(await ask(own, newPhone())).toBe(200);
  });

  test('X50, D24: keeps the promised turn of a refused browser, and promises no more turns than places', async () => {
    const phone = newPhone();
    const stranger = () => createJar(world, newIp());
    const ask = async (jar: Jar) => {
      await jar.call(register, { ...FORM, phone, email: `${phones}@example.com` });
      return jar.call(sendOtp, { phone, userName: 'W' });
    };
    const minutesTold = async (jar: Jar) => Math.ceil(Number((await ask(jar)).headers['retry-after']) / 60);
    for (let n = 0; n < OF_FLOWS; n += 1) {
      expect((await ask(stranger())).status).toBe(200);
      world.shop.clock.advance(5 * MINUTE);
    }
    const honest = stranger();
    expect(await minutesTold(honest)).toBe(40);
    // The others queue behind her, up to the number of places. The rest gets no promise.
    const others = Array.from({ length: OF_FLOWS + 3 }, stranger);
    const told = [];
    for (const other of others) told.push(await minutesTold(other));
    expect(told).toEqual([45, 50, 55, 60, 60, 60, 60]);
    world.shop.clock.advance(40 * MINUTE);
    for (const other of others) expect((await ask(other)).status).toBe(429);
    expect((await ask(honest)).status).toBe(200);
    expect((await ask(honest)).status).toBe(429);
    expect(worstHour(phone)).toBe(OF_FLOWS);
  });

  test('X50: keeps a turn for at most ten minutes', async () => {
    const phone = newPhone();
    const ask = async (jar: Jar) => {
      await jar.call(register, { ...FORM, phone, email: `${phones}@example.com` });
      return (await jar.call(sendOtp, { phone, userName: 'W' })).status;
    };
    const fill = async () => {
      const statuses = [];
      for (let n = 0; n < OF_FLOWS; n += 1) statuses.push(await ask(createJar(world, newIp())));
      return statuses;
    };
    expect(await fill()).toEqual([200, 200, 200, 200]);
    const honest = createJar(world, newIp());
    expect(await ask(honest)).toBe(429);
    world.shop.clock.advance(HOUR);
    expect(await fill()).toEqual([200, 200, 200, 429]);
    world.shop.clock.advance(HOUR + 10 * MINUTE);
    expect(await fill()).toEqual([200, 200, 200, 200]);
  });
});

describe('X50: calls that send codes', () => {
  test('X50: has a door for every table in which a phone waits for a code', () => {
    const tables = (Object.values(schema) as unknown[]).filter((it): it is PgTable => is(it, PgTable));
    const waiting = tables.filter((table) => {
      if ((Object.values(retired) as unknown[]).includes(table)) return false;
      const names = Object.keys(getTableColumns(table));
      return ['phone', 'flowHash', 'expiresAt'].every((name) => names.includes(name));
    });
    // A row of a sent code does not cause another code.
    const found = waiting.map(getTableName).filter((name) => name !== getTableName(schema.otpChallenges));
    expect(found.sort()).toEqual(Object.values(PURPOSES).map(getTableName).sort());
  });

  test("X50: sends codes in one place only, which first takes a place of the phone's hour", () => {
    const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const senders = files.filter((file) => /\.sendCode\(/.test(readFileSync(path.join('server', file), 'utf8')));
    expect(senders).toEqual(['modules/codes/otp.service.ts']);
    // All other codes go out as plain texts.
    const texts = files.filter((file) => /formatCodeText\(/.test(readFileSync(path.join('server', file), 'utf8')));
    expect(texts.map((file) => path.basename(file)).sort()).toEqual([
      'codes.rules.ts',
      'login-codes.worker.ts',
      'otp.service.ts',
    ]);
  });
});

/** Creates a customer with a browser in which she logged in before. */
async function customer() {
  const phone = newPhone();
  const { shop } = world;
  const { user, token } = await shop.signIn({ phone });
  const owner = createJar(world, '192.0.2.77');
  owner.set('browser', `browser of ${phone}`);
  const browserHash = secretHash(`browser of ${phone}`);
  const expiresAt = new Date(shop.clock.now().getTime() + 30 * 24 * HOUR);
  await shop.db.sql.insert(knownBrowsers).values({ browserHash, userId: user.id, expiresAt });
  return { phone, owner, token };
}
