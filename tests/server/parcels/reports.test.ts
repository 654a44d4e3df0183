// @engine pglite
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PARCEL_EVENTS, reportParcel, setOrderStatus } from '../../../contract/admin.ts';
import { cancelOrder, listMyOrders } from '../../../contract/orders.ts';
import { jobs, orders } from '../../../server/db/schema.ts';
import { byStaff } from '../orders/ordering.ts';
import { DAY, GRACE, openParcels, type Parcels, type Placed } from './parcels.ts';

let it: Parcels;
beforeAll(async () => {
  it = await openParcels();
});
afterAll(() => it.shop.close());

const REFUSED = { type: 'parcel.refused', reason: 'not at home' };
const LOST = { type: 'parcel.lost', reason: 'courier' };
const RETURNED = { type: 'parcel.returned' };
const CORRECTED = { type: 'parcel.corrected' };
const CARD = { type: 'parcel.delivered', identityCard: { kind: 'ID', lastDigits: '1234' } };

async function shipped(to: 'home' | 'pickup' = 'home', by: 'cod' | 'mpesa' = 'cod'): Promise<Placed> {
  const placed = await it.place({ to, by });
  if (by === 'mpesa') await it.pay(placed);
  await it.ship(placed);
  await it.send();
  return placed;
}
const state = async ({ id }: Placed) => {
  const { status, parcel, cancelReason } = await it.row(id);
  return [status, parcel, cancelReason];
};
async function put({ id }: Placed, status: 'shipped' | 'delivered' | 'processing' | 'cancelled') {
  const { token } = await it.shop.signInStaff();
  const { status: code, body } = await it.shop.call(setOrderStatus, { id, status }, { token });
  return [code, (body as { message?: string }).message ?? ''];
}

