import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { config } from '../../../model-testing.config.ts';
import { getRowName, loadFlow, type Row } from 'model-testing/table/flow';
import { cancelOrder } from '../../../contract/orders.ts';
import { orders, receipts, users } from '../../../server/db/schema.ts';
import { secretHash } from '../../../server/secrets.ts';
import { byStaff, getDraft, order as place } from '../orders/ordering.ts';
import { addProduct } from '../catalogue/products.ts';
import { mpesaOrder } from '../payments/mpesa-steps.ts';
import { BOOK_ACTS } from './hand-payment-books.ts';
import { attachReturned, RETURN_ACTS } from './hand-payment-returns.ts';
import { accountOf, confirm, confirmationBody, findMoney, nairobi, pass, post, unpaidOrder } from './by-hand-steps.ts';

import {
  again,
  answerClaim,
  answerQuery,
  attach,
  callBackPrompt,
  mask,
  pay,
  payByPhone,
  refused,
  sendClaim,
  settle,
  shopHeld,
  show,
  spell,
  takeStock,
  type Act,
} from './hand-payment-scene.ts';

/** Runs the rows of the table `hand-payment` on a shop: money with a receipt, brought into `from`, and what happens. */

export const flow = loadFlow(config, 'hand-payment');

/** Rows that other files run, each with what they compare. */
export const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/: validation\(/, 'tests/server/by-hand/inbox-addresses.test.ts'],
  [/: confirmation\(the secret before the change/, 'tests/server/by-hand/inbox-addresses.test.ts'],
  [/also used at a counter, no account/, 'tests/server/by-hand/matching-rules.test.ts'],
  [/^provisional: timer.*question/, 'tests/server/by-hand/confirmation.test.ts'],
  [/^none: (?:Pull row|statement line)\(receipt R1 is new/, 'tests/server/statement/statement.test.ts'],
  [/^none: Pull (?:answers|fails)/, 'tests/server/statement/pull.test.ts'],
  [/: a statement (?:is imported twice|is compared)|counter sale/, 'tests/server/statement/statement.test.ts'],
  [/: a statement with a broken line|: a CSV of another shape/, 'tests/server/statement/read-statement.test.ts'],
  [
    /: statement line or result\(payout|: restore of a backup, then Pull/,
    'tests/server/statement/refund-lines.test.ts',
  ],
  [/: restore of a backup$/, 'tests/server/backup/engines.test.ts'],
];

/** Events by the words of the row. Money of 'matching: …' is posted here, as those words describe it. */
export const ACTS: readonly (readonly [RegExp, Act])[] = [
  // "I have paid"
  [/^claim with receipt/, async (scene) => sendClaim(scene)],
  [/^claim accepted/, answerClaim],
  ...BOOK_ACTS,
  ...RETURN_ACTS,
  // confirmations
  [/^confirmation\(right secret, receipt R1 is new\)/, async (scene) => pay(scene, {}, { runs: false })],
  [
    /^confirmation\(wrong secret\)/,
    async ({ shop, receipt }) => {
      const reply = await post(shop, `confirm/${'0'.repeat(64)}`, confirmationBody(shop, { receipt }));
      expect(reply.statusCode).toBe(404);
    },
  ],
  [
    /a body that is not JSON/,
    async ({ shop, receipt }) => {
      for (const body of [`{"TransID":"${receipt}"`, JSON.stringify({ TransAmount: 3000, at: receipt })])
        expect((await post(shop, `confirm/${shop.secret}`, body)).statusCode).toBe(200);
    },
  ],
  [/another BusinessShortCode/, async (scene) => pay(scene, { shortcode: '600000' })],
  [/amount 0, negative or no number/, async (scene) => pay(scene, { amount: '0' })],
  [/amount 3000\.50/, async (scene) => pay(scene, { amount: '3000.50' })],
  [
    /^confirmation while the database is away/,
    async ({ shop, receipt }) => {
      vi.spyOn(shop.db, 'tx').mockRejectedValueOnce(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
      const reply = await post(shop, `confirm/${shop.secret}`, confirmationBody(shop, { receipt }));
      expect(reply.statusCode).toBe(503);
    },
  ],
  [
    /^two confirmations with receipt R1/,
    async (scene) => {
      const messages = [0, 1].map(() => pay(scene, {}, { runs: false }));
      await Promise.all(messages);
    },
  ],
  [/^confirmation\(receipt R(?:1 again|1, which|B1)/, again],
  // prompts
  [/^STK callback\(good, receipt R1\)/, callBackPrompt],
  [/^STK query\(code 0/, answerQuery],
  [
    /fit a payment known by a query/,
    async (scene) => {
      await answerQuery(scene, {} as Row);
      await pay(scene, { payer: mask(scene.order.shopper.user.phone) });
    },
  ],
  [
    /fit a payment without a receipt, the phone does not/,
    async (scene) => {
      await answerQuery(scene, {} as Row);
      await pay(scene, { payer: '25479****000' });
    },
  ],
  [
    /the account is the reference of a prompt/,
    async (scene) =>
      pay(scene, { account: `DUKA${accountOf(scene.order)}`, payer: mask(scene.order.shopper.user.phone) }),
  ],
  // an account
  [
    /our own refund$/,
    async (scene) => {
      await scene.shop.db.sql
        .insert(receipts)
        .values({ receipt: scene.receipt, use: 'refund', at: scene.shop.clock.now() });
      await pay(scene);
    },
  ],
  [/account '(?:A1B2C3D4|AIB2)/, async (scene, { on }) => pay(scene, { account: spell(scene, on) })],
  [
    /account '(?:a1b2c3d4|A1B2 |#A|A1B2-|A1B2C3DO|DUKA)/,
    async (scene, { on }) => pay(scene, { account: spell(scene, on) }),
  ],
  [/open order, Ksh 1,000 of 3,000/, async (scene) => pay(scene, { amount: 1000 })],
  [
    /paid in part, (?:amount|less)/,
    async (scene, { on }) => {
      await confirm(scene.shop, { account: accountOf(scene.order), amount: 1000 });
      await pay(scene, { amount: on.includes('less') ? 1999 : 2000 });
    },
  ],
  [/open order, Ksh 3,500 of 3,000/, async (scene) => pay(scene, { amount: 3500 })],
  [
    /above Ksh 250,000/,
    async (scene) => {
      const large = { itemsPrice: 300_000, totalPrice: 300_000 };
      await scene.shop.db.sql.update(orders).set(large).where(eq(orders.id, scene.order.id));
      await pay(scene, { amount: 250_000 });
    },
  ],
  [
    /an order that is paid$/,
    async (scene) => {
      await confirm(scene.shop, { account: accountOf(scene.order) });
      await pay(scene);
    },
  ],
  [/whose prompt is on the phone/, async (scene) => pay(scene)],
  [
    /an order on delivery, (?:before|after)|paid at the door/,
    async (scene, { on }) => {
      const { shop, order } = scene;
      await shop.db.sql.update(orders).set({ paymentMethod: 'cod' }).where(eq(orders.id, order.id));
      if (!on.includes('before'))
        for (const status of ['processing', 'shipped', 'delivered'] as const) await byStaff(shop, order.id, status);
      await pay(scene, { amount: on.includes('less') ? 1000 : order.total });
    },
  ],
  [
    /an expired order|order's expiry at the same moment/,
    async (scene, { on }) => {
      const { shop, order } = scene;
      if (on.includes('matching first')) await pay(scene, {}, { runs: false });
      await pass(shop, 31 * 60_000, 60_000);
      if (on.includes('gone')) await takeStock(scene);
      if (!on.includes('matching first')) await pay(scene, { amount: on.includes('a part') ? 1000 : order.total });
    },
  ],
  [
    /the shopper or the staff cancelled/,
    async (scene) => {
      const { shop, order } = scene;
      await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
      await pay(scene);
    },
  ],
  [
    /whose money is under review/,
    async (scene) => {
      await shopHeld(scene);
      await pay(scene);
    },
  ],
  [
    /two parts of one order at the same moment/,
    async (scene) => {
      await Promise.all([
        confirm(scene.shop, { account: accountOf(scene.order), amount: 1000 }, { runs: false }),
        pay(scene, { amount: 2000 }, { runs: false }),
      ]);
      await scene.shop.deps.jobs.runDue();
    },
  ],
  // no account
  [/the amount is what is due of exactly one open order/, async (scene) => payByPhone(scene, { account: 'rent' })],
  [/a Till \(no account\)/, async (scene) => payByPhone(scene, { kind: 'Buy Goods' })],
  [/the SHA-256 is that/, async (scene) => payByPhone(scene, { payer: secretHash(scene.order.shopper.user.phone) })],
  [
    /amount fits two such orders/,
    async (scene) => {
      const price = scene.order.total / 2;
      const { id } = await addProduct(scene.shop, { stock: 5, price });
      await mpesaOrder(scene.shop, scene.order.shopper, { id, price, quantity: 2 });
      await payByPhone(scene);
    },
  ],
  [
    /a masked phone fits two shoppers/,
    async (scene) => {
      const { shop, order } = scene;
      const other = await unpaidOrder(shop, { price: order.total / 2 });
      const { phone } = order.shopper.user;
      const similar = `${phone.slice(0, 5)}${phone.slice(5, 9) === '9999' ? '0000' : '9999'}${phone.slice(-3)}`;
      await shop.db.sql.update(users).set({ phone: similar }).where(eq(users.id, other.shopper.user.id));
      await payByPhone(scene);
    },
  ],
  [/a part of what is due$/, async (scene) => payByPhone(scene, { amount: 2 })],
  [/more than what is due$/, async (scene) => payByPhone(scene, { amount: 240_000 })],
  [
    /made after the payment/,
    async (scene) => payByPhone(scene, { time: nairobi(new Date(scene.shop.clock.now().getTime() - 3_600_000)) }),
  ],
  [
    /only a typed delivery phone/,
    async (scene) => {
      await scene.shop.db.sql
        .update(orders)
        .set({ recipientPhone: '254799111222' })
        .where(eq(orders.id, scene.order.id));
      await payByPhone(scene, { payer: '25479****222' });
    },
  ],
  [/only the amount fits|only the name fits/, async (scene) => payByPhone(scene, { payer: '25470****000' })],
  [/no phone on the wire/, async (scene) => payByPhone(scene, { payer: '' })],
  [/a Till, no open order fits/, async (scene) => pay(scene, { kind: 'Buy Goods', amount: 7 })],
  [
    /the only fitting order is paid/,
    async (scene) => {
      await scene.shop.call(cancelOrder, { id: scene.order.id }, { token: scene.order.shopper.token });
      await payByPhone(scene);
    },
  ],
  // Transaction Status
  [
    /^the order got paid, cancelled or expired meanwhile/,
    async (scene) => {
      await scene.shop.call(cancelOrder, { id: scene.order.id }, { token: scene.order.shopper.token });
      await show(scene);
    },
  ],
  [/^Transaction Status answers\(Completed, (?:the payer|to our)/, async (scene) => show(scene)],
  [/^Transaction Status answers\(Completed, another payer/, async (scene) => show(scene, { phone: '254799999999' })],
  [/^Transaction Status answers\(Completed, another amount/, async (scene) => show(scene, { amount: 1 })],
  [/^Transaction Status answers\(Completed, the parties/, async (scene) => show(scene, { shortcode: 'unknown' })],
  [/^Transaction Status answers\(no such receipt/, async (scene) => show(scene, { code: 'R000002' })],
  [/^Transaction Status answers\(Cancelled/, async (scene) => show(scene, { status: 'Declined' })],
  [
    /^Transaction Status answers\(Authorized/,
    async (scene) => {
      await show(scene, { status: 'Authorized' });
      await show(scene, { code: '77' });
    },
  ],
  [
    /^Transaction Status answers\(2001/,
    async (scene) => {
      for (const code of ['2001', '8006', '21']) await show(scene, { code });
    },
  ],
  [
    /^Transaction Status answers\(any/,
    async (scene, { from }) => {
      const runs = from !== 'stored';
      for (const words of [{ status: 'Authorized' }, { amount: 1 }, { status: 'Cancelled' }])
        await show(scene, words, { runs });
    },
  ],
  [/^Transaction Status gives no answer/, async (scene) => show(scene, {}, { path: 'late' })],
  [/^no answer to the sixth question|^timer$/, async ({ shop }) => pass(shop, 6 * 3_600_000 + 120_000, 1_800_000)],
  [
    /^the order's expiry is due/,
    async ({ shop, order }) => {
      await pass(shop, 30 * 60_000, 60_000);
      const read = () => shop.db.sql.select().from(orders).where(eq(orders.id, order.id));
      expect((await read())[0]?.status).toBe('pending');
    },
  ],
  // staff
  [/^staff: ship the order/, async ({ shop, order }) => refused(byStaff(shop, order.id, 'shipped'))],
  [/^staff: pack the order/, async ({ shop, order }) => void (await byStaff(shop, order.id, 'processing'))],
  [/^staff: take it/, async (scene) => void (await settle(scene, 'paid'))],
  [/^staff: it is not paid/, async (scene) => void (await settle(scene, 'unpaid'))],
  [
    /^staff: attach it without a reason/,
    async ({ shop, order, receipt }) => {
      const { staff } = await shop.signInStaff();
      await refused(shop.services.unmatched.attach(staff, { receipt, order: accountOf(order), reason: '' }));
    },
  ],
  [
    /^staff: attach it to an unknown order/,
    async ({ shop, receipt }) => {
      const { staff } = await shop.signInStaff();
      await expect(
        shop.services.unmatched.attach(staff, { receipt, order: 'ffffffff', reason: 'none' }),
      ).rejects.toThrow('no order');
    },
  ],
  [
    /^staff: attach it, by the role/,
    async (scene) => {
      await expect(attach(scene, 'catalogue')).rejects.toThrow();
    },
  ],
  [
    /^staff: attach it to order o1 \(Ben again/,
    async (scene) => {
      const { staff } = await scene.shop.signInStaff({ role: 'orders' });
      const request = { receipt: scene.receipt, order: accountOf(scene.order), reason: 'The SMS was shown' };
      expect(await scene.shop.services.unmatched.attach(staff, request)).toBe('noted');
      await expect(scene.shop.services.unmatched.attach(staff, request)).rejects.toThrow('Another person');
    },
  ],
  [
    /^staff: attach it to order o1 \(Olga/,
    async (scene) => {
      await show(scene);
      expect([await attach(scene), await attach(scene, 'owner')]).toEqual(['noted', 'attached']);
    },
  ],
  [
    /^staff: attach it to order o1 \(Ben, with/,
    async (scene, { from, when }) => {
      if (from !== 'unmatched') return attachReturned(scene, { from, when } as Row);
      if (when?.includes('shown') === true) await show(scene);
      expect(await attach(scene)).toBe(when?.includes('10,001') === true ? 'noted' : 'attached');
    },
  ],
  [
    /^two people attach it/,
    async (scene) => {
      await show(scene);
      const other = { ...scene, order: await unpaidOrder(scene.shop) };
      const done = await Promise.allSettled([attach(scene), attach(other)]);
      expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    },
  ],
  [
    /^a shopper orders for exactly this amount afterwards/,
    async ({ shop, order }) => {
      const { id } = await addProduct(shop, { stock: 5, price: 1500 });
      await place(
        shop,
        order.shopper,
        getDraft([{ id, price: 1500, quantity: 2 }], { paymentMethod: 'mpesa' }),
        randomUUID(),
      );
      await pass(shop, 60_000, 30_000);
    },
  ],
  [
    /^server killed after storing/,
    async ({ shop, receipt }) => {
      expect((await findMoney(shop, receipt))?.state).toBe('stored');
    },
  ],
  [/^server killed/, async ({ shop }) => pass(shop, 120_000, 60_000)],
];

export const rows = flow.rows.filter((row) => !ELSEWHERE.some(([pattern]) => pattern.test(getRowName(row))));
