import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Row } from 'model-testing/table/flow';
import { claimPayment } from '../../../contract/payment-claims.ts';
import { orders, payerPhones, payments, receipts } from '../../../server/db/schema.ts';
import {
  accountOf,
  booksOf,
  confirm,
  newReceipt,
  orderRow,
  pass,
  post,
  resultOf,
  unpaidOrder,
} from '../by-hand/by-hand-steps.ts';
import { answerQuery, callBackPrompt, prepare as preparePrompt } from '../by-hand/hand-payment-scene.ts';
import { enter } from '../payments/circuit-steps.ts';
import { closeCircuit, push } from '../payments/mpesa-steps.ts';
import {
  claim,
  claimsOf,
  findState,
  message,
  MINUTE,
  questionsOf,
  send,
  tell,
  timeOut,
  wait,
  type Act,
  type Scene,
} from './claim-scene.ts';
import { TOLD } from './claim-answers.ts';
import { cancel, expectReply, expire, sendAnother, sendAs, sendReceipt, setOrder } from './claim-expectations.ts';
import { STAFF_ACTS } from './claim-staff-acts.ts';

/** Events of the table `claim`, by their words. */

/** Five receipts for another order of the same shopper. */
async function sendFive({ shop, order }: Scene): Promise<void> {
  const { shopper } = order;
  const scene = { shop, order: { ...(await unpaidOrder(shop)), shopper } };
  await shop.db.sql.update(orders).set({ userId: shopper.user.id }).where(eq(orders.id, scene.order.id));
  for (let count = 0; count < 5; count += 1) {
    const other = { ...scene, receipt: newReceipt() };
    await claim(other);
    await tell(other, { code: 'R000002' });
    shop.clock.advance(1_000);
  }
}

/** Conditions of rows that begin with nothing sent. */
const BEFORE: readonly (readonly [RegExp, Act])[] = [
  [/sent five within/, sendFive],
  [
    /sent five, the first 86400 s ago/,
    async (scene) => {
      await sendFive(scene);
      // Its expiry, and that of the claims, are long over.
      scene.shop.clock.advance(86_400_000 - 5_000);
    },
  ],
  [
    /the order is paid, with a receipt/,
    async ({ shop, order }) => void (await confirm(shop, { account: accountOf(order) })),
  ],
  [
    /paid by a query, without a receipt/,
    async (scene, row) => {
      await push(scene.shop, scene.order.shopper, scene.order);
      await answerQuery(scene, row);
    },
  ],
  [/money is under review/, async (scene) => void (await setOrder(scene, { money: 'held' }))],
  [/expired or was cancelled/, async ({ shop, order }) => cancel({ shop, order })],
  [
    /on delivery and not paid/,
    async (scene) => void (await setOrder(scene, { paymentMethod: 'cod', expiresAt: null })),
  ],
  [/paid in part/, async ({ shop, order }) => void (await confirm(shop, { account: accountOf(order), amount: 1000 }))],
];

