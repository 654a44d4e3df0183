// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { jobs, orders, refunds } from '../../../server/db/schema.ts';
import type { Handling, Work } from '../../../server/jobs/jobs.ts';
import { MESSAGE_JOB, MESSAGE_MAIL_JOB } from '../../../server/modules/messages/messages.service.ts';
import { registerMessages } from '../../../server/modules/messages/messages.worker.ts';
import { createNoticesService, SHOPPERS, type Audience } from '../../../server/modules/messages/notices.service.ts';
import { SmsError } from '../../../server/providers/sms.ts';
import { withServices, type TestApp } from '../../support/server.ts';
import { attemptIn, callableShop, unpaidOrder } from '../payments/attempt-steps.ts';

let shop: TestApp;
/** Job handlers by kind. */
const workOf = new Map<string, Handling & { readonly work: Work }>();
beforeAll(async () => {
  shop = await callableShop({ env: { LOG_LEVEL: 'silent' } });
  const register = (kind: string, work: Work, handling: Handling = {}) => void workOf.set(kind, { work, ...handling });
  registerMessages(...withServices({ ...shop.deps, jobs: { ...shop.deps.jobs, register } }));
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

const job = (payload: object) => ({ id: randomUUID(), payload, attempt: 1 });
const sendText = async (payload: object) => workOf.get(MESSAGE_JOB)?.work(job(payload));
const news = async () => ({ orderId: (await unpaidOrder(shop)).id, about: 'shipped' });

test('U25: a job from an older version without the late-money flag sends a text without late money', async () => {
  const made = await unpaidOrder(shop);
  const attempt = await attemptIn(shop, made, 'succeeded');
  await shop.db.sql.update(orders).set({ status: 'cancelled', cancelReason: 'staff' }).where(eq(orders.id, made.id));
  const back = { id: attempt.id, attemptId: attempt.id, orderId: made.id, amount: 3000, reason: 'cancelled' } as const;
  await shop.db.sql.insert(refunds).values({ ...back, createdAt: shop.clock.now() });
  await sendText({ orderId: made.id, about: 'refund', payments: [attempt.id] });
  const text = shop.sms.texts.at(-1)?.text ?? '';
  expect(text).toContain('Ksh 3,000');
  expect(text).not.toContain('came after');
  await sendText({ orderId: made.id, about: 'refund', payments: [attempt.id], isLate: true });
  expect(shop.sms.texts.at(-1)?.text).toContain('came after');
});

test('U25: a queued message has no late-money flag unless the caller sets it', async () => {
  const { id } = await unpaidOrder(shop);
  const { queueMessage } = shop.services.messages;
  await shop.db.tx((tx) => queueMessage(tx, id, 'refund', shop.clock.now()));
  await shop.db.tx((tx) => queueMessage(tx, id, 'overpaid', shop.clock.now(), { isLate: true }));
  const rows = (await shop.db.sql.select().from(jobs)).map(({ payload }) => payload as Record<string, unknown>);
  const late = (about: string) => rows.filter((it) => it['orderId'] === id && it['about'] === about);
  expect([late('refund'), late('overpaid')]).toMatchObject([
    [{ isLate: false }, { isLate: false }],
    [{ isLate: true }, { isLate: true }],
  ]);
});

test('D26: returns no notice when the audience lacks its mail template', async () => {
  const shopper = await shop.signIn();
  const told = (audience: Audience) =>
    createNoticesService(shop.deps, audience).makeNotice({
      email: shopper.user.email,
      about: 'guesses',
      at: shop.clock.now().getTime(),
    });
  expect(await told(SHOPPERS)).toMatchObject({ to: shopper.user.email });
  expect(await told({ ...SHOPPERS, mails: {} })).toBeNull();
});

test.each([
  [new SmsError('refused', { mayHaveActed: false }), 1],
  [new SmsError('no answer', { mayHaveActed: true }), 0],
  [new Error('a fault of the shop'), 0],
])('X50: a text that fails with %s gives the phone back %i turns', async (error, turns) => {
  const giveBack = vi.spyOn(shop.deps.limiter, 'giveBack');
  vi.spyOn(shop.sms, 'sendText').mockRejectedValueOnce(error);
  await expect(sendText(await news())).rejects.toBe(error);
  expect(giveBack).toHaveBeenCalledTimes(turns);
});

test('X50: the job fails and is retried when a turn cannot be given back', async () => {
  const away = new Error('the database is away');
  vi.spyOn(shop.deps.limiter, 'giveBack').mockRejectedValueOnce(away);
  vi.spyOn(shop.sms, 'sendText').mockRejectedValueOnce(new SmsError('refused', { mayHaveActed: false }));
  await expect(sendText(await news())).rejects.toBe(away);
});

test.each([MESSAGE_JOB, MESSAGE_MAIL_JOB])('D28: %s raises an alarm before it is given up', async (kind) => {
  const payload = await news();
  vi.spyOn(shop.db.sql, 'insert').mockImplementationOnce(() => {
    throw new Error('refused by the test');
  });
  await expect(workOf.get(kind)?.onGivenUp?.(job(payload))).rejects.toThrow('refused by the test');
});
