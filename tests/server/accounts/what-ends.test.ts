// @engine postgres
import { expect, test } from 'vitest';
import {
  accountLinks,
  knownBrowsers,
  loginCodes,
  loginFailures,
  otpChallenges,
  pendingRegistrations,
  phoneChanges,
  sessions,
  users,
} from '../../../server/db/schema.ts';
import { secretHash } from '../../../server/secrets.ts';
import { confirmEmail, confirmPhone, save } from './profile-steps.ts';
import { complete, FORM, register, signUp, verifyPhone } from './steps.ts';
import { describeShop, type Browser, type World } from './world.ts';

/** Tests the side effects of each account action: what it ends for its owner and keeps for another account. */

const MINUTE = 60_000;
const NEW_PASSWORD = 'Nairobi 2026';
const OWNER = { email: FORM.email, phone: FORM.phone, msisdn: '254712345678' };
const OTHER = { email: 'achieng@example.com', phone: '0722111222', msisdn: '254722111222' };
const NEW = { email: 'new-owner@example.com', phone: '0733444555', msisdn: '254733444555' };
const NEW_OF_OTHER = { email: 'new-other@example.com', phone: '0733666777' };

interface Open {
  readonly sessions: number;
  readonly browsers: number;
  readonly links: readonly string[];
  readonly phoneChange: boolean;
  readonly failures: number;
  readonly codes: number;
}

/** An owner with two browsers, pending changes of e-mail, phone and password, and five password guesses by others. */
const ALL: Open = {
  sessions: 2,
  browsers: 2,
  links: ['email', 'reset'],
  phoneChange: true,
  failures: 5,
  codes: 1,
};

interface Owned {
  readonly id: string;
  readonly browser: Browser;
  readonly second: Browser;
}

const login = (browser: Browser, email: string, change: { password?: string; code?: string } = {}) =>
  browser.post('/auth/login', { email, password: FORM.password, code: '', ...change });

async function openAll(world: World, owner: typeof OWNER, change: { email: string; phone: string }): Promise<Owned> {
  const browser = world.browser();
  await signUp(world, browser, { email: owner.email, phone: owner.phone }, owner.msisdn);
  const second = world.browser();
  const { body } = await login(second, owner.email);
  second.token = body.data?.token ?? null;
  expect((await save(browser, { email: change.email, phone: change.phone })).body.data?.pending).toEqual([
    'phone',
    'email',
  ]);
  await world.browser().post('/auth/forgot-password', { email: owner.email });
  // An SMS is sent at most once a minute.
  world.advance(MINUTE);
  for (let n = 0; n < 5; n += 1) await login(world.browser(), owner.email, { password: 'Wrong123' });
  await world.mailsTo(owner.email);
  const user = (await world.rows(users)).find(({ email }) => email === owner.email);
  return { id: user?.id ?? '', browser, second };
}

/** Counts the open items of an account. Guesses are counted by its former e-mail. */
async function readOpen(world: World, { id }: Owned, email: string): Promise<Open> {
  const mine = <Row extends { readonly userId: string }>(rows: readonly Row[]) =>
    rows.filter(({ userId }) => userId === id);
  const guessed = <Row extends { readonly emailHash: string }>(rows: readonly Row[]) =>
    rows.filter(({ emailHash }) => emailHash === secretHash(email));
  return {
    sessions: mine(await world.rows(sessions)).length,
    browsers: mine(await world.rows(knownBrowsers)).length,
    links: mine(await world.rows(accountLinks))
      .filter(({ usedAt }) => usedAt === null)
      .map(({ kind }) => kind)
      .sort(),
    phoneChange: mine(await world.rows(phoneChanges)).length > 0,
    failures: guessed(await world.rows(loginFailures))[0]?.failures ?? 0,
    codes: guessed(await world.rows(loginCodes)).length,
  };
}

const tokenIn = async (world: World, address: string, pattern: RegExp) =>
  (await world.mailsTo(address)).flatMap(({ text }) => pattern.exec(text)?.[1] ?? []).at(-1) ?? '';
const codeTo = ({ sms }: World, { msisdn }: typeof OWNER) =>
  sms.texts
    .filter(({ to }) => to === msisdn)
    .flatMap(({ text }) => /code is (\d{6})/.exec(text)?.[1] ?? [])
    .at(-1) ?? '';

