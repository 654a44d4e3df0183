import { checkPayment, openPayment, paymentStatus, stkPush } from '../../../contract/mpesa.ts';
import type { Deps } from '../../deps.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { createPaymentStatusService } from './payment-status.service.ts';
import { createPushService } from './push.service.ts';

const PROMPT_SENT = 'Check your phone and enter your M-Pesa PIN.';

export function paymentsRoutes(deps: Deps): Handler[] {
  const { push } = createPushService(deps);
  const payments = createPaymentStatusService(deps);
  return [
    handler(stkPush, async (request, call) =>
      ok({ checkoutRequestId: await push(call.user, request, call) }, PROMPT_SENT),
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
    handler(openPayment, async (_, { user }) => ok({ payment: await payments.open(user.id) })),
  ];
}
