import type { SavedAddress } from '../../../contract/user.ts';
import type { PurchaseInput } from '../../../src/machines/checkout/purchase.types.ts';
import { jane } from '../support/shop.samples.ts';
import { orderId } from '../../support/fake-shop.ts';
import { ok, refused } from '../../support/tab.ts';
import {
  draft,
  FORGOTTEN,
  inTurn,
  kept,
  linesGone,
  ORDER,
  OVER,
  phones,
  PROMPTED,
  PUSH,
  recorded,
  SWITCH,
} from '../support/samples.ts';
import { call, child, effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import { START, uuid } from '../support/world.ts';
import type { World } from '../support/world.ts';
import { savedAddress } from '../../support/samples/account.ts';
import { deliveryDetails } from '../../support/samples/checkout.ts';

const full = { lines: [phones(2)] };
const OLD = orderId(2);

const place = (world: World) => world.start('orderPlacement', { draft: draft('cod') });
const SENT = { sent: 'createOrder', body: draft('cod'), token: 'T', key: uuid(1) };
const CONFIRM = { type: 'order.confirmed', draft: draft('cod'), key: uuid(1) };
const CONFIRMED = inTurn(recorded(CONFIRM, kept({})));
const placedUnder = (key: string) => ({ type: 'order.placed', key, orderId: ORDER });
const PLACED = recorded(placedUnder(uuid(1)), kept({ orderId: ORDER }));
const ANSWERED = { done: 'placeOrder', output: { outcome: 'placed', orderId: ORDER } };
const TO_REPLACE = { orderId: OLD, checkoutRequestId: null, startedAt: null, way: null, lines: kept({}).lines };

/** Starts order-placement, so that the order exists before the walk switches its payment method. */
const begun =
  (method: 'mpesa' | 'cod'): Act =>
  async (world) => {
    world.start('orderPlacement', { draft: draft(method) });
    await world.settle();
  };

const buy =
  (method: 'mpesa' | 'cod', change: Partial<PurchaseInput> = {}): Act =>
  (world) =>
    world.start('purchase', {
      draft: draft(method),
      phone: '0712345678',
      userName: 'Jane',
      amount: 3000,
      orderId: null,
      kept: null,
      byHand: false,
      stopped: null,
      saving: { kind: 'none' },
      details: deliveryDetails(),
      ...change,
    });
const ORDERED = { done: 'orderPlacement', output: { outcome: 'placed', orderId: ORDER, lines: [], problem: null } };
const AT_SUCCESS = inTurn([
  { navigated: `/order-success?order=${ORDER}`, options: { replace: true, state: { orderId: ORDER } } },
]);
const BOUGHT = [
  ...CONFIRMED,
  SENT,
  ...PLACED,
  ORDERED,
  ...linesGone(kept({ orderId: ORDER })),
  ...FORGOTTEN,
  ...AT_SUCCESS,
];

const [HOME] = jane.addresses as [SavedAddress];
const WORK: SavedAddress = { ...HOME, _id: uuid(8), type: 'Work', address: 'Ngong Rd 5', isDefault: false };
const withWork = { ...jane, addresses: [HOME, WORK] };
const { _id: _, ...NGONG } = savedAddress({ address: 'Ngong Rd 5', postalCode: '' });
/** The session receives these addresses and stores them. */
const learnt = (...addresses: readonly SavedAddress[]) => [
  { session: { type: 'user.update', user: { ...jane, addresses } } },
  { stored: 'user', value: { ...jane, addresses } },
];

walkArea('purchase', () => {
  call('orderPlacement', 'placeOrder', {
    world: full,
    act: place,
    does: [...CONFIRMED, SENT, ANSWERED, ...PLACED],
  });
  call(
    'orderPlacement',
    'placeOrder',
    {
      world: { ...full, stored: { payment: kept({ of: 'another', orderId: OLD }) } },
      act: place,
      does: [
        ...inTurn(recorded(CONFIRM, kept({ replaces: TO_REPLACE }))),
        { ...SENT, body: draft('cod', { replaces: OLD }) },
        ANSWERED,
        ...PLACED,
      ],
    },
    'for an order that replaces another (D21)',
  );
  let other: ReturnType<World['open']>;
  effect(
    'orderPlacement',
    'placeOrder',
    {
      world: full,
      open: (world) => void (other = world.open(jane)),
      act: (world) => {
        place(world);
        world.start('orderPlacement', { draft: draft('cod') }, other);
      },
      does: [
        ...CONFIRMED,
        ...inTurn([{ paymentRecord: { ...CONFIRM, key: uuid(2) } }]),
        SENT,
        SENT,
        ANSWERED,
        ...PLACED,
        ANSWERED,
        { paymentRecord: placedUnder(uuid(1)) },
      ],
    },
    'with one key when two tabs confirm at the same time (D9)',
  );
  call('orderPlacement', 'findOrder', {
    world: full,
    hangs: 'getOrderByKey',
    open: ({ server }) =>
      server.answer('createOrder', (_, __, usual) => {
        usual();
        return 'lost';
      }),
    act: place,
    does: [
      ...CONFIRMED,
      SENT,
      { failed: 'placeOrder', kind: 'offline', status: 0 },
      ...inTurn([{ paymentRecord: { ...CONFIRM, key: uuid(2) } }]),
      { sent: 'getOrderByKey', params: { key: uuid(1) }, token: 'T' },
      { done: 'findOrder', output: { orderId: ORDER, paymentMethod: 'cod', isCancelled: false } },
      ...PLACED,
    ],
  });
  call('orderPlacement', 'switchToCash', {
    world: full,
    open: begun('mpesa'),
    act: (world) => world.start('orderPlacement', { draft: draft('cod'), orderId: ORDER }),
    does: [SWITCH, { done: 'switchToCash', output: undefined }],
  });
  effect('orderPlacement', 'keepOrder', { world: full, act: place, does: [...CONFIRMED, SENT, ANSWERED, ...PLACED] });
  effect('orderPlacement', 'forgetReplaced', {
    world: { ...full, stored: { payment: kept({ key: uuid(9), replaces: { ...TO_REPLACE, lines: [] } }) } },
    open: ({ server }) => server.answer('createOrder', refused(409, 'Paid.', { orderStatus: 'processing' })),
    act: place,
    does: [
      ...inTurn([{ paymentRecord: CONFIRM }]),
      { ...SENT, body: draft('cod', { replaces: OLD }), key: uuid(9) },
      { failed: 'placeOrder', kind: 'refused', status: 409 },
      ...recorded({ type: 'replacement.refused' }, kept({ key: uuid(9) })),
    ],
  });
  effect('orderPlacement', 'forgetOrder', {
    world: { ...full, stored: { payment: kept({ key: uuid(9), orderId: ORDER }) } },
    open: ({ server }) =>
      server.answer('changePaymentMethod', refused(409, 'Cancelled.', { orderStatus: 'cancelled' })),
    act: (world) => world.start('orderPlacement', { draft: draft('cod'), orderId: ORDER }),
    does: [
      SWITCH,
      { failed: 'switchToCash', kind: 'refused', status: 409 },
      ...recorded(OVER, null),
      ...CONFIRMED,
      SENT,
      ANSWERED,
      ...PLACED,
    ],
  });

  child('purchase', 'orderPlacement', { world: full, act: buy('cod'), does: BOUGHT });
  child('purchase', 'mpesaPayment', {
    world: full,
    open: buy('mpesa'),
    act: ({ actor }) => actor.send({ type: 'phone.confirm' }),
    does: [
      ...inTurn(recorded({ ...CONFIRM, draft: draft('mpesa') }, kept({}))),
      { ...SENT, body: draft('mpesa') },
      ...PLACED,
      ORDERED,
      PUSH,
      ...PROMPTED,
    ],
  });
  child('purchase', 'byHand', {
    world: full,
    act: buy('mpesa', { byHand: true }),
    does: [
      ...inTurn(recorded({ ...CONFIRM, draft: draft('mpesa') }, kept({}))),
      { ...SENT, body: draft('mpesa') },
      ...PLACED,
      ORDERED,
      ...recorded({ type: 'hand.chosen', orderId: ORDER }, kept({ orderId: ORDER, way: 'hand' })),
      { sent: 'orderPayment', params: { id: ORDER }, token: 'T' },
      { sent: 'chooseByHand', params: { id: ORDER }, body: {}, token: 'T' },
    ],
  });
  const tick = (ms: number) => ({ heard: { type: 'clock.tick', now: START + ms } });
  listener('purchase', 'clock', {
    world: full,
    act: buy('mpesa', { stopped: { prompt: 'closed', ways: ['hand'], until: START + 60_000 } }),
    starts: [tick(0)],
    listening: ['interval', 'visibilitychange'],
    hears: [
      [({ advance }) => advance(2_000), [tick(1_000), tick(2_000)]],
      [({ fire }) => fire('visibilitychange'), [tick(2_000)]],
    ],
  });
  for (const slot of ['removeOrdered', 'forgetOrder', 'goToOrderSuccess'])
    effect('purchase', slot, { world: full, act: buy('cod'), does: BOUGHT });
  effect('purchase', 'forgetPrompt', {
    world: full,
    open: async (world) => {
      world.server.answer('paymentStatus', ok({ status: 'failed' }));
      await buy('mpesa')(world);
      world.actor.send({ type: 'phone.confirm' });
      await world.advance(3_000);
    },
    act: ({ advance }) => advance(3_000),
    does: recorded({ type: 'prompt.dismissed', orderId: ORDER }, kept({ orderId: ORDER })),
  });
  effect(
    'purchase',
    'saveAddress',
    {
      world: full,
      act: buy('cod', { saving: { kind: 'create' }, details: deliveryDetails({ address: ' Ngong Rd 5 ' }) }),
      does: [
        ...BOUGHT,
        { sent: 'createAddress', body: NGONG, token: 'T' },
        ...learnt({ ...HOME, isDefault: false }, { _id: 'd2', ...NGONG }),
      ],
    },
    'for a new default address',
  );
  effect(
    'purchase',
    'saveAddress',
    {
      world: { ...full, user: withWork },
      act: buy('cod', { saving: { kind: 'makeDefault', id: WORK._id } }),
      does: [
        ...BOUGHT,
        { sent: 'setDefaultAddress', params: { id: WORK._id }, body: {}, token: 'T' },
        ...learnt({ ...HOME, isDefault: false }, { ...WORK, isDefault: true }),
      ],
    },
    'for an address that is already saved',
  );
  effect('purchase', 'goToLogin', {
    world: full,
    open: ({ server }) => server.answer('createOrder', refused(401)),
    act: buy('cod'),
    does: [
      ...CONFIRMED,
      SENT,
      { session: { type: 'request.unauthorized', access: 'customer', path: '/orders', token: 'T' } },
      { removed: 'token' },
      { removed: 'user' },
      { done: 'orderPlacement', output: { outcome: 'signedOut', orderId: '', lines: [], problem: null } },
      { navigated: '/auth/login', options: { replace: true, state: { origin: '/checkout' } } },
    ],
  });
});
