import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import { toShillings, type Shillings } from '../../../contract/rules/money.ts';
import { parseStoredMsisdn, type Msisdn } from '../../../contract/rules/phone.ts';
import type { orderLines, orders, paymentAttempts, payments, receivedMoney, refunds } from '../../db/schema.ts';

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

/** A refund. `orderId` is `null` for money that matched no order (PAY-C4). */
export type RefundRow = With<Stored<typeof refunds>, { orderId: OrderId | null; amount: Shillings }>;

/** A refund with the payment that it returns. */
export interface StoredRefund {
  readonly refund: RefundRow;
  readonly payment: With<Stored<typeof payments>, { amount: Shillings }>;
}

/** Money that M-Pesa reported by a receipt (PAY-C3). */
export type ReceivedRow = With<Stored<typeof receivedMoney>, { orderId: OrderId | null; amount: Shillings | null }>;

/** Converts a database row to an order. */
export function toOrderRow(row: Stored<typeof orders>): OrderRow {
  return {
    ...row,
    id: toOrderId(row.id),
    itemsPrice: toShillings(row.itemsPrice),
    shippingPrice: toShillings(row.shippingPrice),
    taxPrice: toShillings(row.taxPrice),
    totalPrice: toShillings(row.totalPrice),
    vatIncluded: toShillings(row.vatIncluded),
  };
}

/** Converts a database row to an order line. */
export function toLineRow(row: Stored<typeof orderLines>): LineRow {
  return {
    ...row,
    orderId: toOrderId(row.orderId),
    price: toShillings(row.price),
    vatIncluded: toShillings(row.vatIncluded),
  };
}

/** Converts the order id, phone and amount of an attempt row. */
export function toAttemptRow<Row extends { orderId: string; phone: string; amount: number }>(
  row: Row,
): With<Row, { orderId: OrderId; phone: Msisdn; amount: Shillings }> {
  return {
    ...row,
    orderId: toOrderId(row.orderId),
    phone: parseStoredMsisdn(row.phone),
    amount: toShillings(row.amount),
  };
}

/** Returns the id by which the order machine knows a payment: the attempt's, or its own for a payment by hand. */
export function getPaymentName({ id, attemptId }: Pick<PaymentRow, 'id' | 'attemptId'>): string {
  return attemptId ?? id;
}

/** Converts a database row to the payment of an order. */
export function toPaymentRow(row: Stored<typeof payments>): PaymentRow {
  if (row.orderId === null) throw new Error('payment: it belongs to no order');
  return { ...row, orderId: toOrderId(row.orderId), amount: toShillings(row.amount) };
}

/** Converts database rows to a refund and its payment, which may belong to no order (PAY-C4). */
export function toStoredRefund({
  refund,
  payment,
}: {
  readonly refund: Stored<typeof refunds>;
  readonly payment: Stored<typeof payments>;
}): StoredRefund {
  return { refund: toRefundRow(refund), payment: { ...payment, amount: toShillings(payment.amount) } };
}

/** Converts a database row to a refund. */
export function toRefundRow(row: Stored<typeof refunds>): RefundRow {
  return {
    ...row,
    orderId: row.orderId === null ? null : toOrderId(row.orderId),
    amount: toShillings(row.amount),
  };
}

/** Converts a database row to received money. */
export function toReceivedRow(row: Stored<typeof receivedMoney>): ReceivedRow {
  return {
    ...row,
    orderId: row.orderId === null ? null : toOrderId(row.orderId),
    amount: row.amount === null ? null : toShillings(row.amount),
  };
}
