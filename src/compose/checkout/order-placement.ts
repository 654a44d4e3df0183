import { fromPromise } from 'xstate';
import type { OrderDraft } from '../../../contract/orders.ts';
import { getOrderKeys } from '../../rules/payment/payment-record.ts';
import { orderPlacementMachine } from '../../machines/checkout/order-placement.machine.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { lazyPaymentRecord } from '../payment/payment-record.ts';

type Orders = ReturnType<typeof import('../../services/orders.service.ts').createOrdersService>;

/**
 * Places one order under its key, with the order that it replaces. The record keeps the order as soon as the server has
 * created it.
 */
export function composeOrderPlacement(env: ComposeEnv, orders: () => Promise<Orders>) {
  const record = lazyPaymentRecord(env);
  const mpesa = lazyService(env, async () => (await import('../../services/mpesa.service.ts')).createMpesaService);
  const known = () => getOrderKeys(record().getSnapshot().context);
  // Runs under a lock, so that two tabs that confirm the same cart at the same moment send one key.
  const confirm = (draft: OrderDraft) =>
    env.inTurn(() => {
      record().send({ type: 'order.confirmed', draft, key: env.uuid() });
      return known();
    });

  return orderPlacementMachine.provide({
    actors: {
      placeOrder: fromPromise(async ({ input: { draft }, signal }) => {
        const { key, replaces } = await confirm(draft);
        return (await orders()).place({ ...draft, ...replaces }, key, signal);
      }),
      findOrder: fromPromise(async ({ input: { draft }, signal }) => {
        const { key } = await confirm(draft);
        return (await orders()).byKey(key, signal);
      }),
      switchToCash: fromPromise(async ({ input: { orderId }, signal }) =>
        (await mpesa()).switchToCash(orderId, signal),
      ),
    },
    actions: {
      keepOrder: (_, { orderId }) => record().send({ type: 'order.placed', key: known().key, orderId }),
      forgetReplaced: () => record().send({ type: 'replacement.refused' }),
      forgetOrder: (_, { orderId }) => record().send({ type: 'order.over', orderId }),
    },
  });
}
