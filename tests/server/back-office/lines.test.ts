import { describe, expect, test } from 'vitest';
import { parseHandle } from '../../../server/modules/back-office/handle.rules.ts';
import { formatHistory, formatNote } from '../../../server/modules/back-office/history.rules.ts';
import { toJobItem, toOrderItem, toRefundItem, toAlarmItem } from '../../../server/modules/back-office/item.rules.ts';
import type {
  BackOfficeAlarm,
  BackOfficeJob,
  BackOfficeOrder,
  BackOfficeRefund,
} from '../../../server/modules/back-office/back-office.repository.ts';

/** The exact text of each line of the back office, with and without its optional parts. */

const ID = '1a2b3c4d-0000-4000-8000-00000000000e';
const AT = new Date('2026-11-27T08:00:00.000Z');
const LATER = new Date('2026-11-27T09:00:00.000Z');

const REFUND: BackOfficeRefund = {
  id: ID,
  orderId: ID,
  shortId: '1a2b3c4d',
  amount: 3000,
  reason: 'overpaid',
  isRest: false,
  phone: '254712345678',
  receipt: 'R2',
  createdAt: AT,
  confirmedAt: null,
};
const ORDER: BackOfficeOrder = {
  id: ID,
  shortId: '1a2b3c4d',
  status: 'pending',
  paymentMethod: 'cod',
  money: 'unpaid',
  isPaid: false,
  totalPrice: 1500,
  createdAt: AT,
  updatedAt: LATER,
  expiresAt: null,
};
const ALARM: BackOfficeAlarm = {
  id: ID,
  kind: 'badSettings',
  orderId: ID,
  attemptId: null,
  detail: null,
  count: 1,
  at: AT,
  lastAt: LATER,
  settledAt: null,
  shortId: '1a2b3c4d',
};
const JOB: BackOfficeJob = { id: ID, kind: 'message', attempts: 12, lastError: 'SmsError', runAt: AT, doneAt: null };
const SETTINGS = 'M-Pesa refused the settings of this shop';

describe('D29: open items', () => {
  test.each<[Partial<BackOfficeRefund>, string]>([
    [{}, 'Ksh\u00A03,000 to 254712345678: order 1A2B3C4D was paid twice, receipt R2'],
    [{ reason: 'cancelled' }, 'Ksh\u00A03,000 to 254712345678: order 1A2B3C4D was cancelled, receipt R2'],
    [{ receipt: null }, 'Ksh\u00A03,000 to 254712345678: order 1A2B3C4D was paid twice'],
    [{ receipt: null, isRest: true }, 'Ksh\u00A03,000 to 254712345678: order 1A2B3C4D was paid with too much'],
    [{ receipt: null, shortId: null }, 'Ksh\u00A03,000 to 254712345678: matched no order'],
  ])('a refund %j', (change, what) => {
    const item = { handle: 'refund-1a2b3c4d', since: AT.toISOString(), what, ways: [] };
    expect(toRefundItem({ ...REFUND, ...change })).toEqual(item);
  });

  test.each<[Partial<BackOfficeAlarm>, { what: string; last?: string }]>([
    [{}, { what: `Order 1A2B3C4D: ${SETTINGS}` }],
    [{ shortId: null }, { what: SETTINGS }],
    [{ count: 2 }, { what: `Order 1A2B3C4D: ${SETTINGS} (2 times)`, last: LATER.toISOString() }],
    [{ count: 2, lastAt: null }, { what: `Order 1A2B3C4D: ${SETTINGS} (2 times)` }],
  ])('an alarm %j', (change, said) => {
    const item = { handle: 'alarm-1a2b3c4d', since: AT.toISOString(), ways: [], ...said };
    expect(toAlarmItem({ ...ALARM, ...change })).toEqual(item);
  });

  test.each<[Partial<BackOfficeOrder>, boolean, string, readonly string[]]>([
    [{}, true, 'cash on delivery: pending, money not paid', ['processing', 'cancelled', 'left']],
    [{}, false, 'cash on delivery: pending, money not paid', []],
    [{ paymentMethod: 'mpesa' }, true, 'M-Pesa: pending, money not paid', ['cancelled']],
    [{ paymentMethod: 'mpesa' }, false, 'M-Pesa: pending, money not paid', []],
    [{ money: 'refundDue', status: 'cancelled' }, false, 'cash on delivery: cancelled, money refund due', []],
  ])('an order %j, late: %s', (change, isLate, what, ways) => {
    const item = {
      handle: 'order-1a2b3c4d',
      since: AT.toISOString(),
      what: `Order 1A2B3C4D, Ksh\u00A01,500, ${what}`,
      ways,
    };
    expect(toOrderItem({ ...ORDER, ...change }, isLate)).toEqual(item);
  });

  test.each<[BackOfficeOrder['status'], boolean, readonly string[]]>([
    ['pending', false, ['paid', 'refund']],
    ['pending', true, ['paid', 'refund']],
    ['processing', false, ['paid', 'refund', 'unpaid']],
    ['cancelled', true, ['paid', 'refund', 'unpaid']],
  ])('an order that is %s with money in doubt, late: %s', (status, isLate, ways) => {
    const item = toOrderItem({ ...ORDER, status, money: 'held', paymentMethod: 'mpesa' }, isLate);
    const what = `Order 1A2B3C4D, Ksh\u00A01,500, M-Pesa: ${status}, money in doubt`;
    expect(item).toEqual({ handle: 'order-1a2b3c4d', since: LATER.toISOString(), what, ways });
  });

  test.each<[Partial<BackOfficeJob>, string]>([
    [{}, 'SmsError'],
    [{ lastError: null }, 'unknown'],
  ])('a job %j', (change, why) => {
    const what = `Job 'message' failed 12 times (${why}) and is being retried`;
    const item = { handle: 'job-1a2b3c4d', since: AT.toISOString(), what, ways: ['again'] };
    expect(toJobItem({ ...JOB, ...change })).toEqual(item);
  });
});

