// @engine postgres
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cashEntries, orders, payments, refunds } from '../../../server/db/schema.ts';
import { accountOf, answer, confirm, handShop } from '../by-hand/by-hand-steps.ts';
import { openParcels, RIDER, type Placed } from './parcels.ts';

/** Cash orders of which a part, or the price, was paid by hand (PAY-C4, PAY-C5) with the parcel on its way. */

const open = () => openParcels(handShop);
let it: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  it = await open();
});
afterAll(() => it.shop.close());

const REFUSED = { type: 'parcel.refused', reason: 'not at home' };
const LOST = { type: 'parcel.lost', reason: 'courier' };
const RETURNED = { type: 'parcel.returned' };
const DELIVERED = { type: 'parcel.delivered', rider: RIDER };
const CORRECTED = { type: 'parcel.corrected' };

/** Pays a part that M-Pesa shows. */
async function payPart(placed: Placed, amount: number): Promise<string> {
  const receipt = await confirm(it.shop, { account: accountOf(placed), amount });
  await answer(it.shop, receipt, { amount });
  return receipt;
}

async function partPaid(amount = 1_000): Promise<Placed> {
  const placed = await it.place();
  await payPart(placed, amount);
  return it.ship(placed);
}

const cash = async ({ id }: Placed) =>
  (await it.shop.db.sql.select().from(cashEntries).where(eq(cashEntries.orderId, id)).orderBy(asc(cashEntries.at))).map(
    ({ type, amount }) => [type, amount],
  );
const due = async ({ id }: Placed) =>
  (await it.shop.db.sql.select().from(refunds).where(eq(refunds.orderId, id)))
    .map(({ amount, state, reason }) => [amount, state, reason])
    .toSorted();
/** Sums of an order's payments. */
const kept = async ({ id }: Placed) =>
  (await it.shop.db.sql.select().from(payments).where(eq(payments.orderId, id))).reduce(
    (sum, { amount, refunded }) => sum + amount - refunded,
    0,
  );

describe('PAY-C5: a cash order that is paid in part', () => {
  test('is told the rest, owes the rest at the door, and a correction takes only that back', async () => {
    const placed = await it.place();
    await payPart(placed, 1_000);
    it.shop.sms.texts.length = 0;
    await it.ship(placed);
    await it.send();
    expect(it.shop.sms.texts.map(({ text }) => text).join()).toMatch(/Please have Ksh 2,000 ready\./);
    expect(await it.row(placed.id)).toMatchObject({ money: 'partPaid', isPaid: false });
    await it.tellAll(placed, DELIVERED);
    expect(await it.row(placed.id)).toMatchObject({ money: 'paid', isPaid: true, cash: 'owed' });
    expect(await cash(placed)).toEqual([['owed', 2_000]]);
    expect(await it.tell(placed, CORRECTED)).toEqual([200, '']);
    expect(await it.row(placed.id)).toMatchObject({
      status: 'shipped',
      money: 'partPaid',
      isPaid: false,
      paidAt: null,
      cash: 'none',
    });
    expect([await cash(placed), await due(placed)]).toEqual([
      [
        ['owed', 2_000],
        ['owed', -2_000],
      ],
      [],
    ]);
    await it.tellAll(placed, DELIVERED, { type: 'cash.received', amount: 2_000, from: RIDER });
    expect((await it.row(placed.id)).cash).toBe('counted');
  });

  test('gets everything back that arrives after the handover, which is then not undone', async () => {
    const placed = await partPaid();
    await it.tellAll(placed, DELIVERED);
    await payPart(placed, 2_000);
    expect((await it.row(placed.id)).money).toBe('overpaid');
    expect(await due(placed)).toEqual([[2_000, 'due', 'overpaid']]);
    expect((await it.tell(placed, CORRECTED))[0]).toBe(409);
  });

  test('that is lost gets each part back at once, and a correction takes the refunds away', async () => {
    const placed = await it.place();
    for (const amount of [1_000, 700]) await payPart(placed, amount);
    await it.ship(placed);
    await it.tellAll(placed, LOST);
    expect(await due(placed)).toEqual([
      [1_000, 'due', 'lost'],
      [700, 'due', 'lost'],
    ]);
    expect(await it.row(placed.id)).toMatchObject({ money: 'refundDue', isPaid: false });
    expect(await it.tell(placed, CORRECTED)).toEqual([200, '']);
    expect([await due(placed), await kept(placed), (await it.row(placed.id)).money]).toEqual([[], 1_700, 'partPaid']);
    await it.tellAll(placed, LOST);
    expect((await due(placed)).length).toBe(2);
  });

  test('that is lost keeps the refund of a part that comes afterwards, and is not corrected', async () => {
    const placed = await partPaid();
    await it.tellAll(placed, LOST);
    await payPart(placed, 500);
    expect(await due(placed)).toEqual([
      [1_000, 'due', 'lost'],
      [500, 'due', 'cancelled'],
    ]);
    expect((await it.tell(placed, CORRECTED))[0]).toBe(409);
  });

  test('that is lost unpaid is not paid by a part that comes before the correction', async () => {
    const placed = await it.ship(await it.place());
    await it.tellAll(placed, LOST);
    await payPart(placed, 500);
    expect(await due(placed)).toEqual([[500, 'due', 'cancelled']]);
    expect((await it.tell(placed, CORRECTED))[0]).toBe(409);
  });

  test('that comes back gets its parts back after the inspection, and a later one at once', async () => {
    const placed = await partPaid();
    await it.tellAll(placed, REFUSED, RETURNED);
    expect([await due(placed), (await it.view(placed)).paymentNotice]).toEqual([
      [],
      'We check the products before we refund you.',
    ]);
    await payPart(placed, 2_000);
    expect([await due(placed), (await it.row(placed.id)).money]).toEqual([[[2_000, 'due', 'cancelled']], 'partPaid']);
    for (const line of [placed.lineA, placed.lineB])
      await it.tellAll(placed, { type: 'stock.inspected', line, sellable: 1, damaged: 0 });
    expect(await due(placed)).toEqual([
      [1_000, 'due', 'returned'],
      [2_000, 'due', 'cancelled'],
    ]);
    expect((await it.row(placed.id)).money).toBe('refundDue');
  });

  test('that comes back is not refunded when an owner decides so, before and after the refund is due', async () => {
    const waive = { type: 'refund.waived', reason: 'The box was empty' };
    const early = await partPaid();
    await it.tellAll(early, REFUSED, RETURNED, waive);
    expect([(await it.row(early.id)).money, await due(early)]).toEqual(['kept', []]);
    const later = await partPaid();
    await it.tellAll(later, LOST, waive);
    expect([(await it.row(later.id)).money, await due(later)]).toEqual(['kept', [[1_000, 'dropped', 'lost']]]);
    expect(await kept(later)).toBe(1_000);
    await it.tellAll(later, { type: 'refund.raised', reason: 'It was another parcel' });
    expect(await due(later)).toEqual([
      [1_000, 'dropped', 'lost'],
      [1_000, 'due', 'lost'],
    ]);
  });
});

