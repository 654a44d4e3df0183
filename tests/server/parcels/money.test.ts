// @engine postgres
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cashEntries, payments, refunds, stockLedger } from '../../../server/db/schema.ts';
import { openParcels, RIDER, type Parcels, type Placed } from './parcels.ts';

let it: Parcels;
beforeAll(async () => {
  it = await openParcels();
});
afterAll(() => it.shop.close());

const REFUSED = { type: 'parcel.refused', reason: 'not at home' };
const LOST = { type: 'parcel.lost', reason: 'courier' };
const RETURNED = { type: 'parcel.returned' };
const inspect = (line: string, sellable: number, damaged = 0) => ({ type: 'stock.inspected', line, sellable, damaged });

async function shipped(by: 'cod' | 'mpesa' = 'mpesa', to: 'home' | 'pickup' = 'home'): Promise<Placed> {
  const placed = await it.place({ by, to });
  if (by === 'mpesa') await it.pay(placed);
  return it.ship(placed);
}
async function returned(by: 'cod' | 'mpesa' = 'mpesa'): Promise<Placed> {
  const placed = await shipped(by);
  await it.tellAll(placed, REFUSED, RETURNED);
  return placed;
}
const ledger = async ({ id }: Placed) =>
  (await it.shop.db.sql.select().from(stockLedger).where(eq(stockLedger.orderId, id)).orderBy(asc(stockLedger.at)))
    .filter(({ reason }) => reason !== 'sale')
    .map(({ reason, difference, pieces }) => [reason, difference, pieces]);

describe('OWN-P1: the inspection', () => {
  test('brings sellable pieces back, line by line, and the refund follows the last', async () => {
    const placed = await returned();
    expect([await it.stock(placed.a), await it.stock(placed.b)]).toEqual([
      [8, 0],
      [9, 0],
    ]);
    expect((await it.view(placed)).paymentNotice).toBe('We check the products before we refund you.');
    await it.tellAll(placed, inspect(placed.lineA, 1, 1));
    expect([await it.stock(placed.a), await it.refundsOf(placed)]).toEqual([[9, 0], []]);
    await it.tellAll(placed, inspect(placed.lineB, 0));
    expect(await it.row(placed.id)).toMatchObject({
      parcel: 'inspected',
      status: 'cancelled',
      cancelReason: 'returned',
      money: 'refundDue',
    });
    expect(await it.stock(placed.b)).toEqual([9, 0]);
    expect(await it.refundsOf(placed)).toEqual([{ amount: 3_000, reason: 'returned' }]);
    expect(await ledger(placed)).toEqual([
      ['returned', 1, null],
      ['damaged', 0, 1],
      ['lost', 0, 1],
    ]);
    expect((await it.view(placed)).paymentNotice).toBe('Ksh 3,000 goes back to you.');
    expect(await it.subjects(placed)).toContain('refund');
  });

  test('the same numbers again change nothing, others are refused', async () => {
    const placed = await returned('cod');
    await it.tellAll(placed, inspect(placed.lineA, 2), inspect(placed.lineA, 2));
    expect(await it.stock(placed.a)).toEqual([10, 0]);
    expect(await it.tell(placed, inspect(placed.lineA, 1))).toEqual([
      409,
      'This line was inspected with other numbers. A count of the stock corrects it.',
    ]);
    await it.tellAll(placed, inspect(placed.lineB, 1));
    expect(await it.row(placed.id)).toMatchObject({ parcel: 'inspected', money: 'unpaid' });
    expect(await it.refundsOf(placed)).toEqual([]);
  });

  test('two of the staff at the same moment count the pieces once', async () => {
    const placed = await returned('cod');
    const both = await Promise.all(
      [inspect(placed.lineA, 2), inspect(placed.lineA, 2)].map((report) => it.tell(placed, report)),
    );
    expect(both.map(([status]) => status)).toEqual([200, 200]);
    expect([await it.stock(placed.a), (await ledger(placed)).length]).toEqual([[10, 0], 1]);
  });

  test.each([
    [3, 0],
    [2, 1],
    [-1, 0],
    [1.5, 0],
  ])('%d sellable and %d damaged of 2 are refused', async (sellable, damaged) => {
    const placed = await returned('cod');
    expect((await it.tell(placed, inspect(placed.lineA, sellable, damaged)))[0]).toBe(400);
    expect((await it.tell(placed, inspect('5b8a6c1e-7d8f-4a70-9c3e-1f2a3b4c5d6e', 1)))[0]).toBe(400);
    expect([await it.stock(placed.a), (await it.row(placed.id)).parcel]).toEqual([[8, 0], 'returned']);
  });
});

