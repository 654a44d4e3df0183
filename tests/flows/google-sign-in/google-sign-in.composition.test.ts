import { expect, vi } from 'vitest';
import { jane } from '../support/shop.samples.ts';
import { VERIFIED } from '../../support/fake-shop.ts';
import { stubGoogle } from '../../support/stub-google.ts';
import { call, child, effect, listener, walkArea } from '../support/walks.ts';
import type { World } from '../support/world.ts';

const guest = { user: null };
const credentials = { token: 'T', user: jane };
const PHONE_NEEDED = {
  status: 200,
  body: {
    success: true,
    requirePhoneVerification: true,
    data: { userId: 'pend1', email: 'jane@gmail.com', name: 'Jane' },
  },
};
const pending = { userId: 'pend1', name: 'Jane' };

const start = (world: World) => world.start('googleSignIn', { screen: 'login' });
const give = ({ actor }: World) => actor.send({ type: 'google.credential', credential: 'jwt' });
const LOGIN = { sent: 'googleLogin', body: { credential: 'jwt' } };

/** Effects of a sign-in. The parent machine navigates afterwards. */
const signedIn = (load: boolean) => [
  { session: { type: 'session.signedIn', ...credentials, load } },
  { removed: 'token' },
  { removed: 'user' },
  { stored: 'user', value: jane },
  { stored: 'token', value: 'T' },
];
const profileLoaded = [
  { sent: 'getProfile', token: 'T' },
  { stored: 'user', value: jane },
];

const phoneEntry = async (world: World) => {
  world.server.answer('googleLogin', PHONE_NEEDED);
  start(world);
  give(world);
  await world.settle();
};
const submitPhone = ({ actor }: World) => {
  actor.send({ type: 'phone.change', phone: '(0712) 345-678' });
  actor.send({ type: 'phone.submit' });
};
const RESERVED = [
  { sent: 'verifyGooglePhone', body: { userId: 'pend1', phone: '0712345678' } },
  { done: 'reservePhone', output: undefined },
  { sent: 'sendOtp', body: { phone: '0712345678', userName: 'Jane' } },
];

walkArea('google-sign-in', () => {
  let google: ReturnType<typeof stubGoogle>;
  listener('googleSignIn', 'watchGoogle', {
    world: guest,
    open: () => void (google = stubGoogle()),
    act: start,
    starts: [{ heard: { type: 'google.ready' } }],
    listening: [],
    hears: [
      [
        () => {
          expect(google.settings()).toMatchObject({ client_id: 'client-1', context: 'signin', nonce: '00'.repeat(32) });
          expect(google.drawn).toMatchObject([{ text: 'signin_with', width: 328 }]);
          google.give({});
        },
        [{ heard: { type: 'google.credential', credential: null } }],
      ],
      [
        () => google.give({ credential: 'jwt' }),
        [
          { heard: { type: 'google.credential', credential: 'jwt' } },
          LOGIN,
          { done: 'googleLogin', output: { credentials, pending: null } },
          ...signedIn(false),
        ],
      ],
      [() => google.give({ credential: 'jwt2' }), []],
    ],
  });
  listener(
    'googleSignIn',
    'watchGoogle',
    {
      world: guest,
      open: () => {
        const { id } = stubGoogle();
        id.renderButton = () => {
          throw new Error('refused');
        };
      },
      act: start,
      starts: [{ heard: { type: 'google.failed' } }, { heard: { type: 'google.unavailable' } }],
      listening: [],
      hears: [],
    },
    'with a button that cannot be rendered',
  );
  listener(
    'googleSignIn',
    'watchGoogle',
    {
      world: guest,
      open: () => {
        const { id } = stubGoogle();
        id.initialize = () => {
          throw new Error('refused');
        };
      },
      act: start,
      starts: [{ heard: { type: 'google.unavailable' } }],
      listening: [],
      hears: [],
    },
    'with a script that fails',
  );
  call('googleSignIn', 'googleLogin', {
    world: guest,
    open: start,
    act: give,
    does: [LOGIN, { done: 'googleLogin', output: { credentials, pending: null } }, ...signedIn(false)],
  });
  call('googleSignIn', 'reservePhone', { world: guest, open: phoneEntry, act: submitPhone, does: RESERVED });
  child('googleSignIn', 'phoneVerification', {
    world: guest,
    open: phoneEntry,
    act: submitPhone,
    does: RESERVED,
    next: [
      [
        ({ actor }) => actor.getSnapshot().children.phoneVerification.send({ type: 'code.verify', code: '123456' }),
        [
          { sent: 'verifyOtp', body: { pinId: 'P1', pin: '123456' } },
          {
            sent: 'completeGooglePhoneVerification',
            body: { phone: '0712345678', verificationData: VERIFIED, userId: pending.userId },
          },
          { done: 'phoneVerification', output: { verification: VERIFIED, credentials, failure: null } },
          ...signedIn(true),
          ...profileLoaded,
        ],
      ],
    ],
  });
  effect('googleSignIn', 'signIn', {
    world: guest,
    open: (world) => world.start('googleSignIn', { screen: 'signUp' }),
    act: give,
    does: [LOGIN, { done: 'googleLogin', output: { credentials, pending: null } }, ...signedIn(true), ...profileLoaded],
  });
  effect('googleSignIn', 'announce', {
    world: guest,
    open: async (world) => {
      google = stubGoogle();
      start(world);
      await world.settle();
    },
    act: give,
    does: [LOGIN, { done: 'googleLogin', output: { credentials, pending: null } }, ...signedIn(false)],
    next: [
      [({ advance }) => advance(100), []],
      [
        () => {
          expect(google.document.body.append).toHaveBeenCalledWith(google.region);
          expect(google.region.setAttribute).toHaveBeenCalledWith('role', 'status');
          expect(google.region.textContent).toBe('Google sign-in completed');
        },
        [],
      ],
      [
        async ({ advance }) => {
          await advance(10_000);
          expect(google.region.remove).toHaveBeenCalledTimes(1);
        },
        [],
      ],
    ],
  });
  let logged: ReturnType<typeof vi.spyOn>;
  effect('googleSignIn', 'logProblem', {
    world: guest,
    open: (world) => {
      logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
      world.server.answer('googleLogin', {
        status: 400,
        body: { success: false, message: 'Log in with your password first', requestId: 'r1' },
      });
      start(world);
    },
    act: give,
    does: [LOGIN, { failed: 'googleLogin', kind: 'refused', status: 400 }],
    next: [
      [
        () => {
          expect(logged).toHaveBeenCalledExactlyOnceWith('Log in with your password first', 'r1');
          logged.mockRestore();
        },
        [],
      ],
    ],
  });
});
