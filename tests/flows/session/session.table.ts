import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { adminLogin, listOrders, setOrderStatus } from '../../../contract/admin.ts';
import type { Access } from '../../../contract/endpoint.ts';
import type { User } from '../../../contract/user.ts';
import type { sessionMachine } from '../../../src/machines/account/session.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import { parseLiteral } from 'model-testing/table/language';
import { LOOK } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { wanjiku } from '../support/account.samples.ts';

type Live = LiveActor<typeof sessionMachine>;

/** The account that a call belongs to. All calls outside the staff area belong to the customer. */
const getAccess = (path: string): Access =>
  [adminLogin, listOrders, setOrderStatus].find((it) => new RegExp(`^${it.path.replace(':id', '[^/]+')}$`).test(path))
    ?.access ?? 'customer';

/** Parses the stored token and user: `token 'T', user {…}`, `no token, no user`, `token and user removed`. */
const storedIn = (words: string, heldToken: string | null = null) => {
  if (words.includes('removed')) return { token: null, user: null };
  const user = /(?:user|adminUser) (\{.*?\}|'.*?')/i.exec(words)?.[1] ?? null;
  return {
    token: /(?:token|adminToken) '(.*?)'/i.exec(words)?.[1] ?? heldToken,
    user: user?.startsWith("'") ? user.slice(1, -1) : user && JSON.stringify(parseLiteral(user)),
  };
};

/** Parses a user: `user {_id:'u1', …}`, or the fields of a response, `name 'Wanjiku N.', email still '…'`. */
const userIn = (words: string): User => ({
  ...wanjiku,
  ...Object.fromEntries(
    [...words.matchAll(/(name|email|phone):?(?: still)? '(.*?)'/g)].map(([, field, text]) => [field, text]),
  ),
  ...(parseLiteral(/\{.*?\}/.exec(words)?.[0] ?? '{}') as Partial<User>),
});

const guest = (live: Live) => live.emit('watchStorage', { type: 'customer.read', stored: { token: null, user: null } });
const confirming = (live: Live) =>
  live.emit('watchStorage', { type: 'customer.read', stored: { token: 'T', user: JSON.stringify(wanjiku) } });
const confirmed = async (live: Live) => {
  await confirming(live);
  await live.answer('loadProfile', wanjiku);
};
const unconfirmed = async (live: Live) => {
  await confirming(live);
  await live.fail('loadProfile', failures['offline']);
};
/** Sign-up and Google load the profile afterwards, except Google on the login screen. */
const LOADING = /^signed in by (?:sign-up|Google(?! on the login screen))/;

