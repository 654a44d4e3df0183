// @engine postgres
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import { paymentAlarms } from '../../../server/db/schema.ts';
import { createJobs } from '../../../server/jobs/jobs.ts';
import { createMessagesService } from '../../../server/modules/messages/messages.service.ts';
import { registerMessages } from '../../../server/modules/messages/messages.worker.ts';
import type { MessageSubject } from '../../../server/modules/messages/order-messages.texts.ts';
import { createTestApp, type TestApp, withServices } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { stopTime } from '../payments/mpesa-steps.ts';
import { byStaff, getDraft, order, type Shopper } from './ordering.ts';

let shop: TestApp;
let shopper: Shopper;
let orderId: OrderId;
let queueMessage: ReturnType<typeof createMessagesService>['queueMessage'];

beforeEach(async () => {
  shop = await createTestApp();
  stopTime(shop);
  registerMessages(shop.deps, shop.services);
  ({ queueMessage } = createMessagesService(shop.deps));
  shopper = await shop.signIn({ phone: '254711222333' });
  orderId = await newOrder();
});
afterEach(() => shop.close());

/** Creates an order of Ksh 1,500. */
async function newOrder(): Promise<OrderId> {
  const { body } = await order(shop, shopper, getDraft([await addProduct(shop, { price: 1500 })]));
  return toOrderId(body.data.order._id);
}

const queue = (about: MessageSubject) => shop.db.tx((tx) => queueMessage(tx, orderId, about, shop.clock.now()));
const sent = () => shop.sms.texts.map(({ text }) => text);

describe('X50: many texts about orders to one phone', () => {
  test('X50, D28: sends a phone twenty texts an hour, and sends all others later', async () => {
    await shop.close();
    shop = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    stopTime(shop);
    registerMessages(shop.deps, shop.services);
    ({ queueMessage } = createMessagesService(shop.deps));
    shopper = await shop.signIn({ phone: '254711222333' });
    orderId = await newOrder();
    // The last texts are postponed once more when their day is over.
    const queuedAt = new Date(shop.clock.now().getTime() - 22.5 * 3_600_000);
    const news = (n: number) =>
      shop.db.tx((tx) =>
        queueMessage(tx, orderId, n % 8 === 0 ? 'refund' : 'shipped', queuedAt, { payments: [randomUUID()] }),
      );
    const HOURS = 4;
    for (let n = 0; n < 20 * HOURS; n += 1) await news(n);
    for (let hour = 1; hour <= HOURS; hour += 1) {
      await shop.deps.jobs.runDue();
      expect(sent()).toHaveLength(20 * hour);
      shop.clock.advance(3_600_000);
    }
    // No text is given up after a day or reported to the back office as undelivered.
    expect(await shop.db.sql.select().from(paymentAlarms)).toEqual([]);
  });
});

