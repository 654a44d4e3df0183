import { useActorRef, useSelector } from '@xstate/react';
import { shop } from '../../contract/shop.config.ts';
import { shopMachines } from '../compose/shop.ts';
import type { CheckoutInput } from '../machines/checkout.machine.ts';
import { CheckoutView } from '../views/checkout/checkout.view.tsx';
import { DeliveryView } from '../views/checkout/delivery.view.tsx';
import { OrderPlacementView } from '../views/checkout/order-placement.view.tsx';
import { Head } from '../views/parts/head.tsx';
import { Page } from '../views/parts/page.tsx';
import { PageSpinner } from '../views/parts/spinner.tsx';
import { useApp, useMachines } from './app-context.tsx';
import { connect, useSnapshot } from './connect.tsx';

const Checkout = connect(CheckoutView);
const Delivery = connect(DeliveryView);
const OrderPlacement = connect(OrderPlacementView);

/** /checkout: shown to customers only; it waits until the browser's cart has been read. */
export default function CheckoutRoute() {
  const { cart, session, first } = useApp();
  const { context, value } = useSnapshot(cart, first.cart);
  const { user } = useSnapshot(session, first.session).context;
  return (
    <Page>
      <Head title="Checkout" indexed={false} />
      {value.items === 'starting' ? (
        <PageSpinner label="Loading your cart" />
      ) : (
        <OpenCheckout
          input={{ user, cart: context.cart, payments: ['cod'], codMax: shop.codMax }}
        />
      )}
    </Page>
  );
}

/** The machine reads its input once; later news of cart and session reach it through its slots. */
function OpenCheckout({ input }: { readonly input: CheckoutInput }) {
  const machines = useMachines(shopMachines);
  const checkout = useActorRef(machines.checkout, { input });
  const { delivery, orderPlacement } = useSelector(checkout, ({ children }) => children);
  return (
    <Checkout
      actor={checkout}
      delivery={delivery && <Delivery actor={delivery} />}
      placement={orderPlacement && <OrderPlacement actor={orderPlacement} />}
    />
  );
}