describe('OWN-P1: reports of the staff', () => {
  test('refused, sent again, refused again, returned: one audit row and one message for each step', async () => {
    const placed = await shipped();
    const steps = [REFUSED, { type: 'parcel.resent', trackingNumber: 'T2' }, REFUSED, RETURNED];
    for (const step of steps) {
      await it.tellAll(placed, step, step);
      expect((await it.row(placed.id)).isDelivered).toBe(false);
    }
    expect(await state(placed)).toEqual(['cancelled', 'returned', 'returned']);
    expect(
      (await it.audits(placed)).slice(-4).map(({ action, after }) => [action, (after as { parcel: string }).parcel]),
    ).toEqual([
      ['parcel.refused', 'refused'],
      ['parcel.resent', 'onTheWay'],
      ['parcel.refused', 'refused'],
      ['parcel.returned', 'returned'],
    ]);
    expect((await it.subjects(placed)).slice(1)).toEqual(['refused', 'resent', 'refused', 'returned']);
    const { parcel } = await it.view(placed);
    expect(parcel?.history.map(({ event }) => event)).toEqual(['shipped', 'refused', 'resent', 'refused', 'returned']);
    expect(JSON.stringify(await it.view(placed))).not.toContain('not at home');
  });

  test.each([
    [{ type: 'parcel.eaten' }, 400],
    [{}, 400],
    [{ type: 'parcel.refused', reason: '' }, 400],
    [{ type: 'parcel.refused' }, 400],
    [{ type: 'parcel.lost' }, 400],
    [{ type: 'parcel.uncollected' }, 400],
    [{ type: 'parcel.returned', reason: 'x' }, 400],
    [RETURNED, 409],
    [{ type: 'stock.inspected', line: '5b8a6c1e-7d8f-4a70-9c3e-1f2a3b4c5d6e', sellable: 1, damaged: 0 }, 409],
    [{ type: 'counter.handedOver' }, 409],
    [{ type: 'parcel.ready' }, 409],
  ])('%j of a parcel on its way: %d, and nothing changes', async (report, wanted) => {
    const placed = await shipped();
    const before = [await it.row(placed.id), (await it.audits(placed)).length];
    expect((await it.tell(placed, report as { type: string }))[0]).toBe(wanted);
    expect([await it.row(placed.id), (await it.audits(placed)).length]).toEqual(before);
  });

  test.each(['owner', 'orders'] as const)('H1: staff of the role %s may report', async (role) => {
    expect((await it.tell(await shipped(), REFUSED, role))[0]).toBe(200);
  });

  test('H1: no token, a shopper’s and staff of the role catalogue may not', async () => {
    const placed = await shipped();
    const call = (token?: string) =>
      it.shop.call(reportParcel, { id: placed.id, ...REFUSED } as never, token === undefined ? {} : { token });
    expect((await call()).status).toBe(401);
    expect((await call(placed.shopper.token)).status).toBe(401);
    expect((await it.tell(placed, REFUSED, 'catalogue'))[0]).toBe(403);
    expect((await it.tell({ id: '5b8a6c1e-7d8f-4a70-9c3e-1f2a3b4c5d6e' as never }, REFUSED))[0]).toBe(404);
    expect(await state(placed)).toEqual(['shipped', 'onTheWay', null]);
  });

  test('lists what is possible now, and why the rest is not', async () => {
    const placed = await shipped('pickup');
    const events = await it.legal(placed);
    expect(events.map(({ type }) => type)).toEqual([...PARCEL_EVENTS]);
    expect(events.filter(({ legal }) => legal).map(({ type }) => type)).toEqual(['parcel.ready', 'parcel.lost']);
    for (const { legal, why } of events) expect(why === null).toBe(legal);
    expect(events.find(({ type }) => type === 'parcel.delivered')?.why).toContain('parcel.ready');
    await it.tellAll(placed, { type: 'parcel.ready' });
    const clerk = await it.legal(placed, 'orders');
    expect(clerk.find(({ type }) => type === 'code.unlocked')?.why).toBe('Your role does not allow this.');
    expect(clerk.find(({ type }) => type === 'parcel.ready')?.why).toBe('This was recorded before.');
  });

  test('§4: PUT …/status delivers a home delivery, also after all, and never a pickup', async () => {
    const home = await shipped();
    await it.tellAll(home, REFUSED);
    expect((await put(home, 'shipped'))[0]).toBe(200);
    expect((await put(home, 'delivered'))[0]).toBe(200);
    expect(await state(home)).toEqual(['delivered', 'delivered', null]);
    const pickup = await shipped('pickup');
    expect(await put(pickup, 'delivered')).toEqual([
      409,
      'Use parcel.ready first, which sends the buyer the collection code.',
    ]);
    await it.tellAll(pickup, { type: 'parcel.ready' });
    expect((await put(pickup, 'delivered'))[1]).toMatch(/^The buyer’s collection code or an identity card is needed/);
    expect((await put(pickup, 'cancelled'))[0]).toBe(409);
    expect((await it.shop.call(cancelOrder, { id: pickup.id }, { token: pickup.shopper.token })).status).toBe(409);
    await it.tellAll(pickup, CARD);
    expect(await state(pickup)).toEqual(['delivered', 'delivered', null]);
  });

  test('a lost or returned order is cancelled already, and nothing else happens to it', async () => {
    const placed = await shipped();
    await it.tellAll(placed, LOST);
    expect((await put(placed, 'cancelled'))[0]).toBe(200);
    for (const status of ['shipped', 'delivered', 'processing'] as const)
      expect((await put(placed, status))[0]).toBe(409);
    expect(await state(placed)).toEqual(['cancelled', 'lost', 'lost']);
  });

  test('two of the staff at the same moment: one delivers, or one refuses', async () => {
    const placed = await shipped();
    const both = await Promise.all([it.tell(placed, { type: 'parcel.delivered' }), it.tell(placed, REFUSED)]);
    const [status, parcel] = await state(placed);
    // Refused first, the buyer came after all.
    expect([status, parcel]).toEqual(['delivered', 'delivered']);
    expect(both[0]?.[0]).toBe(200);
  });

  test('lost and returned at the same moment: both count, with one refund', async () => {
    const placed = await shipped('home', 'mpesa');
    await it.tellAll(placed, REFUSED);
    await Promise.all([it.tell(placed, LOST), it.tell(placed, RETURNED)]);
    expect((await state(placed))[0]).toBe('cancelled');
    expect((await it.refundsOf(placed)).length).toBeLessThan(2);
  });

  test.each(['payment', 'delivery'] as const)('OWN-P3: a payment and a cash delivery, %s first', async (first) => {
    const placed = await shipped();
    const deliver = () => it.tell(placed, { type: 'parcel.delivered' });
    if (first === 'delivery') await deliver();
    await it.pay(placed);
    if (first === 'payment') await deliver();
    expect(await it.row(placed.id)).toMatchObject(
      first === 'payment' ? { money: 'paid', cash: 'none' } : { money: 'overpaid', cash: 'owed' },
    );
  });
});

