// @engine postgres
import { expect, test } from 'vitest';
import { limitUses } from '../../../server/db/schema.ts';
import { LIMITS, type LimitName, type ProcessLimit } from '../../../server/limits/limits.ts';
import { completeGoogle, reserve, startGoogle } from './google-world.ts';
import { askCode, complete, FORM, MSISDN, register, signUp, verifyPhone } from './steps.ts';
import { describeShop, type Browser, type World } from './world.ts';

type ByAddress = { [Name in LimitName]: (typeof LIMITS)[Name]['by'] extends 'address' ? Name : never }[LimitName];
type Status = () => Promise<number>;

/** Two callers at an address whose limit is used up: an honest browser and a stranger. */
interface Case {
  /** How the shop recognizes the honest browser. */
  readonly by: 'account' | 'flow' | 'nothing' | 'proof';
  prepare(world: World, ip: string): Promise<{ readonly honest: Status; readonly stranger: Status | null }>;
}

const IP = '102.68.76.1';
const PERSON = { sub: 'g-1', email: 'g1@example.com' };
const post = (browser: Browser, path: string, body: object) => async () => (await browser.post(path, body)).status;
const get = (browser: Browser, path: string) => async () => (await browser.get(path)).status;

/** A customer who logged out. Her browser still has the cookie of the former login. */
async function former(world: World, ip: string): Promise<Browser> {
  const browser = world.browser(ip);
  await signUp(world, browser);
  browser.token = null;
  browser.flow = null;
  return browser;
}

/** Every limit by address with its call. A new limit does not compile without a case, or the reason for none (X51). */
const CASES: Readonly<Record<ByAddress, Case | string>> = {
  guestCalls: {
    by: 'account',
    prepare: async (world, ip) => ({
      honest: get(await former(world, ip), '/categories'),
      stranger: get(world.browser(ip), '/categories'),
    }),
  },
  searches: {
    by: 'account',
    prepare: async (world, ip) => ({
      honest: get(await former(world, ip), '/products?search=phone'),
      stranger: get(world.browser(ip), '/products?search=phone'),
    }),
  },
  countedAnew: {
    by: 'account',
    prepare: async (world, ip) => ({
      honest: get(await former(world, ip), '/products/facets?minPrice=1'),
      stranger: get(world.browser(ip), '/products/facets?minPrice=1'),
    }),
  },
  badCallbacks: 'A callback whose secret is right is not counted, and browsers send none.',
  codesOfCaller: 'It refuses nobody: it says who may use what is kept of the shop`s hour (X50).',
  logins: {
    by: 'account',
    prepare: async (world, ip) => {
      const { email, password } = FORM;
      return {
        honest: post(await former(world, ip), '/auth/login', { email, password }),
        stranger: post(world.browser(ip), '/auth/login', { email, password }),
      };
    },
  },
  staffTurns: 'It refuses nobody: it says how many turns browsers behind one address are promised (X52).',
  staffLogins: {
    by: 'account',
    async prepare(world, ip) {
      const payload = { email: 'owner@shop.test', password: 'a-long-password-1' };
      const { add } = world.services.staffAccounts;
      await add({ ...payload, name: 'Owner', role: 'owner', by: 'test' });
      const login = (cookies: Record<string, string>) =>
        world.app.inject({ method: 'POST', url: '/api/admin/auth/login', remoteAddress: ip, payload, cookies });
      const known = (await login({})).cookies.find(({ name }) => name === 'staff-browser')?.value ?? '';
      return {
        honest: async () => (await login({ 'staff-browser': known })).statusCode,
        stranger: async () => (await login({})).statusCode,
      };
    },
  },
  googleLogins: {
    by: 'account',
    async prepare(world, ip) {
      const credential = world.google.credentialOf(PERSON);
      return {
        honest: post(await former(world, ip), '/auth/google-login', { credential }),
        stranger: post(world.browser(ip), '/auth/google-login', { credential }),
      };
    },
  },
  signUps: {
    by: 'nothing',
    prepare: async (world, ip) => ({ honest: post(world.browser(ip), '/auth/register', FORM), stranger: null }),
  },
  completions: {
    by: 'flow',
    async prepare(world, ip) {
      const browser = world.browser(ip);
      await register(browser);
      const proof = await verifyPhone(world, browser);
      return {
        honest: async () => (await complete(browser, proof)).status,
        stranger: async () => (await complete(world.browser(ip), { ...proof, verificationToken: 'none' })).status,
      };
    },
  },
  googlePhones: {
    by: 'flow',
    async prepare(world, ip) {
      const browser = world.browser(ip);
      const userId = await startGoogle(browser, world.google.credentialOf(PERSON));
      const phone = FORM.phone;
      return {
        honest: post(browser, '/auth/verify-google-phone', { userId, phone }),
        stranger: post(world.browser(ip), '/auth/verify-google-phone', { userId: 'none', phone }),
      };
    },
  },
  codes: {
    by: 'flow',
    async prepare(world, ip) {
      const browser = world.browser(ip);
      await register(browser);
      return {
        honest: post(browser, '/auth/send-otp', { phone: FORM.phone, userName: 'W' }),
        stranger: post(world.browser(ip), '/auth/send-otp', { phone: FORM.phone, userName: 'W' }),
      };
    },
  },
  codeChecks: {
    by: 'proof',
    async prepare(world, ip) {
      const browser = world.browser(ip);
      await register(browser);
      const pinId = await askCode(browser);
      const pin = world.sms.codeOf(MSISDN);
      return {
        honest: post(world.browser(ip), '/auth/verify-termii-otp', { pinId, pin }),
        stranger: post(world.browser(ip), '/auth/verify-termii-otp', { pinId: 'none', pin }),
      };
    },
  },
  resets: {
    by: 'account',
    prepare: async (world, ip) => ({
      honest: post(await former(world, ip), '/auth/forgot-password', { email: FORM.email }),
      stranger: post(world.browser(ip), '/auth/forgot-password', { email: FORM.email }),
    }),
  },
  links: {
    by: 'proof',
    async prepare(world, ip) {
      const browser = await former(world, ip);
      await browser.post('/auth/forgot-password', { email: FORM.email });
      const mail = (await world.mailsTo(FORM.email)).at(-1);
      const token = /reset-password\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      const reset = (by: Browser, link: string) => async () =>
        (await by.put(`/auth/reset-password/${link}`, { password: 'Another-Secret-12' })).status;
      return {
        honest: reset(world.browser(ip), token),
        stranger: reset(world.browser(ip), 'none'),
      };
    },
  },
  messages: {
    by: 'account',
    async prepare(world, ip) {
      const hello = { name: 'Wanjiku', email: FORM.email, message: 'Hello, is this phone still sold?' };
      return {
        honest: post(await former(world, ip), '/contact', hello),
        stranger: post(world.browser(ip), '/contact', hello),
      };
    },
  },
};