describe('PAY-C4: money that M-Pesa has not shown', () => {
  test('keeps a refused parcel in the shop until M-Pesa shows it', async () => {
    const placed = await it.ship(await it.place());
    await it.tellAll(placed, REFUSED);
    const receipt = await confirm(it.shop, { account: accountOf(placed), amount: 3_000 });
    expect((await it.row(placed.id)).money).toBe('paid');
    const [status, message] = await it.tell(placed, { type: 'parcel.resent' });
    expect([status, message]).toEqual([409, 'M-Pesa has not shown this payment yet. You can pack it, not send it.']);
    expect((await it.legal(placed)).find(({ type }) => type === 'parcel.resent')?.why).toBe(message);
    await answer(it.shop, receipt, { amount: 3_000 });
    expect((await it.tell(placed, { type: 'parcel.resent' }))[0]).toBe(200);
  });

  test('is not handed over at the counter', async () => {
    const placed = await it.place();
    await it.shop.db.sql.update(orders).set({ isWalkIn: true }).where(eq(orders.id, placed.id));
    const receipt = await confirm(it.shop, { account: accountOf(placed), amount: 1_000 });
    expect((await it.tell(placed, { type: 'counter.handedOver' }))[0]).toBe(409);
    expect(await it.row(placed.id)).toMatchObject({ status: 'pending', money: 'partPaid', cash: 'none' });
    await answer(it.shop, receipt, { amount: 1_000 });
    await it.tellAll(placed, { type: 'counter.handedOver' });
    expect(await it.row(placed.id)).toMatchObject({ status: 'delivered', money: 'paid', cash: 'owed' });
    expect(await cash(placed)).toEqual([['owed', 2_000]]);
    expect(await it.tell(placed, CORRECTED)).toEqual([200, '']);
    expect(await it.row(placed.id)).toMatchObject({ status: 'pending', money: 'partPaid', cash: 'none' });
  });
});

test('PAY-C5: an order that is paid by hand before the handover owes no cash', async () => {
  const placed = await partPaid(3_000);
  await it.tellAll(placed, DELIVERED);
  expect([(await it.row(placed.id)).cash, await cash(placed)]).toEqual(['none', []]);
});
