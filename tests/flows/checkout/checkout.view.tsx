import type { ComponentProps } from 'react';
import type { checkoutMachine } from '../../../src/machines/checkout/checkout.machine.ts';
import { CheckoutView } from '../../../src/views/checkout/checkout.view.tsx';
import { inside } from 'model-testing/view/inside';
import type { ViewOf } from 'model-testing/view/screen';
import { deliveryWith } from '../delivery/delivery.view.tsx';
import { purchaseDialog, purchaseStatus } from '../purchase/purchase.view.tsx';

type View = ViewOf<typeof checkoutMachine>;
type Parts = Pick<ComponentProps<typeof CheckoutView>, 'delivery' | 'status' | 'dialog'>;

const NONE: Parts = { delivery: null, status: null, dialog: null };

/** The page with these of its parts; each is a flow of its own. */
export const checkoutWith =
  (parts: (snapshot: Parameters<View>[0]) => Partial<Parts>): View =>
  (snapshot, send) => <CheckoutView snapshot={snapshot} send={send} {...NONE} {...parts(snapshot)} />;

export const checkoutView = checkoutWith(({ children, context }) => ({
  delivery: inside(children.delivery, deliveryWith(context.details.city)),
  status: inside(children.purchase, purchaseStatus),
  dialog: inside(children.purchase, purchaseDialog),
}));