describe('U25: messages to the shopper', () => {
  test('go by SMS to the account’s phone, once per subject, however often they are queued', async () => {
    await queue('paid');
    await queue('paid');
    await shop.deps.jobs.runDue();
    await queue('paid');
    await shop.deps.jobs.runDue();
    const short = orderId.slice(0, 8).toUpperCase();
    expect(shop.sms.texts).toEqual([
      {
        to: '254711222333',
        text: `Duka: we received Ksh 1,500 for order ${short}. The M-Pesa receipt number follows. Thank you! We pack it now and text you when it leaves.`,
      },
    ]);
    await queue('delivered');
    await shop.deps.jobs.runDue();
    expect(sent()).toHaveLength(2);
  });

  test('D22: go by mail to the account’s address, in text and HTML, once per subject', async () => {
    await queue('paid');
    await queue('paid');
    await shop.deps.jobs.runDue();
    const link = `http://localhost:3000/track-order/${orderId}`;
    expect(shop.mail.mails).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
        to: shopper.user.email,
        subject: `Your order ${orderId.slice(0, 8).toUpperCase()} is paid`,
        text: expect.stringContaining(link) as string,
        html: expect.stringContaining(`<a href="${link}">`) as string,
      },
    ]);
    for (const part of ['1 × Phone A', 'Ksh 1,500', 'Njeri', 'Moi Avenue 12', 'Nairobi'])
      expect(shop.mail.mails[0]?.text).toContain(part);
  });

  test('are sent when the staff ships and delivers the order', async () => {
    await byStaff(shop, orderId, 'processing');
    await byStaff(shop, orderId, 'shipped', 'T1');
    await byStaff(shop, orderId, 'shipped', 'T1');
    // A correction within 30 s drops them (OWN-P4).
    shop.clock.advance(29_900);
    await shop.deps.jobs.runDue();
    expect(sent()).toEqual([]);
    shop.clock.advance(100);
    await shop.deps.jobs.runDue();
    expect(sent()).toEqual([
      expect.stringMatching(/is on its way to you\. Tracking number T1\. Please have Ksh 1,500 ready\.$/),
    ]);
    await byStaff(shop, orderId, 'delivered');
    shop.clock.advance(30_000);
    await shop.deps.jobs.runDue();
    expect(sent()[1]).toMatch(/was delivered/);
  });

  test('are not sent for a change that was rolled back', async () => {
    await expect(
      shop.db.tx(async (tx) => {
        await queueMessage(tx, orderId, 'paid', shop.clock.now());
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await shop.deps.jobs.runDue();
    expect(sent()).toEqual([]);
  });

  test('are not sent for an order that does not exist, and the job succeeds', async () => {
    await shop.db.tx((tx) => queueMessage(tx, toOrderId(randomUUID()), 'paid', shop.clock.now()));
    await shop.deps.jobs.runDue();
    expect([sent(), shop.lines().filter(({ msg }) => msg === 'job failed')]).toEqual([[], []]);
  });
});

describe('R20, D28: messages that no provider accepts', () => {
  const HOUR = 3_600_000;
  const alarms = () => shop.db.sql.select().from(paymentAlarms);
  /** Runs the jobs hourly for a day while all providers fail. */
  async function day(from = 0): Promise<void> {
    for (let hour = from; hour < 24; hour += 1) {
      shop.sms.refuseTexts(99);
      shop.mail.fail(...Array.from({ length: 99 }, () => 'down' as const));
      await shop.deps.jobs.runDue();
      pass(HOUR);
    }
  }
  const pass = (ms: number) => shop.clock.advance(ms);
  const recover = () => {
    shop.sms.refuseTexts(0);
    shop.mail.fail();
  };

  test.each(['shipped', 'delivered', 'expired'] as const)(
    '%s: is retried for a day, then leaves an alarm row and a warning in the log',
    async (about) => {
      await queue(about);
      await day();
      expect(await alarms()).toEqual([]);
      await shop.deps.jobs.runDue();
      const rows = await alarms();
      expect(rows).toHaveLength(2);
      for (const channel of ['sms', 'mail'])
        expect(rows).toContainEqual(
          expect.objectContaining({ kind: 'message.undelivered', orderId, detail: { channel, about } }),
        );
      const lines = shop.lines().filter(({ msg }) => msg === 'message undelivered');
      expect(lines.map(({ level, orderId: of }) => [level, of])).toEqual([
        [40, orderId],
        [40, orderId],
      ]);
      expect(JSON.stringify([lines, rows])).not.toContain('254711222333');
      recover();
      pass(24 * HOUR);
      await shop.deps.jobs.runDue();
      expect([sent(), shop.mail.mails, (await alarms()).length]).toEqual([[], [], 2]);
      vi.restoreAllMocks();
    },
  );

  test.each(['paid', 'refund', 'overpaid'] as const)(
    'F10: %s: is never given up because it is about money, and raises an alarm at the first failure',
    async (about) => {
      await queue(about);
      shop.sms.refuseTexts(1);
      shop.mail.fail('down');
      await shop.deps.jobs.runDue();
      const late = await alarms();
      expect(late).toHaveLength(2);
      for (const channel of ['sms', 'mail'])
        expect(late).toContainEqual(
          expect.objectContaining({
            kind: 'message.late',
            orderId,
            detail: { channel, about, why: expect.any(String) as string },
          }),
        );
      expect(JSON.stringify(late)).not.toContain('254711222333');
      for (let days = 0; days < 3; days += 1) await day();
      recover();
      await shop.deps.jobs.runDue();
      pass(HOUR);
      await shop.deps.jobs.runDue();
      expect([sent().length, shop.mail.mails.length, await alarms()]).toEqual([1, 1, late]);
      vi.restoreAllMocks();
    },
  );

  test('retries only the SMS when the mail was accepted', async () => {
    shop.sms.refuseTexts(1);
    await queue('shipped');
    await shop.deps.jobs.runDue();
    expect([sent().length, shop.mail.mails.length]).toEqual([0, 1]);
    pass(HOUR);
    await shop.deps.jobs.runDue();
    expect([sent().length, shop.mail.mails.length]).toEqual([1, 1]);
  });

  test('D29: a permanently rejected mail raises an alarm immediately; the SMS is sent', async () => {
    shop.mail.fail('refused');
    await queue('paid');
    await shop.deps.jobs.runDue();
    expect(sent()).toHaveLength(1);
    expect(await alarms()).toMatchObject([{ orderId, detail: { channel: 'mail', about: 'paid' } }]);
  });
});

describe('R20: outages of the message providers', () => {
  test('the text is sent after the outage, and no phone number is in the logs', async () => {
    shop.sms.refuseTexts(3);
    await queue('paid');
    for (let seconds = 0; seconds < 600; seconds += 30) {
      await shop.deps.jobs.runDue();
      shop.clock.advance(30_000);
    }
    expect(sent()).toHaveLength(1);
    expect(shop.lines().filter(({ msg }) => msg === 'job failed')).toHaveLength(3);
    expect(shop.mail.mails).toHaveLength(1);
    expect(JSON.stringify(shop.lines())).not.toContain('254711222333');
  });

  test('SMS and mail fail for six hours: all orders are placed and paid, each is confirmed once', async () => {
    const product = await addProduct(shop, { price: 2000, stock: 20 });
    const down = () => {
      shop.sms.refuseTexts(99);
      shop.mail.fail(...Array.from({ length: 99 }, () => 'down' as const));
    };
    const placed: string[] = [];
    for (let hour = 0; hour < 6; hour += 1) {
      down();
      const reply = await order(shop, shopper, getDraft([product]));
      expect(reply.status).toBe(200);
      const { _id } = reply.body.data.order;
      placed.push(_id);
      await shop.db.tx((tx) => queueMessage(tx, toOrderId(_id), 'paid', shop.clock.now()));
      for (let minutes = 0; minutes < 60; minutes += 10) {
        await shop.deps.jobs.runDue();
        shop.clock.advance(600_000);
      }
    }
    expect([sent(), shop.mail.mails]).toEqual([[], []]);
    const late = await shop.db.sql.select().from(paymentAlarms);
    expect(late.filter(({ kind }) => kind === 'message.late')).toHaveLength(2 * placed.length);
    shop.sms.refuseTexts(0);
    shop.mail.fail();
    for (let hours = 0; hours < 3; hours += 1) {
      shop.clock.advance(3_600_000);
      await shop.deps.jobs.runDue();
    }
    for (const id of placed) {
      const short = id.slice(0, 8).toUpperCase();
      expect(sent().filter((text) => text.includes(short))).toHaveLength(1);
      expect(shop.mail.mails.filter(({ subject }) => subject.includes(short))).toHaveLength(1);
    }
    expect(await shop.db.sql.select().from(paymentAlarms)).toEqual(late);
  });

  test('R21: two processes send a message once', async () => {
    const other = { ...shop.deps, jobs: createJobs({ db: shop.db, clock: shop.clock, log: shop.deps.log }) };
    registerMessages(...withServices(other));
    for (const about of ['paid', 'shipped', 'delivered', 'expired', 'overpaid', 'refund'] as const) await queue(about);
    await Promise.all([shop.deps.jobs.runDue(), other.jobs.runDue(), shop.deps.jobs.runDue(), other.jobs.runDue()]);
    expect(new Set(sent()).size).toBe(6);
    expect(sent()).toHaveLength(6);
    expect(shop.mail.mails).toHaveLength(6);
    expect(new Set(shop.mail.mails.map(({ subject }) => subject)).size).toBe(6);
  });
});
