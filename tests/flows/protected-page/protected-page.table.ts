import { expect } from 'vitest';
import type { protectedPageMachine } from '../../../src/machines/account/protected-page.machine.ts';
import type { SessionStatus } from '../../../src/rules/account/session.ts';
import { LOOK } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';

const session = (status: SessionStatus) => ({ type: 'session.changed', status }) as const;
const open = (path: string) => ({ type: 'path.changed', path }) as const;

/** The path of a row: `session became guest(path /checkout)`. */
const pathIn = (on: string) => /path (\/[^)]*)\)/.exec(on)?.[1];

export const protectedPageTable: Table<typeof protectedPageMachine> = {
  undrawn: { checking: 'around the page, by the route: tests/routes/render.test.tsx' },
  texts: (snapshot) => [snapshot.matches('checking') ? 'Checking authentication...' : null],
  start: {
    'the path needs a login and the session is still loading': 'loading',
    'the path needs a login and the shopper is authenticated (confirmed or not)': 'logged in',
    'the path needs a login and the shopper is a guest': 'guest',
    'the path is public': 'public, guest',
  },
  input: ({ from, on }) => {
    if (from === 'redirected') return on.includes('no origin') ? 'logging out' : 'guest';
    return { checking: 'loading', shown: 'logged in', public: 'public, guest' }[from];
  },
  reach: {
    checking: (_, { on }) => open(pathIn(on) ?? '/profile'),
  },
  when: [
    {
      guest: { input: 'public, guest' },
      authenticated: { input: 'public, logged in' },
      'the session is still loading': { input: 'public, loading' },
      "the page is not showing the tracking notice 'Your session has expired. Please log in again.'": {
        because:
          'Q1: while it shows, the session tells nobody yet: tests/flows/order-tracking/order-tracking.requirements.test.ts',
      },
    },
  ],
  on: [
    { 'session became guest(logout)': session('leaving') },
    [/^session became guest/, session('signedOut')],

    // An unconfirmed user and another user are signed in too (U7). The page does not change.
    [
      /^session became (?:authenticated|unconfirmed)|^session's user replaced$/,
      (live) => (live.snapshot.context.status === 'signedIn' ? LOOK : session('signedIn')),
    ],
    [/^url changed\((.*)\)$/, (_, [, path = '']) => open(path)],
  ],
  calls: [],
  does: [
    {
      'go to /auth/login (replace)': (outcome) =>
        void outcome.effect('goToLogin', { origin: outcome.snapshot.context.origin }),
      // The session navigates by itself (tests/flows/session/session.paths.test.tsx). The page stores no origin.
      'full navigation to /auth/login, no origin remembered': ({ snapshot }) =>
        expect(snapshot.context.origin).toBeNull(),
    },
    [/^remember the origin page (\S+)$/, ({ snapshot }, [, origin]) => expect(snapshot.context.origin).toBe(origin)],
    [/^go to (\S+)$/, (outcome, [, path]) => void outcome.effect('goTo', { path })],
  ],
};