describe('OWN-P1: the money of a lost parcel', () => {
  test('goes back at once, in one message; a lost parcel that turns up is inspected', async () => {
    const placed = await shipped();
    await it.tellAll(placed, LOST);
    expect(await it.row(placed.id)).toMatchObject({ status: 'cancelled', cancelReason: 'lost', money: 'refundDue' });
    expect([await it.stock(placed.a), await it.refundsOf(placed)]).toEqual([
      [8, 0],
      [{ amount: 3_000, reason: 'lost' }],
    ]);
    it.shop.sms.texts.length = 0;
    await it.send();
    expect(it.shop.sms.texts.map(({ text }) => text).join()).toMatch(
      /was lost, and the order is cancelled\. Ksh 3,000 goes back to you\./,
    );
    expect((await it.subjects(placed)).filter((about) => about === 'refund')).toEqual([]);
    await it.tellAll(placed, LOST, RETURNED, inspect(placed.lineA, 2), inspect(placed.lineB, 1));
    expect(await it.row(placed.id)).toMatchObject({ cancelReason: 'lost', parcel: 'inspected' });
    expect((await it.refundsOf(placed)).length).toBe(1);
    expect((await it.view(placed)).parcel).toMatchObject({ state: 'lost' });
    expect(await it.subjects(placed)).not.toContain('returned');
  });

  test('OWN-P4: a corrected loss removes the refund and the message, unless the refund was made', async () => {
    const placed = await shipped();
    await it.tellAll(placed, LOST);
    expect(await it.tell(placed, { type: 'parcel.corrected' })).toEqual([200, '']);
    expect(await it.row(placed.id)).toMatchObject({
      status: 'shipped',
      parcel: 'onTheWay',
      money: 'paid',
      isPaid: true,
    });
    expect([await it.refundsOf(placed), await it.subjects(placed)]).toEqual([[], expect.not.arrayContaining(['lost'])]);
    expect((await ledger(placed)).toSorted()).toEqual(
      [
        ['lost', 0, 2],
        ['lost', 0, 1],
        ['correction', 0, -2],
        ['correction', 0, -1],
      ].toSorted(),
    );
    await it.tellAll(placed, LOST);
    await it.shop.db.sql.update(refunds).set({ state: 'approved' }).where(eq(refunds.orderId, placed.id));
    expect((await it.tell(placed, { type: 'parcel.corrected' }))[0]).toBe(409);
  });
});

