// @engine postgres
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CurrentStaff } from '../../../server/people.ts';
import type { TestApp } from '../../support/server.ts';
import {
  dueRefund,
  getCalls,
  hire,
  pass,
  postResult,
  readMoney,
  readRefund,
  refundingShop,
  type DueRefund,
} from './refund-steps.ts';

let shop: TestApp;
let ben: CurrentStaff;
let olga: CurrentStaff;
let refund: DueRefund;

beforeEach(async () => {
  shop = await refundingShop();
  [ben, olga] = [await hire(shop, 'orders'), await hire(shop, 'owner')];
  refund = await dueRefund(shop);
  await shop.services.refundsStaff.payByHand(ben, refund.id);
});
afterEach(() => shop.close());

const desk = () => shop.services.refundsStaff;

/** M-Pesa's answer about the receipt. */
const answer = async (change: Readonly<Record<string, unknown>> = {}, code: string | number = 0) => {
  const { phone } = await readPayment();
  return postResult(shop, 'transactionStatus', {
    code,
    parameters: {
      ReceiptNo: 'RB90000000',
      TransactionStatus: 'Completed',
      Amount: 3000,
      DebitPartyName: `${shop.env.mpesa.shortcode} - Duka`,
      CreditPartyName: `${phone} - Jane`,
      FinalisedTime: toDarajaTime(new Date(shop.clock.now().getTime() + 1000)),
      ...change,
    },
  });
};

async function readPayment() {
  const rows = (await shop.db.sql.execute(`select phone from payments where id = '${refund.id}'`)) as unknown as {
    rows: { phone: string }[];
  };
  return rows.rows[0] ?? { phone: '' };
}

/** `YYYYMMDDHHmmss` in Nairobi. */
const toDarajaTime = (at: Date) =>
  new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '');

test('a typed receipt counts when M-Pesa shows it as ours, to the payer, of this amount, later and unused', async () => {
  await desk().nameReceipt(ben, refund.id, 'rb90000000');
  await pass(shop, 0);
  expect(getCalls(shop, 'transactionStatus').at(-1)?.asked).toMatchObject({ receipt: 'RB90000000' });
  await answer();
  expect(await readMoney(shop, refund)).toMatchObject({
    state: 'done',
    receipt: 'RB90000000',
    money: 'refunded',
    receipts: ['RB90000000 refund'],
    news: ['refundDone'],
  });
  expect(getCalls(shop, 'reverse', 'payOut')).toEqual([]);
});

test.each<[string, Readonly<Record<string, unknown>>, (string | number)?]>([
  ['another amount', { Amount: 2999 }],
  ['another receiver', { CreditPartyName: '254700000000 - Eve' }],
  ['another sender', { DebitPartyName: '999999 - Other' }],
  ['money that came in', { DebitPartyName: '254712345678 - Jane', CreditPartyName: '174379 - Duka' }],
  ['before the refund became due', { FinalisedTime: '20200101000000' }],
  ['not Completed', { TransactionStatus: 'Authorized' }],
  ['no such transaction', {}, 'R000002'],
])('a receipt with %s does not count', async (_, change, code) => {
  await desk().nameReceipt(ben, refund.id, 'RB90000000');
  await pass(shop, 0);
  await answer(change, code);
  expect(await readRefund(shop, refund.id)).toMatchObject({ state: 'by_hand', checkedReceipt: null });
});

test('a used receipt is refused, one is checked at a time, and a check without an answer ends after 30 min', async () => {
  for (const used of [refund.receipt.padEnd(10, '0').slice(0, 10)])
    await shop.db.run(
      `insert into receipts (receipt, use, at) values ('${used}', 'payment', now()) on conflict do nothing`,
    );
  const used = refund.receipt.padEnd(10, '0').slice(0, 10);
  await expect(desk().nameReceipt(ben, refund.id, used)).rejects.toMatchObject({ kind: 'conflict' });
  for (const typed of ['', 'RB9000000'])
    await expect(desk().nameReceipt(ben, refund.id, typed)).rejects.toMatchObject({ kind: 'invalid' });
  await desk().nameReceipt(ben, refund.id, 'RB90000000');
  await desk().nameReceipt(ben, refund.id, 'RB90000000');
  await expect(desk().nameReceipt(ben, refund.id, 'RB90000001')).rejects.toMatchObject({ kind: 'conflict' });
  await expect(desk().noteCash(ben, refund.id)).rejects.toMatchObject({
    message: 'M-Pesa is being asked about the receipt. Please wait for the answer.',
  });
  const other = await dueRefund(shop);
  await desk().payByHand(ben, other.id);
  await expect(desk().nameReceipt(ben, other.id, 'RB90000000')).rejects.toMatchObject({ kind: 'conflict' });
  for (const ms of [0, 60_000, 240_000, 1_500_000]) await pass(shop, ms);
  expect(getCalls(shop, 'transactionStatus')).toHaveLength(3);
  expect(await readRefund(shop, refund.id)).toMatchObject({ state: 'by_hand', checkedReceipt: null });
});

test('cash is confirmed by a second person', async () => {
  await expect(desk().confirmCash(olga, refund.id)).rejects.toMatchObject({ kind: 'conflict' });
  await desk().noteCash(ben, refund.id);
  await expect(desk().confirmCash(ben, refund.id)).rejects.toMatchObject({
    message: 'Another person must confirm the cash.',
  });
  await desk().takeCashBack(ben, refund.id);
  await desk().noteCash(ben, refund.id);
  await desk().confirmCash(olga, refund.id);
  expect(await readMoney(shop, refund)).toMatchObject({ state: 'done', receipt: null, money: 'refunded' });
  await pass(shop, 0);
  expect(shop.sms.texts.map(({ text }) => text)).toEqual(
    expect.arrayContaining([expect.stringContaining('Ksh 3,000 was paid back to you in cash.')]),
  );
});
