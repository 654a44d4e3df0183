import { expect } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import type { orderPlacementMachine } from '../../src/machines/order-placement.machine.ts';
import { OrderPlacementView } from '../../src/views/checkout/order-placement.view.tsx';
import { failures } from '../../model-testing/model/failures.ts';
import type { Outcome } from '../../model-testing/table/outcome.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { ORDER } from './order-placement.model.ts';
import { phoneNow } from './shop.samples.ts';

type Ended = Outcome<typeof orderPlacementMachine>;

const FULL = 'You have 10 orders to pay on delivery. Please receive one first.';

/** The rows of the checkout's table that happen while the order is being placed. */
export const orderPlacementTable: Table<typeof orderPlacementMachine> = {
  view: (snapshot) => (
    <>
      <OrderPlacementView snapshot={snapshot} send={() => undefined} />
      {snapshot.output?.problem?.text}
    </>
  ),
  start: {},
  input: ({ on }) => (on.startsWith('PUT') ? 'kept order' : ''),
  reach: {
    placingCod: () => undefined,
    checkingCod: (live) => live.fail('placeOrder', failures['offline']),
  },
  when: [[/^(address unchanged|changed address)/, {}]],
  on: [
    // The service makes an answer of this refusal (tests/services/orders.service.test.ts).
    [
      /^POST \/orders fails\(409, data\.lines/,
      (live) => live.answer('placeOrder', { outcome: 'changed', lines: [phoneNow({ now: 1600 })] }),
    ],
  ],
  calls: [
    {
      call: 'POST /orders',
      slot: 'placeOrder',
      answers: [
        [/^data\.order\._id$/, { outcome: 'placed', orderId: ORDER }],
        [/^success false, no message$/, failures['refused without words']],
        [/^broken reply, no order id$/, failures['broken']],
      ],
      fails: [
        [/^409, too many/, new ApiError({ kind: 'refused', status: 409, message: FULL })],
        [/^429, Retry-After$/, new ApiError({ kind: 'refused', status: 429, retryAfter: 5 })],
      ],
    },
    { call: 'PUT /orders/{id}/payment-method', slot: 'switchToCash', answers: [[/^success$/, undefined]] },
    {
      call: 'GET /orders/by-key/{key}',
      slot: 'findOrder',
      answers: [
        [/^order found$/, { orderId: ORDER }],
        [/^no such order$/, new ApiError({ kind: 'refused', status: 404, message: 'Order not found' })],
      ],
    },
  ],
  // What follows is judged in the checkout and the payment, which are handed the outcome.
  does: [
    [
      /^(remove the ordered lines|go to \/order-success|keep orderId|checkout may now save)/,
      ({ snapshot }: Ended) => expect(snapshot.output).toMatchObject({ outcome: 'placed', orderId: ORDER }),
    ],
    [
      /^(A was Ksh 1,500, now Ksh 1,600|hand data\.lines to checkout)$/,
      ({ snapshot }: Ended) =>
        expect(snapshot.output).toMatchObject({ outcome: 'changed', lines: [{ was: 1500, now: 1600 }] }),
    ],
    [
      /^(token and user cleared|go to \/auth\/login|cart kept)/,
      ({ snapshot }: Ended) => expect(snapshot.output?.outcome).toBe('signedOut'),
    ],
    [
      /sends the same key$/,
      ({ snapshot }: Ended) => expect(snapshot.output).toMatchObject({ outcome: 'failed', lines: [] }),
    ],
  ],
  unseen: { keepOrder: 'where the next try finds it; an invariant of the model says when' },
  says: {
    "the server's message": FULL,
    // Said by the checkout, which is handed the lines.
    'Some prices or stock have changed. Please review your order.': '',
  },
  undrawn: { editing: 'drawn by the checkout', reviewChanges: 'drawn by the checkout' },
  corrections: [{ rows: /answers\(data\.order\._id\)/, ref: '§4', calls: [], does: [] }],
  elsewhere: [
    { rows: /^(?!placingCod|checkingCod)|place order/, by: 'tests/paths/checkout.test.tsx' },
    { rows: /^checkingCod: GET .* fails\(any\)/, by: 'tests/requirements/checkout.test.ts' },
  ],
};

/** The rows of the payment's table that happen while its order is being placed. */
export const mpesaPlacementTable: Table<typeof orderPlacementMachine> = {
  ...orderPlacementTable,
  undrawn: {},
  reach: { placingOrder: () => undefined, checkingOrder: (live) => live.fail('placeOrder', failures['offline']) },
  when: [],
  // The push that follows is the payment's own call.
  corrections: [{ rows: /answers\((data\.order\._id|order found)\)/, ref: 'D10', calls: [] }],
  elsewhere: [
    { rows: /^(?!placingOrder|checkingOrder)|confirm again|total 2999\.5/, by: 'tests/paths/mpesa-payment.test.tsx' },
  ],
};
