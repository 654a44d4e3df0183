import { expect } from 'vitest';
import type { User } from '../../contract/user.ts';
import type { sessionMachine } from '../../src/machines/session.machine.ts';
import { failures } from '../../model-testing/model/failures.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import { read } from '../../model-testing/table/language.ts';
import { LOOK } from '../../model-testing/table/table.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { wanjiku } from './account.samples.ts';

type Live = LiveActor<typeof sessionMachine>;

/** The two texts that the words describe: `token 'T', user {…}`, `no token, no user`, `token and user removed`. */
const storedIn = (words: string, heldToken: string | null = null) => {
  if (words.includes('removed')) return { token: null, user: null };
  const user = /(?:user|adminUser) (\{.*?\}|'.*?')/i.exec(words)?.[1] ?? null;
  return {
    token: /(?:token|adminToken) '(.*?)'/i.exec(words)?.[1] ?? heldToken,
    user: user?.startsWith("'") ? user.slice(1, -1) : user && JSON.stringify(read(user)),
  };
};

const userIn = (words: string): User => ({
  ...wanjiku,
  ...(read(/\{.*?\}/.exec(words)?.[0] ?? '{}') as Partial<User>),
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
const LOADING = /sign-up|Google/;

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
    'customer.authenticated': async (live, { on }) => (on === 'clear error' ? unconfirmed(live) : confirmed(live)),
    'admin.signedIn': async (live) => {
      await guest(live);
      await live.emit('watchStorage', { type: 'admin.read', stored: { token: 'AT', user: '{"_id":"s1"}' } });
    },
  },
  when: [[/^this tab's session lives in localStorage$/, { because: 'A24: every session does' }]],
  on: [
    [
      /^storage read\((.*)\)$/,
      (_, [, words = ''], { from }) => ({
        type: from.startsWith('admin') ? 'admin.read' : 'customer.read',
        stored: storedIn(words),
      }),
    ],
    // The session hears of its own keys alone.
    [/^storage changed in another tab\(cart\)$/, LOOK],
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
        return {
          type: 'request.unauthorized',
          url: `/api${path}`,
          token: path.includes('/admin/') ? adminToken : sent,
        };
      },
    ],
    [
      /^signed in by (\S+)(.*)$/,
      (_, [, by = '', words = '']) => {
        const token = /token '(.*?)'/.exec(words)?.[1] ?? '';
        const signedIn = { type: 'session.signedIn', token, user: userIn(words), load: LOADING.test(by) } as const;
        return words.includes('refuses to store') ? [signedIn, { type: 'storage.refused' }] : signedIn;
      },
    ],
    [/^update user\((.*)\)$/, (_, [, words = '']) => ({ type: 'user.update', user: userIn(words) })],
    [/^clear error$/, { type: 'error.clear' }],
    [/^logout$/, { type: 'session.logout' }],
  ],
  calls: [
    {
      call: 'GET /auth/profile',
      slot: 'loadProfile',
      answers: [
        [/^data\.user/, { ...wanjiku, name: 'Wanjiku N.' }],
        [/^200 without data\.user$/, failures['broken']],
      ],
    },
    { call: 'POST /auth/logout', slot: 'logout', answers: [[/^200$/, undefined]] },
  ],
  does: [
    [
      /^authenticated with the stored user(?: (\w+))?$/,
      ({ snapshot }, [, id = 'u1']) => {
        expect(snapshot.hasTag('signedIn')).toBe(true);
        expect(snapshot.context.user?._id).toBe(id);
      },
    ],
    [/^remove the old token and user from both storages$/, { judgedBy: 'tests/requirements/session.test.ts' }],
    [/^remove token and user/, (outcome) => void outcome.effect('clearStored', { scope: 'customer' })],
    [/^remove adminToken and adminUser$/, (outcome) => void outcome.effect('clearStored', { scope: 'admin' })],
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
        expect(outcome.snapshot.context.user?.name).toBe('Wanjiku N.');
        outcome.effect('storeUser', { user: { name: 'Wanjiku N.' } });
      },
    ],
    [/^replace the user in the session$/, ({ snapshot }) => expect(snapshot.context.user?.name).toBe('Wanjiku N.')],
    [
      /^empty the error$/,
      ({ before, snapshot }) => {
        expect(before.context.problem).not.toBeNull();
        expect(snapshot.context.problem).toBeNull();
      },
    ],
    [
      /^forget user, token and error$/,
      ({ snapshot: { context } }) => expect(context).toMatchObject({ user: null, token: null, problem: null }),
    ],
    [/^full navigation to \/auth\/login$/, (outcome) => void outcome.effect('leaveForLogin')],
  ],
  corrections: [
    {
      rows: /^admin\.signedIn: GET \/orders\/my fails\(401\)/,
      ref: 'the same 401 in the customer scope, §6: tests/spec/corrections.md',
      does: ['remove token and user from localStorage'],
    },
  ],
  undrawn: {
    'customer.starting': 'on protected pages: tests/routes/render.test.tsx',
    'customer.authenticated': 'in the header: tests/paths/menu.test.tsx',
  },
  elsewhere: [
    { rows: /^customer\.(?:loggingOut|guest): GET \/auth\/profile answers/, by: 'tests/requirements/session.test.ts' },
    { rows: /^invariant: every request carries/, by: 'tests/requirements/session.test.ts' },
    { rows: /^invariant: after logout no key token or user/, by: 'tests/requirements/session.test.ts' },
    { rows: /^invariant: only 401 and 403/, by: 'tests/requirements/session.test.ts' },
  ],
};
