import { randomUUID } from 'node:crypto';
import { toOrderId } from '../../../contract/fields.ts';
import { cancelOrder } from '../../../contract/orders.ts';
import { orders } from '../../../server/db/schema.ts';
import type { ParcelRequest as Report } from '../../../server/modules/parcels/parcel-request.rules.ts';
import { findDueRefunds } from '../../../server/modules/back-office/back-office.repository.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { byStaff, getDraft, order as place, type Shopper } from '../orders/ordering.ts';
import { settle } from '../payments/attempt-steps.ts';
import { callback, mpesaOrder, pass, push } from '../payments/mpesa-steps.ts';

const MINUTE = 60_000;

/** Every combination of status, cancel reason and money of an order. */
export const EVERY_STATE = [
  'cancelled expired unpaid',
  'cancelled lost refundDue',
  'cancelled replaced unpaid',
  'cancelled returned kept',
  'cancelled returned unpaid',
  'cancelled shopper refundDue',
  'cancelled shopper refunded',
  'cancelled shopper unpaid',
  'cancelled staff refundDue',
  'delivered - paid',
  'pending - held',
  'pending - unpaid',
  'processing - held',
  'processing - overpaid',
  'processing - paid',
  'processing - unpaid',
  'shipped - paid',
  'shipped - unpaid',
];

export async function readStates({ db }: Pick<TestApp, 'db'>): Promise<string[]> {
  const rows = await db.sql
    .select({ status: orders.status, cancelReason: orders.cancelReason, money: orders.money })
    .from(orders);
  return [
    ...new Set(rows.map(({ status, cancelReason, money }) => `${status} ${cancelReason ?? '-'} ${money}`)),
  ].sort();
}

/** Fills a shop with orders in every state, and with texts that need escaping. */
export async function fillWithEveryState(shop: TestApp): Promise<void> {
  const shopper = await shop.signIn({ name: 'Wanjikũ "O\u2028Neil" \\ 🛒' });
  const product = await addProduct(shop, {
    price: 3000,
    stock: 90,
    name: 'Line\u2028apart, "quoted", \\n and\ttabbed',
  });
  const own = { token: shopper.token };
  const cash = async (...steps: readonly Parameters<typeof byStaff>[2][]) => {
    const { body } = await place(shop, shopper, getDraft([product]), randomUUID());
    for (const step of steps) await byStaff(shop, body.data.order._id, step, step === 'shipped' ? 'KE123' : undefined);
    return body.data.order;
  };
  const { staff: owner } = await shop.signInStaff({ role: 'owner' });
  const parcel = async (id: string, ...reports: readonly Omit<Report, 'id'>[]) => {
    for (const report of reports) await shop.services.parcelReports.report(owner, { id: toOrderId(id), ...report });
  };
  const back = [{ type: 'parcel.refused', reason: 'not at home' }, { type: 'parcel.returned' }] as const;
  const unpaid = () => mpesaOrder(shop, shopper, product);
  const paid = (amount = 3000) => paidOrder(shop, shopper, product, amount);

  // Runs first, while no other payment is queried: M-Pesa contradicts itself, and reports a different amount.
  for (const [amount, code] of [
    [3000, '1032'],
    [2999, '0'],
  ] as const) {
    shop.mpesa.answerQuery({ outcome: 'result', code, text: '' });
    await paid(amount);
    await pass(shop, 3 * MINUTE, 30_000);
  }
  await cash();
  await cash('processing');
  await cash('processing', 'shipped');
  await cash('processing', 'shipped', 'delivered');
  const inspected = await cash('processing', 'shipped');
  const line = inspected.orderItems[0]?._id ?? '';
  await parcel(inspected._id, ...back, { type: 'stock.inspected', line, sellable: 1, damaged: 0 });
  await unpaid();
  await pass(shop, 31 * MINUTE, 31 * MINUTE);
  const replaced = await unpaid();
  await place(shop, shopper, getDraft([product], { replaces: replaced.id }), randomUUID());
  await shop.call(cancelOrder, { id: (await unpaid()).id }, own);
  for (const step of ['processing', 'shipped', 'cancelled'] as const) {
    const id = await paid();
    if (step !== 'processing') await byStaff(shop, id, step);
  }
  for (const reports of [
    [{ type: 'parcel.lost', reason: 'courier' }] as const,
    [...back, { type: 'refund.waived', reason: 'The box was empty' }] as const,
  ]) {
    const id = await paid();
    await byStaff(shop, id, 'shipped');
    await parcel(id, ...reports);
  }
  await paidTwice(shop, shopper, product);
  for (const isSentBack of [false, true]) await paidLate(shop, shopper, product, isSentBack);
}

type Product = Awaited<ReturnType<typeof addProduct>>;

async function paidOrder(shop: TestApp, shopper: Shopper, product: Product, amount: number): Promise<string> {
  const made = await mpesaOrder(shop, shopper, product);
  await push(shop, shopper, made);
  await callback(shop, { amount });
  return made.id;
}

async function paidTwice(shop: TestApp, shopper: Shopper, product: Product): Promise<void> {
  const made = await mpesaOrder(shop, shopper, product);
  await push(shop, shopper, made);
  shop.clock.advance(121_000);
  await push(shop, shopper, made);
  for (const prompt of shop.mpesa.prompts.slice(-2)) await callback(shop, {}, prompt);
}

async function paidLate(shop: TestApp, shopper: Shopper, product: Product, isSentBack: boolean): Promise<void> {
  const made = await mpesaOrder(shop, shopper, product);
  await push(shop, shopper, made);
  const prompt = shop.mpesa.prompts.at(-1);
  await shop.call(cancelOrder, { id: made.id }, { token: shopper.token });
  await callback(shop, {}, prompt);
  if (!isSentBack) return;
  const due = (await findDueRefunds(shop.db.sql)).find(({ orderId }) => orderId === made.id);
  await settle(shop, { id: due?.id ?? '' }, { type: 'refund.confirmed' });
}
