import { vi } from 'vitest';
import { jane } from '../flows/support/shop.samples.ts';
import { call, effect, listener, walkArea } from '../flows/support/walks.ts';
import { START } from '../flows/support/world.ts';
import type { World } from '../flows/support/world.ts';

const guest = { user: null };
const credentials = { token: 'T', user: jane };

const askForLink = (world: World) => {
  world.start('forgotPassword');
  world.actor.send({ type: 'email.change', email: ' Jane@Example.COM ' });
  world.actor.send({ type: 'form.submit' });
};
const LINK = { sent: 'forgotPassword', body: { email: 'jane@example.com' } };
const LINK_SENT = { done: 'requestLink', output: { sentAt: START } };

const openReset = (world: World) => world.start('resetPassword', { token: 'a+b/c' });
const submitPassword = ({ actor }: World) => {
  actor.send({ type: 'password.change', password: ' Se cret1 ' });
  actor.send({ type: 'confirm.change', confirmPassword: ' Se cret1 ' });
  actor.send({ type: 'form.submit' });
};
const RESET = { sent: 'resetPassword', params: { token: 'a+b/c' }, body: { password: ' Se cret1 ' } };
const signedIn = [
  { done: 'resetPassword', output: credentials },
  { session: { type: 'session.signedIn', ...credentials, load: false } },
  { removed: 'token' },
  { removed: 'user' },
  { stored: 'user', value: jane },
  { stored: 'token', value: 'T' },
];

const openConfirmation = (world: World) => world.start('emailConfirmation', { token: 'a+b/c' });
const CONFIRM = { sent: 'confirmEmail', body: { token: 'a+b/c' } };
const CONFIRMED = { done: 'confirmEmail', output: undefined };
const getHeard = (isSignedIn: boolean) => ({ heard: { type: 'session.changed', isSignedIn } });
const stripped = (path: string) => ({ navigated: path, options: { replace: true } });

walkArea('account-links', () => {
  call('forgotPassword', 'requestLink', { world: guest, act: askForLink, does: [LINK, LINK_SENT] });
  listener('forgotPassword', 'clock', {
    world: guest,
    act: askForLink,
    starts: [LINK, LINK_SENT],
    listening: ['interval', 'visibilitychange'],
    hears: [
      [({ advance }) => advance(1_000), [{ heard: { type: 'clock.tick', now: START + 1_000 } }]],
      [({ fire }) => fire('visibilitychange'), [{ heard: { type: 'clock.tick', now: START + 1_000 } }]],
    ],
  });
  effect('forgotPassword', 'logNotSent', {
    world: guest,
    open: (world) => {
      vi.spyOn(console, 'info').mockImplementation(() => undefined);
      world.start('forgotPassword');
    },
    act: ({ actor }) => actor.send({ type: 'form.submit' }),
    does: [],
  });

  effect('resetPassword', 'stripAddress', { world: guest, act: openReset, does: [stripped('/auth/reset-password')] });
  call('resetPassword', 'resetPassword', {
    world: guest,
    open: openReset,
    act: submitPassword,
    does: [RESET, ...signedIn],
  });
  effect('resetPassword', 'signIn', { world: guest, open: openReset, act: submitPassword, does: [RESET, ...signedIn] });
  effect('resetPassword', 'goTo', {
    world: guest,
    open: async (world) => {
      openReset(world);
      submitPassword(world);
      await world.settle();
    },
    act: ({ advance }) => advance(3_000),
    does: [{ navigated: '/', options: { replace: true } }],
  });
  effect(
    'resetPassword',
    'goTo',
    {
      world: guest,
      open: async (world) => {
        openReset(world);
        submitPassword(world);
        await world.settle();
      },
      act: ({ actor }) => actor.send({ type: 'profile.go' }),
      does: [{ navigated: '/profile', options: { replace: false } }],
      next: [[({ advance }) => advance(3_000), []]],
    },
    'after a press, with no later effect',
  );

  call('emailConfirmation', 'confirmEmail', {
    world: guest,
    act: openConfirmation,
    does: [getHeard(false), stripped('/auth/confirm-email'), CONFIRM, CONFIRMED],
  });
  effect('emailConfirmation', 'stripAddress', {
    world: guest,
    act: openConfirmation,
    does: [getHeard(false), stripped('/auth/confirm-email'), CONFIRM, CONFIRMED],
  });
  effect('emailConfirmation', 'reloadProfile', {
    act: openConfirmation,
    does: [
      getHeard(true),
      stripped('/auth/confirm-email'),
      { ...CONFIRM, token: 'T' },
      CONFIRMED,
      { session: { type: 'profile.load' } },
      { sent: 'getProfile', token: 'T' },
      { stored: 'user', value: jane },
    ],
  });
  listener('emailConfirmation', 'watchSession', {
    act: (world) => world.start('emailConfirmation', { token: null }),
    starts: [getHeard(true)],
    listening: ['session'],
    hears: [
      [
        ({ app }) =>
          app.session.send({ type: 'request.unauthorized', access: 'customer', path: '/orders', token: 'T' }),
        [
          { session: { type: 'request.unauthorized', access: 'customer', path: '/orders', token: 'T' } },
          { removed: 'token' },
          { removed: 'user' },
          getHeard(false),
        ],
      ],
    ],
  });
});
