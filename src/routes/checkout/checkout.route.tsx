import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { shop } from '../../../contract/shop.config.ts';
import { getOwnRecordNow } from '../../compose/payment/payment-record.ts';
import { checkoutMachines, getTypedForm } from '../../compose/checkout/checkout.ts';
import type { CheckoutInput } from '../../machines/checkout/checkout.setup.ts';
import type { mpesaPaymentMachine } from '../../machines/payment/mpesa-payment.machine.ts';
import type { purchaseMachine } from '../../machines/checkout/purchase.machine.ts';
import { CheckoutView } from '../../views/checkout/checkout.view.tsx';
import { DeliveryView } from '../../views/checkout/delivery.view.tsx';
import { OrderPlacementView } from '../../views/checkout/order-placement.view.tsx';
import { PurchaseDialog, PurchaseStatus } from '../../views/checkout/purchase.view.tsx';
import { Head } from '../../views/parts/head.tsx';
import { Page } from '../../views/parts/page.tsx';
import { PageSpinner } from '../../views/parts/spinner.tsx';
import { ByHandDialog } from '../../views/payment/by-hand.view.tsx';
import { MpesaPaymentAlert, MpesaPaymentStep } from '../../views/payment/mpesa-payment.view.tsx';
import { PhoneProofView } from '../../views/payment/phone-proof.view.tsx';
import { useApp, useMachines } from '../app-context.tsx';
import { connect, useSnapshot } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';
import { useShownPayment } from '../payment/shown-payment.ts';
import * as texts from '../../texts/checkout.ts';

const Checkout = connect(CheckoutView);
const Delivery = connect(DeliveryView);
const OrderPlacement = connect(OrderPlacementView);
const Dialog = connect(PurchaseDialog);
const Status = connect(PurchaseStatus);
const PaymentAlert = connect(MpesaPaymentAlert);
const PhoneProof = connect(PhoneProofView);
const PaymentStep = connect(MpesaPaymentStep);
const ByHand = connect(ByHandDialog);

/** /checkout: for customers only. Waits until the browser's cart has been read. */
export default function CheckoutRoute() {
  const { cart, session, first } = useApp();
  const { context, value } = useSnapshot(cart, first.cart);
  const { user } = useSnapshot(session, first.session).context;
  return (
    <Page>
      <Head title={texts.checkout} indexed={false} />
      {value.items === 'starting' ? (
        <PageSpinner label={texts.loadingYourCart} />
      ) : (
        <OpenCheckout user={user} cart={context.cart} stock={context.stock} />
      )}
    </Page>
  );
}

/** The machine reads its input once; later changes of cart, session and payment arrive through its slots. */
function OpenCheckout({ user, cart, stock }: Pick<CheckoutInput, 'user' | 'cart' | 'stock'>) {
  const { env } = useApp();
  const machines = useMachines(checkoutMachines);
  const checkout = useRootActor(machines.checkout, {
    input: {
      user,
      cart,
      stock,
      payments: ['mpesa', 'cod'],
      codMax: shop.codMax,
      mpesaMax: shop.mpesaMax,
      kept: getOwnRecordNow(env),
      typed: getTypedForm(env),
    },
  });
  const { delivery, purchase } = useSelector(checkout, ({ children }) => children);
  const city = useSelector(checkout, ({ context }) => context.details.city);
  const hasHand = useSelector(checkout, ({ context }) => (context.limits?.byHand ?? 'off') !== 'off');
  return (
    <Checkout
      actor={checkout}
      delivery={delivery && <Delivery actor={delivery} city={city} />}
      status={purchase && <PurchaseBeside actor={purchase} hasHand={hasHand} />}
      dialog={purchase && <PurchaseOver actor={purchase} hasHand={hasHand} />}
    />
  );
}

interface PurchaseProps {
  readonly actor: ActorRefFrom<typeof purchaseMachine>;
  /** Whether the shop takes payments by hand. */
  readonly hasHand: boolean;
}

/** The part of the purchase beside the form. */
function PurchaseBeside({ actor, hasHand }: PurchaseProps) {
  const { orderPlacement, mpesaPayment } = useSelector(actor, ({ children }) => children);
  return (
    <Status
      actor={actor}
      placement={orderPlacement && <OrderPlacement actor={orderPlacement} />}
      payment={
        mpesaPayment && (
          <PaymentAlert actor={mpesaPayment} hasHand={hasHand} onAskPhone={() => actor.send({ type: 'phone.ask' })} />
        )
      }
    />
  );
}

/** The part of the purchase in an overlay. */
function PurchaseOver({ actor, hasHand }: PurchaseProps) {
  const { orderPlacement, mpesaPayment, byHand } = useSelector(actor, ({ children }) => children);
  useShownPayment(
    'checkout',
    useSelector(actor, (snapshot) => snapshot.hasTag('dialog') || snapshot.hasTag('inline')),
  );
  return (
    <Dialog
      actor={actor}
      placement={orderPlacement && <OrderPlacement actor={orderPlacement} />}
      payment={mpesaPayment && <Payment actor={mpesaPayment} hasHand={hasHand} />}
      byHand={byHand && <ByHand actor={byHand} />}
      hasHand={hasHand}
    />
  );
}

interface PaymentProps {
  readonly actor: ActorRefFrom<typeof mpesaPaymentMachine>;
  readonly hasHand: boolean;
}

function Payment({ actor, hasHand }: PaymentProps) {
  const { phoneVerification } = useSelector(actor, ({ children }) => children);
  return (
    <PaymentStep
      actor={actor}
      hasHand={hasHand}
      proof={phoneVerification && <PhoneProof actor={phoneVerification} />}
    />
  );
}
