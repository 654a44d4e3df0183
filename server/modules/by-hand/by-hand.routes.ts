import { openPayment } from '../../../contract/mpesa.ts';
import { chooseByHand, orderPayment, paymentQr } from '../../../contract/order-payment.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';

export function byHandRoutes(services: Pick<Services, 'orderPayment' | 'paymentStatus'>): Handler[] {
  const { getPayment, findOpen, chooseByHand: choose, getQr } = services.orderPayment;
  return [
    handler(orderPayment, async ({ id }, { user }) => ok(await getPayment(user.id, id))),
    handler(paymentQr, async ({ id }, { user }) => ok({ qr: await getQr(user.id, id) })),
    handler(chooseByHand, async ({ id }, { user }) => {
      await choose(user.id, id);
      return ok({});
    }),
    handler(openPayment, async (_, { user }) => {
      const payment = await services.paymentStatus.open(user.id);
      return ok({ payment, order: payment === null ? await findOpen(user.id) : null });
    }),
  ];
}
