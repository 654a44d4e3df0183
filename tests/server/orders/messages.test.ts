import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJobs } from '../../../server/jobs/jobs.ts';
import { createMessagesService } from '../../../server/modules/messages/messages.service.ts';
import { registerMessages } from '../../../server/modules/messages/messages.worker.ts';
import type { MessageSubject } from '../../../server/modules/messages/message-texts.rules.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { byStaff, draftOf, order, type Shopper } from './ordering.ts';

let shop: TestApp;
let shopper: Shopper;
let orderId: string;
let queueMessage: ReturnType<typeof createMessagesService>['queueMessage'];

beforeEach(async () => {
  shop = await createTestApp();
  registerMessages(shop.deps);
  ({ queueMessage } = createMessagesService(shop.deps));
  shopper = await shop.signIn({ phone: '254711222333' });
  orderId = (await order(shop, shopper, draftOf([await addProduct(shop, { price: 1500 })]))).body.data.order._id;
});
afterEach(() => shop.close());

const queue = (about: MessageSubject) => shop.db.tx((tx) => queueMessage(tx, orderId, about, shop.clock.now()));
const sent = () => shop.sms.texts.map(({ text }) => text);

describe('U25: the shopper is told', () => {
  test('by SMS to the account’s phone, once for each subject, however often it is queued', async () => {
    await queue('paid');
    await queue('paid');
    await shop.deps.jobs.runDue();
    await queue('paid');
    await shop.deps.jobs.runDue();
    const short = orderId.slice(0, 8).toUpperCase();
    expect(shop.sms.texts).toEqual([
      {
        to: '254711222333',
        text: `Duka: we received Ksh 1,500 for order ${short}. Thank you! We pack it now and text you when it leaves.`,
      },
    ]);
    await queue('delivered');
    await shop.deps.jobs.runDue();
    expect(sent()).toHaveLength(2);
  });

  test('shipped and delivered, by what the staff does', async () => {
    await byStaff(shop, orderId, 'processing');
    await byStaff(shop, orderId, 'shipped', 'T1');
    await byStaff(shop, orderId, 'shipped', 'T1');
    await shop.deps.jobs.runDue();
    expect(sent()).toEqual([
      expect.stringMatching(/is on its way to you\. Tracking number T1\. Please have Ksh 1,500 ready\.$/),
    ]);
    await byStaff(shop, orderId, 'delivered');
    await shop.deps.jobs.runDue();
    expect(sent()[1]).toMatch(/was delivered/);
  });

  test('not of a change that was taken back', async () => {
    await expect(
      shop.db.tx(async (tx) => {
        await queueMessage(tx, orderId, 'paid', shop.clock.now());
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await shop.deps.jobs.runDue();
    expect(sent()).toEqual([]);
  });

  test('of an order that is gone nobody hears, and the job is done', async () => {
    await shop.db.tx((tx) => queueMessage(tx, randomUUID(), 'paid', shop.clock.now()));
    await shop.deps.jobs.runDue();
    expect([sent(), shop.lines().filter(({ msg }) => msg === 'job failed')]).toEqual([[], []]);
  });
});

describe('R20: the SMS provider is away', () => {
  test('the text is sent once it is back, and no phone number is in the logs', async () => {
    shop.sms.refuseTexts(3);
    await queue('paid');
    for (let seconds = 0; seconds < 600; seconds += 30) {
      await shop.deps.jobs.runDue();
      shop.clock.advance(30_000);
    }
    expect(sent()).toHaveLength(1);
    expect(shop.lines().filter(({ msg }) => msg === 'job failed')).toHaveLength(3);
    expect(JSON.stringify(shop.lines())).not.toContain('254711222333');
  });

  test('R21: two processes send it once', async () => {
    const other = { ...shop.deps, jobs: createJobs({ db: shop.db, clock: shop.clock, log: shop.deps.log }) };
    registerMessages(other);
    for (const about of ['paid', 'shipped', 'delivered', 'expired', 'overpaid', 'refund'] as const) await queue(about);
    await Promise.all([shop.deps.jobs.runDue(), other.jobs.runDue(), shop.deps.jobs.runDue(), other.jobs.runDue()]);
    expect(new Set(sent()).size).toBe(6);
    expect(sent()).toHaveLength(6);
  });
});
