import { expect } from 'vitest';
import { jane } from '../flows/support/shop.samples.ts';
import { VERIFIED } from '../support/fake-shop.ts';
import { ok } from '../support/tab.ts';
import { call, child, effect, listener, stubWebOtp, walkArea } from '../flows/support/walks.ts';
import { START } from '../flows/support/world.ts';
import type { Entry, MachineName, World } from '../flows/support/world.ts';

const guest = { user: null };
const credentials = { token: 'T', user: jane };
const unverified = {
  status: 200,
  body: { success: true, requirePhoneVerification: true, data: { phone: '254712345678', name: 'Jane' } },
};

const step = (world: World) => world.start('phoneVerification', { phone: '0712345678', userName: 'Jane' });
const codeOpen = async (world: World) => {
  step(world);
  await world.settle();
};
const verify = ({ actor }: World) => actor.send({ type: 'code.verify', code: '123456' });
const SEND_OTP = { sent: 'sendOtp', body: { phone: '0712345678', userName: 'Jane' } };
const TICK = { heard: { type: 'clock.tick', now: START } };
const VERIFY = { sent: 'verifyOtp', body: { pinId: 'P1', pin: '123456' } };
const COMPLETE = { sent: 'completeRegistration', body: { phone: '0712345678', verificationData: VERIFIED } };

const login = (world: World) =>
  world.start('login', { origin: '/checkout', email: ' Jane@Example.COM ', notice: null });
const submitLogin = ({ actor }: World) => {
  actor.send({ type: 'password.change', password: ' Se cret ' });
  actor.send({ type: 'remember.toggle' });
  actor.send({ type: 'form.submit' });
};
const LOGIN = { sent: 'login', body: { email: 'jane@example.com', password: ' Se cret ', remember: false } };

const signUp = (world: World) =>
  world.start('signUp', { origin: '/checkout', email: ' Jane@Example.COM ', passwordMinimum: 6 });
const submitSignUp = ({ actor }: World) => {
  actor.send({ type: 'name.change', name: ' Jane ' });
  actor.send({ type: 'phone.change', phone: '(0712) 345-678' });
  actor.send({ type: 'password.change', password: ' Se cret ' });
  actor.send({ type: 'terms.toggle' });
  actor.send({ type: 'form.submit' });
};
const REGISTER = {
  sent: 'register',
  body: { name: 'Jane', email: 'jane@example.com', phone: '0712345678', password: ' Se cret ' },
};

/** Effects of a login with these credentials, with or without a profile load afterwards. */
const signedIn = (load: boolean) => [
  { session: { type: 'session.signedIn', ...credentials, load } },
  { removed: 'token' },
  { removed: 'user' },
  { stored: 'user', value: jane },
  { stored: 'token', value: 'T' },
  { navigated: '/checkout', options: { replace: true } },
];
const profileLoaded = [
  { sent: 'getProfile', token: 'T' },
  { stored: 'user', value: jane },
];

/** The code screen inside login or sign-up. */
const phoneStep = (slot: string, told: readonly Entry[] = []) => [
  [
    ({ actor }: World) => actor.getSnapshot().children.phoneVerification.send({ type: 'code.verify', code: '123456' }),
    [
      VERIFY,
      { ...COMPLETE, body: { ...COMPLETE.body, phone: slot } },
      { done: 'phoneVerification', output: { verification: VERIFIED, credentials, failure: null } },
      ...signedIn(true).slice(0, -1),
      ...told,
      ...signedIn(true).slice(-1),
      ...profileLoaded,
    ],
  ] as const,
];