/** The first match counts. */
export const ACTS: readonly (readonly [RegExp, Act])[] = [
  // sending
  [/\{text: the whole M-Pesa SMS\}/, sendAs(({ receipt }) => message(receipt))],
  [/\{text: ' sff6xyz123\. '\}/, sendAs(({ receipt }) => ` ${receipt.toLowerCase()}. `)],
  [/\{text: ''\}/, sendAs(() => '')],
  [/\{text: 'hello'\}/, sendAs(() => 'hello')],
  [/9 or 11 characters/, sendAs(({ receipt }) => `${receipt}1`)],
  [/longer than 1,000/, sendAs(({ receipt }) => `${message(receipt)}${' '.repeat(1_000)}`)],
  [/two receipt numbers/, sendAs(({ receipt }) => `${message(receipt)} ${newReceipt()} Confirmed.`)],
  [/link, a script or names/, sendAs(() => '<script>alert(1)</script> Wellington, https://example.com/AB12CD34EF')],
  [
    /with no or an invalid token/,
    async ({ shop, order, receipt }, row) => {
      await expectReply(row, await shop.call(claimPayment, { id: order.id, text: receipt }));
      await expectReply(row, await shop.call(claimPayment, { id: order.id, text: receipt }, { token: 'cus_none' }));
    },
  ],
  [
    /of another shopper's order/,
    async (scene, row) => expectReply(row, await send(scene, scene.receipt, (await scene.shop.signIn()).token)),
  ],
  [
    /\{an unknown id\}/,
    async ({ shop, order, receipt }, row) => {
      const asked = { id: randomUUID() as typeof order.id, text: receipt };
      await expectReply(row, await shop.call(claimPayment, asked, { token: order.shopper.token }));
    },
  ],
  [
    /\{text: a receipt that paid another order\}/,
    async (scene, row) => {
      await confirm(scene.shop, { receipt: scene.receipt, account: accountOf(await unpaidOrder(scene.shop)) });
      await sendReceipt(scene, row);
    },
  ],
  [
    /\{text: a receipt of our refund/,
    async (scene, row) => {
      const { shop, receipt } = scene;
      await shop.db.sql.insert(receipts).values({ receipt, use: 'refund', at: shop.clock.now() });
      await sendReceipt(scene, row);
    },
  ],
  [
    /already paid a part of this order/,
    async (scene, row) => {
      const { shop, order, receipt } = scene;
      await confirm(shop, { receipt, account: accountOf(order), amount: 1000 });
      await sendReceipt(scene, row);
    },
  ],
  [
    /unmatched money or marked for return/,
    async (scene, row) => {
      await confirm(scene.shop, { receipt: scene.receipt, account: 'rent', payer: '25479****000' });
      await sendReceipt(scene, row);
    },
  ],
  [
    /^two claims for one order/,
    async (scene) => {
      const replies = await Promise.all([send(scene, scene.receipt), send(scene, newReceipt())]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await claimsOf(scene)).toHaveLength(1);
    },
  ],
  [
    /^claims with one receipt for two orders/,
    async (scene) => {
      const other = { ...scene, order: await unpaidOrder(scene.shop) };
      await Promise.all([send(scene, scene.receipt), send(other, scene.receipt)]);
      await scene.shop.deps.jobs.runDue();
      expect(questionsOf(scene)).toHaveLength(2);
    },
  ],
  [/payment-claims \(the same receipt\)/, sendReceipt],
  [/payment-claims \(another receipt\)/, sendAnother],
  [/^POST \/orders\/\{id\}\/payment-claims/, sendReceipt],
  // Daraja's immediate answer
  [
    /^Daraja (?:answers\(refused|answers\(429|fails)/,
    async (scene, { on }) => {
      const { shop } = scene;
      // The next question, so that the row's state is that of the call.
      await wait(scene, 2 * MINUTE);
      vi.spyOn(shop.mpesaAccount, 'transactionStatus').mockResolvedValue(
        on.includes('fails')
          ? { outcome: 'unknown', text: 'timeout' }
          : { outcome: 'refused', code: on.includes('429') ? '429' : '500.001.1001', text: 'Wrong credentials' },
      );
      shop.clock.advance(3 * MINUTE);
      await shop.deps.jobs.runDue();
    },
  ],
  [/^Daraja answers\(accepted/, async (scene) => expect(questionsOf(scene)).toHaveLength(1)],
  // its results
  ...TOLD.map(([words, act]) => [new RegExp(`^Transaction Status answers.*${words.source}`), act] as const),
  [/^Transaction Status answers\(Completed and all fits\), late/, async (scene) => tell(scene)],
  [
    /^Transaction Status answers\(unknown claim/,
    async ({ shop, receipt }) => {
      expect((await post(shop, `shown/${randomUUID()}`, resultOf(shop, receipt, {}))).statusCode).toBe(404);
    },
  ],
  [/^queue time-out/, timeOut],
  // time
  [
    /^timer$/,
    async (scene, { from, when, ms }) => {
      const last = when?.startsWith('the fourth') === true;
      if (from === 'waiting') return nextQuestion(scene, when ?? '', ms ?? 0);
      if (last) await wait(scene, 30 * MINUTE);
      scene.shop.clock.advance(ms ?? 0);
      // Only the time-out: the next question is due in the same moment.
      await scene.shop.services.claimQuestions.step((await claimsOf(scene))[0]?.id ?? '');
    },
  ],
  [
    /^a question is due/,
    async (scene) => {
      const { shop } = scene;
      const asked = questionsOf(scene).length;
      shop.clock.advance(MINUTE / 2);
      // A pause of 40 s.
      await enter(shop, 'backingOff');
      shop.clock.advance(MINUTE / 2);
      await shop.deps.jobs.runDue();
      expect(questionsOf(scene)).toHaveLength(asked);
    },
  ],
  [
    /^the job of a question is lost/,
    async (scene) => {
      const { shop } = scene;
      await shop.db.run('delete from jobs');
      for (let minutes = 0; minutes < 130 && (await findState(scene)) !== 'asking'; minutes += 1)
        await pass(shop, MINUTE, MINUTE);
    },
  ],
  // other messages
  [/^STK callback with this receipt/, callBackPrompt],
  [
    /^C2B confirmation with this receipt/,
    async ({ shop, order, receipt }) => {
      await confirm(shop, { receipt, account: accountOf(order), amount: order.total });
      const paid = await shop.db.sql.select().from(payments).where(eq(payments.receipt, receipt));
      expect(paid).toHaveLength(1);
    },
  ],
  [
    /^the order is paid by another receipt/,
    async ({ shop, order }) => void (await confirm(shop, { account: accountOf(order) })),
  ],
  [/^the shopper cancels the order/, async (scene) => cancel(scene)],
  [
    /^the shopper proves another phone/,
    async ({ shop, order }) => {
      const at = shop.clock.now();
      const phone = { phone: '254733000111', userId: order.shopper.user.id, flowHash: '', expiresAt: at, provedAt: at };
      await shop.db.sql.insert(payerPhones).values(phone);
    },
  ],
  [/^the order's expiry is due/, async (scene, row) => expiryDue(scene, row)],
  ...STAFF_ACTS,
];

async function nextQuestion(scene: Scene, when: string, ms: number): Promise<void> {
  const { shop } = scene;
  const asked = when.startsWith('first') ? 1 : when.startsWith('second') ? 2 : 3;
  const sentAt = (await claimsOf(scene))[0]?.sentAt.getTime() ?? 0;
  for (let count = 1; count < asked; count += 1) {
    shop.clock.advance(sentAt + (count === 1 ? MINUTE : 5 * MINUTE) - shop.clock.now().getTime());
    await shop.deps.jobs.runDue();
    await tell(scene, { status: 'Authorized' });
  }
  shop.clock.advance(sentAt + ms - shop.clock.now().getTime() - 1);
  await shop.deps.jobs.runDue();
  expect(questionsOf(scene)).toHaveLength(asked);
  shop.clock.advance(1);
  await shop.deps.jobs.runDue();
  expect(questionsOf(scene)).toHaveLength(asked + 1);
}

async function expiryDue(scene: Scene, { from, when }: Row): Promise<void> {
  const { shop, order } = scene;
  const { expiresAt, delayedAt, createdAt } = await orderRow(shop, order.id);
  const isPart = when?.includes('in part') === true;
  if (when === 'not delayed yet') {
    expect(delayedAt).not.toBeNull();
    expect((expiresAt?.getTime() ?? 0) - createdAt.getTime()).toBe(60 * MINUTE);
    return;
  }
  await setOrder(scene, { expiresAt: shop.clock.now() });
  await expire(scene);
  expect((await orderRow(shop, order.id)).cancelReason, from).toBe('expired');
  if (isPart) expect((await booksOf(shop, order.id)).refunds).toEqual([1000]);
}

/** Conditions before the row's state is reached. */
export async function prepare(scene: Scene, row: Row): Promise<void> {
  await closeCircuit(scene.shop);
  await preparePrompt(scene, row);
  if (row.when?.includes('query without a receipt') === true) await push(scene.shop, scene.order.shopper, scene.order);
  if (row.from !== 'none' || row.when === null) return;
  const before = BEFORE.find(([pattern]) => pattern.test(row.when ?? ''))?.[1];
  if (before === undefined) throw new Error(`no condition for: ${row.when}`);
  await before(scene, row);
}
