// @engine pglite
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { receivedMessages } from '../../../server/db/schema.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import { claim, claimsOf, questionOf, type Scene } from '../claims/claim-scene.ts';
import { byStaff } from '../orders/ordering.ts';
import { callback, push } from '../payments/mpesa-steps.ts';
import { dueRefund, getCalls, hire, readMoney, reversed, sendRefund, toBody } from '../refunds/refund-steps.ts';
import { lineOf, pullRows, rowOf } from '../statement/statement-steps.ts';
import {
  accountOf,
  booksOf,
  confirm,
  confirmationBody,
  findMoney,
  handShop,
  newReceipt,
  orderRow,
  pass,
  post,
  resultOf,
  stopTime,
  unpaidOrder,
  useOf,
  type HandShop,
  type MadeOrder,
} from './by-hand-steps.ts';

/** Messages beside the prompt's own that come more than once, too early, too late, or whose answers are lost. */

let shop: HandShop;
let owner: CurrentStaff;
beforeAll(async () => {
  shop = await handShop({
    env: { LOG_LEVEL: 'silent', MPESA_PULL: 'on', RATE_LIMIT_FACTOR: '100000' },
  });
  owner = await hire(shop, 'owner');
});
beforeEach(() => stopTime(shop));
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

const MINUTE = 60_000;
const TIMES = 6;
const often = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: TIMES }, work));
const newScene = async (): Promise<Scene> => ({ shop, order: await unpaidOrder(shop), receipt: newReceipt() });
const pathOf = (asked: Readonly<Record<string, unknown>>, name: 'resultUrl' | 'timeoutUrl' = 'resultUrl') =>
  new URL(String(asked[name])).pathname;
const postTo = async (url: string, payload: object | string) =>
  (await shop.app.inject({ method: 'POST', url, payload })).statusCode;

/** Each way in which money of a receipt can be told to the shop, with an account that finds the order. */
const WAYS: readonly (readonly [string, (scene: Scene) => Promise<unknown>])[] = [
  [
    'confirmation',
    async ({ order, receipt }) => {
      const body = confirmationBody(shop, { receipt, account: accountOf(order) });
      expect((await post(shop, `confirm/${shop.secret}`, body)).statusCode).toBe(200);
    },
  ],
  ['row of Pull', ({ order, receipt }) => pullRows(shop, [rowOf(shop, receipt, { account: accountOf(order) })])],
  [
    'line of the statement',
    ({ order, receipt }) =>
      shop.services.statement.importFile(owner, {
        name: `${receipt}.csv`,
        shortcode: shop.env.mpesa.shortcode,
        lines: [lineOf(shop, receipt, { account: accountOf(order) })],
      }),
  ],
];

async function expectPaidOnce({ order, receipt }: Scene): Promise<void> {
  await shop.deps.jobs.runDue();
  expect(await orderRow(shop, order.id)).toMatchObject({ money: 'paid', status: 'processing', isPaid: true });
  expect((await booksOf(shop, order.id)).payments).toMatchObject([{ amount: 3000, receipt }]);
  expect((await booksOf(shop, order.id)).refunds).toEqual([]);
  expect(await useOf(shop, receipt)).toBe('payment');
}

describe('R5: the same message several times at the same moment', () => {
  test.each(WAYS.filter(([name]) => !name.includes('Pull')))('PAY-C3: a %s pays once', async (_, tell) => {
    const scene = await newScene();
    await often(() => tell(scene));
    await expectPaidOnce(scene);
  });

  test('PAY-T1: a row that Pull brings several times, also of several pulls, pays once', async () => {
    const scene = await newScene();
    const row = rowOf(shop, scene.receipt, { account: accountOf(scene.order) });
    for (const rows of [[row, row, row], [row], [row, row]]) await pullRows(shop, rows);
    await expectPaidOnce(scene);
  });

  test('PAY-C2: a confirmation is stored once, and answered each time', async () => {
    const { order, receipt } = await newScene();
    const before = (await shop.db.sql.select().from(receivedMessages)).length;
    const body = confirmationBody(shop, { receipt, account: accountOf(order) });
    const replies = await often(() => post(shop, `confirm/${shop.secret}`, body));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await shop.db.sql.select().from(receivedMessages)).length).toBe(before + 1);
  });

  test('PAY-S1: the answer to a claim pays once', async () => {
    const scene = await newScene();
    await claim(scene);
    const body = resultOf(shop, scene.receipt, { phone: scene.order.shopper.user.phone });
    const statuses = await often(() => postTo(pathOf(questionOf(scene).asked), body));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expectPaidOnce(scene);
    expect((await claimsOf(scene)).map(({ state }) => state)).toEqual(['accepted']);
  });

  test('PAY-F3: result and queue time-out of a refund: it is done once', async () => {
    const refund = await dueRefund(shop);
    await sendRefund(shop, refund.id, owner);
    const { asked } = getCalls(shop, 'reverse').at(-1)!;
    const receipt = `RB${refund.id.slice(0, 8).toUpperCase()}`;
    const statuses = await Promise.all([
      ...Array.from({ length: TIMES }, () => postTo(pathOf(asked), toBody(reversed(refund, receipt)))),
      ...Array.from({ length: TIMES }, () => postTo(pathOf(asked, 'timeoutUrl'), toBody({ code: 1 }))),
    ]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await shop.deps.jobs.runDue();
    expect(await readMoney(shop, refund)).toMatchObject({
      state: 'done',
      refunded: 3000,
      receipts: [`${receipt} refund`],
    });
    expect((await readMoney(shop, refund)).news.filter((about) => about === 'refundDone')).toHaveLength(1);
  });
});

