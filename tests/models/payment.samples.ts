import { ApiError } from '../../contract/errors.ts';
import type { PaymentNews } from '../../src/rules/payment.ts';

/** The order of the payment's table. */
export const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';
/** The table's phone as it is sent. */
export const PAYER = '254712345678';
/** Server time of the first prompt, epoch ms. */
export const START = 1_000_000_000_000;

/** A payment as the server tells it when its prompt has just been sent. */
export const news = (change: Partial<PaymentNews> = {}): PaymentNews => ({
  status: 'pending',
  failureReason: '',
  orderId: ORDER,
  phone: PAYER,
  amount: 3000,
  pushedAt: START,
  startedAt: START,
  now: START,
  ...change,
});

/** A pending payment whose prompt was sent that many seconds ago. */
export const pushedAgo = (seconds: number): PaymentNews => news({ now: START + seconds * 1000 });

export const notFound = new ApiError({
  kind: 'refused',
  status: 404,
  message: 'Payment not found',
  requestId: 'req-9',
});
/** D8: another push to this phone only after 45 s. */
export const waitAMoment = new ApiError({
  kind: 'refused',
  status: 409,
  message: 'You can try again in 45 seconds.',
  requestId: 'req-9',
  data: { retryAfter: 45 },
});
/** D12: the order has expired meanwhile. */
export const orderGone = new ApiError({
  kind: 'refused',
  status: 409,
  message: 'This order has been cancelled.',
  requestId: 'req-9',
  data: { orderStatus: 'cancelled' },
});