describe('OWN-P1: refunds by decision', () => {
  test('staff refund before the inspection, and the parcel stays with the shop', async () => {
    const placed = await shipped();
    expect((await it.tell(placed, { type: 'refund.raised', reason: 'promised' }))[0]).toBe(409);
    await it.tellAll(placed, REFUSED);
    expect((await it.tell(placed, { type: 'refund.raised' }))[0]).toBe(400);
    await it.tellAll(placed, { type: 'refund.raised', reason: 'promised by phone' });
    expect((await it.view(placed)).paymentNotice).toBe('Ksh 3,000 goes back to you.');
    for (const type of ['parcel.delivered', 'parcel.resent'])
      expect(await it.tell(placed, { type })).toEqual([
        409,
        'The refund of this order was raised, so the parcel stays with the shop.',
      ]);
    await it.tellAll(placed, RETURNED, inspect(placed.lineA, 2), inspect(placed.lineB, 1));
    expect((await it.refundsOf(placed)).length).toBe(1);
  });

  test('an owner decides against it, with a reason that the shopper reads', async () => {
    const placed = await returned();
    const waive = { type: 'refund.waived', reason: 'The box was empty.' };
    expect((await it.tell(placed, waive, 'orders'))[0]).toBe(403);
    expect((await it.tell(placed, { type: 'refund.waived' }))[0]).toBe(400);
    await it.tellAll(placed, waive, inspect(placed.lineA, 0), inspect(placed.lineB, 0));
    expect(await it.row(placed.id)).toMatchObject({ money: 'kept', parcel: 'inspected', isPaid: true });
    expect(await it.refundsOf(placed)).toEqual([]);
    expect((await it.view(placed)).paymentNotice).toMatch(
      /^There is no refund for this order: The box was empty\. If you do not agree, call /,
    );
    await it.tellAll(placed, { type: 'refund.raised', reason: 'The box was found' });
    expect([await it.refundsOf(placed), (await it.row(placed.id)).noRefundReason]).toEqual([
      [{ amount: 3_000, reason: 'returned' }],
      null,
    ]);
  });

  test('an owner drops a refund that was not made', async () => {
    const placed = await shipped();
    await it.tellAll(placed, LOST, { type: 'refund.waived', reason: 'The parcel arrived' });
    expect([(await it.row(placed.id)).money, await it.refundsOf(placed)]).toEqual(['kept', []]);
    expect(await it.shop.db.sql.select().from(refunds).where(eq(refunds.orderId, placed.id))).toMatchObject([
      { state: 'dropped', note: 'The parcel arrived', confirmedAt: it.shop.clock.now() },
    ]);
    expect(await it.subjects(placed)).not.toContain('refundDropped');
    const [paid] = await it.shop.db.sql.select().from(payments).where(eq(payments.orderId, placed.id));
    expect(paid).toMatchObject({ amount: 3_000, refunded: 0 });
    // As a payment by hand whose callback came afterwards (PAY-C3).
    await it.shop.db.sql
      .update(refunds)
      .set({ attemptId: paid?.attemptId ?? null })
      .where(eq(refunds.orderId, placed.id));
    await it.tellAll(placed, { type: 'refund.raised', reason: 'It was another parcel' });
    expect(await it.refundsOf(placed)).toEqual([{ amount: 3_000, reason: 'lost' }]);
    const [again] = await it.shop.db.sql
      .select()
      .from(refunds)
      .where(and(eq(refunds.orderId, placed.id), eq(refunds.state, 'due')));
    expect(again).toMatchObject({ paymentId: paid?.id, attemptId: paid?.id, proposerId: expect.any(String) });
  });

  test('nobody waives a refund that was approved', async () => {
    const placed = await shipped();
    await it.tellAll(placed, LOST);
    await it.shop.db.sql.update(refunds).set({ state: 'approved' }).where(eq(refunds.orderId, placed.id));
    expect(await it.tell(placed, { type: 'refund.waived', reason: 'The parcel arrived' })).toEqual([
      409,
      'Only for a parcel that is lost or came back, while its refund is not approved.',
    ]);
  });

  test('the member of the staff whose report made the refund due is its proposer', async () => {
    const placed = await shipped();
    await it.tellAll(placed, LOST);
    const [due] = await it.shop.db.sql.select().from(refunds).where(eq(refunds.orderId, placed.id));
    expect(due?.proposerId).toEqual(expect.any(String));
  });
});

