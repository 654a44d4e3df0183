import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { OrderMachineEvent } from '../../../server/machines/order.machine.ts';
import { loadFlow, nameOfRow, type Row } from '../../../model-testing/table/flow.ts';
import {
  CANCEL,
  CASH,
  DELIVER,
  DROP,
  due,
  EXPIRES_AT,
  has,
  isIn,
  MISMATCH,
  MPESA,
  paid,
  PROCESS,
  SHIP,
  step,
  toCash,
  walk,
  type OrderSnapshot,
  type Step,
} from './order-walk.ts';

const flow = loadFlow('order');

/** Rows and invariants about the request, its key, its owner and the limits: the machine has no say in them. */
const ELSEWHERE: readonly { readonly rows: RegExp; readonly by: string }[] = [
  { rows: /^none: POST \/orders\(no or invalid token/, by: 'tests/server/orders/order-read.test.ts' },
  {
    rows: /^none: POST \/orders\((A sent|total 1|A x |the flash price|the same product)/,
    by: 'tests/server/orders/create-order.test.ts',
  },
  { rows: /^none: POST \/orders\(two shoppers/, by: 'tests/server/orders/order-race.test.ts' },
  { rows: /^none: POST \/orders\((quantity 0|no lines)/, by: 'tests/server/orders/bad-input.test.ts' },
  { rows: /^none: POST \/orders\(cod, with/, by: 'tests/server/orders/create-order.test.ts' },
  { rows: /^none: POST \/orders\(cod, phone not verified/, by: 'tests/spec/corrections.md' },
  { rows: /^none: POST \/orders\(mpesa, total 250001/, by: 'tests/server/orders/mpesa-orders.test.ts' },
  {
    rows: /POST \/orders again|key K1 still in progress|GET \/orders\/by-key/,
    by: 'tests/server/orders/order-key.test.ts',
  },
  { rows: /GET \/orders\/\{id\} by another|another shopper: cancel/, by: 'tests/server/orders/order-read.test.ts' },
  { rows: /payment-method .* \[as many open/, by: 'tests/server/orders/order-change.test.ts' },
  { rows: /^invariant: isDelivered if and only if/, by: 'tests/server/orders/order-change.test.ts' },
  { rows: /^invariant: reserved stock never exceeds/, by: 'tests/server/orders/order-race.test.ts' },
  { rows: /^invariant: the short id/, by: 'tests/server/orders/create-order.test.ts' },
  // By name, over every order that can be reached.
  {
    rows: /^invariant: (delivered and cancelled are final|no sum of money)/,
    by: 'tests/server/orders/order-invariants.test.ts',
  },
];
const isElsewhere = (name: string) => ELSEWHERE.some(({ rows }) => rows.test(name));

const processing = walk(MPESA, paid('p1'));
const cashProcessing = walk(CASH, PROCESS);
const shipped = walk(MPESA, paid('p1'), SHIP);
const cashShipped = walk(CASH, PROCESS, SHIP);
const expired = walk(MPESA, due(EXPIRES_AT));
const byShopper = walk(MPESA, CANCEL);
const byStaff = walk(MPESA, DROP);

/** Where a row starts; several where its condition names several. */
function starts({ from, on, when: condition }: Row): readonly OrderSnapshot[] {
  const when = condition ?? '';
  const isCash =
    when.startsWith('cash on delivery') ||
    when.startsWith('unpaid (cash on delivery)') ||
    when.startsWith('turned into');
  switch (from) {
    case 'pending':
      return [when.startsWith('turned into') ? walk(MPESA, toCash()) : walk(isCash ? CASH : MPESA)];
    case 'processing':
      return [isCash ? cashProcessing : processing];
    case 'shipped':
      return [isCash ? cashShipped : shipped];
    case 'delivered':
      return [walk(MPESA, paid('p1'), SHIP, DELIVER), walk(CASH, PROCESS, SHIP, DELIVER)];
    case 'cancelled':
      return [expired, byShopper, byStaff];
    case 'cancelled.expired':
      return [expired];
    case 'cancelled.byShopper':
      return [byShopper];
    case 'cancelled.byStaff':
      return [byStaff];
    case 'money.unpaid':
      if (isCash) return [cashShipped];
      return on.endsWith('late') ? [byShopper, byStaff, expired] : [walk(MPESA)];
    case 'money.paid':
      return [processing];
    case 'money.held':
      return [walk(MPESA, paid('p1'), MISMATCH)];
    case 'money.refundDue':
      return [walk(MPESA, paid('p1'), DROP)];
    case 'money.overpaid':
      return [walk(MPESA, paid('p1'), paid('p2'))];
    case 'stock.held':
      return [walk(MPESA)];
    case 'stock.committed':
      return [walk(CASH), processing, cashProcessing];
    case 'stock.released':
      return on.startsWith('late') ? [expired] : [expired, byShopper, byStaff];
    default:
      throw new Error(`no start for ${from}`);
  }
}

/** The events of a row; one walk for each list. */
function events({ from, on, when: condition, ms }: Row): readonly (readonly OrderMachineEvent[])[] {
  const when = condition ?? '';
  const hasStock = !when.includes('stock gone');
  if (on === 'timer') return [[due(ms ?? 0, when.includes('an attempt is live'))]];
  if (on.startsWith('a second payment')) return [[paid('p2')]];
  if (on === 'payment succeeds, the same receipt again') return [[paid('p1')]];
  if (on.startsWith('payment succeeds') || on.startsWith('late payment')) return [[paid('p1', hasStock)]];
  if (on.startsWith('payment fails')) return [[{ type: 'payment.failed' }]];
  if (on === 'cross-check mismatch') return [[MISMATCH]];
  if (on === 'payments desk: clear') return [[{ type: 'payment.clear' }]];
  if (on === 'payments desk: not paid') return [[{ type: 'payment.deny' }]];
  if (on.startsWith('payments desk confirms')) return [[{ type: 'refund.confirmed' }]];
  if (on === 'turned into cash on delivery') return [[toCash()]];
  if (on.startsWith('PUT /orders/{id}/payment-method')) return [[toCash()]];
  if (on.startsWith('order cancelled'))
    return from === 'stock.held' ? [[CANCEL], [DROP], [due(EXPIRES_AT)]] : [[DROP], [DROP, CANCEL]];
  if (on.startsWith('shopper cancels'))
    return [on.endsWith('payment first') ? [paid('p1'), CANCEL] : [CANCEL, paid('p1')]];
  if (on.startsWith('expiry and a good callback'))
    return [
      [paid('p1'), due(EXPIRES_AT)],
      [due(EXPIRES_AT), paid('p1')],
    ];
  if (on.startsWith('shopper: cancel')) return [[CANCEL]];
  if (on.startsWith('staff: start processing')) return [[PROCESS]];
  if (on.startsWith('staff: ship(no')) return [[{ type: 'staff.ship', trackingNumber: null }]];
  if (on.startsWith('staff: ship')) return [[SHIP]];
  if (on.startsWith('staff: deliver')) return [[DELIVER]];
  if (on.startsWith('staff: cancel')) return [[DROP]];
  throw new Error(`no event for ${on}`);
}

/** What the rows' `does` mean in the machine. */
const DOES: Readonly<Record<string, (last: Step) => boolean>> = {
  'isPaid true, paidAt set': ({ before, after }) => before.value.money === 'unpaid' && after.value.money === 'paid',
  'isPaid true: nothing is collected at the door': ({ after }) => after.value.money === 'paid',
  'isPaid false': ({ after }) => after.value.money === 'unpaid',
  'stock committed': ({ after }) => after.value.stock === 'committed',
  'stock released': ({ after }) => after.value.stock === 'released',
  'reserved -2': ({ before, after }) => before.value.stock === 'held' && after.value.stock === 'released',
  'not released twice': ({ before, after }) => before.value.stock === 'released' && after.value.stock === 'released',
  'no refund': (last) => !has(last, 'queueRefund') && last.after.value.money === 'unpaid',
  'receipt mail and SMS queued once': (last) => last.effects.filter(({ type }) => type === 'queueMessage').length === 1,
  'mail and SMS queued': (last) => has(last, 'queueMessage'),
  nothing: ({ before, after, effects }) =>
    JSON.stringify(before.value) === JSON.stringify(after.value) &&
    effects.every(({ type }) => type === 'ignoreRepeat'),
  'nothing, no second mail': (last) => !has(last, 'queueMessage'),
  'marked overpaid': ({ after }) => after.value.money === 'overpaid',
  'refund queue': (last) => has(last, 'queueRefund'),
  'shopper told': (last) => has(last, 'queueRefund'),
  'refund queue, shopper told': (last) => has(last, 'queueRefund'),
  'refund queue, status unchanged': ({ before, after, ...last }) =>
    has({ before, after, ...last }, 'queueRefund') && before.value.status === after.value.status,
  'refund queue, marked paid after cancel, shopper told': (last) =>
    has(last, 'queueRefund') && last.after.value.money === 'refundDue',
  'status unchanged': ({ before, after }) => before.value.status === after.value.status,
  'stays unpaid, stock held until expiry, may be tried again': ({ after }) =>
    after.value.money === 'unpaid' && after.value.stock === 'held' && after.can(paid('p1')),
  'held for the payments desk, cannot be shipped': ({ after }) => after.value.money === 'held' && !after.can(SHIP),
  alarm: (last) => has(last, 'alertDesk'),
  'trackingNumber T1': ({ after }) => after.context.trackingNumber === 'T1',
  'no trackingNumber': ({ after }) => after.context.trackingNumber === null,
  'isDelivered true, deliveredAt': ({ after }) => after.value.status === 'delivered',
  'isDelivered true, deliveredAt, isPaid true, paidAt': ({ before, after }) =>
    after.value.status === 'delivered' && before.value.money === 'unpaid' && after.value.money === 'paid',
  'the cancel is refused': ({ accepted }) => !accepted,
  'reason stored, stock released, shopper warned': (last) =>
    last.after.value.stock === 'released' && has(last, 'queueMessage', { about: 'expired' }),
  'the attempt is queried or expired first, then looked at again': (last) => has(last, 'settleAttemptFirst'),
  'never expires': ({ accepted }) => !accepted,
  'the money wins: stock kept or held again': ({ after }) =>
    after.value.stock === 'committed' && after.value.money === 'paid',
  'stock held again and committed, isPaid true, paidAt': ({ after }) =>
    after.value.stock === 'committed' && after.value.money === 'paid',
  'paymentMethod cod, stock committed, no expiry': ({ after }) =>
    after.context.paymentMethod === 'cod' && after.value.stock === 'committed' && after.context.expiresAt === null,
  'stays paid by M-Pesa': ({ after }) => after.context.paymentMethod === 'mpesa' && after.value.money === 'paid',
};

describe('order table', () => {
  const created = flow.rows.filter(({ on }) => /^POST \/orders\((mpesa|cod), valid/.test(on));
  const rows = flow.rows.filter((row) => !created.includes(row) && !isElsewhere(nameOfRow(row)));

  test.each(created)('§7 orders: $on', ({ on, to, does }) => {
    const isCash = on.includes('(cod');
    const order = walk(isCash ? CASH : MPESA);
    expect(isIn(order, to)).toBe(true);
    expect(order.value).toEqual({ status: 'pending', money: 'unpaid', stock: isCash ? 'committed' : 'held' });
    expect(does.includes('no expiry')).toBe(order.context.expiresAt === null);
  });

  test.each(rows.map((row) => ({ row, title: `${row.ref}: ${nameOfRow(row)} -> ${row.to}` })))('$title', ({ row }) => {
    for (const start of starts(row)) {
      for (const list of events(row)) {
        // A row about late money on an expired order concerns stock that is gone, unless it says otherwise.
        const isGone = row.to === 'money.refundDue' && start === expired;
        let last: Step | undefined;
        for (const event of list) {
          last = step(
            last?.after ?? start,
            event.type === 'payment.succeeded' && isGone ? { ...event, hasStock: false } : event,
          );
        }
        if (last === undefined) throw new Error('a row without an event');
        expect(isIn(last.after, row.to), JSON.stringify(last.after.value)).toBe(true);
        if (row.says != null) expect(last.accepted).toBe(false);
        for (const effect of row.does) expect(DOES[effect]?.(last), effect).toBe(true);
      }
    }
  });

  test('every row and invariant runs here or is named elsewhere', () => {
    const names = [...flow.rows.map(nameOfRow), ...flow.invariants.map((says) => `invariant: ${says}`)];
    expect(
      ELSEWHERE.filter(({ rows: there }) => !names.some((name) => there.test(name))),
      'matches nothing',
    ).toEqual([]);
    expect(
      ELSEWHERE.filter(({ by }) => !existsSync(by)),
      'a missing file',
    ).toEqual([]);
    expect(flow.invariants.filter((says) => !isElsewhere(`invariant: ${says}`))).toEqual([]);
  });
});

describe('beyond the table', () => {
  const REPLACE: OrderMachineEvent = { type: 'order.replace', hasLiveAttempt: false };
  const refunded = walk(MPESA, paid('p1'), DROP, { type: 'refund.confirmed' });
  const cases: readonly (readonly [string, OrderSnapshot, OrderMachineEvent, string, readonly string[]])[] = [
    ['D21: an unpaid M-Pesa order is replaced', walk(MPESA), REPLACE, 'cancelled.replaced', []],
    ['D21: replacing twice changes nothing', walk(MPESA, REPLACE), REPLACE, 'cancelled.replaced', ['ignoreRepeat']],
    [
      'D21: an expired order that is replaced is not reopened',
      walk(MPESA, due(EXPIRES_AT), REPLACE),
      paid('p1'),
      'money.refundDue',
      ['queueRefund'],
    ],
    ['D21: an expired order is replaced', expired, REPLACE, 'cancelled.replaced', []],
    ['D21: money for a replaced order goes back', walk(MPESA, REPLACE), paid('p1'), 'money.refundDue', ['queueRefund']],
    ['D21: cash on delivery twice changes nothing', walk(CASH), toCash(), 'pending', ['ignoreRepeat']],
    [
      'D8: a third payment goes back too',
      walk(MPESA, paid('p1'), paid('p2')),
      paid('p3'),
      'money.overpaid',
      ['queueRefund'],
    ],
    [
      'D7: the second payment repeated',
      walk(MPESA, paid('p1'), paid('p2')),
      paid('p2'),
      'money.overpaid',
      ['ignoreRepeat'],
    ],
    [
      'D7: a mismatch of an overpaid order alarms',
      walk(MPESA, paid('p1'), paid('p2')),
      MISMATCH,
      'money.overpaid',
      ['alertDesk'],
    ],
    [
      'H4: an overpaid order that is cancelled goes back whole',
      walk(MPESA, paid('p1'), paid('p2')),
      DROP,
      'money.refundDue',
      ['queueRefund'],
    ],
    [
      'D7: a held order, the same payment again',
      walk(MPESA, paid('p1'), MISMATCH),
      paid('p1'),
      'money.held',
      ['ignoreRepeat'],
    ],
    ['D7: a held order, another payment', walk(MPESA, paid('p1'), MISMATCH), paid('p2'), 'money.held', ['alertDesk']],
    [
      'D7: a held order is not cancelled before the desk has looked',
      walk(MPESA, paid('p1'), MISMATCH),
      DROP,
      'processing',
      [],
    ],
    [
      'D7: a payment that the desk denied is not counted again',
      walk(MPESA, paid('p1'), MISMATCH, { type: 'payment.deny' }),
      paid('p1'),
      'money.unpaid',
      ['ignoreRepeat'],
    ],
    [
      'D7: money from the door has no provider to contradict it',
      walk(CASH, PROCESS, SHIP, DELIVER),
      MISMATCH,
      'money.paid',
      [],
    ],
    [
      'D12: the late payment repeated',
      walk(MPESA, CANCEL, paid('p1')),
      paid('p1'),
      'money.refundDue',
      ['ignoreRepeat'],
    ],
    [
      'D12: a second late payment goes back too',
      walk(MPESA, CANCEL, paid('p1')),
      paid('p2'),
      'money.refundDue',
      ['queueRefund'],
    ],
    ['D12: a payment after the refund goes back too', refunded, paid('p2'), 'money.refundDue', ['queueRefund']],
    ['D7: the refunded payment repeated', refunded, paid('p1'), 'money.refunded', ['ignoreRepeat']],
    [
      'A36: an unpaid M-Pesa order is not shipped',
      walk(MPESA, paid('p1'), MISMATCH, { type: 'payment.deny' }),
      SHIP,
      'processing',
      [],
    ],
    [
      '§4: shipping twice keeps the first number',
      walk(CASH, PROCESS, SHIP),
      { type: 'staff.ship', trackingNumber: 'T2' },
      'shipped',
      ['ignoreRepeat'],
    ],
    ['A36: staff cancels a cancelled order again', walk(CASH, DROP), DROP, 'cancelled', ['ignoreRepeat']],
    ['D12: expiry of a cancelled order again', walk(MPESA, CANCEL), due(EXPIRES_AT), 'cancelled', ['ignoreRepeat']],
  ];

  test.each(cases)('%s', (_, start, event, to, effects) => {
    const { after, effects: done } = step(start, event);
    expect(isIn(after, to), JSON.stringify(after.value)).toBe(true);
    expect(done.map(({ type }) => type)).toEqual(effects);
  });

  test('D21: a live prompt keeps an order from being replaced or paid at the door', () => {
    expect(walk(MPESA).can({ type: 'order.replace', hasLiveAttempt: true })).toBe(false);
    expect(walk(MPESA).can(toCash(true))).toBe(false);
    expect(walk(CASH).can(REPLACE)).toBe(false);
    expect(step(shipped, SHIP).after.context.trackingNumber).toBe('T1');
  });
});
