import { openPayment } from '../../../contract/mpesa.ts';
import { orderPayment } from '../../../contract/order-payment.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';

export function byHandRoutes(services: Pick<Services, 'orderPayment' | 'paymentStatus'>): Handler[] {
  const { getPayment, findOpen } = services.orderPayment;
  return [
    handler(orderPayment, async ({ id }, { user }) => ok(await getPayment(user.id, id))),
    handler(openPayment, async (_, { user }) => {
      const payment = await services.paymentStatus.open(user.id);
      return ok({ payment, order: payment === null ? await findOpen(user.id) : null });
    }),
  ];
}