describe('OWN-P3: the cash ledger', () => {
  const entries = async ({ id }: Placed) =>
    (
      await it.shop.db.sql.select().from(cashEntries).where(eq(cashEntries.orderId, id)).orderBy(asc(cashEntries.at))
    ).map(({ type, amount, party }) => [type, amount, party]);
  const count = (amount: number, from = RIDER) => ({ type: 'cash.received', amount, from });
  async function delivered(rider?: string): Promise<Placed> {
    const placed = await shipped('cod');
    await it.tellAll(placed, { type: 'parcel.delivered', ...(rider !== undefined && { rider }) });
    return placed;
  }

  test('the rider owes it until it is counted in', async () => {
    const placed = await delivered(RIDER);
    expect(await it.row(placed.id)).toMatchObject({ isPaid: true, cash: 'owed' });
    await it.tellAll(placed, count(2_500));
    expect((await it.row(placed.id)).cash).toBe('short');
    await it.tellAll(placed, count(200));
    expect((await it.row(placed.id)).cash).toBe('short');
    await it.tellAll(placed, count(300));
    expect((await it.row(placed.id)).cash).toBe('counted');
    expect(await entries(placed)).toEqual([
      ['owed', 3_000, RIDER],
      ['counted', 2_500, RIDER],
      ['counted', 200, RIDER],
      ['counted', 300, RIDER],
    ]);
    expect(await it.tell(placed, count(3_000))).toEqual([409, 'The cash of this order was counted in.']);
    expect((await it.tell(placed, { type: 'parcel.corrected' }))[0]).toBe(409);
  });

  test('the member of the staff owes it without a rider, the station for a pickup', async () => {
    const home = await delivered();
    expect((await entries(home))[0]?.[2]).toMatch(/@staff\.test$/);
    const pickup = await shipped('cod', 'pickup');
    await it.tellAll(pickup, { type: 'parcel.ready' });
    await it.tellAll(pickup, { type: 'parcel.delivered', code: await it.codeOf(pickup) });
    expect(await entries(pickup)).toEqual([['owed', 3_000, 'Westlands Sarit']]);
    expect((await it.tell(home, { type: 'parcel.delivered', rider: 'Nobody' }))[0]).toBe(400);
  });

  test('too much is recorded and closed; an owner writes off what is missing', async () => {
    const more = await delivered(RIDER);
    await it.tellAll(more, count(3_100));
    expect(await entries(more)).toEqual([
      ['owed', 3_000, RIDER],
      ['counted', 3_100, RIDER],
      ['writtenOff', -100, RIDER],
    ]);
    const less = await delivered(RIDER);
    await it.tellAll(less, count(2_500));
    const off = { type: 'cash.writtenOff', reason: 'robbed' };
    expect((await it.tell(less, off, 'orders'))[0]).toBe(403);
    await it.tellAll(less, off);
    expect([(await it.row(less.id)).cash, (await entries(less)).at(-1)]).toEqual([
      'counted',
      ['writtenOff', 500, RIDER],
    ]);
  });

  test.each([
    [{ amount: -1, from: RIDER }],
    [{ amount: 1.5, from: RIDER }],
    [{ amount: 3_000, from: '' }],
    [{ from: RIDER }],
  ])('%j is malformed', async (given) => {
    const placed = await delivered(RIDER);
    expect((await it.tell(placed, { type: 'cash.received', ...given }))[0]).toBe(400);
    expect((await it.row(placed.id)).cash).toBe('owed');
  });

  test('two of the staff at the same moment count it once', async () => {
    const placed = await delivered(RIDER);
    const both = await Promise.all([it.tell(placed, count(3_000)), it.tell(placed, count(3_000))]);
    expect(both.map(([status]) => status).toSorted()).toEqual([200, 409]);
    expect((await entries(placed)).length).toBe(2);
  });

  test.each([[[REFUSED]], [[LOST]], [[REFUSED, RETURNED]]])('nothing is owed after %j', async (reports) => {
    const placed = await shipped('cod');
    await it.tellAll(placed, ...reports);
    expect([(await it.row(placed.id)).cash, await entries(placed)]).toEqual(['none', []]);
  });

  test('OWN-P4: a corrected delivery owes nothing, and M-Pesa money that came meanwhile pays the order', async () => {
    const placed = await delivered(RIDER);
    await it.pay(placed);
    expect(await it.row(placed.id)).toMatchObject({ money: 'overpaid', cash: 'owed' });
    expect(await it.tell(placed, { type: 'parcel.corrected' })).toEqual([200, '']);
    expect(await it.row(placed.id)).toMatchObject({ status: 'shipped', money: 'paid', isPaid: true, cash: 'none' });
    expect([await it.refundsOf(placed), await entries(placed)]).toEqual([
      [],
      [
        ['owed', 3_000, RIDER],
        ['owed', -3_000, RIDER],
      ],
    ]);
    await it.tellAll(placed, { type: 'parcel.delivered' });
    expect((await it.row(placed.id)).cash).toBe('none');
  });
});
