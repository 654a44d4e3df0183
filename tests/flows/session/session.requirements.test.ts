import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseStoredUser } from '../../../src/rules/account/stored-session.ts';
import { credentials, otieno, wanjiku } from '../support/account.samples.ts';
import { ok, openTab, refused, SharedStorage } from '../../support/tab.ts';
import type { Server } from '../../support/tab.ts';
import { savedAddress } from '../../support/samples/account.ts';
import { until } from '../../support/until.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const renamed = { ...wanjiku, name: 'Wanjiku N.' };

/** Answers the profile load with a user and every other call with success. */
const friendly: Server = ({ path }) => (path === '/auth/profile' ? ok({ user: renamed }) : ok({}));

const getSession = ({ app }: ReturnType<typeof openTab>) => app.session.getSnapshot();
const settled = (tab: ReturnType<typeof openTab>) =>
  until(() => expect(getSession(tab).matches({ customer: { authenticated: 'confirming' } })).toBe(false));

const profileFails =
  (answer: Awaited<ReturnType<Server>>): Server =>
  ({ path }) =>
    path === '/auth/profile' ? answer : ok({});

describe('sessions at page load', () => {
  test.each([
    ['network lost', 'lost' as const],
    ['500', refused(500, 'Internal error')],
    ['503', refused(503)],
    ['429', refused(429, 'Slow down')],
    ['404', refused(404)],
    ['200 without a user', ok({})],
  ])('U7: a profile load that fails with %s keeps the stored user and offers a retry', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const tab = openTab({ user: wanjiku, server: profileFails(answer) });
    await until(async () => {
      // The pauses between the retries of the load (H18).
      await vi.advanceTimersByTimeAsync(1_500);
      expect(getSession(tab).matches({ customer: { authenticated: 'confirming' } })).toBe(false);
    });
    expect(getSession(tab).matches({ customer: { authenticated: 'unconfirmed' } })).toBe(true);
    expect(getSession(tab).context.user?.name).toBe('Wanjiku');
    expect(getSession(tab).context.problem?.text).toBe('Failed to load user');
    expect(tab.storage.values.get('token')).toBe('T');
  });

  test.each([[401], [403]])('U7: a profile load that fails with %i ends the session', async (status) => {
    const tab = openTab({ user: wanjiku, server: profileFails(refused(status, 'No')) });
    await settled(tab);
    expect(getSession(tab).matches({ customer: 'guest' })).toBe(true);
    expect(getSession(tab).context.problem?.text).toBe('Failed to load user');
    expect([...tab.storage.values.keys()].filter((key) => key !== 'cart')).toEqual([]);
  });

  test('§4 Auth, §8 Profile load: without a token no profile is loaded and the stored user is removed', async () => {
    const tab = openTab({ server: friendly });
    tab.storage.values.set('user', JSON.stringify(wanjiku));
    tab.app.session.send({ type: 'profile.load' });
    expect(getSession(tab).context.problem?.text).toBe('No token found');
    expect(tab.storage.values.has('user')).toBe(false);
  });

  test('Q2: with token and user the shopper is logged in immediately, and the profile loads in the background', async () => {
    const tab = openTab({ user: wanjiku, server: friendly });
    expect(getSession(tab).hasTag('signedIn')).toBe(true);
    expect(getSession(tab).context.user?.name).toBe('Wanjiku');
    await settled(tab);
    expect(getSession(tab).context.user?.name).toBe('Wanjiku N.');
    expect(JSON.parse(tab.storage.values.get('user') ?? '')).toMatchObject({ name: 'Wanjiku N.' });
  });

  test.each([
    ['token', 'T'],
    ['user', JSON.stringify(wanjiku)],
  ])('Q2: only %s in the storage means a guest, and both keys are removed', (key, value) => {
    const storage = new SharedStorage();
    storage.values.set(key, value);
    const tab = openTab({ storage, server: friendly });
    expect(getSession(tab).matches({ customer: 'guest' })).toBe(true);
    expect(storage.values.has('token') || storage.values.has('user')).toBe(false);
    expect(tab.sent).toEqual([]);
  });

  test.each([
    '{bad',
    'null',
    '[]',
    '""',
    '0',
    '{}',
    '{"_id":1}',
    '{"_id":"u1","addresses":5}',
    '{"_id":"u1","address":"x"}',
    '{"_id":"u1","name":{}}',
    '{"__proto__":{"_id":"u1"}}',
  ])('§4: a stored user with the text %s means a guest', (user) => {
    expect(parseStoredUser(user)).toBeNull();
    const storage = new SharedStorage();
    storage.values.set('token', 'T').set('user', user);
    expect(getSession(openTab({ storage })).matches({ customer: 'guest' })).toBe(true);
    expect(storage.values.has('token') || storage.values.has('user')).toBe(false);
  });

  test('§4: reads a stored user back unchanged', () => {
    const user = {
      ...wanjiku,
      address: { street: 'Moi Avenue', city: 'Nairobi', state: 'CBD', zipCode: '00100', country: 'Kenya' },
      addresses: [savedAddress()],
    };
    expect(parseStoredUser(JSON.stringify(user))).toEqual(user);
  });
});

