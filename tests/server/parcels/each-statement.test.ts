// @engine postgres
import { afterAll, beforeAll } from 'vitest';
import { testEachStatement, type Call } from '../../support/each-statement.ts';
import { GRACE, openParcels, RIDER, type Parcels, type Placed } from './parcels.ts';

let it: Parcels;
beforeAll(async () => {
  it = await openParcels();
});
afterAll(() => it.shop.close());

const REFUSED = { type: 'parcel.refused', reason: 'not at home' };
const LOST = { type: 'parcel.lost', reason: 'courier' };
const WAIVED = { type: 'refund.waived', reason: 'The box was empty' };

async function shipped(by: 'cod' | 'mpesa', to: 'home' | 'pickup' = 'home'): Promise<Placed> {
  const placed = await it.place({ by, to });
  if (by === 'mpesa') await it.pay(placed);
  return it.ship(placed);
}
/** The report of a member of the staff who is signed in already. */
async function report(placed: Placed, event: Parameters<Parcels['reporter']>[1]): Promise<Call> {
  it.shop.clock.advance(GRACE);
  const tell = await it.reporter(placed, event);
  return async () => (await tell()).status === 200;
}

/** The operations, each of which writes in one transaction. */
const SCENES: Readonly<Record<string, () => Promise<Call>>> = {
  async 'a pickup that is ready'() {
    return report(await shipped('mpesa', 'pickup'), { type: 'parcel.ready' });
  },
  async 'a pickup that is handed over for cash'() {
    const placed = await shipped('cod', 'pickup');
    await it.tellAll(placed, { type: 'parcel.ready' });
    return report(placed, { type: 'parcel.delivered', code: await it.codeOf(placed) });
  },
  async 'a wrong code'() {
    const placed = await shipped('mpesa', 'pickup');
    await it.tellAll(placed, { type: 'parcel.ready' });
    const right = await it.codeOf(placed);
    const tell = await it.reporter(placed, {
      type: 'parcel.delivered',
      code: right === '123456' ? '654321' : '123456',
    });
    return async () => (await tell()).status === 409;
  },
  async 'a lost parcel'() {
    return report(await shipped('mpesa'), LOST);
  },
  async 'a loss that is undone'() {
    const placed = await shipped('mpesa');
    await it.tellAll(placed, LOST);
    const tell = await it.reporter(placed, { type: 'parcel.corrected' });
    return async () => (await tell()).status === 200;
  },
  async 'a refund that an owner drops'() {
    const placed = await shipped('mpesa');
    await it.tellAll(placed, LOST);
    return report(placed, WAIVED);
  },
  async 'a refund that is raised after it was dropped'() {
    const placed = await shipped('mpesa');
    await it.tellAll(placed, LOST, WAIVED);
    return report(placed, { type: 'refund.raised', reason: 'The box was found' });
  },
  async 'the last line of an inspection'() {
    const placed = await shipped('mpesa');
    const returned = [REFUSED, { type: 'parcel.returned' }];
    await it.tellAll(placed, ...returned, { type: 'stock.inspected', line: placed.lineA, sellable: 1, damaged: 1 });
    return report(placed, { type: 'stock.inspected', line: placed.lineB, sellable: 1, damaged: 0 });
  },
  async 'cash that is counted in'() {
    const placed = await shipped('cod');
    await it.tellAll(placed, { type: 'parcel.delivered', rider: RIDER });
    return report(placed, { type: 'cash.received', amount: 3_100, from: RIDER });
  },
};

const EACH = { 'audit: made': 1, 'order_events: made': 1, 'orders: changed': 1 };
const MONEY = { 'payment_attempts: changed': 1, 'payments: changed': 1 };
/** Row changes that each operation writes. */
const WRITES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'a pickup that is ready': { ...EACH, 'collection_codes: made': 1, 'jobs: made': 2 },
  'a pickup that is handed over for cash': { ...EACH, 'cash_entries: made': 1, 'jobs: made': 3 },
  'a wrong code': { 'audit: made': 1, 'collection_codes: changed': 1 },
  'a lost parcel': { ...EACH, ...MONEY, 'jobs: made': 2, 'refunds: made': 1, 'stock_ledger: made': 2 },
  'a loss that is undone': { ...EACH, ...MONEY, 'jobs: removed': 2, 'refunds: removed': 1, 'stock_ledger: made': 2 },
  'a refund that an owner drops': { ...EACH, ...MONEY, 'jobs: made': 2, 'refunds: changed': 1 },
  'a refund that is raised after it was dropped': { ...EACH, ...MONEY, 'jobs: made': 2, 'refunds: made': 1 },
  'the last line of an inspection': {
    ...EACH,
    ...MONEY,
    'jobs: made': 2,
    'line_inspections: made': 1,
    'product_stock: changed': 1,
    'refunds: made': 1,
    'stock_ledger: made': 1,
  },
  'cash that is counted in': { ...EACH, 'cash_entries: made': 2 },
};

testEachStatement(() => it.shop, SCENES, WRITES);
