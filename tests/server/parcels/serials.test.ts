// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit, orderLineSerials, products } from '../../../server/db/schema.ts';
import { foundReport, serialsReport, showReport } from '../../../server/cli/reports/parcels.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import { parseSerial } from '../../../server/modules/parcels/serial-numbers.rules.ts';
import type { TestApp } from '../../support/server.ts';
import { byStaff } from '../orders/ordering.ts';
import { GRACE, openParcels, type Parcels, type Placed } from './parcels.ts';

/** Serial and IMEI numbers of sold pieces (OWN-P5): the rows of the table `order` about them, and the commands. */

let shop: TestApp;
let steps: Parcels;
let ben: CurrentStaff;
beforeAll(async () => {
  steps = await openParcels();
  shop = steps.shop;
  const { staff } = await shop.signInStaff({ role: 'orders' });
  ben = staff;
});
afterAll(() => shop.close());

let made = 0;
/** A new IMEI with its check digit. */
function newImei(): string {
  made += 1;
  const start = `35${String(made).padStart(12, '0')}`;
  const last = [...'0123456789'].find((digit) => parseSerial('imei', `${start}${digit}`) !== null);
  return `${start}${last ?? ''}`;
}

/** An order of A x 2, which needs IMEI numbers, and B x 1, which needs none, that is packed. */
async function packed(kind: 'imei' | 'serial' = 'imei'): Promise<Placed> {
  const placed = await steps.place();
  await shop.db.sql.update(products).set({ serials: kind }).where(eq(products.id, placed.a));
  await byStaff(shop, placed.id, 'processing');
  return placed;
}
const set = ({ id, lineA }: Placed, numbers: readonly string[], line = lineA) =>
  shop.services.serials.capture(ben, id, line, numbers);
const short = ({ id }: Placed) => id.slice(0, 8);
const sold = async ({ id }: Placed) =>
  (await shop.db.sql.select().from(orderLineSerials).where(eq(orderLineSerials.orderId, id)))
    .filter(({ freedAt }) => freedAt === null)
    .map(({ number }) => number)
    .toSorted();
async function shipped(): Promise<Placed & { readonly numbers: readonly [string, string] }> {
  const placed = await packed();
  const numbers = [newImei(), newImei()] as const;
  await set(placed, numbers);
  await byStaff(shop, placed.id, 'shipped', 'T1');
  return { ...placed, numbers };
}
/** The numbers can be sold with another order. */
async function expectFree(numbers: readonly string[]): Promise<void> {
  const other = await packed();
  expect((await set(other, numbers)).numbers).toEqual(numbers);
}
async function comeBack(placed: Placed): Promise<void> {
  for (const report of [{ type: 'parcel.refused', reason: 'not at home' }, { type: 'parcel.returned' }]) {
    shop.clock.advance(GRACE + 1000);
    expect((await steps.tell(placed, report))[0]).toBe(200);
  }
}

describe('OWN-P5: numbers', () => {
  test.each([
    ['imei', '490154203237518', '490154203237518'],
    ['imei', ' 49-015420-323751-8\u200b ', '490154203237518'],
    ['imei', '４９０１５４２０３２３７５１８', '490154203237518'],
    ['imei', '490154203237519', null],
    ['imei', '49015420323751', null],
    ['imei', '4901542032375187', null],
    ['imei', 'A90154203237518', null],
    ['serial', ' c02\u00a0xk1 bq\ufeff', 'C02XK1BQ'],
    ['serial', 'sn-12/34', 'SN-12/34'],
    ['serial', 'ab', null],
    ['serial', '', null],
    ['serial', 'x'.repeat(41), null],
    ['serial', 'С02XK1', null],
  ] as const)('of the kind %s: %j is %j', (kind, typed, number) => {
    expect(parseSerial(kind, typed)).toBe(number);
  });
});

