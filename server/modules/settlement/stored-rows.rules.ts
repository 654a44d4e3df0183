import { asOrderId, type OrderId } from '../../../contract/fields.ts';
import { asShillings, type Shillings } from '../../../contract/rules/money.ts';
import { keptMsisdn, type Msisdn } from '../../../contract/rules/phone.ts';
import type { orderLines, orders, paymentAttempts, payments } from '../../db/schema.ts';

/** A row with more specific types for some columns. */
type With<Row, Typed> = Omit<Row, keyof Typed> & Typed;

type Stored<Table extends { readonly $inferSelect: object }> = Table['$inferSelect'];

export type OrderRow = With<
  Stored<typeof orders>,
  {
    id: OrderId;
    itemsPrice: Shillings;
    shippingPrice: Shillings;
    taxPrice: Shillings;
    totalPrice: Shillings;
    vatIncluded: Shillings;
  }
>;

export type LineRow = With<Stored<typeof orderLines>, { orderId: OrderId; price: Shillings; vatIncluded: Shillings }>;

export type AttemptRow = With<Stored<typeof paymentAttempts>, { orderId: OrderId; phone: Msisdn; amount: Shillings }>;

export type PaymentRow = With<Stored<typeof payments>, { orderId: OrderId; amount: Shillings }>;

/** Converts a database row to an order. */
export function orderRow(row: Stored<typeof orders>): OrderRow {
  return {
    ...row,
    id: asOrderId(row.id),
    itemsPrice: asShillings(row.itemsPrice),
    shippingPrice: asShillings(row.shippingPrice),
    taxPrice: asShillings(row.taxPrice),
    totalPrice: asShillings(row.totalPrice),
    vatIncluded: asShillings(row.vatIncluded),
  };
}

/** Converts a database row to an order line. */
export function lineRow(row: Stored<typeof orderLines>): LineRow {
  return {
    ...row,
    orderId: asOrderId(row.orderId),
    price: asShillings(row.price),
    vatIncluded: asShillings(row.vatIncluded),
  };
}

/** Converts the order id, phone and amount of an attempt row. */
export function attemptRow<Row extends { orderId: string; phone: string; amount: number }>(
  row: Row,
): With<Row, { orderId: OrderId; phone: Msisdn; amount: Shillings }> {
  return {
    ...row,
    orderId: asOrderId(row.orderId),
    phone: keptMsisdn(row.phone),
    amount: asShillings(row.amount),
  };
}

/** Converts a database row to a payment. */
export function paymentRow(row: Stored<typeof payments>): PaymentRow {
  return { ...row, orderId: asOrderId(row.orderId), amount: asShillings(row.amount) };
}
