import { fromPromise } from 'xstate';
import type { OrderDraft } from '../../contract/orders.ts';
import { orderPlacementMachine } from '../machines/order-placement.machine.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { paymentRecord } from './payment-record.ts';

type Orders = ReturnType<typeof import('../services/orders.service.ts').createOrdersService>;

/** Placing one order under its key, with what it replaces; the order is kept as soon as it stands. */
export function composeOrderPlacement(env: ComposeEnv, orders: () => Promise<Orders>) {
  const record = paymentRecord(env);
  const mpesa = lazyService(env, async () => (await import('../services/mpesa.service.ts')).createMpesaService);
  const userId = () => env.session().getSnapshot().context.user?._id ?? '';
  // In turn: two tabs that confirm the same cart in one moment send one key.
  const keyOf = (draft: OrderDraft) => env.inTurn(() => record().keyFor(userId(), draft));

  async function place(draft: OrderDraft, signal: AbortSignal) {
    const key = await keyOf(draft);
    // Read once the key is known: every try of one key sends the same (D9, D21).
    const replaces = record().read(userId())?.replaces?.orderId;
    return (await orders()).place({ ...draft, ...(replaces !== undefined && { replaces }) }, key, signal);
  }

  return orderPlacementMachine.provide({
    actors: {
      placeOrder: fromPromise(({ input: { draft }, signal }) => place(draft, signal)),
      findOrder: fromPromise(async ({ input: { draft }, signal }) =>
        (await orders()).byKey(await keyOf(draft), signal),
      ),
      switchToCash: fromPromise(async ({ input: { orderId }, signal }) =>
        (await mpesa()).switchToCash(orderId, signal),
      ),
    },
    actions: {
      keepOrder: (_, { orderId }) => record().keepOrder(orderId),
      forgetReplaced: () => record().forgetReplaced(),
      forgetOrder: (_, { orderId }) => record().forget(orderId),
    },
  });
}