describe('OWN-P4: corrections', () => {
  test('the first shipping: the order is packed again, its goods are on the shelf, and no message leaves', async () => {
    const placed = await it.ship(await it.place());
    expect(await it.stock(placed.a)).toEqual([8, 0]);
    it.shop.clock.advance(GRACE - 1);
    expect(await it.tell(placed, CORRECTED)).toEqual([200, '']);
    expect([await state(placed), await it.stock(placed.a), await it.subjects(placed)]).toEqual([
      ['processing', 'none', null],
      [10, 2],
      [],
    ]);
    expect((await it.row(placed.id)).trackingNumber).toBeNull();
    expect((await it.view(placed)).parcel).toBeNull();
    await byStaff(it.shop, placed.id, 'shipped', 'KE-9');
    expect(await it.subjects(placed)).toEqual(['shipped']);
  });

  test.each([
    ['a refusal', [REFUSED], ['shipped', 'onTheWay', null]],
    ['a delivery', [{ type: 'parcel.delivered' }], ['shipped', 'onTheWay', null]],
    ['a delivery after all', [REFUSED, { type: 'parcel.delivered' }], ['shipped', 'refused', null]],
    ['a resend', [REFUSED, { type: 'parcel.resent', trackingNumber: 'T2' }], ['shipped', 'refused', null]],
    ['a return', [REFUSED, RETURNED], ['shipped', 'refused', null]],
    ['a return of a lost parcel', [LOST, RETURNED], ['cancelled', 'lost', 'lost']],
  ])('%s is undone within 30 s, once', async (_, reports, wanted) => {
    const placed = await shipped();
    for (const report of reports) {
      await it.send();
      await it.tell(placed, report);
    }
    const told = (await it.subjects(placed)).length;
    it.shop.clock.advance(GRACE - 1);
    expect(await it.tell(placed, CORRECTED)).toEqual([200, '']);
    expect([await state(placed), (await it.row(placed.id)).trackingNumber]).toEqual([wanted, 'T1']);
    expect((await it.subjects(placed)).length).toBe(
      reports.at(-1) === RETURNED && reports[0] === LOST ? told : told - 1,
    );
    expect((await it.tell(placed, CORRECTED))[0]).toBe(409);
  });

  test('30 s later, and after the message left by another clock, it is refused', async () => {
    const late = await shipped();
    await it.tell(late, REFUSED);
    it.shop.clock.advance(GRACE);
    expect((await it.tell(late, CORRECTED))[0]).toBe(409);
    const left = await shipped();
    await it.tell(left, REFUSED);
    await it.shop.db.sql.update(jobs).set({ lockedUntil: new Date() }).where(eq(jobs.kind, 'news.sms'));
    expect((await it.tell(left, CORRECTED))[0]).toBe(409);
    expect(await state(left)).toEqual(['shipped', 'refused', null]);
  });

  test('what was corrected is told once, by the second event', async () => {
    const placed = await shipped();
    for (const report of [REFUSED, CORRECTED, REFUSED]) {
      it.shop.clock.advance(1);
      await it.tell(placed, report);
    }
    expect((await it.subjects(placed)).filter((about) => about === 'refused')).toHaveLength(1);
    expect((await it.view(placed)).parcel?.history.map(({ event }) => event)).toEqual(['shipped', 'refused']);
  });
});

