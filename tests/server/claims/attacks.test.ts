// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPayment } from '../../../contract/mpesa.ts';
import { orders, paymentAlarms, paymentClaims, payerPhones, receipts } from '../../../server/db/schema.ts';
import {
  accountOf,
  answer,
  booksOf,
  confirm,
  handShop,
  moneyRow,
  newReceipt,
  orderRow,
  resultOf,
  stopTime,
  unpaidOrder,
  useOf,
  type HandShop,
} from '../by-hand/by-hand-steps.ts';
import { callback, push } from '../payments/mpesa-steps.ts';
import { answerQuery } from '../by-hand/hand-payment-scene.ts';
import {
  claim,
  claimsOf,
  findState,
  lookAt,
  message,
  MINUTE,
  questionsOf,
  send,
  tell,
  UNCLEAR,
  wait,
  type Scene,
} from './claim-scene.ts';

/** Attacks on "I have paid", and what honest shoppers do at the same time (PAY-S1, PAY-S2). */

let shop: HandShop;
beforeAll(async () => {
  shop = await handShop({ env: { LOG_LEVEL: 'silent' } });
});
beforeEach(() => stopTime(shop));
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

const REFUSED = 'We found no payment for this order with this receipt.';
const newScene = async (receipt = newReceipt()): Promise<Scene> => ({ shop, order: await unpaidOrder(shop), receipt });
const moneyOf = async ({ order }: Scene) => (await orderRow(shop, order.id)).money;

