import { orderPayment } from '../../../contract/order-payment.ts';
import type { Services } from '../../composition.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';

export function byHandRoutes({ orderPayment: payment }: Pick<Services, 'orderPayment'>): Handler[] {
  return [handler(orderPayment, async ({ id }, { user }) => ok(await payment.getPayment(user.id, id)))];
}