/** Each action and the items that remain open. */
const SUCCESSES: readonly {
  readonly title: string;
  readonly act: (world: World, owned: Owned) => Promise<{ readonly status: number }>;
  readonly left: Partial<Open>;
}[] = [
  {
    title: 'a password reset',
    act: async (world) => {
      const token = await tokenIn(world, OWNER.email, /reset-password\/([\da-f]{64})/);
      return world.browser().put(`/auth/reset-password/${token}`, { password: NEW_PASSWORD });
    },
    left: { sessions: 1, browsers: 1, links: [], phoneChange: false, failures: 0, codes: 0 },
  },
  {
    title: 'a changed password',
    act: (_, { browser }) =>
      browser.put('/auth/change-password', { currentPassword: FORM.password, newPassword: NEW_PASSWORD }),
    left: { sessions: 1, browsers: 1, links: [], phoneChange: false, failures: 0, codes: 0 },
  },
  {
    title: 'a login of a known browser',
    act: (_, { second }) => login(second, OWNER.email),
    left: { sessions: 3, failures: 0, codes: 0 },
  },
  {
    title: 'a login of a new browser with the code',
    act: (world) => login(world.browser(), OWNER.email, { code: codeTo(world, OWNER) }),
    left: { sessions: 3, browsers: 3, failures: 0, codes: 0 },
  },
  {
    title: 'a logout',
    act: (_, { browser }) => browser.post('/auth/logout', {}),
    left: { sessions: 1 },
  },
  {
    title: 'a confirmed new phone',
    act: async (world, { browser }) =>
      confirmPhone(browser, await verifyPhone(world, browser, NEW.phone, NEW.msisdn), NEW.phone),
    left: { phoneChange: false },
  },
  {
    title: 'a confirmed new e-mail',
    act: async (world) => confirmEmail(world.browser(), await tokenIn(world, NEW.email, /token=([\da-f]{64})/)),
    left: { links: [] },
  },
];

describeShop('side effects of account actions', (world) => {
  test.each(SUCCESSES)('D13, D26: $title ends open items of its owner and none of another account', async (success) => {
    const owner = await openAll(world(), OWNER, NEW);
    const other = await openAll(world(), OTHER, NEW_OF_OTHER);
    expect([await readOpen(world(), owner, OWNER.email), await readOpen(world(), other, OTHER.email)]).toEqual([
      ALL,
      ALL,
    ]);
    expect((await success.act(world(), owner)).status).toBe(200);
    expect(await readOpen(world(), owner, OWNER.email)).toEqual({ ...ALL, ...success.left });
    expect(await readOpen(world(), other, OTHER.email)).toEqual(ALL);
  });

  test('D1, D23: a completed sign-up ends itself and its code, and none of another account', async () => {
    const openSignUp = async ({ email, phone, msisdn }: typeof OWNER) => {
      const browser = world().browser();
      await register(browser, { email, phone });
      return { browser, phone, proof: await verifyPhone(world(), browser, phone, msisdn) };
    };
    const left = async ({ email, msisdn }: typeof OWNER) => ({
      signUps: (await world().rows(pendingRegistrations)).filter((row) => row.email === email).length,
      codes: (await world().rows(otpChallenges)).filter((row) => row.phone === msisdn && row.consumedAt === null)
        .length,
      accounts: (await world().rows(users)).filter((row) => row.email === email).length,
    });
    const owner = await openSignUp(OWNER);
    const other = await openSignUp(OTHER);
    expect((await complete(owner.browser, owner.proof, owner.phone)).status).toBe(200);
    expect(await left(OWNER)).toEqual({ signUps: 0, codes: 0, accounts: 1 });
    expect(await left(OTHER)).toEqual({ signUps: 1, codes: 1, accounts: 0 });
    // A second press creates no second account and no second session.
    expect((await complete(owner.browser, owner.proof, owner.phone)).status).not.toBe(200);
    expect([(await world().rows(users)).length, (await world().rows(sessions)).length]).toEqual([1, 1]);
    expect((await complete(other.browser, other.proof, other.phone)).status).toBe(200);
  });
});
