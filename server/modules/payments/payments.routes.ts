import { checkPayment, paymentStatus, stkPush } from '../../../contract/mpesa.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import * as texts from './payments.texts.ts';

export function paymentsRoutes(services: Pick<Services, 'push' | 'paymentStatus'>): Handler[] {
  const { push } = services.push;
  const payments = services.paymentStatus;
  return [
    handler(stkPush, async (request, call) =>
      ok({ checkoutRequestId: await push(call.user, request, call) }, texts.promptSent),
    ),
    {
      ...handler(paymentStatus, async ({ checkoutRequestId }, { user }) =>
        ok(await payments.status(user.id, checkoutRequestId)),
      ),
      isPolled: true,
    },
    handler(checkPayment, async ({ checkoutRequestId }, { user }) =>
      ok(await payments.check(user.id, checkoutRequestId)),
    ),
  ];
}
