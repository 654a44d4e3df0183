import type { User } from '../../../contract/user.ts';
import { purchaseMachine } from '../../machines/checkout/purchase.machine.ts';
import type { byHandMachine } from '../../machines/payment/by-hand.machine.ts';
import type { mpesaPaymentMachine } from '../../machines/payment/mpesa-payment.machine.ts';
import type { orderPlacementMachine } from '../../machines/checkout/order-placement.machine.ts';
import { saveAddress } from '../../rules/checkout/checkout.ts';
import { paths } from '../../rules/paths.ts';
import type { PurchaseEvent } from '../../machines/checkout/purchase.types.ts';
import { onEverySecond } from '../../services/clock.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener } from '../listen.ts';
import { createOrderActions } from '../payment/mpesa-payment.ts';

type Addresses = ReturnType<typeof import('../../services/addresses.service.ts').createAddressesService>;

interface Children {
  readonly orderPlacement: typeof orderPlacementMachine;
  readonly mpesaPayment: typeof mpesaPaymentMachine;
  readonly byHand: typeof byHandMachine;
}

/** The children are already composed machines. */
export function composePurchase(env: ComposeEnv, children: Children) {
  const addresses = lazyService(
    env,
    async () => (await import('../../services/addresses.service.ts')).createAddressesService,
  );

  /** The order is valid even if saving the address fails (A27). */
  const takeOver = (save: (service: Addresses) => Promise<User>) =>
    void addresses()
      .then(save)
      .then(
        (user) => env.session().send({ type: 'user.update', user }),
        () => undefined,
      );

  return purchaseMachine.provide({
    actors: {
      ...children,
      clock: createListener<PurchaseEvent>((send) => {
        const tick = (now: number) => send({ type: 'clock.tick', now });
        tick(env.now());
        return onEverySecond(env, tick);
      }),
    },
    actions: {
      ...createOrderActions(env),
      saveAddress: (_, { saving, details }) =>
        saveAddress(saving, {
          create: () => takeOver((service) => service.createDefault(details)),
          makeDefault: (id) => takeOver((service) => service.makeDefault(id)),
        }),
      // Runs under a lock: if the page is left first, the cart is not emptied and the order is not forgotten.
      goToOrderSuccess: (_, { orderId }) =>
        void env.inTurn(() => env.navigate(paths.orderSuccess(orderId), { replace: true, state: { orderId } })),
      goToLogin: () => goToLogin(env),
    },
  });
}

/** Goes to the login page, which returns to the checkout. */
export function goToLogin({ navigate }: Pick<ComposeEnv, 'navigate'>): void {
  navigate(paths.login, { replace: true, state: { origin: paths.checkout } });
}