describe('OWN-P5: before the parcel leaves', () => {
  test('it is not sent without a number per piece, and the number is sold with it', async () => {
    const placed = await packed();
    await expect(byStaff(shop, placed.id, 'shipped', 'T1')).rejects.toThrow(
      '2 pieces need their serial or IMEI numbers',
    );
    const numbers = [newImei(), newImei()];
    expect(await set(placed, numbers.slice(0, 1))).toMatchObject({ missing: 1 });
    await expect(byStaff(shop, placed.id, 'shipped', 'T1')).rejects.toThrow('A piece needs its serial or IMEI number');
    expect(serialsReport(await set(placed, numbers))).toBe(`The line has ${numbers.join(', ')}.`);
    await byStaff(shop, placed.id, 'shipped', 'T1');
    expect(await sold(placed)).toEqual(numbers.toSorted());
    const entries = await shop.db.sql
      .select()
      .from(audit)
      .where(eq(audit.subject, `order ${placed.id}`));
    expect(entries.filter(({ action, staffId }) => action === 'serials.set' && staffId === ben.id)).toHaveLength(2);
  });

  test('invalid, repeated, too many and unneeded numbers are refused, and nothing changes', async () => {
    const placed = await packed();
    const first = newImei();
    await set(placed, [first]);
    await expect(set(placed, ['49015420323751'])).rejects.toThrow('is not an IMEI of 15 digits');
    await expect(set(placed, ['490154203237519'])).rejects.toMatchObject({ kind: 'invalid' });
    await expect(set(placed, [first, ` ${first}`])).rejects.toThrow('is there twice');
    await expect(set(placed, [newImei(), newImei(), newImei()])).rejects.toThrow(
      'more numbers than the line has pieces',
    );
    await expect(set(placed, [newImei()], placed.lineB)).rejects.toThrow('This product needs no numbers');
    const { staff: clerk } = await shop.signInStaff({ role: 'catalogue' });
    await expect(shop.services.serials.capture(clerk, placed.id, placed.lineA, [])).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect(await sold(placed)).toEqual([first]);
  });

  test('a number is sold once, in any spelling, and one of two orders at the same moment has it', async () => {
    const [one, other] = [await packed('serial'), await packed('serial')];
    await set(one, ['sn-77001']);
    await expect(set(other, ['SN-77 001'])).rejects.toThrow(`SN-77001 was sold with order ${short(one).toUpperCase()}`);
    const both = await Promise.allSettled([set(one, ['SN-78001']), set(other, ['SN-78001'])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const rejected = both.find((it) => it.status === 'rejected');
    expect(rejected?.status === 'rejected' && rejected.reason).toMatchObject({ kind: 'conflict' });
  });

  test('after the shipping they are fixed, and the shipping that is undone frees them', async () => {
    const placed = await shipped();
    await expect(set(placed, [newImei(), newImei()])).rejects.toThrow('The parcel has left');
    expect((await steps.tell(placed, { type: 'parcel.corrected' }))[0]).toBe(200);
    expect(await sold(placed)).toEqual([]);
    await expectFree(placed.numbers);
    await expect(byStaff(shop, placed.id, 'shipped', 'T1')).rejects.toThrow('2 pieces need');
  });

  test('a cancelled order frees them', async () => {
    const placed = await packed();
    const numbers = [newImei(), newImei()];
    await set(placed, numbers);
    await byStaff(shop, placed.id, 'cancelled');
    await expectFree(numbers);
  });
});

describe('OWN-P5: after the parcel came back', () => {
  test('the inspection frees the numbers of sellable pieces', async () => {
    const placed = await shipped();
    await comeBack(placed);
    expect(await sold(placed)).toEqual([...placed.numbers].toSorted());
    const other = await packed();
    await expect(set(other, [placed.numbers[0]])).rejects.toMatchObject({ kind: 'conflict' });
    const report = { type: 'stock.inspected', line: placed.lineA, sellable: 2, damaged: 0 };
    expect((await steps.tell(placed, report))[0]).toBe(200);
    await expectFree(placed.numbers);
  });

  test('of a partly damaged line staff name the numbers of the sellable pieces', async () => {
    const placed = await shipped();
    await comeBack(placed);
    const { bringBack } = shop.services.serials;
    await expect(bringBack(ben, placed.id, placed.numbers[0])).rejects.toThrow('no such sellable piece');
    const report = { type: 'stock.inspected', line: placed.lineA, sellable: 1, damaged: 1 };
    expect((await steps.tell(placed, report))[0]).toBe(200);
    expect(await sold(placed)).toHaveLength(2);
    await bringBack(ben, placed.id, ` ${placed.numbers[0]}`);
    await expect(bringBack(ben, placed.id, placed.numbers[1])).rejects.toMatchObject({ kind: 'conflict' });
    await expect(bringBack(ben, placed.id, placed.numbers[0])).rejects.toMatchObject({ kind: 'not-found' });
    expect(await sold(placed)).toEqual([placed.numbers[1]]);
  });

  test('a lost parcel keeps them', async () => {
    const placed = await shipped();
    shop.clock.advance(GRACE + 1000);
    expect((await steps.tell(placed, { type: 'parcel.lost', reason: 'courier' }))[0]).toBe(200);
    expect(await sold(placed)).toHaveLength(2);
  });
});

describe('OWN-P5: the commands', () => {
  test('set the numbers of a line, show them, and find the newest order of a number first', async () => {
    const placed = await packed();
    const { parcelList, serials } = shop.services;
    const shown = await parcelList.show(ben, short(placed));
    expect(showReport(shown).join('\n')).toContain('needs IMEI numbers');
    const line = shown.serials.findIndex(({ kind }) => kind === 'imei') + 1;
    const numbers = [newImei(), newImei()];
    await parcelList.setSerials(ben, short(placed), line, numbers);
    expect(showReport(await parcelList.show(ben, short(placed))).join('\n')).toContain(`IMEI ${numbers[0]}`);
    await expect(parcelList.setSerials(ben, short(placed), 9, numbers)).rejects.toThrow('The order has no line 9.');
    await byStaff(shop, placed.id, 'cancelled');
    const later = await packed();
    shop.clock.advance(1000);
    await set(later, numbers);
    const found = await serials.find(ben, ` ${numbers[0]!.slice(0, 6)}-${numbers[0]!.slice(6)}`);
    expect(found.map(({ order }) => order)).toEqual([short(later), short(placed)]);
    const lines = foundReport(found);
    expect(lines[0]).toContain(`order ${short(later).toUpperCase()}`);
    expect(lines[1]).toContain('back in the shop since');
    expect(foundReport(await serials.find(ben, 'NOSUCH'))).toEqual(['No piece was sold with this number.']);
  });
});
