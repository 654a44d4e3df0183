import type { ComponentProps } from 'react';
import type { checkoutMachine } from '../../../src/machines/checkout/checkout.machine.ts';
import { CheckoutView } from '../../../src/views/checkout/checkout.view.tsx';
import { renderNested } from 'model-testing/view/nested';
import type { MachineView } from 'model-testing/view/screen';
import { deliveryWith } from '../delivery/delivery.view.tsx';
import { purchaseDialog, purchaseStatus } from '../purchase/purchase.view.tsx';

type View = MachineView<typeof checkoutMachine>;
type Parts = Pick<ComponentProps<typeof CheckoutView>, 'delivery' | 'status' | 'dialog'>;

const NONE: Parts = { delivery: null, status: null, dialog: null };

/** Renders the page with the given parts, each of which has its own flow. */
export const checkoutWith =
  (parts: (snapshot: Parameters<View>[0]) => Partial<Parts>): View =>
  (snapshot, send) => <CheckoutView snapshot={snapshot} send={send} {...NONE} {...parts(snapshot)} />;

export const checkoutView = checkoutWith(({ children, context }) => ({
  delivery: renderNested(children.delivery, deliveryWith(context.details.city)),
  status: renderNested(children.purchase, purchaseStatus),
  dialog: renderNested(children.purchase, purchaseDialog),
}));