describe('OWN-P1: a counter order', () => {
  async function walkIn(by: 'cod' | 'mpesa' = 'cod'): Promise<Placed> {
    const placed = await it.place({ by });
    await it.shop.db.sql.update(orders).set({ isWalkIn: true }).where(eq(orders.id, placed.id));
    return placed;
  }
  const HANDED = { type: 'counter.handedOver' };

  test('is handed over without a parcel, and a correction brings it back', async () => {
    const placed = await walkIn();
    await it.tellAll(placed, HANDED);
    expect(await it.row(placed.id)).toMatchObject({ status: 'delivered', isPaid: true, cash: 'owed' });
    expect(await it.stock(placed.a)).toEqual([8, 0]);
    expect(await it.tell(placed, CORRECTED)).toEqual([200, '']);
    expect([await it.row(placed.id), await it.stock(placed.a)]).toMatchObject([
      { status: 'pending', isPaid: false, cash: 'none', isDelivered: false },
      [10, 2],
    ]);
  });

  test('is paid first by M-Pesa', async () => {
    const placed = await walkIn('mpesa');
    expect((await it.tell(placed, HANDED))[0]).toBe(409);
    await it.pay(placed);
    await it.tellAll(placed, HANDED);
    expect(await it.row(placed.id)).toMatchObject({ status: 'delivered', cash: 'none' });
  });
});

describe('OWN-P1: what the shopper’s calls answer', () => {
  test('the parcel of a pickup with its station, and the same in the list', async () => {
    const placed = await shipped('pickup');
    const [listed] = (await it.shop.call(listMyOrders, {}, { token: placed.shopper.token })).body.data.orders;
    expect(listed).toEqual(await it.view(placed));
    expect(listed?.parcel).toMatchObject({
      state: 'onTheWay',
      pickup: { name: 'Westlands Sarit', address: 'Karuna Road, Westlands' },
      collectUntil: null,
      history: [{ event: 'shipped' }],
    });
    expect(Object.keys(listed?.parcel?.pickup ?? {}).toSorted()).toEqual([
      'address',
      'name',
      'operatingHours',
      'phone',
    ]);
  });

  test('no parcel before the shipping, none of a station for home', async () => {
    const placed = await it.place();
    expect(await it.view(placed)).toMatchObject({ parcel: null, cancelReason: null });
    await it.ship(placed);
    expect((await it.view(placed)).parcel).toMatchObject({ state: 'onTheWay', pickup: null });
  });

  test('a cash order that is lost or returned says nothing about money', async () => {
    for (const reports of [[LOST], [REFUSED, RETURNED]]) {
      const placed = await shipped();
      await it.tellAll(placed, ...reports);
      expect(await it.view(placed)).toMatchObject({ paymentNotice: null, isPaid: false, status: 'cancelled' });
    }
  });

  test('an order that an older process shipped and delivered has a parcel', async () => {
    const placed = await it.place();
    await it.shop.db.sql.update(orders).set({ status: 'shipped' }).where(eq(orders.id, placed.id));
    expect((await it.view(placed)).parcel).toMatchObject({ state: 'onTheWay' });
    await it.tellAll(placed, REFUSED);
    await it.shop.db.sql.update(orders).set({ status: 'delivered', isDelivered: true }).where(eq(orders.id, placed.id));
    expect((await it.view(placed)).parcel).toMatchObject({ state: 'delivered' });
    await it.send(DAY);
    expect((await it.tell(placed, LOST))[0]).toBe(409);
  });
});
