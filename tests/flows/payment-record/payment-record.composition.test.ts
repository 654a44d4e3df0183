import { lazyPaymentRecord } from '../../../src/compose/payment/payment-record.ts';
import type { PaymentRecordEvent } from '../../../src/machines/payment/payment-record.machine.ts';
import { otieno } from '../support/account.samples.ts';
import { draft, inCart, kept, LISTENED_RECORD, ORDER, phones, recorded } from '../support/samples.ts';
import { effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import { uuid } from '../support/world.ts';
import type { World } from '../support/world.ts';

/** Starts a second record in addition to the app's own, so that the walk can stop it. */
const start = (world: World) => world.start('paymentRecord');
const says =
  (event: PaymentRecordEvent): Act =>
  ({ app }) =>
    lazyPaymentRecord(app.env)().send(event);
const shopper = (user: string | null) => ({ heard: { type: 'shopper.changed', user } });
const text = (value: object | null) => ({
  heard: { type: 'storage.changed', text: value === null ? null : JSON.stringify(value) },
});
const SIGN_IN = { type: 'session.signedIn', token: 'T2', user: otieno, load: false } as const;
const REFUSED = { type: 'request.unauthorized', access: 'customer', path: '/orders/my', token: 'T2' } as const;
const placed = kept({ orderId: ORDER });

walkArea('payment-record', () => {
  listener('paymentRecord', 'watchShopper', {
    act: start,
    starts: [shopper('u1'), text(null)],
    listening: LISTENED_RECORD,
    hears: [
      [
        ({ app }) => app.session.send(SIGN_IN),
        [
          { session: SIGN_IN },
          { removed: 'token' },
          { removed: 'user' },
          { stored: 'user', value: otieno },
          { stored: 'token', value: 'T2' },
          shopper('u2'),
        ],
      ],
      [
        ({ app }) => app.session.send(REFUSED),
        [{ session: REFUSED }, { removed: 'token' }, { removed: 'user' }, shopper(null)],
      ],
    ],
  });
  listener('paymentRecord', 'watchStorage', {
    world: { user: null, stored: { payment: placed } },
    act: start,
    starts: [shopper(null), text(placed)],
    listening: LISTENED_RECORD,
    hears: [
      [
        ({ storage, fire }) => {
          storage.values.delete('payment');
          fire('storage', { key: 'payment' });
        },
        [text(null)],
      ],
      [({ fire }) => fire('storage', { key: 'cart' }), []],
    ],
  });
  effect('paymentRecord', 'saveRecord', {
    act: says({ type: 'order.confirmed', draft: draft('cod'), key: uuid(1) }),
    does: recorded({ type: 'order.confirmed', draft: draft('cod'), key: uuid(1) }, kept({})),
    next: [
      [
        (world) => {
          world.storage.isFull = true;
          return says({ type: 'order.placed', key: uuid(1), orderId: ORDER })(world);
        },
        [
          { paymentRecord: { type: 'order.placed', key: uuid(1), orderId: ORDER } },
          { paymentRecord: { type: 'record.notSaved' } },
        ],
      ],
      [
        (world) => {
          world.storage.isFull = false;
          return says({ type: 'order.over', orderId: ORDER })(world);
        },
        recorded({ type: 'order.over', orderId: ORDER }, null),
      ],
    ],
  });
  effect('paymentRecord', 'takeLines', {
    world: { stored: { payment: placed }, lines: [phones(3)] },
    act: says({ type: 'lines.claimed', orderId: ORDER }),
    does: [
      { paymentRecord: { type: 'lines.claimed', orderId: ORDER } },
      { cart: { type: 'order.placed', lines: placed.lines } },
      ...inCart(phones(1)),
      { stored: 'payment', value: { ...placed, lines: [] } },
      { paymentRecord: { type: 'record.saved' } },
    ],
  });
});
