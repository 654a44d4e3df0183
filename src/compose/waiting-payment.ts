import { fromPromise } from 'xstate';
import { keptOrder, keptPrompt } from '../rules/kept-payment.ts';
import type { KeptLine } from '../rules/kept-payment.ts';
import { reportOf } from '../rules/payment.ts';
import { foundAtServer, foundByRecord } from '../rules/waiting-payment.ts';
import type { FoundPayment } from '../rules/waiting-payment.ts';
import { waitingPaymentMachine } from '../machines/waiting-payment.machine.ts';
import type { WaitingPaymentEvent } from '../machines/waiting-payment.machine.ts';
import { checkoutScreen } from './checkout-screen.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { listener } from './listen.ts';
import { composeMpesaPayment, orderUnderWay } from './mpesa-payment.ts';
import { paymentRecord } from './payment-record.ts';
import { watchShopper } from './session.ts';

/** The bar under the header that finds and finishes a payment on whatever page. */
export function waitingPaymentMachines(env: ComposeEnv) {
  const record = paymentRecord(env);
  const screen = checkoutScreen(env);
  const mpesa = lazyService(env, async () => (await import('../services/mpesa.service.ts')).createMpesaService);
  const kept = () => record().read(userId());
  const userId = () => env.session().getSnapshot().context.user?._id ?? '';

  async function findPayment(signal: AbortSignal): Promise<FoundPayment | null> {
    const prompt = keptPrompt(kept());
    if (prompt !== null) return foundByRecord(prompt);
    const service = await mpesa();
    const payment = await service.open(signal);
    if (payment === null) return null;
    const report = reportOf(payment, env.now());
    return foundAtServer(payment.checkoutRequestId, report, await linesOf(report.orderId, signal));
  }

  /**
   * As the record knows them, else as the order does; where that does not answer, the payment is shown all the same.
   */
  async function linesOf(orderId: string, signal: AbortSignal): Promise<readonly KeptLine[] | null> {
    const order = keptOrder(kept(), orderId);
    if (order !== null) return order.lines;
    try {
      return await (await mpesa()).linesOf(orderId, signal);
    } catch {
      return null;
    }
  }

  const waitingPayment = waitingPaymentMachine.provide({
    actors: {
      // Another shopper in the place of one ends the first one's bar.
      watchSession: listener<WaitingPaymentEvent>((send) =>
        watchShopper(env, (id) => {
          send({ type: 'session.ended' });
          if (id !== null) send({ type: 'session.signedIn' });
        }),
      ),
      watchRecord: listener<WaitingPaymentEvent>((send) =>
        record().subscribe((by) => {
          if (by === 'another tab') send({ type: 'record.changed', prompt: keptPrompt(kept()) });
        }),
      ),
      watchWindow: listener<WaitingPaymentEvent>((send) => env.on('focus', () => send({ type: 'window.focused' }))),
      watchCheckout: listener<WaitingPaymentEvent>((send) => {
        const sendNow = () => send({ type: screen.isTaken() ? 'checkout.took' : 'checkout.left' });
        if (screen.isTaken()) sendNow();
        return screen.subscribe(sendNow);
      }),
      findPayment: fromPromise(({ signal }) => findPayment(signal)),
      mpesaPayment: composeMpesaPayment(env),
    },
    actions: {
      keepPayment: (_, { orderId, checkoutRequestId, lines }) => {
        if (keptOrder(kept(), orderId) === null)
          record().adopt(userId(), { orderId, checkoutRequestId, lines: lines ?? [] });
        else record().keepPrompt(orderId, checkoutRequestId);
      },
      forgetOrder: orderUnderWay(env).forgetOrder,
    },
  });

  return { waitingPayment };
}
