import { listOrders } from '../../../contract/admin.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { listMyOrders } from '../../../contract/orders.ts';
import { wanjiku } from '../support/account.samples.ts';
import { jane } from '../support/shop.samples.ts';
import { refused } from '../../support/tab.ts';
import { call, effect, listener, walkArea } from '../support/walks.ts';
import type { Act, Step } from '../support/walks.ts';
import type { World } from '../support/world.ts';

const about = 'session' as const;
const guest = { about, user: null };
const shopper = { about };
const STAFF = { adminToken: 'A', adminUser: { _id: 's1' } };
const start: Act = ({ app }) => app.session.start();
const begun =
  (act: (world: World) => unknown): Act =>
  async (world) => {
    start(world);
    await world.settle();
    await act(world);
  };
const nobody = { token: null, user: null };
const janeStored = { token: 'T', user: JSON.stringify(jane) };
const READ = { heard: { type: 'customer.read', stored: nobody } };
const ADMIN_READ = { heard: { type: 'admin.read', stored: nobody } };
const PROFILE = [
  { sent: 'getProfile', token: 'T' },
  { done: 'loadProfile', output: jane },
  { stored: 'user', value: jane },
];

/** Another tab writes these keys; `null` removes one. */
const changed =
  (values: Readonly<Record<string, string | null>>, key: string): Act =>
  ({ storage, fire }) => {
    for (const [name, value] of Object.entries(values))
      if (value === null) storage.values.delete(name);
      else storage.values.set(name, value);
    fire('storage', { key });
  };
const LOGOUT = { session: { type: 'session.logout' } };
const CLEARED = [{ removed: 'token' }, { removed: 'user' }];
const signIn: Act = ({ app }) =>
  app.session.send({ type: 'session.signedIn', token: 'T2', user: wanjiku, load: false });
const SIGN_IN = { session: { type: 'session.signedIn', token: 'T2', user: wanjiku, load: false } };
const unauthorized =
  ({ access, path }: Pick<Endpoint, 'access' | 'path'>, token: string): Step[0] =>
  ({ app }) =>
    app.session.send({ type: 'request.unauthorized', access, path, token });

/** A storage that refuses the write with this number. */
const refusingWrite =
  (number: number): Act =>
  ({ storage }) => {
    let writes = 0;
    Object.defineProperty(storage, 'isFull', { get: () => (writes += 1) === number });
  };

walkArea('session', () => {
  listener('session', 'watchStorage', {
    world: guest,
    act: start,
    starts: [READ, ADMIN_READ],
    listening: ['pageshow', 'pageshow', 'storage', 'storage'],
    hears: [
      [
        changed({ user: janeStored.user }, 'user'),
        [{ heard: { type: 'customer.changed', stored: { token: null, user: janeStored.user } } }],
      ],
      [changed({ token: 'T' }, 'token'), [{ heard: { type: 'customer.changed', stored: janeStored } }, ...PROFILE]],
      [
        changed({ adminToken: 'A', adminUser: '{"_id":"s1"}' }, 'adminUser'),
        [{ heard: { type: 'admin.changed', stored: { token: 'A', user: '{"_id":"s1"}' } } }],
      ],
      [
        changed({ adminToken: null }, 'adminToken'),
        [{ heard: { type: 'admin.changed', stored: { token: null, user: '{"_id":"s1"}' } } }],
      ],
      [changed({}, 'cart'), []],
    ],
  });
  listener(
    'session',
    'watchStorage',
    {
      world: { about, stored: STAFF },
      act: start,
      starts: [
        { heard: { type: 'customer.read', stored: janeStored } },
        { heard: { type: 'admin.read', stored: { token: 'A', user: JSON.stringify(STAFF.adminUser) } } },
        ...PROFILE,
      ],
      listening: ['pageshow', 'pageshow', 'storage', 'storage'],
      hears: [],
    },
    'for a customer and for staff',
  );
  call('session', 'loadProfile', {
    world: shopper,
    act: start,
    does: [{ heard: { type: 'customer.read', stored: janeStored } }, ADMIN_READ, ...PROFILE],
    leave: changed({ token: null }, 'token'),
  });
  call('session', 'logout', {
    world: shopper,
    open: start,
    act: ({ app }) => app.session.send({ type: 'session.logout' }),
    does: [
      LOGOUT,
      { sent: 'logout', body: {}, token: 'T' },
      { done: 'logout', output: undefined },
      ...CLEARED,
      { assigned: '/auth/login' },
    ],
  });
  effect('session', 'leaveForLogin', {
    world: shopper,
    open: start,
    act: ({ app, server }) => {
      server.answer('logout', refused(500));
      app.session.send({ type: 'session.logout' });
    },
    does: [
      LOGOUT,
      { sent: 'logout', body: {}, token: 'T' },
      { failed: 'logout', kind: 'refused', status: 500 },
      ...CLEARED,
      { assigned: '/auth/login' },
    ],
  });
  effect('session', 'storeSession', {
    world: { about, stored: { wishlist: '[]' } },
    open: start,
    act: signIn,
    does: [SIGN_IN, ...CLEARED, { stored: 'user', value: wanjiku }, { stored: 'token', value: 'T2' }],
  });
  effect(
    'session',
    'storeSession',
    {
      world: guest,
      open: begun(({ storage }) => (storage.isFull = true)),
      act: signIn,
      does: [SIGN_IN, ...CLEARED, { session: { type: 'storage.refused' } }],
    },
    'with a full storage (H10)',
  );
  for (const [number, kept] of [
    [1, { stored: 'token', value: 'T2' }],
    [2, { stored: 'user', value: wanjiku }],
  ] as const)
    effect(
      'session',
      'storeSession',
      {
        world: guest,
        open: begun(refusingWrite(number)),
        act: signIn,
        does: [SIGN_IN, ...CLEARED, kept, { session: { type: 'storage.refused' } }],
      },
      `with a storage that refuses write ${number} (H10)`,
    );
  effect('session', 'storeUser', {
    world: shopper,
    open: start,
    act: ({ app }) => app.session.send({ type: 'user.update', user: { ...jane, name: 'Jane N.' } }),
    does: [
      { session: { type: 'user.update', user: { ...jane, name: 'Jane N.' } } },
      { stored: 'user', value: { ...jane, name: 'Jane N.' } },
    ],
  });
  effect('session', 'clearStored', {
    world: { about, stored: STAFF },
    open: start,
    act: unauthorized(listOrders, 'A'),
    does: [
      { session: { type: 'request.unauthorized', access: 'admin', path: '/admin/orders', token: 'A' } },
      { removed: 'adminToken' },
      { removed: 'adminUser' },
    ],
    next: [
      [
        unauthorized(listMyOrders, 'T'),
        [{ session: { type: 'request.unauthorized', access: 'customer', path: '/orders/my', token: 'T' } }, ...CLEARED],
      ],
    ],
  });
  effect(
    'session',
    'clearStored',
    {
      world: shopper,
      open: begun(({ server }) => server.answer('logout', refused(401))),
      act: ({ app }) => app.session.send({ type: 'session.logout' }),
      does: [
        LOGOUT,
        { sent: 'logout', body: {}, token: 'T' },
        { session: { type: 'request.unauthorized', access: 'customer', path: '/auth/logout', token: 'T' } },
        { failed: 'logout', kind: 'unauthorized', status: 401 },
        ...CLEARED,
        { assigned: '/auth/login' },
      ],
    },
    'after a call with a rejected token',
  );
});
