import type { User } from '../../../contract/user.ts';
import type { Beginning } from 'flow-atlas/browser/play';
import type { Move, Scene, Stage, StagedCall } from 'flow-atlas/browser/script';
import { press, select } from 'model-testing/view/act';
import { createCart } from '../../../src/rules/cart/cart.ts';
import { fingerprintOrder } from '../../../src/rules/payment/stored-payment.ts';
import type { StoredPayment } from '../../../src/rules/payment/stored-payment.ts';
import type { PaymentReport } from '../../../src/rules/payment/payment.ts';
import { toDeliveryDetails, toHomeDeliveryDraft } from '../../../src/rules/checkout/checkout.ts';
import type { MpesaPaymentInput } from '../../../src/machines/payment/mpesa-payment.setup.ts';
import { keptOrder } from '../../../tests/flows/checkout/checkout.model.ts';
import { mpesaPaymentModel } from '../../../tests/flows/mpesa-payment/mpesa-payment.model.ts';
import { o1 } from '../../../tests/flows/support/order.samples.ts';
import { prompted } from '../../../tests/flows/support/record.samples.ts';
import { ORDER, START } from '../../../tests/flows/support/payment.samples.ts';
import {
  cableNow,
  getLimits,
  jane,
  phoneLine,
  phoneNow,
  station,
  stored,
} from '../../../tests/flows/support/shop.samples.ts';
import { act, CLIPBOARD, elsewhere, getInput, toSuccess, toKnownIds, toKnownText, scene, signedIn } from './parts.ts';

/** Helpers for the stages of the checkout and of payments. */

export const lines = [phoneLine(2)];
export const cart = toKnownText(stored(...lines));
/** A payment whose prompt was sent a moment ago. */
export const JUST_SENT = getInput<MpesaPaymentInput>(mpesaPaymentModel.inputs, '');

/** No price has changed. The reply may name a product that the cart does not hold. */
export const SAME_PRICES = {
  'POST /cart/check': toSuccess({ lines: toKnownIds([phoneNow({ stock: 3 }), cableNow({ stock: 3 })]) }),
};

/** The stored record of an order with exactly these lines. */
export const createStoredPayment = (change: Partial<StoredPayment> = {}): string =>
  JSON.stringify(
    toKnownIds({
      ...keptOrder,
      of: fingerprintOrder(
        jane._id,
        toHomeDeliveryDraft(createCart(toKnownIds(lines)), toDeliveryDetails(jane), 'mpesa'),
      ),
      ...change,
    }),
  );
export const keptPrompt = createStoredPayment({ checkoutRequestId: 'ws_1', startedAt: START });

interface CheckoutStart {
  readonly user?: User;
  readonly storage?: Beginning['storage'];
  readonly replies?: Beginning['replies'];
}

export const atCheckout = ({ user = jane, storage = {}, replies = {} }: CheckoutStart = {}): Beginning =>
  signedIn('/checkout', user, {
    time: START,
    storage: { cart, ...storage },
    replies: { ...SAME_PRICES, ...replies },
  });

/** A shopper with another phone, in the account and in the address. */
export const withPhone = (phone: string): User => ({
  ...jane,
  phone,
  addresses: jane.addresses.map((address) => ({ ...address, phone })),
});

export const pays = act(press('button', 'Pay with M-Pesa'));
export const confirms = act(press('button', 'Confirm', { role: 'dialog', name: /./ }));
export const paysCash: Move[] = [act(press('radio', 'Cash on Delivery')), act(press('button', 'Confirm Order'))];

/** Chooses the only station of a town. */
export const atPickup: Move[] = [
  act(press('radio', 'Free pickup')),
  act(select('County', station.county)),
  act(select('Town', station.city)),
];
export const STATIONS = { 'GET /pickup-stations/location': toSuccess({ stations: [station] }) };

/** The shop takes payments by hand. */
const TAKES_HAND = { 'GET /orders/payment-limits': toSuccess(getLimits({ byHand: 'second' })) };

