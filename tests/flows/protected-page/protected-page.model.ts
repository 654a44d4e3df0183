import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import { protectedPageMachine } from '../../../src/machines/account/protected-page.machine.ts';
import { defineActs } from 'model-testing/model/define';

const profile = '/profile?section=orders';

export const protectedPageModel = defineModel({
  flow: 'protected-page',
  machine: protectedPageMachine,
  inputs: {
    loading: { path: profile, status: 'loading' },
    'logged in': { path: profile, status: 'signedIn' },
    guest: { path: profile, status: 'signedOut' },
    'public, loading': { path: '/', status: 'loading' },
    'public, logged in': { path: '/', status: 'signedIn' },
    'public, guest': { path: '/', status: 'signedOut' },
    'logging out': { path: profile, status: 'leaving' },
    "somebody else's path": { path: '/profile/\\evil.example', status: 'loading' },
  },
  events: {
    'session.changed': {
      sentBy: 'watchSession',
      cases: {
        'logged in': { status: 'signedIn' },
        guest: { status: 'signedOut' },
        'logged out': { status: 'leaving' },
      },
    },
    'path.changed': { public: { path: '/products' }, protected: { path: '/checkout' }, login: { path: '/auth/login' } },
  },
  acts: defineActs<typeof protectedPageMachine>({
    'path.changed': { sentIn: 'src/routes/account/protected-page.tsx' },
  }),
  done: {},
  delays: {},
  beyond: [
    { what: /^\(root\): path\.changed -> deciding, from redirected$/, why: '§2 Route table: the login page links on' },
    { what: /^\(root\): session\.changed -> deciding, from public$/, why: '§2 Route table: for the next page' },
    { what: /^redirected: session\.changed \[otherwise\] -> \(stays\)$/, why: '§2: sent to the login page once' },
  ],
  states: {
    checking: (snapshot) => snapshot.matches('checking'),
    shown: (snapshot) => snapshot.matches('shown'),
    redirected: (snapshot) => snapshot.matches('redirected'),
    public: (snapshot) => snapshot.matches('public'),
  },
  invariants: {
    'what the session last said is known': ({ step, snapshot }) =>
      ({
        'watchSession sends session.changed(logged in)': 'signedIn',
        'watchSession sends session.changed(guest)': 'signedOut',
        'watchSession sends session.changed(logged out)': 'leaving',
      }[step?.label ?? ''] ?? snapshot.context.status) === snapshot.context.status,
    'a guest who was sent to the login page stays there, and is sent once': ({ step, before, snapshot, effects }) =>
      step?.label.startsWith('watchSession sends session.changed') !== true ||
      before?.matches('redirected') !== true ||
      snapshot.context.status === 'signedIn' ||
      (snapshot.matches('redirected') && effects.length === 0),
    'the session is watched from the status that the page began with: no change of it is missed': ({
      step,
      started,
      snapshot,
    }) =>
      step?.kind !== 'start' ||
      dequal(
        started.map(({ slot, input }) => [slot, input]),
        [['watchSession', { status: snapshot.context.status }]],
      ),
    'a guest never sees one frame of a protected page': ({ snapshot }) =>
      !snapshot.matches('shown') || snapshot.context.status === 'signedIn',
    'the remembered origin is the full path with its query, of our own origin only': ({
      effects,
      snapshot: { context },
    }) =>
      effects
        .filter(({ type }) => type === 'goToLogin')
        .every(({ params }) => {
          const { origin } = params as { origin: string };
          return origin === context.path || (origin === '/' && context.path.includes('\\'));
        }),
    'a login-required page makes none of its own calls before the session is authenticated': ({ calls }) =>
      calls.every(({ slot }) => slot === 'watchSession'),
  },
  equivalents: {
    'swap deciding: always #2': 'the session is in one status at a time',
    'swap deciding: always #3': 'the session is in one status at a time',
    "params another's for action 2 of redirected: session.changed #2":
      'whoever has an origin was sent back to it before, and without one both lead home',
    'retarget redirected: session.changed #1 -> deciding': 'whoever is logged in sees the page from there too',
  },
});