export const sessionTable: Table<typeof sessionMachine> = {
  start: { 'the customer scope': '', 'the admin scope (runs beside it)': '' },
  reach: {
    'customer.guest': async (live, { on }) => {
      await guest(live);
      if (on === 'clear error') await live.send({ type: 'profile.load' });
    },
    'admin.signedOut': (live) => live.emit('watchStorage', { type: 'admin.read', stored: { token: null, user: null } }),
    'customer.authenticated.confirming': confirming,
    'customer.authenticated.unconfirmed': unconfirmed,
    'customer.authenticated': async (live, { on }) => {
      if (on === 'clear error') await unconfirmed(live);
      else if (on.startsWith('GET /auth/profile')) await confirming(live);
      else await confirmed(live);
    },
    'admin.signedIn': async (live, { on }) => {
      if (on.startsWith('logout')) await confirmed(live);
      else if (on.startsWith('GET /auth/profile')) await confirming(live);
      else await guest(live);
      await live.emit('watchStorage', { type: 'admin.read', stored: { token: 'AT', user: '{"_id":"s1"}' } });
    },
  },
  when: [{ "this tab's session lives in localStorage": { because: 'A24: every session does' } }],
  on: [
    {
      // The session reacts only to its own keys.
      'storage changed in another tab(cart)': LOOK,
      'clear error': { type: 'error.clear' },
    },
    [
      /^storage read\((.*)\)$/,
      (_, [, words = ''], { from }) => ({
        type: from.startsWith('admin') ? 'admin.read' : 'customer.read',
        stored: storedIn(words),
      }),
    ],
    [
      /^storage changed in another tab\((adminToken.*)\)$/,
      (_, [, words = '']) => ({ type: 'admin.changed', stored: storedIn(words) }),
    ],
    [
      /^storage changed in another tab\((.*)\)$/,
      (_, [, words = '']) => ({ type: 'customer.changed', stored: storedIn(words, 'T') }),
    ],
    [/^load profile|^retry$/, { type: 'profile.load' }],
    [
      /^(?:GET|POST|PUT) (?!\/auth\/(?:profile|logout))(\S+) fails\((\d+)/,
      (live, [, path = '', status], { from }) => {
        if (status !== '401') return LOOK;
        const { token, adminToken } = live.snapshot.context;
        const sent = from.startsWith('customer.guest') ? 'stale' : token;
        const access = getAccess(path);
        return {
          type: 'request.unauthorized',
          access,
          path,
          token: access === 'admin' ? adminToken : sent,
        };
      },
    ],
    [
      /^signed in by \S+(.*)$/,
      (_, [on, words = '']) => {
        const token = /token '(.*?)'/.exec(words)?.[1] ?? '';
        const signedIn = { type: 'session.signedIn', token, user: userIn(words), load: LOADING.test(on) } as const;
        return words.includes('refuses to store') ? [signedIn, { type: 'storage.refused' }] : signedIn;
      },
    ],
    [/^update user\((.*)\)$/, (_, [, words = '']) => ({ type: 'user.update', user: userIn(words) })],

    // The session receives no event for these.
    [/^Google sign-in asks for the phone|^POST \/auth\/confirm-email answers/, LOOK],
    [/^logout/, { type: 'session.logout' }],
  ],
  calls: [
    {
      call: 'GET /auth/profile',
      slot: 'loadProfile',
      answers: [
        {
          "data.user {email:'njeri@example.com'}": { ...wanjiku, email: 'njeri@example.com' },
          "data.user {_id:'u1', name:'Wanjiku', avatar:'/media/u1.jpg'}": { ...wanjiku, avatar: '/media/u1.jpg' },
          "data.user {_id:'u1', name:'Wanjiku N.'}": { ...wanjiku, name: 'Wanjiku N.' },
          '200 without data.user': failures['broken'],
        },
      ],
    },
    { call: 'POST /auth/logout', slot: 'logout', answers: [{ '200': undefined }] },
  ],
  does: [
    {
      'remove the old token and user from both storages': {
        judgedBy: 'tests/flows/session/session.requirements.test.ts',
      },
      'remove token and user from localStorage': (outcome) => void outcome.effect('clearStored', { scope: 'customer' }),
      'remove adminToken and adminUser': (outcome) => void outcome.effect('clearStored', { scope: 'admin' }),
      // The top bar is tested in tests/flows/menu/menu.paths.test.tsx.
      "its email is the old one; the top bar says 'Welcome Wanjiku N.'": ({ snapshot }) =>
        expect(snapshot.context.user).toMatchObject({ email: 'wanjiku@example.com', name: 'Wanjiku N.' }),
      'its phone is the old one': ({ snapshot }) => expect(snapshot.context.user?.phone).toBe('0712345678'),
      'the avatar is shown': { judgedBy: 'tests/flows/profile/profile.paths.test.tsx (H20)' },
      'replace the user in the session': ({ snapshot }) => expect(snapshot.context.user?.name).toBe('Wanjiku N.'),
      'empty the error': ({ before, snapshot }) => {
        expect(before.context.problem).not.toBeNull();
        expect(snapshot.context.problem).toBeNull();
      },
      'forget user, token and error': ({ snapshot: { context } }) =>
        expect(context).toMatchObject({ user: null, token: null, problem: null }),
      'full navigation to /auth/login': (outcome) => void outcome.effect('leaveForLogin'),
    },
    [
      /^authenticated with the stored user(?: (\w+))?$/,
      ({ snapshot }, [, id = 'u1']) => {
        expect(snapshot.hasTag('signedIn')).toBe(true);
        expect(snapshot.context.user?._id).toBe(id);
      },
    ],
    [
      /^store token and user|^keep token and user in memory$/,
      (outcome) => {
        const { token, user } = outcome.snapshot.context;
        outcome.effect('storeSession', { token, user });
      },
    ],
    [
      /^replace the user in the session and under user/,
      (outcome) => {
        const { user } = outcome.snapshot.context;
        expect(user).not.toEqual(outcome.before.context.user);
        outcome.effect('storeUser', { user });
      },
    ],
    [/^nothing is stored/, ({ live }) => expect(live.effects).toEqual([])],
  ],
  undrawn: {
    'customer.starting': 'on protected pages: tests/routes/render.test.tsx',
    'customer.authenticated': 'in the header: tests/flows/menu/menu.paths.test.tsx',
  },
  elsewhere: [
    {
      rows: /^admin\.signedOut: signed in by admin login/,
      never: 'no login page of staff is built, which would send it (H1)',
    },
    { rows: /^invariant: a pending e-mail or phone/, by: 'tests/server/accounts/new-email.test.ts' },
    {
      rows: /^customer\.(?:loggingOut|guest): GET \/auth\/profile answers/,
      by: 'tests/flows/session/session.requirements.test.ts',
    },
    { rows: /^invariant: every request carries/, by: 'tests/flows/session/session.requirements.test.ts' },
    { rows: /^invariant: after logout no key token or user/, by: 'tests/flows/session/session.requirements.test.ts' },
    { rows: /^invariant: only 401 and 403/, by: 'tests/flows/session/session.requirements.test.ts' },
  ],
};
