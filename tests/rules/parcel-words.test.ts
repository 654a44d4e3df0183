import { describe, expect, test } from 'vitest';
import type { Order } from '../../contract/orders.ts';
import { getOrderSteps, getOrderTimeline } from '../../src/rules/orders/order-tracking.ts';
import { getParcelWords } from '../../src/rules/orders/parcel-words.ts';
import { refund } from '../flows/support/order.samples.ts';
import { toParcelOrder } from '../flows/support/parcel.samples.ts';

const LATER = '2026-11-25T09:00:00.000Z';
const getAdvice = (order: Order) => getParcelWords(order, '')?.advice ?? [];
const waiting = toParcelOrder('parcel ready, cash on delivery, not paid');
const onTheWay = toParcelOrder('parcel onTheWay, home delivery, cash on delivery, not paid');

describe('OWN-P3: what the buyer pays when a parcel is handed over', () => {
  test.each([
    ['a cash order', waiting, 1],
    ['the rest of a cash order', { ...waiting, part: { paid: 1000, due: 2200 } }, 1],
    ['a cash order that M-Pesa paid', { ...waiting, isPaid: true }, 0],
    ['an order by M-Pesa', { ...waiting, paymentMethod: 'mpesa' }, 0],
    ['a cash order whose money is under review', { ...waiting, held: true }, 0],
  ] as const)('%s', (_, order, count) =>
    expect(getAdvice(order).filter((line) => line.startsWith('You pay'))).toHaveLength(count),
  );

  test('names the rest', () =>
    expect(getAdvice({ ...onTheWay, part: { paid: 1000, due: 2200 } })).toEqual([
      'You pay Ksh\u00a02,200 when you get the parcel.',
    ]));
});

describe('OWN-P1: the end of a parcel', () => {
  const lost = toParcelOrder('status cancelled, cause lost, cash on delivery, not paid');
  test.each<[string, Order, boolean]>([
    ['an order that is not paid', lost, true],
    ['a paid order', { ...lost, isPaid: true }, false],
    ['an order with a refund', { ...lost, refunds: [refund('due', 'Ksh 3,200 goes back to you.')] }, false],
    ['an order with a notice about its money', { ...lost, paymentNotice: 'Ksh 3,200 goes back to you.' }, false],
  ])('%s says whether there is nothing to pay', (_, order, isSaid) =>
    expect(getAdvice(order).includes('You have nothing to pay.')).toBe(isSaid),
  );

  test('a refused parcel is offered again only while its money stays in the shop', () => {
    const refused = toParcelOrder('parcel refused, home delivery, paid');
    expect(getAdvice(refused).join(' ')).toContain('Do you still want it?');
    const refunds = [refund('sent', 'Ksh 3,200 was sent to 0712 ••• 678.')];
    expect(getAdvice({ ...refused, refunds })).toEqual([]);
  });
});

describe('OWN-P1: where a delivered order was handed over', () => {
  const delivered = toParcelOrder('status delivered, cash on delivery, home delivery');
  const withEvents = (...events: readonly string[]): Order => ({
    ...delivered,
    parcel: delivered.parcel && { ...delivered.parcel, history: events.map((event) => ({ event, at: LATER })) },
  });
  test.each([
    [['delivered'], 'You got this order in the shop.'],
    [['shipped', 'delivered'], null],
    [[], null],
  ])('%j: %j', (events, sentence) => expect(getParcelWords(withEvents(...events), '')?.sentence).toBe(sentence));

  test('a step with a name of every object is not known', () =>
    expect(getOrderTimeline(withEvents('constructor', 'toString', 'shipped')).map(({ word }) => word)).toEqual([
      'Order Placed',
      'Payment Confirmed',
      'Status Updated to shipped',
      'Order Delivered',
    ]));
});

describe('§2 Track order: the time of a step', () => {
  const shippedAt = '2026-11-23T09:00:00.000Z';
  const getTime = (order: Order) => getOrderSteps({ ...order, updatedAt: LATER }).find(({ at }) => at !== null)?.at;
  test('Shipped is when the parcel was shipped, whatever happens to it afterwards', () => {
    expect(getTime(toParcelOrder('parcel ready, paid'))).toBe(shippedAt);
    const known = toParcelOrder('parcel ready, paid');
    const history = [{ event: 'packed', at: LATER }, ...(known.parcel?.history ?? [])];
    expect(getTime({ ...known, parcel: known.parcel && { ...known.parcel, history } })).toBe(shippedAt);
  });
  test('the other steps are when the order last changed', () =>
    expect(getTime(toParcelOrder('status delivered, home delivery'))).toBe(LATER));
  test('the cancellation is when the parcel was lost, whatever happens to its refund', () => {
    const lost = toParcelOrder('status cancelled, cause lost, paid');
    expect(getOrderTimeline({ ...lost, updatedAt: LATER }).at(-1)).toEqual({
      word: 'Status Updated to cancelled',
      at: lost.parcel?.since,
    });
  });
});
