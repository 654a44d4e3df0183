import { fromCallback, fromPromise } from 'xstate';
import type { EventObject } from 'xstate';
import { keptOrder, keptPrompt } from '../rules/kept-payment.ts';
import type { KeptLine } from '../rules/kept-payment.ts';
import { newsOf } from '../rules/payment.ts';
import { foundAtServer, foundByRecord } from '../rules/waiting-payment.ts';
import type { FoundPayment } from '../rules/waiting-payment.ts';
import { waitingPaymentMachine } from '../machines/waiting-payment.machine.ts';
import type { WaitingPaymentEvent } from '../machines/waiting-payment.machine.ts';
import { checkoutScreen } from './checkout-screen.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { paymentRecord } from './payment-record.ts';
import { composePaymentWatch } from './payment-watch.ts';
import { watchShopper } from './session-end.ts';

/** The bar under the header that finds and finishes a payment on whatever page. */
export function waitingPaymentMachines(env: ComposeEnv) {
  const record = paymentRecord(env);
  const screen = checkoutScreen(env);
  const mpesa = lazyService(env, async () => (await import('../services/mpesa.service.ts')).createMpesaService);
  const { paymentWatch, pushPrompt, clock, removeOrdered, forget } = composePaymentWatch(env);
  const kept = () => record().read(userId());
  const userId = () => env.session().getSnapshot().context.user?._id ?? '';
  /** A slot that listens; `listen` answers how to stop. */
  const listening = (listen: (tell: (event: WaitingPaymentEvent) => void) => () => void) =>
    fromCallback<EventObject>(({ sendBack }) => listen((event) => sendBack(event)));

  async function findPayment(signal: AbortSignal): Promise<FoundPayment | null> {
    const prompt = keptPrompt(kept());
    if (prompt !== null) return foundByRecord(prompt);
    const service = await mpesa();
    const payment = await service.open(signal);
    if (payment === null) return null;
    const news = newsOf(payment, env.now());
    return foundAtServer(payment.checkoutRequestId, news, await linesOf(news.orderId, signal));
  }

  /** As the record knows them, else as the order does; where that does not answer, the payment is shown all the same. */
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
      watchSession: listening((tell) =>
        watchShopper(env, (id) => {
          tell({ type: 'session.ended' });
          if (id !== null) tell({ type: 'session.signedIn' });
        }),
      ),
      watchRecord: listening((tell) =>
        record().subscribe((by) => {
          if (by === 'another tab') tell({ type: 'record.changed', prompt: keptPrompt(kept()) });
        }),
      ),
      watchWindow: listening((tell) => env.on('focus', () => tell({ type: 'window.focused' }))),
      watchCheckout: listening((tell) => {
        const tellNow = () => tell({ type: screen.isTaken() ? 'checkout.took' : 'checkout.left' });
        if (screen.isTaken()) tellNow();
        return screen.subscribe(tellNow);
      }),
      findPayment: fromPromise(({ signal }) => findPayment(signal)),
      paymentWatch,
      pushPrompt,
      clock,
    },
    actions: {
      keepPayment: (_, { orderId, checkoutRequestId, lines }) => {
        if (keptOrder(kept(), orderId) === null)
          record().adopt(userId(), { orderId, checkoutRequestId, lines: lines ?? [] });
        else record().keepPrompt(orderId, checkoutRequestId);
      },
      keepPrompt: (_, { orderId, checkoutRequestId }) => record().keepPrompt(orderId, checkoutRequestId),
      removeOrdered: (_, { orderId }) => removeOrdered(orderId),
      forgetPayment: (_, { orderId }) => forget(orderId),
      forgetPrompt: (_, { orderId }) => record().forgetPrompt(orderId),
    },
  });

  return { waitingPayment };
}