describe('requests', () => {
  test("§7: every request carries the stored token, and a guest's request has none", async () => {
    const guest = openTab({ server: friendly });
    await (
      await guest.app.env.api()
    )((await import('../../../contract/catalogue.ts')).listCategories, {}).catch(() => undefined);
    expect(guest.sent.at(-1)?.headers.has('authorization')).toBe(false);
    const shopper = openTab({ user: wanjiku, server: friendly });
    await settled(shopper);
    expect(shopper.sent.at(-1)?.headers.get('authorization')).toBe('Bearer T');
  });

  test('D14: a 401 ends a session; a 400 does not', async () => {
    let answer = refused(400, 'Your current password is wrong.');
    const tab = openTab({
      user: wanjiku,
      server: ({ path }) => (path === '/auth/profile' ? ok({ user: wanjiku }) : answer),
    });
    await settled(tab);
    const call = async () => {
      const { logout } = await import('../../../contract/auth.ts');
      await (await tab.app.env.api())(logout, {}).catch(() => undefined);
    };
    await call();
    expect(getSession(tab).hasTag('signedIn')).toBe(true);
    answer = refused(401, 'Please log in again.');
    await call();
    expect(getSession(tab).matches({ customer: 'guest' })).toBe(true);
    expect(tab.storage.values.has('token')).toBe(false);
  });

  test('§4: ignores a response that arrives after its session has ended', async () => {
    let answer: (value: Awaited<ReturnType<Server>>) => void = () => undefined;
    const late = new Promise<Awaited<ReturnType<Server>>>((resolve) => void (answer = resolve));
    const tab = openTab({ user: wanjiku, server: ({ path }) => (path === '/auth/profile' ? late : ok({})) });
    await until(() => expect(tab.sent.map(({ path }) => path)).toContain('/auth/profile'));
    tab.app.session.send({ type: 'session.logout' });
    await until(() => expect(tab.assigned).toEqual(['/auth/login']));
    answer(ok({ user: renamed }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(getSession(tab).matches({ customer: 'guest' })).toBe(true);
    expect(tab.storage.values.has('user')).toBe(false);
  });
});

describe('logout', () => {
  test.each([
    ['200', ok({})],
    ['401', refused(401)],
    ['500', refused(500)],
    ['network lost', 'lost' as const],
  ])('A25: with response %s, clears the session, keeps the cart and reloads the login page', async (_, answer) => {
    const storage = new SharedStorage();
    storage.values.set('wishlist', '[]').set('cart', '{"items":[],"totalQuantity":0,"totalAmount":0}');
    const tab = openTab({
      storage,
      user: wanjiku,
      server: ({ path }) => (path === '/auth/profile' ? ok({ user: wanjiku }) : answer),
    });
    await settled(tab);
    tab.app.session.send({ type: 'session.logout' });
    tab.app.session.send({ type: 'session.logout' });
    await until(() => expect(tab.assigned).toEqual(['/auth/login']));
    expect(tab.sent.filter(({ path }) => path === '/auth/logout')).toHaveLength(1);
    expect([...storage.values.keys()].sort()).toEqual(['cart', 'wishlist']);
    expect(getSession(tab).context).toMatchObject({ token: null, user: null, problem: null });
  });
});

describe('tabs and storage', () => {
  test('H10: a login in one tab logs the other tab in, and a logout logs it out', async () => {
    const storage = new SharedStorage();
    const one = openTab({ storage, server: friendly });
    const other = openTab({ storage, server: friendly });
    one.app.session.send({ type: 'session.signedIn', ...credentials, load: false });
    await settled(other);
    expect(getSession(other).matches({ customer: { authenticated: 'confirmed' } })).toBe(true);
    one.app.session.send({ type: 'session.logout' });
    await until(() => expect(getSession(other).matches({ customer: 'guest' })).toBe(true));
    expect(other.assigned).toEqual([]);
  });

  test('H10: a login as another shopper in another tab also applies here', async () => {
    const storage = new SharedStorage();
    const one = openTab({
      storage,
      user: wanjiku,
      server: ({ headers }) => ok({ user: headers.get('authorization') === 'Bearer T2' ? otieno : wanjiku }),
    });
    const other = openTab({
      storage,
      server: ({ headers }) => ok({ user: headers.get('authorization') === 'Bearer T2' ? otieno : wanjiku }),
    });
    await settled(one);
    await settled(other);
    one.app.session.send({ type: 'session.signedIn', token: 'T2', user: otieno, load: false });
    await until(() => expect(getSession(other).context.user?.name).toBe('Otieno'));
    expect(storage.values.get('token')).toBe('T2');
  });

  test('D17, H10: ignores a response about another shopper than the current one', async () => {
    const tab = openTab({ user: otieno, server: () => ok({ user: otieno }) });
    await settled(tab);
    tab.app.session.send({ type: 'user.update', user: wanjiku });
    expect(getSession(tab).context.user?.name).toBe('Otieno');
    expect(tab.storage.values.get('user')).toContain('Otieno');
  });

  test('H10: a browser that refuses to store keeps the session until the page closes, and the page shows it', async () => {
    const storage = new SharedStorage();
    storage.isRefused = true;
    const tab = openTab({ storage, server: friendly });
    tab.app.session.send({ type: 'session.signedIn', ...credentials, load: true });
    await settled(tab);
    expect(getSession(tab).matches({ storage: 'memoryOnly' })).toBe(true);
    expect(getSession(tab).context.token).toBe('T');
    expect(tab.sent.at(-1)?.headers.get('authorization')).toBe('Bearer T');
    expect(getSession(openTab({ storage })).matches({ customer: 'guest' })).toBe(true);
  });

  test('H10: a full storage keeps nothing of the last shopper', () => {
    const storage = new SharedStorage();
    const tab = openTab({ storage, user: otieno, server: friendly });
    storage.isFull = true;
    tab.app.session.send({ type: 'session.signedIn', ...credentials, load: false });
    expect(getSession(tab).matches({ storage: 'memoryOnly' })).toBe(true);
    expect(getSession(tab).context.user?.name).toBe('Wanjiku');
    expect(storage.values.has('token') || storage.values.has('user')).toBe(false);
  });
});