type History = Parameters<typeof formatHistory>[0];
const NOTHING: History = { attempts: [], events: [], alarms: [], refunds: [] };
const PROMPT: History['attempts'][number] = {
  id: ID,
  state: 'failed',
  amount: 3000,
  phone: '254712345678',
  failureReason: null,
  crossCheck: null,
  createdAt: AT,
  receipt: null,
  received: null,
};
const PROMPTED = 'prompt 1a2b3c4d for Ksh\u00A03,000 to 254712345678: failed';

describe('D29: history of an order', () => {
  test.each<[string, Partial<History>, string]>([
    ['a prompt', { attempts: [PROMPT] }, PROMPTED],
    ['a prompt with a payment', { attempts: [{ ...PROMPT, received: 2999 }] }, `${PROMPTED}, Ksh\u00A02,999 received`],
    ['its receipt', { attempts: [{ ...PROMPT, receipt: 'R1' }] }, `${PROMPTED}, receipt R1`],
    ['its cross-check', { attempts: [{ ...PROMPT, crossCheck: 'agreed' }] }, `${PROMPTED}, cross-check agreed`],
    ['its failure reason', { attempts: [{ ...PROMPT, failureReason: 'No money.' }] }, `${PROMPTED}, No money.`],
    ['an event', { events: [{ type: 'created', at: AT }] }, 'order: created'],
    [
      'an open alarm',
      { alarms: [{ id: ID, kind: 'badSettings', at: AT, settledAt: null }] },
      `alarm-1a2b3c4d: ${SETTINGS}`,
    ],
    [
      'a settled alarm',
      { alarms: [{ id: ID, kind: 'badSettings', at: AT, settledAt: LATER }] },
      `alarm-1a2b3c4d: ${SETTINGS}, settled`,
    ],
    [
      'a refund that is due',
      { refunds: [{ id: ID, amount: 3000, at: AT, settledAt: null }] },
      'refund-1a2b3c4d: refund of Ksh\u00A03,000',
    ],
    [
      'a refund that was made',
      { refunds: [{ id: ID, amount: 3000, at: AT, settledAt: LATER }] },
      'refund-1a2b3c4d: refund of Ksh\u00A03,000, settled',
    ],
  ])('%s', (_, history, text) => {
    expect(formatHistory({ ...NOTHING, ...history })).toEqual([{ at: AT.toISOString(), text }]);
  });

  test('sorts all entries by time', () => {
    const hour = (hours: number) => new Date(AT.getTime() + hours * 3_600_000);
    const lines = formatHistory({
      attempts: [{ ...PROMPT, createdAt: hour(4) }],
      events: [
        { type: 'created', at: hour(1) },
        { type: 'paid', at: hour(5) },
      ],
      alarms: [{ id: ID, kind: 'badSettings', at: hour(2), settledAt: null }],
      refunds: [{ id: ID, amount: 3000, at: hour(3), settledAt: null }],
    });
    expect(lines.map(({ at }) => at)).toEqual([1, 2, 3, 4, 5].map((hours) => hour(hours).toISOString()));
  });

  test.each<[unknown, string]>([
    [null, 'console otieno, desk.settled'],
    [{ as: 'paid', note: 'seen' }, 'console otieno, desk.settled; as: paid; note: seen'],
  ])('formats a note about %j', (after, text) => {
    const note = { at: AT, actor: 'console otieno', action: 'desk.settled', after } as Parameters<typeof formatNote>[0];
    expect(formatNote(note)).toEqual({ at: AT.toISOString(), text });
  });
});

test.each([
  ['refund-1a2b3c4d', { kind: 'refund', start: '1a2b3c4d' }],
  [' ORDER-1A2B3C4D\n', { kind: 'order', start: '1a2b3c4d' }],
  ['1a2b3c4d', { kind: 'order', start: '1a2b3c4d' }],
  [ID, { kind: 'order', start: ID }],
  ['1a2b3c4', null],
  ['king-1a2b3c4d', null],
  [`${ID}0`, null],
])('D29: parses the handle %j', (typed, handle) => {
  expect(parseHandle(typed)).toEqual(handle);
});