const isOfProcess = (name: LimitName): name is ProcessLimit => LIMITS[name].kept === 'process';

/** Uses up the limit of the address. */
async function useUp(world: World, name: ByAddress, ip: string): Promise<void> {
  const { most, perMs } = LIMITS[name];
  const { limiter, clock } = world.deps;
  if (isOfProcess(name)) for (let n = 0; n < most; n += 1) limiter.secondsToWait(name, ip);
  else {
    const now = clock.now().getTime();
    const uses = { slots: [now], counts: [most], expiresAt: new Date(now + perMs) };
    await world.db.sql
      .insert(limitUses)
      .values({ key: `${name} ${ip}`, ...uses })
      .onConflictDoUpdate({ target: limitUses.key, set: uses });
  }
}

const cases = Object.entries(CASES).flatMap(([name, it], n) =>
  typeof it === 'string' ? [] : [{ ...it, name: name as ByAddress, ip: `${IP}${n}` }],
);

describeShop('X51: an honest browser behind an attacked address', (world) => {
  test.each(cases)('X51, D24: serves a browser known by its $by when $name of its address is used up', async (it) => {
    const { honest, stranger } = await it.prepare(world(), it.ip);
    await useUp(world(), it.name, it.ip);
    if (stranger !== null) expect(await stranger()).toBe(429);
    expect(await honest()).toBe(200);
  });

  test('X51, X50: a new browser signs up at the first try when all limits of its address are used up', async () => {
    const ip = '102.68.77.1';
    for (const { name, by } of cases) if (by !== 'account') await useUp(world(), name, ip);
    await useUp(world(), 'logins', ip);
    await signUp(world(), world().browser(ip));
    const browser = world().browser(ip);
    const userId = await startGoogle(browser, world().google.credentialOf(PERSON));
    expect((await reserve(browser, userId, '0733000111')).status).toBe(200);
    const proof = await verifyPhone(world(), browser, '0733000111', '254733000111');
    expect((await completeGoogle(browser, userId, proof, '0733000111')).status).toBe(200);
  });

  test('X51: also limits a known browser, by its account', async () => {
    const browser = await former(world(), IP);
    const statuses = [];
    for (let n = 0; n < LIMITS.messages.most / 10 + 1; n += 1)
      statuses.push(
        (await browser.post('/contact', { name: 'W', email: FORM.email, message: 'Hello there, again' })).status,
      );
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