describe('somebody else’s receipt', () => {
  test('PAY-S1: a forwarded SMS of a stranger’s payment pays nothing, and its payer can still claim it', async () => {
    const thief = await newScene();
    const payer = await newScene(thief.receipt);
    const phone = payer.order.shopper.user.phone;
    await send(thief, message(thief.receipt));
    await shop.deps.jobs.runDue();
    await tell(thief, { phone });
    expect([await findState(thief), await moneyOf(thief)]).toEqual(['refused', 'unpaid']);
    const { claim: told } = await lookAt(thief);
    expect(told?.text).toContain(REFUSED);
    expect(JSON.stringify(await lookAt(thief))).not.toContain(phone);
    expect([await useOf(shop, thief.receipt), (await moneyRow(shop, thief.receipt)).problem]).toEqual([
      'unmatched',
      'otherPayer',
    ]);
    await claim(payer);
    await tell(payer);
    expect([await findState(payer), await moneyOf(payer), await moneyOf(thief)]).toEqual([
      'accepted',
      'paid',
      'unpaid',
    ]);
  });

  test('PAY-S1: a victim’s number as the delivery phone proves nothing', async () => {
    const scene = await newScene();
    const victim = '254799111222';
    await shop.db.sql.update(orders).set({ recipientPhone: victim }).where(eq(orders.id, scene.order.id));
    await claim(scene);
    await tell(scene, { phone: victim });
    expect([await findState(scene), await moneyOf(scene)]).toEqual(['refused', 'unpaid']);
  });

  test('PAY-S1: a phone that is proved after the question counts, one that waits for its code does not', async () => {
    const scene = await newScene();
    const [phone, at] = ['254733000222', shop.clock.now()];
    const own = { phone, userId: scene.order.shopper.user.id, flowHash: '', expiresAt: at };
    await shop.db.sql.insert(payerPhones).values(own);
    await claim(scene);
    await tell(scene, { phone });
    expect(await findState(scene)).toBe('refused');
    shop.clock.advance(1_000);
    await claim(scene);
    await shop.db.sql.update(payerPhones).set({ provedAt: at }).where(eq(payerPhones.phone, phone));
    await tell(scene, { phone });
    expect([await findState(scene), await moneyOf(scene)]).toEqual(['accepted', 'paid']);
    expect((await lookAt(scene)).expiresAt).toBeNull();
  });

  test('PAY-S1: a receipt that paid another order reads and waits like an unknown one', async () => {
    const used = await newScene();
    await confirm(shop, { receipt: used.receipt, account: accountOf(await unpaidOrder(shop)) });
    const unknown = await newScene();
    const replies = [await send(used, used.receipt), await send(unknown, unknown.receipt)];
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [200, replies[1]?.body],
      [200, replies[0]?.body],
    ]);
    await shop.deps.jobs.runDue();
    expect([await findState(used), await findState(unknown)]).toEqual(['asking', 'asking']);
    await tell(used);
    await tell(unknown, { code: 'R000002' });
    expect(await lookAt(used)).toMatchObject({ claim: (await lookAt(unknown)).claim });
    expect((await booksOf(shop, used.order.id)).payments).toEqual([]);
  });

  test('PAY-S1: who paid with a stranger’s order number gets none of it back by a claim', async () => {
    const [payer, stranger] = [await newScene(), await unpaidOrder(shop)];
    await confirm(shop, { receipt: payer.receipt, account: accountOf(stranger) });
    await claim(payer);
    await tell(payer);
    expect([await findState(payer), await moneyOf(payer)]).toEqual(['refused', 'unpaid']);
    expect((await orderRow(shop, stranger.id)).money).toBe('paid');
    expect((await booksOf(shop, payer.order.id)).payments).toEqual([]);
  });

  test('PAY-S1: a receipt of our own refund or payout is never accepted', async () => {
    const [refunded, paidOut] = [await newScene(), await newScene()];
    await shop.db.sql.insert(receipts).values({ receipt: refunded.receipt, use: 'refund', at: shop.clock.now() });
    await claim(refunded);
    await tell(refunded);
    await claim(paidOut);
    await tell(paidOut, { direction: 'out' });
    for (const scene of [refunded, paidOut])
      expect([await findState(scene), await moneyOf(scene)]).toEqual(['refused', 'unpaid']);
    expect(await useOf(shop, refunded.receipt)).toBe('refund');
    expect(await useOf(shop, paidOut.receipt)).toBeNull();
  });

  test('PAY-S1: a payment of Ksh 1 is a part of Ksh 1', async () => {
    const scene = await newScene();
    await claim(scene);
    await tell(scene, { amount: 1 });
    expect([await findState(scene), await moneyOf(scene)]).toEqual(['accepted', 'partPaid']);
    expect(await lookAt(scene)).toMatchObject({ paid: 1, due: 2999, status: 'pending' });
  });

  test('PAY-S1: M-Pesa’s amount counts, not that of a forged confirmation', async () => {
    const scene = await newScene();
    await confirm(shop, { receipt: scene.receipt, account: 'rent', amount: 3000, payer: '25479****000' });
    await claim(scene);
    await tell(scene, { amount: 10 });
    expect(await booksOf(shop, scene.order.id)).toMatchObject({ payments: [{ amount: 10 }] });
    expect((await moneyRow(shop, scene.receipt)).amount).toBe(10);
  });

  test('PAY-S1: names and account numbers of the text are not believed, and only the receipt is stored', async () => {
    const scene = await newScene();
    const text = message(scene.receipt).replace('0712345678', accountOf(scene.order));
    await send(scene, text);
    await shop.deps.jobs.runDue();
    await tell(scene, { phone: '254799999999' });
    expect(await findState(scene)).toBe('refused');
    const stored = JSON.stringify(await shop.db.sql.select().from(paymentClaims));
    expect(stored).toContain(scene.receipt);
    expect(stored).not.toMatch(/WELLINGTON|1,204|bit\.ly/);
  });
});

