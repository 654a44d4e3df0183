import type { User } from '../../../contract/user.ts';
import { toProfileFields, toProfilePayload } from '../../../src/rules/account/profile-form.ts';
import { jane } from '../support/shop.samples.ts';
import { VERIFIED } from '../../support/fake-shop.ts';
import { call, child, effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import type { Entry } from '../support/world.ts';

const NEW_PHONE = '0722000000';
const EMPTY = { street: '', city: '', state: '', zipCode: '', country: '' };
const user: User = { ...jane, address: EMPTY };
const world = { user };
const start: Act = ({ start }) => start('profileForm', { user });
const submit: Act = ({ actor }) => actor.send({ type: 'form.submit' });
const withNewPhone: Act = (world) => {
  start(world);
  world.actor.send({ type: 'field.change', field: 'phone', value: NEW_PHONE } as never);
};
const sent = toProfilePayload(toProfileFields(user));
/** The session takes over the user of the response and notifies its subscribers. */
const kept = (after: User): Entry[] => [
  { session: { type: 'user.update', user: after } },
  { stored: 'user', value: after },
  { heard: { type: 'user.changed', user: after } },
];
const SAVED: Entry[] = [
  { sent: 'updateProfile', body: sent, token: 'T' },
  { done: 'saveProfile', output: { user, pending: [] } },
  ...kept(user),
];
const PHONE_STEP: Entry[] = [
  { sent: 'updateProfile', body: { ...sent, phone: NEW_PHONE }, token: 'T' },
  { done: 'saveProfile', output: { user, pending: ['phone'] } },
  ...kept(user),
  { sent: 'sendOtp', body: { phone: NEW_PHONE, userName: 'Jane' }, token: 'T' },
];
const atCode: Act = async (world) => {
  await withNewPhone(world);
  await submit(world);
  await world.settle();
};
const enterCode: Act = ({ actor }) =>
  actor.getSnapshot().children.phoneVerification.send({ type: 'code.verify', code: '123456' });
const confirmed: User = { ...user, phone: NEW_PHONE };
const CONFIRMED: Entry[] = [
  { sent: 'verifyOtp', body: { pinId: 'P1', pin: '123456' }, token: 'T' },
  { done: 'phoneVerification', output: { verification: VERIFIED, credentials: null, failure: null } },
  { sent: 'confirmPhone', body: { phone: NEW_PHONE, verificationData: VERIFIED }, token: 'T' },
  { done: 'confirmPhone', output: confirmed },
  ...kept(confirmed),
];

walkArea('profile-form', () => {
  listener('profileForm', 'watchSession', {
    world,
    act: start,
    starts: [{ heard: { type: 'user.changed', user } }],
    listening: ['session', 'session'],
    hears: [
      [({ app }) => app.session.send({ type: 'user.update', user: confirmed }), kept(confirmed)],
      [
        ({ app }) =>
          app.session.send({ type: 'request.unauthorized', access: 'customer', path: '/auth/profile', token: 'T' }),
        [
          { session: { type: 'request.unauthorized', access: 'customer', path: '/auth/profile', token: 'T' } },
          { removed: 'token' },
          { removed: 'user' },
          { heard: { type: 'session.ended' } },
        ],
      ],
    ],
  });
  call('profileForm', 'saveProfile', { world, open: start, act: submit, does: SAVED });
  child('profileForm', 'phoneVerification', {
    world,
    open: withNewPhone,
    act: submit,
    does: PHONE_STEP,
    next: [[enterCode, CONFIRMED]],
  });
  call('profileForm', 'confirmPhone', {
    world,
    open: atCode,
    act: enterCode,
    does: CONFIRMED,
    hangs: 'confirmPhone',
  });
  effect('profileForm', 'updateUser', { world, open: start, act: submit, does: SAVED });
});
