import type { User } from '../../../contract/user.ts';
import { jane } from '../support/shop.samples.ts';
import { refused } from '../../support/tab.ts';
import { answer, call, effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import type { Entry } from '../support/world.ts';

const renamed: User = { ...jane, name: 'Jane W.' };
const world = { user: jane };
const start: Act = ({ start }) => start('profile', { section: 'account' });
const opened: Act = async (world) => {
  await start(world);
  await world.settle();
};
const press =
  (...events: readonly object[]): Act =>
  ({ actor }) =>
    events.forEach((event) => actor.send(event as never));

const ASKED = { sent: 'getProfile', token: 'T' };
const CLEARED = [{ removed: 'token' }, { removed: 'user' }];
/** The session takes over the user of the response and notifies its subscribers. */
const kept = (user: User): Entry[] => [
  { session: { type: 'user.update', user } },
  { stored: 'user', value: user },
  { heard: { type: 'user.changed', user } },
];

walkArea('profile', () => {
  listener('profile', 'watchSession', {
    world,
    open: ({ server }) => server.answer('getProfile', 'never'),
    act: start,
    starts: [{ heard: { type: 'user.changed', user: jane } }, ASKED],
    listening: ['session', 'session'],
    hears: [[({ app }) => app.session.send({ type: 'user.update', user: renamed }), kept(renamed)]],
    leaves: [{ aborted: 'getProfile' }],
  });
  call('profile', 'loadProfile', {
    world,
    act: start,
    does: [
      { heard: { type: 'user.changed', user: jane } },
      ASKED,
      { done: 'loadProfile', output: jane },
      ...kept(jane),
    ],
  });
  effect('profile', 'replaceUser', {
    world,
    act: start,
    does: [
      { heard: { type: 'user.changed', user: jane } },
      ASKED,
      { done: 'loadProfile', output: jane },
      ...kept(jane),
    ],
  });
  effect('profile', 'replaceAddress', {
    world,
    open: opened,
    act: press({ type: 'section.choose', section: 'orders' }),
    does: [{ navigated: '/profile?section=orders', options: { replace: true } }],
    next: [
      [
        press({ type: 'section.choose', section: 'logout' }, { type: 'logout.cancel' }),
        [
          { navigated: '/profile?section=logout', options: { replace: true } },
          { navigated: '/profile?section=account', options: { replace: true } },
        ],
      ],
    ],
  });
  effect('profile', 'endSession', {
    world,
    open: ({ server }) => server.answer('getProfile', refused(403)),
    act: start,
    does: [
      { heard: { type: 'user.changed', user: jane } },
      ASKED,
      { failed: 'loadProfile', kind: 'refused', status: 403 },
      { session: { type: 'request.unauthorized', access: 'customer', path: '/profile?section=account', token: 'T' } },
      ...CLEARED,
      { heard: { type: 'session.ended' } },
    ],
  });
  answer('profile', 'logout', {
    world,
    open: opened,
    act: press({ type: 'section.choose', section: 'logout' }, { type: 'logout.confirm' }),
    does: [
      { navigated: '/profile?section=logout', options: { replace: true } },
      { session: { type: 'session.logout' } },
      { sent: 'logout', body: {}, token: 'T' },
      ...CLEARED,
      { assigned: '/auth/login' },
      { done: 'logout', output: undefined },
    ],
  });
});
