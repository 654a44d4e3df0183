import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { orderPlacementMachine } from '../../../src/machines/checkout/order-placement.machine.ts';
import { OrderPlacementView } from '../../../src/views/checkout/order-placement.view.tsx';
import type { LiveActor } from 'model-testing/model/live';
import type { Args } from 'model-testing/table/language';
import type { Outcome } from 'model-testing/table/outcome';
import { LOOK, START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { draftBy, KEPT, ORDER, orderPlacementModel, unknown } from './order-placement.model.ts';
import { phoneNow } from '../support/shop.samples.ts';

type Machine = typeof orderPlacementMachine;
type Ended = Outcome<Machine>;

const CHANGED = [phoneNow({ now: 1600 })];
const isSwitch = (when: string | null) => when === 'a switch was lost';

const refused = (status: number, message: string, data?: unknown) =>
  new ApiError({ kind: 'refused', status, message, ...(data !== undefined && { data }) });

/** Adds the name that the table leaves out of a line. */
const draftIn = ({ orderItems, ...args }: Args) => ({
  ...args,
  ...(orderItems !== undefined && {
    orderItems: (orderItems as object[]).map((line) => ({ ...line, name: 'Phone A' })),
  }),
});

const lose = (live: LiveActor<Machine>) =>
  live.fail(live.snapshot.matches('switching') ? 'switchToCash' : 'placeOrder', failures['offline']);

/** The view of the order placement, and the message that its parent shows. */
const view: NonNullable<Table<Machine>['view']> = (snapshot) => (
  <>
    <OrderPlacementView snapshot={snapshot} send={() => undefined} />
    {snapshot.output?.problem != null && <p role="alert">{snapshot.output.problem.text}</p>}
  </>
);

const placed = ({ snapshot }: Ended, [, order = '']: readonly string[]) =>
  expect(snapshot.output).toMatchObject({ outcome: 'placed', orderId: order === 'o0' ? KEPT : ORDER });

/** The service returns these refusals as a value, not as an error: tests/services/orders.service.test.ts. */
const changed = (live: LiveActor<Machine>) => live.answer('placeOrder', { outcome: 'changed', lines: CHANGED });

export const orderPlacementTable: Table<Machine> = {
  view,
  start: {
    'no unpaid order is kept': 'mpesa',
    'an unpaid order o0 of another draft is kept': 'mpesa',
    'cod, and an unpaid order o0 of this unchanged draft is kept': 'kept order',
  },
  input: ({ from, on, when }) => {
    if (from === 'switching' || isSwitch(when)) return 'kept order';
    if (on.includes('pickup at s1')) return 'cod, pickup';
    return on.startsWith('start(cod') ? 'cod' : 'mpesa';
  },
  reach: { placing: () => undefined, switching: () => undefined, checking: lose },
  when: [
    [/^(K1 was sent before|a (POST|switch) was lost)$/, { because: 'as it is in this state' }],
    {
      'it replaces o0': {
        because: 'the record knows what is replaced: tests/flows/purchase/purchase.checkout.requirements.test.ts',
      },
    },
  ],
  on: [
    {
      'start again (double click)': LOOK,
      'the lost POST /orders is answered after all': LOOK,
    },
    [/^start\(/, START],
    [/^POST \/orders fails\(409,.* data\.lines \[\{/, changed],
  ],
  calls: [
    {
      call: 'POST /orders',
      slot: 'placeOrder',
      input: (args) => ({ draft: draftIn(args) }),
      answers: [
        {
          "success false, message 'X'": refused(200, 'X'),
          'success false, no message': refused(200, ''),
          'broken reply, no order id': failures['broken'],
        },
        [/^data\.order\._id 'a1b2c3d4'/, { outcome: 'placed', orderId: ORDER }],
      ],
      fails: [{ "409, message 'X', data.lines empty": refused(409, 'X', { lines: [] }) }],
    },
    {
      call: 'PUT /orders/o0/payment-method',
      slot: 'switchToCash',
      input: () => ({ orderId: KEPT }),
      answers: [
        {
          'data.order': undefined,
          "success false, message 'X'": refused(200, 'X'),
          'success false, no message': refused(200, ''),
        },
      ],
    },
    {
      call: /^GET \/orders\/by-key\/K[01]/,
      slot: 'findOrder',
      // The record provides the key, one per draft: tests/flows/checkout/checkout.requirements.test.ts.
      input: (_, { from }) => ({ draft: draftBy(from === 'switching' ? 'cod' : 'mpesa') }),
      answers: [
        {
          "data.order._id 'a1b2c3d4'": { orderId: ORDER, paymentMethod: 'mpesa', isCancelled: false },
          "data.order 'a1b2c3d4', status cancelled": { orderId: ORDER, paymentMethod: 'mpesa', isCancelled: true },
          "data.order 'o0', paymentMethod cod": { orderId: KEPT, paymentMethod: 'cod', isCancelled: false },
          "data.order 'o0', paymentMethod mpesa": { orderId: KEPT, paymentMethod: 'mpesa', isCancelled: false },
          'success false': refused(200, ''),
          'broken reply': failures['broken'],
        },
      ],
    },
  ],
  does: [
    {
      'hand on data.lines': ({ snapshot }) =>
        expect(snapshot.output).toMatchObject({ outcome: 'changed', lines: CHANGED }),
      'no POST /orders': ({ started }) => expect(started.map(({ slot }) => slot)).toEqual(['switchToCash']),
      'key and order are told to be done with: the next press is a new order': (outcome, _, { from }) => {
        const orderId = from === 'switching' ? KEPT : ORDER;
        if (from === 'checking') outcome.effect('keepOrder', { orderId });
        outcome.effect('forgetOrder', { orderId });
      },
      'o0 stands': (outcome) => expect(outcome.unclaimed()).toEqual([]),
      'nothing: that request was given up': ({ live }) =>
        expect(live.calls.map(({ slot, isOpen }) => [slot, isOpen()])).toEqual([
          ['placeOrder', false],
          ['findOrder', true],
        ]),
      'the server answers with the first order where there is one: no second one': {
        judgedBy: 'tests/server/orders/order-key.test.ts',
      },
    },
    [
      /^hand on the order (\w+)/,
      (outcome, words) => {
        placed(outcome, words);
        // An order that only switched to cash on delivery is stored already.
        if (outcome.before.value !== 'switching')
          outcome.effect('keepOrder', { orderId: outcome.snapshot.output?.orderId });
      },
    ],
    [
      /^(K1|o0|the key) stays kept/,
      (outcome, [, what]) => {
        if (what === 'o0' && outcome.unclaimed().includes('keepOrder')) outcome.effect('keepOrder', { orderId: KEPT });
        expect(outcome.unclaimed()).toEqual([]);
      },
    ],
  ],
  undrawn: { 'the text (see rows)': 'the rows have it' },
  elsewhere: [
    {
      rows: /^placing: start\(.* of another draft is kept\)/,
      by: 'tests/flows/purchase/purchase.checkout.requirements.test.ts',
    },
    {
      rows: /^invariant: (every POST|replaces names)/,
      by: 'tests/flows/purchase/purchase.checkout.requirements.test.ts',
    },
  ],
};

type States = Record<string, (snapshot: SnapshotFrom<Machine>) => boolean>;
const isIn = (name: string) => orderPlacementModel.states?.[name] ?? (() => false);

/** Maps the state names of the checkout's table. */
export const checkoutStates: States = {
  placingCod: isIn('placing'),
  checkingCod: isIn('checking'),
  ordered: isIn('placed'),
  editing: isIn('refused'),
};

/** The rows of older tables about placing an order. Their other rows run in the flow that has the button. */
const older: Table<Machine> = {
  ...orderPlacementTable,
  start: {},
  on: [],
  calls: [
    { call: 'POST /orders', slot: 'placeOrder', answers: [{ 'broken reply, no order id': failures['broken'] }] },
    {
      call: 'GET /orders/by-key/{key}',
      slot: 'findOrder',
      answers: [
        {
          'order found': { orderId: ORDER, paymentMethod: 'cod', isCancelled: false },
          'no such order': unknown,
        },
      ],
    },
  ],
  inside: { switchToCash: 'its own table has the rows' },
  does: [[/^(remove the ordered lines|go to \/order-success)/, (outcome) => placed(outcome, [])]],
  unseen: { keepOrder: 'judged by its own table' },
};

export const checkoutPlacementTable: Table<Machine> = {
  ...older,
  input: () => 'cod',
  reach: { placingCod: () => undefined, checkingCod: lose },
  undrawn: {
    checkingCod: 'by its own table, in the same words',
    editing: 'drawn by the checkout',
  },
  elsewhere: [
    {
      rows: /^(?!placingCod: (timer|POST \/orders fails\(network lost)|checkingCod: )/,
      by: 'tests/flows/checkout/checkout.paths.test.tsx',
    },
    { rows: /^checkingCod: GET .* fails\(any\)/, by: 'tests/flows/checkout/checkout.requirements.test.ts' },
  ],
};

/** Maps the state names of the payment's table. */
export const paymentStates: States = { placingOrder: isIn('placing'), checkingOrder: isIn('checking') };

export const mpesaPlacementTable: Table<Machine> = {
  ...older,
  input: () => 'mpesa',
  reach: { placingOrder: () => undefined },
  undrawn: { checkingOrder: 'by its own table, in the same words' },
  elsewhere: [
    {
      rows: /^(?!placingOrder: (timer|.*(broken reply|fails\(network lost)))/,
      by: 'tests/flows/purchase/purchase.paths.test.tsx',
    },
  ],
};