/** In the checkout that finds a prompt of an earlier page. */
export const AFTER_RELOAD = scene(atCheckout({ storage: { payment: keptPrompt }, replies: TAKES_HAND }));

/** In the checkout with a placed order. */
export const paying = (...next: Move[]): Scene => {
  const at = atCheckout({ replies: TAKES_HAND });
  const replies = { ...at.replies, 'POST /orders': toSuccess({ order: { ...o1, _id: ORDER } }) };
  return scene({ ...at, replies, held: ['POST /mpesa/stkpush'] }, pays, confirms, ...next);
};

/** At the numbers of an order that was just placed. Its first question to the shop waits for the path. */
export const byHand = ((): Scene => {
  const at = atCheckout({ replies: TAKES_HAND });
  const replies = { ...at.replies, 'POST /orders': toSuccess({ order: { ...o1, _id: ORDER } }) };
  const scripts = [CLIPBOARD];
  return scene(
    { ...at, replies, scripts, held: ['GET /orders/{id}/payment'] },
    pays,
    act(press('button', 'Pay by hand')),
  );
})();

export type Report = Pick<PaymentReport, 'phone' | 'pushedAt' | 'startedAt' | 'now'> & Partial<PaymentReport>;

/** A payment as the server reports it. */
export const createPaymentReply = ({
  phone,
  pushedAt,
  startedAt,
  checkedAt = 0,
  retryAt = 0,
  orderStatus = '',
  ...rest
}: Omit<Report, 'now'>) => ({
  checkoutRequestId: 'ws_1',
  ...rest,
  phoneNumber: phone,
  pushedAt: toIso(pushedAt),
  startedAt: toIso(startedAt),
  checkedAt: toIso(checkedAt),
  retryAt: toIso(retryAt),
  ...(orderStatus !== '' && { orderStatus }),
});
const toIso = (epochMs: number) => (epochMs === 0 ? '' : new Date(epochMs).toISOString());

/** A payment without a result until the path provides one. */
export const WAITS: Beginning['replies'] = {
  'GET /mpesa/payment-status/{id}': toSuccess(
    createPaymentReply({
      status: 'pending',
      failureReason: '',
      orderId: ORDER,
      phone: '254712345678',
      amount: 3000,
      pushedAt: START,
      startedAt: START,
    }),
  ),
};

/** A created order, or why the shop refused it. */
export const PLACES: StagedCall = {
  call: 'POST /orders',
  reply: ({ outcome, orderId, lines: changed = [] }: PlacementResult) =>
    outcome === 'placed'
      ? toSuccess({ order: { ...o1, _id: orderId } })
      : { status: 409, json: { success: false, message: '', data: { lines: toKnownIds(changed) } } },
};

interface PlacementResult {
  readonly outcome: string;
  readonly orderId?: string;
  readonly lines?: readonly object[];
}

/** Orders contain lines of the cart. */
export const createOrder = (ordered: readonly { readonly id: string; readonly quantity: number }[]) =>
  toKnownIds({
    ...o1,
    _id: ORDER,
    orderItems: ordered.map(({ id, quantity }) => ({
      _id: `l-${id}`,
      product: id,
      name: 'Phone A',
      quantity,
      price: 1500,
      image: '',
    })),
  });

/** The bar's text for a waiting payment. */
export const WAITED = 'Check your phone and enter your M-Pesa PIN.';

/** A payment starts or ends in another tab. */
export const recordElsewhere = (prompt: unknown): Move =>
  elsewhere({ payment: prompt === null ? null : JSON.stringify(toKnownIds(prompted({ ...(prompt as object) }))) });

/** Time after which a failed payment is shown beside the form (§9). Milliseconds. */
export const FAILURE_SHOWN_MS = 3_000;

/** A phone that only needs proof is proved by the right code, without a further call. */
export const PROVED: NonNullable<Stage['outcomes']> = { complete: () => [] };

export const OF_OTHERS = 'other flows report the result of the order: see purchase, mpesa-payment and waiting-payment';
