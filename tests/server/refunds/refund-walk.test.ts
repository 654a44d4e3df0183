// @engine postgres
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
  reversed,
  sendRefund,
  type DueRefund,
} from './refund-steps.ts';

let shop: TestApp;
let ben: CurrentStaff;
let refund: DueRefund;

beforeEach(async () => {
  shop = await refundingShop();
  ben = await hire(shop, 'orders');
  refund = await dueRefund(shop);
});
afterEach(() => shop.close());

const read = () => readMoney(shop, refund);

describe('a whole refund by Reversal', () => {
  test('is approved, sent once, and done with its receipt', async () => {
    expect(await read()).toMatchObject({ state: 'due', refunded: 3000, money: 'refundDue' });
    await sendRefund(shop, refund.id, ben);
    expect(getCalls(shop, 'balance', 'reverse').map(({ name }) => name)).toEqual(['balance', 'reverse']);
    expect(getCalls(shop, 'reverse')[0]?.asked).toMatchObject({ receipt: refund.receipt, amount: 3000 });
    expect(await read()).toMatchObject({ state: 'sent', news: ['refundSent'] });
    expect((await postResult(shop, 'reverse', reversed(refund))).statusCode).toBe(200);
    expect(await read()).toMatchObject({
      state: 'done',
      receipt: 'RB12345678',
      money: 'refunded',
      receipts: ['RB12345678 refund'],
      news: expect.arrayContaining(['refundSent', 'refundDone']),
    });
    await pass(shop, 3_600_000);
    expect(getCalls(shop, 'reverse')).toHaveLength(1);
    expect(shop.sms.texts.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Ksh 3,000 was sent to 0712 *** 678. M-Pesa will confirm it.'),
        expect.stringContaining('Ksh 3,000 was paid back to 0712 *** 678. M-Pesa receipt: RB12345678.'),
      ]),
    );
  });

  test('waits when the account has too little, and goes on after a retry with enough', async () => {
    await shop.services.refundsStaff.approve(ben, refund.id);
    await pass(shop, 0);
    const balance = (amount: number) => ({
      parameters: { AccountBalance: `Utility Account|KES|${amount}.00|${amount}.00|0.00|0.00` },
    });
    await postResult(shop, 'balance', balance(2000));
    await pass(shop, 0);
    expect([getCalls(shop, 'reverse').length, (await readRefund(shop, refund.id)).waitsFor]).toEqual([0, 'balance']);
    await shop.services.refundsStaff.retry(ben, refund.id);
    await pass(shop, 0);
    await postResult(shop, 'balance', balance(3000));
    await pass(shop, 0);
    expect([getCalls(shop, 'reverse').length, (await read()).state]).toEqual([1, 'sent']);
  });

  test('a refused setting stops every refund until the settings change or a person retries', async () => {
    const other = await dueRefund(shop);
    shop.mpesaAccount.script('reverse', { outcome: 'refused', code: '2001', text: 'The initiator is invalid' });
    await sendRefund(shop, refund.id, ben);
    expect(await readRefund(shop, refund.id)).toMatchObject({ state: 'approved', waitsFor: 'setting', tries: 0 });
    await sendRefund(shop, other.id, ben);
    expect(await readRefund(shop, other.id)).toMatchObject({ state: 'approved', waitsFor: 'setting' });
    expect(getCalls(shop, 'reverse')).toHaveLength(1);
    await shop.services.refundsStaff.retry(ben, refund.id);
    await pass(shop, 0);
    await pass(shop, 60_000);
    expect([getCalls(shop, 'reverse').length, (await read()).state]).toEqual([2, 'sent']);
  });

  test('a lost answer is never called again, and Transaction Status decides by the id of a late answer', async () => {
    shop.mpesaAccount.script('reverse', { outcome: 'unknown', text: 'timeout' });
    await sendRefund(shop, refund.id, ben);
    await pass(shop, 7_200_000);
    expect([getCalls(shop, 'reverse').length, (await read()).state]).toEqual([1, 'unknown']);
    // Daraja's result still arrives.
    await postResult(shop, 'reverse', reversed(refund));
    expect(await read()).toMatchObject({ state: 'done', receipts: ['RB12345678 refund'], news: ['refundDone'] });
  });

  test('a queue time-out is not a failure: Transaction Status is asked at 0, 1, 5 and 30 min, then every hour', async () => {
    await sendRefund(shop, refund.id, ben);
    await postResult(shop, 'reverse', { code: 1 }, 'timeoutUrl');
    const counts = [];
    for (const ms of [0, 60_000, 240_000, 1_500_000, 3_600_000, 3_600_000]) {
      await pass(shop, ms);
      counts.push(getCalls(shop, 'transactionStatus').length);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await read()).state).toBe('unknown');
    await postResult(shop, 'transactionStatus', {
      parameters: {
        ReceiptNo: 'RB12345678',
        TransactionStatus: 'Completed',
        Amount: 3000,
        DebitPartyName: '174379 - Duka',
        CreditPartyName: '254712345678 - Jane',
      },
    });
    expect(await read()).toMatchObject({ state: 'done', money: 'refunded', receipts: ['RB12345678 refund'] });
    expect(getCalls(shop, 'reverse')).toHaveLength(1);
  });

  test('R000001 means that the money is back, without a receipt', async () => {
    await sendRefund(shop, refund.id, ben);
    await postResult(shop, 'reverse', { code: 'R000001' });
    expect(await read()).toMatchObject({ state: 'done', receipt: null, receipts: [] });
  });

  test('a success of another amount stays unknown', async () => {
    await sendRefund(shop, refund.id, ben);
    await postResult(shop, 'reverse', reversed(refund, 'RB12345678', 2999));
    expect(await read()).toMatchObject({ state: 'unknown', receipts: [] });
  });

  test('refused with 21, it fails, and the next approval sends it by B2C with an id of its own', async () => {
    await sendRefund(shop, refund.id, ben);
    await postResult(shop, 'reverse', { code: '21' });
    expect(await read()).toMatchObject({ state: 'failed', refunded: 0, money: 'refundDue' });
    await pass(shop, 600_000);
    await sendRefund(shop, refund.id, ben);
    expect(getCalls(shop, 'payOut')[0]?.asked).toMatchObject({
      id: `${refund.id}-2`,
      phone: '254712345678',
      amount: 3000,
    });
    await postResult(shop, 'payOut', {
      receipt: 'RB00000002',
      parameters: {
        TransactionReceipt: 'RB00000002',
        TransactionAmount: 3000,
        ReceiverPartyPublicName: '254712345678 - Jane',
      },
    });
    expect(await read()).toMatchObject({ state: 'done', refunded: 3000, money: 'refunded' });
  });
});
