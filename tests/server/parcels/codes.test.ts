// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectionCodes, jobs, paymentAlarms } from '../../../server/db/schema.ts';
import { GRACE, openParcels, type Parcels, type Placed } from './parcels.ts';

let it: Parcels;
beforeAll(async () => {
  it = await openParcels();
});
afterAll(() => it.shop.close());

async function ready(by: 'cod' | 'mpesa' = 'cod'): Promise<{ placed: Placed; code: string; wrong: string }> {
  const placed = await it.place({ to: 'pickup', by });
  if (by === 'mpesa') await it.pay(placed);
  await it.ship(placed);
  await it.tellAll(placed, { type: 'parcel.ready' });
  const code = await it.codeOf(placed);
  return { placed, code, wrong: code === '111111' ? '222222' : '111111' };
}
const collect = (code: string) => ({ type: 'parcel.delivered', code });
const CARD = { type: 'parcel.delivered', identityCard: { kind: 'National ID', lastDigits: '1234' } };
const LOCKED = 'The code is locked until tomorrow. An owner can unlock it, or check an identity card.';

describe('OWN-P2: the collection code', () => {
  test('has six digits, is stored as a hash, and leaves the outbox once it is sent', async () => {
    const { placed, code } = await ready();
    expect(code).toMatch(/^\d{6}$/);
    const [kept] = await it.shop.db.sql.select().from(collectionCodes).where(eq(collectionCodes.orderId, placed.id));
    expect(kept?.codeHash).not.toContain(code);
    await it.send(GRACE - 1);
    expect(await it.codeOf(placed)).toBe(code);
    it.shop.sms.texts.length = 0;
    await it.send(1);
    expect(it.shop.sms.texts.map(({ text }) => text)).toEqual([
      expect.stringContaining(`is ready at Westlands Sarit. Collection code: ${code}.`),
    ]);
    expect(JSON.stringify(await it.shop.db.sql.select().from(jobs))).not.toContain(code);
    const seen = [await it.view(placed), await it.legal(placed), await it.audits(placed), it.shop.lines()];
    for (const part of [code, kept?.codeHash ?? '']) expect(JSON.stringify(seen)).not.toContain(part);
    expect(await it.tell(placed, collect(` ${code.slice(0, 3)} ${code.slice(3)} `))).toEqual([200, '']);
    expect((await it.row(placed.id)).status).toBe('delivered');
    expect(JSON.stringify(await it.audits(placed))).not.toContain(code);
  });

  test('the hash ends 30 s after the handover', async () => {
    const { placed, code } = await ready();
    await it.send();
    await it.tell(placed, collect(code));
    const count = () => it.shop.db.sql.$count(collectionCodes, eq(collectionCodes.orderId, placed.id));
    await it.send(GRACE - 1);
    expect(await count()).toBe(1);
    await it.send(1);
    expect(await count()).toBe(0);
  });

  test('five wrong codes lock it for the Nairobi day; an owner unlocks it; an identity card works without it', async () => {
    const { placed, code, wrong } = await ready();
    for (const left of ['4 tries are', '3 tries are', '2 tries are', '1 try is'])
      expect(await it.tell(placed, collect(wrong))).toEqual([409, `This code is wrong. ${left} left today.`]);
    expect(await it.tell(placed, collect(wrong))).toEqual([
      409,
      'This code is wrong. It is locked until tomorrow. An owner can unlock it, or check an identity card.',
    ]);
    for (const typed of [wrong, code]) expect(await it.tell(placed, collect(typed))).toEqual([409, LOCKED]);
    const alarms = await it.shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.orderId, placed.id));
    expect(alarms.map(({ kind }) => kind)).toEqual(['parcel.codeLocked']);
    expect((await it.audits(placed)).filter(({ action }) => action === 'code.wrong')).toHaveLength(5);
    expect(await it.tell(placed, { type: 'code.unlocked' }, 'orders')).toEqual([403, 'Your role does not allow this.']);
    // A resend makes a new code, and the lock stays.
    expect(await it.tell(placed, { type: 'code.resent' })).toEqual([200, '']);
    expect(await it.tell(placed, collect(await it.codeOf(placed)))).toEqual([409, LOCKED]);
    expect(await it.tell(placed, { type: 'code.unlocked' })).toEqual([200, '']);
    expect(await it.tell(placed, collect(code))).toEqual([409, 'This code is wrong. 4 tries are left today.']);
    expect(await it.tell(placed, collect(await it.codeOf(placed)))).toEqual([200, '']);
  });

  test('a new day in Nairobi brings five tries', async () => {
    const { placed, code, wrong } = await ready();
    for (let n = 0; n < 5; n += 1) await it.tell(placed, collect(wrong));
    const now = it.shop.clock.now().getTime();
    const midnight = Math.ceil((now + 3 * 3_600_000) / 86_400_000) * 86_400_000 - 3 * 3_600_000;
    it.shop.clock.advance(midnight - now - 1);
    expect(await it.tell(placed, collect(code))).toEqual([409, LOCKED]);
    it.shop.clock.advance(1);
    expect(await it.tell(placed, collect(wrong))).toEqual([409, 'This code is wrong. 4 tries are left today.']);
    expect(await it.tell(placed, collect(code))).toEqual([200, '']);
  });

  test('D24: ten wrong codes at the same moment: no sixth is compared', async () => {
    const { placed, wrong } = await ready();
    const all = await Promise.all(Array.from({ length: 10 }, () => it.tell(placed, collect(wrong))));
    expect(all.filter(([, message]) => message === LOCKED)).toHaveLength(5);
  });

  test.each([
    [{}],
    [{ code: '' }],
    [{ code: '12345' }],
    [{ code: '12345a' }],
    [{ identityCard: { kind: 'National ID' } }],
    [{ identityCard: { kind: 'National ID', lastDigits: '12345' } }],
  ])('%j is malformed and not counted', async (given) => {
    const { placed, wrong } = await ready();
    expect((await it.tell(placed, { type: 'parcel.delivered', ...given }))[0]).toBe(400);
    expect(await it.tell(placed, collect(wrong))).toEqual([409, 'This code is wrong. 4 tries are left today.']);
  });

  test('an identity card is recorded by its kind and last digits', async () => {
    const { placed } = await ready('mpesa');
    expect(await it.tell(placed, CARD)).toEqual([200, '']);
    const noted = (await it.audits(placed)).at(-1);
    expect(noted).toMatchObject({
      action: 'parcel.delivered',
      after: { identityCard: { kind: 'National ID', lastDigits: '1234' } },
    });
  });

  test('OWN-P4: a corrected handover makes the code valid again; a corrected ready removes it and its message', async () => {
    const { placed, code } = await ready();
    await it.tell(placed, collect(code));
    expect(await it.tell(placed, { type: 'parcel.corrected' })).toEqual([200, '']);
    expect(await it.row(placed.id)).toMatchObject({ status: 'shipped', parcel: 'ready', isPaid: false, cash: 'none' });
    await it.send();
    expect(await it.tell(placed, collect(code))).toEqual([200, '']);
    const other = await ready();
    expect(await it.tell(other.placed, { type: 'parcel.corrected' })).toEqual([200, '']);
    expect(await it.row(other.placed.id)).toMatchObject({ parcel: 'onTheWay' });
    expect(await it.subjects(other.placed)).toEqual(['shipped']);
    expect(await it.tell(other.placed, collect(other.code))).toEqual([
      409,
      'Use parcel.ready first, which sends the buyer the collection code.',
    ]);
  });

  test('a code that was sent again replaces the message that waits', async () => {
    const { placed, code } = await ready();
    await it.tell(placed, { type: 'code.resent' });
    const next = await it.codeOf(placed);
    expect((await it.subjects(placed)).filter((about) => about === 'ready')).toEqual(['ready']);
    it.shop.sms.texts.length = 0;
    await it.send();
    expect(it.shop.sms.texts.map(({ text }) => text).filter((text) => text.includes('is ready at'))).toEqual([
      expect.stringContaining(next),
    ]);
    if (next !== code) expect((await it.tell(placed, collect(code)))[0]).toBe(409);
    expect(await it.tell(placed, collect(next))).toEqual([200, '']);
  });
});
