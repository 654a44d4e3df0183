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
  postTo,
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
  await sendRefund(shop, refund.id, ben);
});
afterEach(() => shop.close());

const read = () => readMoney(shop, refund);

test('without a result it is unknown after 5 minutes, and asked about', async () => {
  await pass(shop, 280_000);
  expect((await read()).state).toBe('sent');
  await pass(shop, 20_000);
  expect([(await read()).state, getCalls(shop, 'transactionStatus').length]).toEqual(['unknown', 1]);
  await pass(shop, 1_800_000);
  const { rows } = (await shop.db.sql.execute(
    "select kind from payment_alarms where kind = 'refund.unknown'",
  )) as unknown as { rows: object[] };
  expect(rows).toHaveLength(1);
});

test.each<[string, Parameters<typeof postResult>[2], string]>([
  ['still under way', { parameters: { TransactionStatus: 'Authorized' } }, 'unknown'],
  ['no such transaction', { code: 'R000002' }, 'unknown'],
  ['an unknown code', { code: '77777' }, 'unknown'],
  ['another amount', { parameters: { TransactionStatus: 'Completed', Amount: 2999 } }, 'unknown'],
  ['that it was declined', { parameters: { TransactionStatus: 'Declined' } }, 'failed'],
])('Transaction Status answers %s', async (_, posted, state) => {
  await pass(shop, 300_000);
  expect((await postResult(shop, 'transactionStatus', posted)).statusCode).toBe(200);
  expect((await read()).state).toBe(state);
  expect(await readRefund(shop, refund.id)).toMatchObject({ isConfirmed: state === 'failed' });
});

test('an unknown address is 404, and nothing is stored', async () => {
  for (const url of ['http://x/api/money/r/x', 'http://x/api/money/t/x'])
    expect((await postTo(shop, url, '{}')).statusCode).toBe(404);
});

test('after done a repetition changes nothing, a failure and another receipt raise an alarm', async () => {
  await postResult(shop, 'reverse', reversed(refund));
  const done = await read();
  await postResult(shop, 'reverse', reversed(refund));
  await postResult(shop, 'reverse', { code: '1' });
  await postResult(shop, 'reverse', reversed(refund, 'RB99999999'));
  expect(await read()).toEqual(done);
  const { rows } = (await shop.db.sql.execute(
    "select kind from payment_alarms where kind like 'refund.%' order by kind",
  )) as unknown as { rows: { kind: string }[] };
  expect(rows.map(({ kind }) => kind)).toEqual(['refund.late', 'refund.twice']);
});

test('a failure of an earlier try does not end the next one', async () => {
  await postResult(shop, 'reverse', { code: '21' });
  await pass(shop, 600_000);
  await sendRefund(shop, refund.id, ben);
  expect(await readRefund(shop, refund.id)).toMatchObject({ state: 'sent', way: 'b2c', tries: 2 });
  await postResult(shop, 'reverse', { code: '2006' });
  expect((await read()).state).toBe('sent');
});

test('a callback with the receipt of our own refund pays nothing', async () => {
  await postResult(shop, 'reverse', reversed(refund));
  expect((await read()).receipts).toEqual(['RB12345678 refund']);
  const { insertPayment } = await import('../../../server/modules/settlement/attempts.repository.ts');
  const other = await dueRefund(shop);
  const isPaid = await shop.db.tx(async (tx) => {
    const payment = { attemptId: null, orderId: other.order.id, phone: null, amount: 1 as never };
    const id = '00000000-0000-4000-8000-00000000000a';
    return insertPayment(tx, { ...payment, id, receipt: 'RB12345678', paidAt: shop.clock.now() });
  });
  expect(isPaid).toBe(false);
});
