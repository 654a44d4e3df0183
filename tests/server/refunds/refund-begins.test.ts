// @engine pglite
import { asc, eq } from 'drizzle-orm';
import { getRowName } from 'model-testing/table/flow';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cancelOrder } from '../../../contract/orders.ts';
import { orders, payments, refunds } from '../../../server/db/schema.ts';
import { chooseWay } from '../../../server/modules/refunds/refund-approval.rules.ts';
import { findRefund } from '../../../server/modules/settlement/refunds.repository.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import {
  accountOf,
  confirm,
  handShop,
  pass,
  unpaidOrder,
  type HandShop,
  type MadeOrder,
} from '../by-hand/by-hand-steps.ts';
import { byStaff } from '../orders/ordering.ts';
import { attemptIn, settle } from '../payments/attempt-steps.ts';
import { flow } from './refund-rows.ts';
import { hire } from './refund-steps.ts';

/** The first rows of the table `refund`: how a refund begins, without a person who types a sum (PAY-F1). */

let shop: HandShop;
let ben: CurrentStaff;
beforeEach(async () => {
  shop = await handShop();
  ben = await hire(shop, 'orders');
});
afterEach(() => shop.close());

interface Begun {
  readonly amounts: readonly number[];
  /** Whether the staff member is the proposer. */
  readonly isBens?: boolean;
  readonly isB2c?: boolean;
  readonly isTold?: boolean;
}
type Act = (order: MadeOrder) => Promise<Begun>;

const late = async (order: MadeOrder) => {
  const attempt = await attemptIn(shop, order, 'expired');
  await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
  const ids = { merchantRequestId: null, checkoutRequestId: null };
  await settle(shop, attempt, { type: 'money.received', receipt: 'LATE000001', ids, isByQuery: false });
};
const parts = async (order: MadeOrder) => {
  for (const amount of [1000, 500]) await confirm(shop, { account: accountOf(order), amount });
};

const ACTS: Readonly<Record<string, Act>> = {
  'none: a paid order is cancelled by the staff (Ben) -> due': async (order) => {
    await attemptIn(shop, order, 'succeeded');
    await shop.services.staffOrders.move(ben, { id: order.id, status: 'cancelled' });
    expect((await shop.services.refundsStaff.list()).map(({ amount }) => amount)).toEqual([3000]);
    return { amounts: [3000], isBens: true, isTold: true };
  },
  'none: late money for an expired order without stock, or for a cancelled or replaced order -> due': async (order) => {
    await late(order);
    return { amounts: [3000] };
  },
  'none: a second payment of a paid order -> due': async (order) => {
    await attemptIn(shop, order, 'succeeded');
    await confirm(shop, { account: accountOf(order) });
    return { amounts: [3000] };
  },
  'none: a payment by hand of Ksh 3,500 for an order of 3,000 -> due': async (order) => {
    await confirm(shop, { account: accountOf(order), amount: 3500 });
    return { amounts: [500], isB2c: true };
  },
  'none: a part-paid order is cancelled by its shopper (receipts of 1,000 and 500) -> due': async (order) => {
    await parts(order);
    await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
    return { amounts: [500, 1000] };
  },
  'none: a part-paid order expires -> due': async (order) => {
    await parts(order);
    await pass(shop, 3 * 3_600_000, 600_000);
    return { amounts: [500, 1000] };
  },
  'none: money by hand for an order on delivery after the handover -> due': async (order) => {
    await shop.db.sql.update(orders).set({ paymentMethod: 'cod' }).where(eq(orders.id, order.id));
    for (const status of ['processing', 'shipped', 'delivered'] as const) await byStaff(shop, order.id, status);
    await confirm(shop, { account: accountOf(order) });
    return { amounts: [3000] };
  },
  'none: staff mark unmatched money for return -> due': async () => {
    const receipt = await confirm(shop, { account: 'rent' });
    await shop.services.unmatched.markForReturn(ben, { receipt, reason: 'Nobody knows the payer' });
    return { amounts: [3000], isBens: true };
  },
  'none: the inspection of a returned parcel is done, or a parcel is lost -> due': async (order) => {
    await attemptIn(shop, order, 'succeeded');
    await byStaff(shop, order.id, 'shipped');
    shop.clock.advance(60_000);
    await shop.services.parcelReports.report(ben, { id: order.id, type: 'parcel.lost', reason: 'courier' });
    return { amounts: [3000], isBens: true };
  },
};

describe('PAY-F1: how a refund begins', () => {
  const rows = flow.rows.filter((row) => `${getRowName(row)} -> ${row.to}` in ACTS);
  test.each(rows.map((row) => [`${row.ref}: ${getRowName(row)}`, row] as const))('%s', async (_, row) => {
    const {
      amounts,
      isBens = false,
      isB2c = false,
      isTold = false,
    } = await ACTS[`${getRowName(row)} -> ${row.to}`]!(await unpaidOrder(shop));
    const due = await shop.db.sql.select().from(refunds).orderBy(asc(refunds.amount));
    expect(due.map(({ amount, state }) => [amount, state])).toEqual(amounts.map((amount) => [amount, 'due']));
    expect(due.map(({ proposerId }) => proposerId)).toEqual(amounts.map(() => (isBens ? ben.id : null)));
    const paid = await shop.db.sql.select().from(payments);
    expect(paid.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(amounts.reduce((sum, it) => sum + it, 0));
    for (const { id } of due) expect(chooseWay((await findRefund(shop.db.sql, id))!)).toBe(isB2c ? 'b2c' : 'reversal');
    if (!isTold) return;
    shop.clock.advance(60_000);
    await shop.deps.jobs.runDue();
    expect(shop.sms.texts.some(({ text }) => text.includes('Ksh 3,000 goes back to you'))).toBe(true);
  });

  test('each act has its row', () => {
    expect(rows).toHaveLength(Object.keys(ACTS).length);
  });
});