walkArea('auth', () => {
  call('phoneVerification', 'sendOtp', {
    world: guest,
    act: step,
    does: [TICK, SEND_OTP, { done: 'sendOtp', output: { pinId: 'P1', sentAt: START } }, TICK],
  });
  call('phoneVerification', 'verifyOtp', {
    world: guest,
    open: codeOpen,
    act: verify,
    does: [VERIFY, { done: 'verifyOtp', output: VERIFIED }, COMPLETE, { done: 'complete', output: credentials }],
  });
  call('phoneVerification', 'complete', {
    world: guest,
    hangs: 'completeRegistration',
    open: async (world) => {
      await codeOpen(world);
      world.server.answer('verifyOtp', ok({ verified: true, msisdn: '254700000000' }));
    },
    act: verify,
    does: [
      VERIFY,
      { done: 'verifyOtp', output: { verified: true, msisdn: '254700000000' } },
      { ...COMPLETE, body: { phone: '0712345678', verificationData: { verified: true, msisdn: '254700000000' } } },
      { done: 'complete', output: credentials },
    ],
  });
  effect('phoneVerification', 'forgetCode', {
    world: guest,
    open: async (world) => {
      await codeOpen(world);
      expect([...world.tabStorage.values.keys()]).toEqual(['code']);
    },
    act: verify,
    does: [VERIFY, { done: 'verifyOtp', output: VERIFIED }, COMPLETE, { done: 'complete', output: credentials }],
    next: [[({ tabStorage }) => expect([...tabStorage.values]).toEqual([]), []]],
  });
  listener('phoneVerification', 'clock', {
    world: guest,
    act: step,
    starts: [TICK, SEND_OTP, { done: 'sendOtp', output: { pinId: 'P1', sentAt: START } }, TICK],
    listening: ['interval', 'visibilitychange'],
    hears: [
      [({ advance }) => advance(1_000), [{ heard: { type: 'clock.tick', now: START + 1_000 } }]],
      [({ fire }) => fire('visibilitychange'), [{ heard: { type: 'clock.tick', now: START + 1_000 } }]],
    ],
    leave: ({ actor }) => actor.send({ type: 'step.back' }),
  });
  let sms: ReturnType<typeof stubWebOtp>;
  listener('phoneVerification', 'webOtp', {
    world: guest,
    open: () => void (sms = stubWebOtp()),
    act: step,
    starts: [TICK, SEND_OTP, { done: 'sendOtp', output: { pinId: 'P1', sentAt: START } }, TICK],
    listening: ['interval', 'visibilitychange'],
    hears: [
      [() => expect(sms.isWaiting()).toBe(true), []],
      [() => sms.offer('654321'), [{ heard: { type: 'code.filled', code: '654321' } }]],
    ],
    leave: ({ actor }) => {
      actor.send({ type: 'step.back' });
      expect(sms.isWaiting()).toBe(false);
    },
  });

  call('login', 'login', {
    world: guest,
    open: login,
    act: submitLogin,
    does: [LOGIN, { done: 'login', output: { credentials, phone: '', userName: '' } }, ...signedIn(false)],
  });
  child('login', 'phoneVerification', {
    world: guest,
    open: (world) => {
      world.server.answer('login', unverified);
      login(world);
    },
    act: submitLogin,
    does: [
      LOGIN,
      { done: 'login', output: { credentials: null, phone: '254712345678', userName: 'Jane' } },
      { sent: 'sendOtp', body: { phone: '254712345678', userName: 'Jane' } },
    ],
    // A later session event changes nothing: the page navigates once.
    next: phoneStep('254712345678', [{ heard: { type: 'session.authenticated' } }]),
  });
  for (const [machine, open, load] of [
    ['login', login, false],
    ['signUp', signUp, true],
  ] as const)
    child(machine, 'googleSignIn', {
      world: guest,
      open,
      act: ({ actor }) =>
        actor.getSnapshot().children.googleSignIn.send({ type: 'google.credential', credential: 'jwt' }),
      does: [
        { sent: 'googleLogin', body: { credential: 'jwt' } },
        ...signedIn(load).slice(0, -1),
        { heard: { type: 'session.authenticated' } },
        ...signedIn(load).slice(-1),
        { done: 'googleSignIn', output: undefined },
        ...(load ? profileLoaded : []),
      ],
    });
  child('signUp', 'phoneVerification', {
    world: guest,
    open: signUp,
    act: submitSignUp,
    does: [REGISTER, { done: 'register', output: { credentials: null } }, SEND_OTP],
    next: phoneStep('0712345678'),
  });
  call('signUp', 'register', {
    world: guest,
    open: (world) => {
      world.server.answer('register', ok(credentials));
      signUp(world);
    },
    act: submitSignUp,
    does: [REGISTER, { done: 'register', output: { credentials } }, ...signedIn(true), ...profileLoaded],
  });

  const waiting = { name: 'Jane', email: 'jane@example.com', phone: '0712345678' };
  listener(
    'signUp',
    'findWaiting',
    {
      world: { ...guest, keptInTab: { signUp: { ...waiting, at: START } } },
      act: (world) => world.start('signUp', { origin: null, email: '', passwordMinimum: 6 }),
      starts: [{ heard: { type: 'signUp.found', waiting, hasCode: false } }],
      listening: ['session', 'session'],
      hears: [],
    },
    'with a sign-up that the tab has stored',
  );
  effect('signUp', 'forgetWaiting', {
    world: { ...guest, keptInTab: { signUp: { ...waiting, at: START - 900_000 } } },
    open: (world) => {
      signUp(world);
      world.server.answer('register', ok(credentials));
    },
    act: submitSignUp,
    does: [REGISTER, { done: 'register', output: { credentials } }, ...signedIn(true), ...profileLoaded],
    next: [[({ tabStorage }) => expect([...tabStorage.values]).toEqual([]), []]],
  });
  effect('signUp', 'keepWaiting', {
    world: guest,
    open: signUp,
    act: submitSignUp,
    does: [REGISTER, { done: 'register', output: { credentials: null } }, SEND_OTP],
    next: [
      [
        ({ tabStorage }) =>
          expect(JSON.parse(tabStorage.values.get('signUp') ?? '')).toEqual({
            name: ' Jane ',
            email: ' Jane@Example.COM ',
            phone: '(0712) 345-678',
            at: START,
          }),
        [],
      ],
    ],
  });

  const forms: readonly [MachineName, (world: World) => unknown, (world: World) => unknown][] = [
    ['login', login, submitLogin],
    ['signUp', signUp, submitSignUp],
  ];
  for (const [machine, open, submit] of forms) {
    const done = { navigated: '/checkout', options: { replace: true } };
    listener(machine, 'watchSession', {
      world: guest,
      act: open,
      starts: [],
      listening: machine === 'signUp' ? ['session', 'session'] : ['session'],
      hears: [
        [
          ({ app }) => app.session.send({ type: 'session.signedIn', ...credentials, load: false }),
          [...signedIn(false).slice(0, -1), { heard: { type: 'session.authenticated' } }, done],
        ],
      ],
    });
    listener(
      machine,
      'watchSession',
      { act: open, starts: [{ heard: { type: 'session.authenticated' } }, done], listening: [], hears: [] },
      'for a signed-in shopper',
    );
    for (const slot of ['signIn', 'goTo'])
      effect(machine, slot, {
        world: guest,
        open: (world) => {
          if (machine === 'signUp') world.server.answer('register', ok(credentials));
          open(world);
        },
        act: submit,
        does:
          machine === 'login'
            ? [LOGIN, { done: 'login', output: { credentials, phone: '', userName: '' } }, ...signedIn(false)]
            : [REGISTER, { done: 'register', output: { credentials } }, ...signedIn(true), ...profileLoaded],
      });
  }
});
