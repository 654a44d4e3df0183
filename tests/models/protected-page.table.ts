import { expect } from 'vitest';
import type { protectedPageMachine } from '../../src/machines/protected-page.machine.ts';
import type { SessionStatus } from '../../src/machines/protected-page.machine.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Table } from '../../model-testing/table/table.ts';

type Live = LiveActor<typeof protectedPageMachine>;

const session = (live: Live, status: SessionStatus) => live.emit('watchSession', { type: 'session.changed', status });
const open = (live: Live, path: string) => live.send({ type: 'path.changed', path });

/** The path that a row is about: `session became guest(path /checkout)`. */
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
    checking: (live, { on }) => {
      const path = pathIn(on);
      return path === undefined ? undefined : open(live, path);
    },
    shown: () => undefined,
    redirected: () => undefined,
    public: () => undefined,
  },
  when: [
    [/^guest$/, { input: 'public, guest' }],
    [/^authenticated$/, { input: 'public, logged in' }],
    [/^the session is still loading$/, { input: 'public, loading' }],
    // The tracking page, which has that notice, comes later.
    [/^the page is not showing the tracking notice/, {}],
  ],
  on: [
    [/^session became guest\(logout\)$/, (live) => session(live, 'leaving')],
    [/^session became guest/, (live) => session(live, 'signedOut')],
    // Unconfirmed is authenticated (U7), and another user still is one: for this page nothing changes.
    [
      /^session became (?:authenticated|unconfirmed)|^session's user replaced$/,
      (live) => (live.snapshot.context.status === 'signedIn' ? undefined : session(live, 'signedIn')),
    ],
    [/^url changed\((.*)\)$/, (live, [, path = '']) => open(live, path)],
  ],
  calls: [],
  does: [
    [/^remember the origin page (\S+)$/, ({ snapshot }, [, origin]) => expect(snapshot.context.origin).toBe(origin)],
    [
      /^go to \/auth\/login \(replace\)$/,
      (outcome) => void outcome.effect('goToLogin', { origin: outcome.snapshot.context.origin }),
    ],
    // The session leaves by itself (tests/paths/session.test.tsx); here nothing is remembered.
    [
      /^full navigation to \/auth\/login, no origin remembered$/,
      ({ snapshot }) => expect(snapshot.context.origin).toBeNull(),
    ],
    [/^go to (\S+)$/, (outcome, [, path]) => void outcome.effect('goTo', { path })],
  ],
};
