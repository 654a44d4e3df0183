import { purchaseMachine } from '../machines/purchase.machine.ts';
import type { mpesaPaymentMachine } from '../machines/mpesa-payment.machine.ts';
import type { orderPlacementMachine } from '../machines/order-placement.machine.ts';
import type { AddressSaving, DeliveryDetails } from '../rules/checkout.ts';
import { paths } from '../rules/paths.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { orderUnderWay } from './mpesa-payment.ts';

interface Children {
  readonly orderPlacement: typeof orderPlacementMachine;
  readonly mpesaPayment: typeof mpesaPaymentMachine;
}

/** A purchase with its slots filled; the children are composed ones. */
export function composePurchase(env: ComposeEnv, children: Children) {
  const addresses = lazyService(
    env,
    async () => (await import('../services/addresses.service.ts')).createAddressesService,
  );

  async function saveAddress({ saving, details }: { saving: AddressSaving; details: DeliveryDetails }): Promise<void> {
    if (saving.kind === 'none') return;
    try {
      const service = await addresses();
      const user = await (saving.kind === 'create' ? service.createDefault(details) : service.makeDefault(saving.id));
      env.session().send({ type: 'user.update', user });
    } catch {
      // The order stands whatever becomes of the address (A27).
    }
  }

  return purchaseMachine.provide({
    actors: { ...children },
    actions: {
      ...orderUnderWay(env),
      saveAddress: (_, wanted) => void saveAddress(wanted),
      // In turn: a page that is left at once would not empty the cart and forget the order any more.
      goToOrderSuccess: (_, { orderId }) =>
        void env.inTurn(() => env.navigate(paths.orderSuccess(orderId), { replace: true, state: { orderId } })),
      goToLogin: () => goToLogin(env),
    },
  });
}

/** The login page leads back to the checkout. */
export function goToLogin({ navigate }: Pick<ComposeEnv, 'navigate'>): void {
  navigate(paths.login, { replace: true, state: { origin: paths.checkout } });
}