describe('R6: early messages and lost answers', () => {
  test('PAY-C3: the confirmation of a prompt comes before the push is answered, whose answer is lost', async () => {
    const scene = await newScene();
    const { order, receipt } = scene;
    shop.mpesa.answerPush(async () => {
      await confirm(shop, { receipt, account: `DUKA${accountOf(order)}`, payer: order.shopper.user.phone });
      return { outcome: 'unknown', text: 'lost' };
    });
    await push(shop, order.shopper, order);
    await expectPaidOnce(scene);
    expect(await callback(shop, { receipt })).toBe(200);
    await expectPaidOnce(scene);
    expect((await booksOf(shop, order.id)).payments).toMatchObject([{ source: 'prompt' }]);
  });

  test('PAY-S1: M-Pesa answers a claim before its question is acknowledged', async () => {
    const scene = await newScene();
    const { order, receipt } = scene;
    const statuses: number[] = [];
    vi.spyOn(shop.deps.mpesaAccount, 'transactionStatus').mockImplementationOnce(async ({ resultUrl }) => {
      statuses.push(
        await postTo(new URL(resultUrl).pathname, resultOf(shop, receipt, { phone: order.shopper.user.phone })),
      );
      return { outcome: 'unknown', text: 'lost' };
    });
    await claim(scene);
    expect(statuses).toEqual([200]);
    await expectPaidOnce(scene);
    expect((await claimsOf(scene)).map(({ state }) => state)).toEqual(['accepted']);
  });

  test('PAY-F3: the result of a refund comes before its call is answered, whose answer is lost', async () => {
    const refund = await dueRefund(shop);
    const receipt = `RB${refund.id.slice(0, 8).toUpperCase()}`;
    const statuses: number[] = [];
    vi.spyOn(shop.deps.mpesaAccount, 'reverse').mockImplementationOnce(async ({ resultUrl }) => {
      statuses.push(await postTo(new URL(resultUrl).pathname, toBody(reversed(refund, receipt))));
      return { outcome: 'unknown', text: 'lost' };
    });
    await sendRefund(shop, refund.id, owner);
    expect(statuses).toEqual([200]);
    await pass(shop, 3_600_000, 60_000);
    expect(await readMoney(shop, refund)).toMatchObject({ state: 'done', receipts: [`${receipt} refund`] });
  });
});

describe('R7: messages after the order has ended', () => {
  const cancel = async (order: MadeOrder) => byStaff(shop, order.id, 'cancelled');
  const expire = async (): Promise<void> => pass(shop, 31 * MINUTE, MINUTE);

  test.each(WAYS)('PAY-C6: a %s after a cancellation: a refund is due', async (_, tell) => {
    const scene = await newScene();
    await cancel(scene.order);
    await tell(scene);
    await shop.deps.jobs.runDue();
    expect(await orderRow(shop, scene.order.id)).toMatchObject({ money: 'refundDue', status: 'cancelled' });
    expect(await booksOf(shop, scene.order.id)).toMatchObject({ payments: [{ amount: 3000 }], refunds: [3000] });
  });

  test.each(WAYS)('PAY-C6: a %s after the expiry: the order lives again', async (_, tell) => {
    const scene = await newScene();
    await expire();
    expect((await orderRow(shop, scene.order.id)).status).toBe('cancelled');
    await tell(scene);
    await expectPaidOnce(scene);
  });

  test('PAY-S1: the answer to a claim after a cancellation: a refund is due', async () => {
    const scene = await newScene();
    await claim(scene);
    await cancel(scene.order);
    const body = resultOf(shop, scene.receipt, { phone: scene.order.shopper.user.phone });
    expect(await postTo(pathOf(questionOf(scene).asked), body)).toBe(200);
    await shop.deps.jobs.runDue();
    expect((await orderRow(shop, scene.order.id)).money).toBe('refundDue');
    expect(await booksOf(shop, scene.order.id)).toMatchObject({ payments: [{ amount: 3000 }], refunds: [3000] });
    expect((await findMoney(shop, scene.receipt))?.state).toBe('paid');
  });

  test('PAY-F3: the result of a refund a day after its queue time-out wins', async () => {
    const refund = await dueRefund(shop);
    await sendRefund(shop, refund.id, owner);
    const { asked } = getCalls(shop, 'reverse').at(-1)!;
    expect(await postTo(pathOf(asked, 'timeoutUrl'), toBody({ code: 1 }))).toBe(200);
    await pass(shop, 24 * 60 * MINUTE, 10 * MINUTE);
    expect((await readMoney(shop, refund)).state).toBe('unknown');
    const receipt = `RB${refund.id.slice(0, 8).toUpperCase()}`;
    expect(await postTo(pathOf(asked), toBody(reversed(refund, receipt)))).toBe(200);
    expect(await readMoney(shop, refund)).toMatchObject({ state: 'done', refunded: 3000 });
  });
});
