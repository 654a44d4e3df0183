import { ApiError } from '../../contract/errors.ts';
import type { orderPlacementMachine } from '../../src/machines/order-placement.machine.ts';
import { OrderPlacementView } from '../../src/views/checkout/order-placement.view.tsx';
import { failures } from '../support/model/failures.ts';
import type { Table } from '../support/table/table.ts';
import { ORDER } from './order-placement.model.ts';
import { phoneNow } from './shop.samples.ts';

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
    [/^POST \/orders fails\(409, data\.lines/, (live) =>
      live.answer('placeOrder', { outcome: 'changed', lines: [phoneNow({ now: 1600 })] })],
  ],
  calls: [
    {
      call: 'POST /orders',
      slot: 'placeOrder',
      answers: [
        [/^data\.order\._id$/, { outcome: 'placed', orderId: ORDER }],
        [/^success false, no message$/, failures['refused without words']],
      ],
      fails: [
        [/^409, too many/, new ApiError({ kind: 'refused', status: 409, message: FULL })],
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
  // What follows in the checkout is judged there.
  does: [[/./, () => undefined]],
  says: {
    "the server's message": FULL,
    // Said by the checkout, which is handed the lines.
    'Some prices or stock have changed. Please review your order.': '',
  },
  corrections: [
    { rows: /answers\(data\.order\._id\)/, ref: '§4', calls: [], does: [] },
  ],
  elsewhere: [
    { rows: /^(?!placingCod|checkingCod)|place order/, by: 'tests/paths/checkout.test.tsx' },
    { rows: /^checkingCod: GET .* fails\(any\)/, by: 'tests/promises/checkout.test.ts' },
  ],
};
