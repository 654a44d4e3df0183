// @engine pglite
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { jobs, orders, paymentAlarms } from '../../../server/db/schema.ts';
import { SmsError } from '../../../server/providers/sms.ts';
import { MailError } from '../../../server/providers/mail.ts';
import { DAY, openParcels, type Parcels, type Placed } from './parcels.ts';

let it: Parcels;
beforeAll(async () => {
  it = await openParcels();
});
afterAll(() => it.shop.close());

/** A ready parcel whose message left now. */
async function ready(): Promise<Placed> {
  const placed = await it.ship(await it.place({ to: 'pickup' }));
  await it.tellAll(placed, { type: 'parcel.ready' });
  await it.send();
  return placed;
}
const news = async (placed: Placed) =>
  (await it.subjects(placed)).filter((about) => !['shipped', 'ready'].includes(about));
/** Deletes the jobs of a parcel, so that only the sweep looks at it. */
const loseJobs = () => it.shop.db.sql.delete(jobs).where(eq(jobs.kind, 'parcels.look'));

describe('OWN-P1, OWN-P2: the 7 days of a pickup', () => {
  test('begin when the first message leaves, with reminders after 3 and 6 days', async () => {
    const placed = await it.ship(await it.place({ to: 'pickup' }));
    await it.tellAll(placed, { type: 'parcel.ready' });
    await it.send(29_999);
    expect(await it.row(placed.id)).toMatchObject({ collectUntil: null });
    expect((await it.view(placed)).parcel).toMatchObject({ state: 'ready', collectUntil: null });
    await it.send(1);
    const until = new Date(it.shop.clock.now().getTime() + 7 * DAY);
    expect((await it.view(placed)).parcel).toMatchObject({ state: 'ready', collectUntil: until.toISOString() });
    await it.send(3 * DAY - 1);
    expect(await news(placed)).toEqual([]);
    await it.send(1);
    expect(await news(placed)).toEqual(['reminder']);
    await it.send(3 * DAY - 1);
    expect(await news(placed)).toEqual(['reminder']);
    await it.send(1);
    expect(await news(placed)).toEqual(['reminder', 'lastReminder']);
    const texts = it.shop.sms.texts.map(({ text }) => text).filter((text) => /waits for you|last reminder/.test(text));
    for (const text of texts) expect(text).not.toMatch(/\d{6}(?!\d)(?=\.)/);
    await it.send(DAY - 1);
    expect(await it.row(placed.id)).toMatchObject({ parcel: 'ready' });
    await it.send(1);
    expect(await it.row(placed.id)).toMatchObject({ status: 'shipped', parcel: 'uncollected' });
    expect(await news(placed)).toEqual(['reminder', 'lastReminder', 'uncollected']);
    expect(it.shop.sms.texts.at(-1)?.text).toContain('was not collected within 7 days');
  });

  test('D28: lost jobs are done by the hourly sweep, each once', async () => {
    const placed = await ready();
    await loseJobs();
    await it.send(3 * DAY + 3_600_000);
    await it.send(3_600_000);
    expect(await news(placed)).toEqual(['reminder']);
    await it.send(4 * DAY);
    await it.send(3_600_000);
    expect(await news(placed)).toEqual(['reminder', 'uncollected']);
  });

  test('a reminder that is 4 days late is not sent', async () => {
    const placed = await ready();
    await it.send(7 * DAY);
    expect(await it.row(placed.id)).toMatchObject({ parcel: 'uncollected' });
    expect(await news(placed)).toEqual(['uncollected']);
  });

  test.each([
    ['collected', { type: 'parcel.delivered', identityCard: { kind: 'ID', lastDigits: '1234' } }, 'delivered'],
    ['refused', { type: 'parcel.refused', reason: 'broken box' }, 'refused'],
    ['lost', { type: 'parcel.lost', reason: 'station' }, 'lost'],
  ])('no reminder follows when it was %s', async (_, report, about) => {
    const placed = await ready();
    await it.tellAll(placed, report);
    await it.send(8 * DAY);
    expect(await news(placed)).toEqual([about]);
  });

  test('D28, D29: begin when both messages were given up, and the back office is told', async () => {
    const placed = await it.ship(await it.place({ to: 'pickup' }));
    await it.send();
    await it.tellAll(placed, { type: 'parcel.ready' });
    const text = vi
      .spyOn(it.shop.sms, 'sendText')
      .mockRejectedValue(new SmsError('away', { mayHaveActed: false } as never));
    const mail = vi.spyOn(it.shop.mail, 'send').mockRejectedValue(new MailError('away', { isFinal: false } as never));
    for (let hour = 0; hour < 26; hour += 1) await it.send(3_600_000);
    text.mockRestore();
    mail.mockRestore();
    const { collectUntil } = await it.row(placed.id);
    expect(collectUntil).not.toBeNull();
    const alarms = await it.shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.orderId, placed.id));
    expect(alarms.map(({ kind }) => kind)).toEqual(['message.undelivered', 'message.undelivered']);
    expect(await it.codeOf(placed)).toBe('');
  });

  test('a resend does not restart them; a parcel that is sent again gets new ones', async () => {
    const placed = await ready();
    const { collectUntil } = await it.row(placed.id);
    await it.send(DAY);
    await it.tellAll(placed, { type: 'code.resent' });
    await it.send();
    expect((await it.row(placed.id)).collectUntil).toEqual(collectUntil);
    await it.tellAll(placed, { type: 'parcel.refused', reason: 'x' }, { type: 'parcel.resent', trackingNumber: 'T2' });
    expect(await it.row(placed.id)).toMatchObject({ parcel: 'onTheWay', collectUntil: null, trackingNumber: 'T2' });
    await it.tellAll(placed, { type: 'parcel.ready' });
    await it.send();
    expect((await it.row(placed.id)).collectUntil?.getTime()).toBe(it.shop.clock.now().getTime() + 7 * DAY);
  });

  test('a ready parcel whose messages were lost begins a day later', async () => {
    const placed = await it.ship(await it.place({ to: 'pickup' }));
    await it.tellAll(placed, { type: 'parcel.ready' });
    await it.shop.db.sql.delete(jobs).where(eq(jobs.kind, 'news.sms'));
    await it.shop.db.sql.delete(jobs).where(eq(jobs.kind, 'news.mail'));
    await it.send(DAY);
    expect((await it.row(placed.id)).collectUntil).toBeNull();
    await it.send(2 * 3_600_000);
    await it.send(3_600_000);
    const [row] = await it.shop.db.sql.select().from(orders).where(eq(orders.id, placed.id));
    expect(row?.collectUntil).not.toBeNull();
  });
});