describe('one receipt, many claims', () => {
  test('PAY-C3: two tabs claim the same receipt for two orders of one shopper: one is paid', async () => {
    const one = await newScene();
    const other: Scene = { ...one, order: { ...(await unpaidOrder(shop)), shopper: one.order.shopper } };
    await shop.db.sql.update(orders).set({ userId: one.order.shopper.user.id }).where(eq(orders.id, other.order.id));
    await Promise.all([send(one, one.receipt), send(other, one.receipt)]);
    await shop.deps.jobs.runDue();
    const urls = questionsOf(one).map(({ asked }) => new URL(String(asked['resultUrl'])).pathname);
    const words = { amount: 3000, phone: one.order.shopper.user.phone };
    const replies = await Promise.all(
      urls.map((url) => shop.app.inject({ method: 'POST', url, payload: resultOf(shop, one.receipt, words) })),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect([await findState(one), await findState(other)].sort()).toEqual(['accepted', 'refused']);
    expect([await moneyOf(one), await moneyOf(other)].sort()).toEqual(['paid', 'unpaid']);
  });

  test('PAY-S2: the sixth receipt within 24 hours, over all orders, is refused with a wait', async () => {
    const first = await newScene();
    const other = { ...first, order: { ...(await unpaidOrder(shop)), shopper: first.order.shopper } };
    await shop.db.sql.update(orders).set({ userId: first.order.shopper.user.id }).where(eq(orders.id, other.order.id));
    for (let count = 0; count < 5; count += 1) {
      const scene = { ...(count % 2 === 0 ? first : other), receipt: newReceipt() };
      await claim(scene);
      // Repeated or unreadable texts are not counted.
      expect((await send(scene, scene.receipt)).status).toBe(200);
      expect((await send(scene, 'hello')).status).toBe(400);
      await tell(scene, { code: 'R000002' });
      shop.clock.advance(MINUTE);
    }
    const sixth = await send(other, newReceipt());
    expect([sixth.status, sixth.body.message]).toEqual([
      429,
      'You can send five receipts a day. Please try again later, or call us on 0700 123 456.',
    ]);
    expect(Number(sixth.headers['retry-after'])).toBe((24 * 60 - 5) * 60);
    expect(await claimsOf(other)).toHaveLength(2);
  });

  test('PAY-C3: a claimed receipt that a callback brings too is one payment', async () => {
    const scene = await newScene();
    await push(shop, scene.order.shopper, scene.order);
    await claim(scene);
    await tell(scene);
    expect(await callback(shop, { receipt: scene.receipt })).toBe(200);
    expect((await booksOf(shop, scene.order.id)).payments).toEqual([
      { amount: 3000, receipt: scene.receipt, source: 'prompt' },
    ]);
    expect(await moneyOf(scene)).toBe('paid');
  });

  test('PAY-C3: a confirmation after the claim is the same payment', async () => {
    const scene = await newScene();
    await claim(scene);
    await tell(scene);
    await confirm(shop, { receipt: scene.receipt, account: accountOf(scene.order) });
    expect(await booksOf(shop, scene.order.id)).toMatchObject({ payments: [{ amount: 3000 }], refunds: [] });
  });

  test('PAY-C4: a confirmation with an account finds money that a refused claim had left unmatched', async () => {
    const thief = await newScene();
    const owner = await newScene(thief.receipt);
    await claim(thief);
    await tell(thief, { phone: '254799999999' });
    await confirm(shop, { receipt: thief.receipt, account: accountOf(owner.order), payer: '25479****999' });
    expect([await moneyOf(owner), (await moneyRow(shop, thief.receipt)).state]).toEqual(['paid', 'paid']);
  });
});

describe('while a claim is open', () => {
  test('PAY-S2: no prompt is sent', async () => {
    const scene = await newScene();
    await claim(scene);
    const refused = await push(shop, scene.order.shopper, scene.order);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'We are asking M-Pesa about your payment. Please do not pay again.',
    ]);
    await tell(scene, { code: 'R000002' });
    expect((await push(shop, scene.order.shopper, scene.order)).status).toBe(200);
  });

  test('PAY-S2: M-Pesa is asked at once, after 1, 5 and 30 min, then the shop decides', async () => {
    const scene = await newScene();
    const sentAt = shop.clock.now().getTime();
    await claim(scene);
    const asked: number[] = [];
    for (let half = 0; half < 70; half += 1) {
      const before = questionsOf(scene).length;
      await wait(scene, MINUTE / 2);
      if (questionsOf(scene).length > before) asked.push((shop.clock.now().getTime() - sentAt) / MINUTE);
    }
    expect(asked).toEqual([1, 5, 30]);
    expect(await findState(scene)).toBe('forStaff');
    expect((await lookAt(scene)).claim).toMatchObject({ state: 'staff' });
    expect((await shop.services.claimsStaff.list()).find((it) => it.receipt === scene.receipt)).toMatchObject({
      order: scene.order.id.slice(0, 8),
      problem: 'noAnswer',
      money: null,
    });
  });

  test('PAY-S2: the order expires half an hour later, once, over claims and payments without an account', async () => {
    const scene = await newScene();
    const { expiresAt } = await orderRow(shop, scene.order.id);
    await claim(scene);
    await tell(scene, { code: 'R000002' });
    shop.clock.advance(1_000);
    await claim({ ...scene, receipt: newReceipt() });
    const delayed = (await orderRow(shop, scene.order.id)).expiresAt;
    expect((delayed?.getTime() ?? 0) - (expiresAt?.getTime() ?? 0)).toBe(30 * MINUTE);
    expect((await lookAt(scene)).expiresAt).toBe(delayed?.toISOString());
    await wait(scene, 59 * MINUTE);
    expect((await orderRow(shop, scene.order.id)).status).toBe('pending');
    await wait(scene, 2 * MINUTE);
    expect((await orderRow(shop, scene.order.id)).cancelReason).toBe('expired');
  });

  test('PAY-M1: wrong settings of the shop refuse no shopper, and raise one alarm', async () => {
    const scene = await newScene();
    await claim(scene);
    await tell(scene, { code: '2001' });
    expect(await findState(scene)).toBe('waiting');
    const alarms = await shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.kind, 'moneyNotAsked'));
    expect(alarms).not.toEqual([]);
  });

  test('PAY-S1: a receipt whose parties are unclear is the staff’s, who see both', async () => {
    const scene = await newScene();
    await claim(scene);
    await tell(scene, { ...UNCLEAR, phone: '254700000009' });
    const listed = (await shop.services.claimsStaff.list()).find((it) => it.receipt === scene.receipt);
    expect(listed).toMatchObject({ problem: 'unclear', money: { amount: 3000 } });
    expect(listed?.money?.name).toContain('254700000009 - John Doe and unknown - Duka');
    expect(await moneyOf(scene)).toBe('unpaid');
  });

  test('PAY-S3: an order that a query found paid gets its receipt', async () => {
    const scene = await newScene();
    await push(shop, scene.order.shopper, scene.order);
    await answerQuery(scene, {} as never);
    expect((await lookAt(scene)).receipts).toMatchObject([{ receipt: null, amount: 3000 }]);
    const reply = await send(scene, message(scene.receipt));
    expect(reply.body.data.claim.text).toBe('We are asking M-Pesa about this receipt.');
    await shop.deps.jobs.runDue();
    await answer(shop, scene.receipt, { phone: scene.order.shopper.user.phone });
    expect((await lookAt(scene)).receipts).toMatchObject([{ receipt: scene.receipt, amount: 3000 }]);
    expect(await booksOf(shop, scene.order.id)).toMatchObject({ payments: [{ source: 'prompt' }], refunds: [] });
  });
});

describe('another device', () => {
  test('PAY-S2: learns of a claim that is open or with the staff, and of none that was refused', async () => {
    const scene = await newScene();
    const seen = async () =>
      (await shop.call(openPayment, {}, { token: scene.order.shopper.token })).body.data.order?.payment.claim?.state;
    expect(await seen()).toBeUndefined();
    await claim(scene);
    expect(await seen()).toBe('asking');
    await tell(scene, UNCLEAR);
    expect(await seen()).toBe('staff');
    const refused = await newScene();
    await claim(refused);
    await tell(refused, { phone: '254799999999' });
    const { token } = refused.order.shopper;
    expect((await shop.call(openPayment, {}, { token })).body.data.order).toBeNull();
  });
});
