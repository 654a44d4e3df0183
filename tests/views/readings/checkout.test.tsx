// @vitest-environment happy-dom
import type { PickupStation } from '../../../contract/pickup.ts';
import { checkoutMachine } from '../../../src/machines/checkout/checkout.machine.ts';
import type { CheckoutInput } from '../../../src/machines/checkout/checkout.setup.ts';
import { deliveryMachine } from '../../../src/machines/checkout/delivery.machine.ts';
import { orderPlacementMachine } from '../../../src/machines/checkout/order-placement.machine.ts';
import { purchaseMachine } from '../../../src/machines/checkout/purchase.machine.ts';
import { createCart, EMPTY_CART } from '../../../src/rules/cart/cart.ts';
import { toDeliveryDetails, toHomeDeliveryDraft } from '../../../src/rules/checkout/checkout.ts';
import { CheckoutView } from '../../../src/views/checkout/checkout.view.tsx';
import { DeliveryView } from '../../../src/views/checkout/delivery.view.tsx';
import { OrderPlacementView } from '../../../src/views/checkout/order-placement.view.tsx';
import { PurchaseDialog, PurchaseStatus } from '../../../src/views/checkout/purchase.view.tsx';
import {
  atStation,
  cableLine,
  jane,
  phoneLine,
  phoneNow,
  station,
  getLimits,
} from '../../flows/support/shop.samples.ts';
import { at } from '../reads.tsx';
import { readings } from './readings.tsx';
import type { Draw } from './readings.tsx';

const problem = { text: 'Something went wrong', requestId: 'req-1' };
const details = toDeliveryDetails(jane);
const draft = toHomeDeliveryDraft(createCart([phoneLine(2)]), details, 'mpesa');
const dear = createCart([phoneLine(1, 300_000)]);

const checkout =
  (value: object | string, context: object = {}, change: Partial<CheckoutInput> = {}): Draw =>
  (send) => {
    const input: CheckoutInput = {
      user: jane,
      cart: createCart([phoneLine(2), cableLine(1)]),
      stock: {},
      payments: ['mpesa', 'cod'],
      codMax: null,
      mpesaMax: 250_000,
      kept: null,
      typed: null,
      ...change,
    };
    return (
      <CheckoutView
        snapshot={at(checkoutMachine, input, value, context)}
        send={send}
        delivery={<p>The delivery</p>}
        status={<p>The status</p>}
        dialog={<p>The dialog</p>}
      />
    );
  };

const delivery =
  (value: object | string, context: object = {}): Draw =>
  (send) => <DeliveryView snapshot={at(deliveryMachine, undefined, value, context)} send={send} city="Nairobi" />;
const pickup = (place: string, context: object = {}, search = 'idle') =>
  delivery({ pickup: { place, search } }, { choice: { ...atStation, station: null }, ...context });
const second: PickupStation = {
  ...station,
  _id: 's2',
  name: 'Sarit Station',
  phone: '+254 700 000 001',
  email: 'sarit@duka.test',
  operatingHours: { monday: { open: '09:00', close: '17:00' } },
};

const purchase =
  (value: object | string, context: object = {}): Draw =>
  (send) => {
    const input = {
      draft,
      phone: '0712345678',
      userName: 'Jane',
      amount: 3_000,
      orderId: null,
      kept: null,
      byHand: false,
      stopped: null,
      saving: null as never,
      details,
    };
    const props = {
      snapshot: at(purchaseMachine, input, value, context),
      send,
      placement: <p>The placement</p>,
      payment: <p>The payment</p>,
    };
    return (
      <>
        <PurchaseDialog {...props} />
        <aside>
          <PurchaseStatus {...props} />
        </aside>
      </>
    );
  };

readings('checkout', {
  checkout: {
    'M-Pesa, the new address will be saved (§2 Checkout)': checkout(
      { form: { editing: 'changedAddress' } },
      { savesAddress: true },
    ),
    'the new address will not be saved, and the cart has changed': checkout(
      { form: { editing: 'changedAddress' } },
      { savesAddress: false, changes: [phoneNow({ was: 1 })] },
    ),
    'all fields are refused, and the cart has changed': checkout(
      { form: { editing: 'changedAddress' } },
      {
        payment: 'cod',
        savesAddress: false,
        details: { ...details, city: 'Kampala', country: 'Uganda' },
        problem,
        badFields: ['name', 'phone', 'address', 'city', 'country'],
        changes: [phoneNow({ was: 1400 })],
      },
    ),
    'one field is refused': checkout({ form: { editing: 'unchangedAddress' } }, { problem, badFields: ['phone'] }),
    'one of two products is sold out (U17)': checkout(
      { form: { editing: 'unchangedAddress' } },
      {},
      { stock: { a: 0, b: 9 } },
    ),
    'pickup, paid on delivery': checkout(
      { form: { editing: 'unchangedAddress' } },
      { delivery: atStation, payment: 'cod' },
    ),
    'pickup, too dear for both payments': checkout(
      { form: { editing: 'unchangedAddress' } },
      { payment: 'cod', delivery: atStation, problem },
      { cart: dear, codMax: 50_000 },
    ),
    'M-Pesa sends no prompts (PAY-M2)': checkout(
      { form: { editing: 'unchangedAddress' } },
      { limits: getLimits({ prompt: 'closed' }) },
    ),
    'too dear for M-Pesa, not for cash': checkout({ form: { editing: 'unchangedAddress' } }, {}, { cart: dear }),
    'more than one order may cost': checkout(
      { form: { editing: 'unchangedAddress' } },
      {},
      { cart: createCart([phoneLine(1_000, 20_001)]), codMax: 50_000 },
    ),
    'too dear for M-Pesa': checkout({ form: { editing: 'unchangedAddress' } }, {}, { cart: dear, payments: ['mpesa'] }),
    'order is placed, the cart is empty already (U6)': checkout(
      { form: { purchasing: 'underWay' } },
      { draft, cart: EMPTY_CART },
    ),
    'payment goes on beside a cart': checkout(
      { form: { purchasing: 'inline' } },
      {},
      { cart: createCart([phoneLine(1)]) },
    ),
    'payment goes on without a cart': checkout({ form: { purchasing: 'inline' } }, {}, { cart: EMPTY_CART }),
    'empty cart': checkout('empty', {}, { cart: EMPTY_CART }),
    'details could not be loaded': checkout({ form: 'userFailed' }, { problem }, { cart: createCart([phoneLine(2)]) }),
    'details could not be loaded, without a login': checkout(
      { form: 'userFailed' },
      { problem },
      { user: null, cart: createCart([]) },
    ),
    'details are loaded': checkout('loadingUser'),
    'changed prices (D5)': checkout(
      'reviewChanges',
      { review: [phoneNow({ now: 1600 })] },
      { cart: createCart([phoneLine(1)]) },
    ),
    'leaves for the next page': checkout('ordered'),
  },
  delivery: {
    'to the door (§2, U26)': delivery('home'),
    'to the door, while the order is placed (D9)': delivery('home', { isHeld: true }),
    'pickup, no county yet': delivery(
      { pickup: { place: 'choosingCounty', search: 'idle' } },
      { choice: { method: 'pickup_station', county: '', town: '', station: null }, refusal: 'Choose a county' },
    ),
    'pickup, stations of a town, one chosen': pickup('choosingStation', {
      choice: atStation,
      stations: [station, second],
      refusal: 'Choose a station',
    }),
    'pickup, one station, a search found another': pickup('choosingStation', {
      stations: [{ ...station, email: 'west@duka.test' }],
      query: 'sarit',
      found: [second],
    }),
    'pickup, one station with a phone alone': pickup('choosingStation', { stations: [{ ...second, email: '' }] }),
    'pickup, a search found a town': pickup('choosingStation', { stations: [station], query: 'nyali' }),
    'pickup, while the order is placed (D9)': pickup('choosingStation', {
      choice: atStation,
      stations: [station],
      query: 'nyali',
      isHeld: true,
    }),
    'pickup, a search found two towns': pickup('noStations', { query: 'nyal' }),
    'pickup, stations could not be loaded': pickup('failed', { problem }),
    'pickup, a search found nothing': pickup('failed', { problem, query: ' zzz ' }),
    'pickup, a search runs': pickup('loadingStations', { query: 'zzz' }, 'searching'),
    'pickup, a town without stations': pickup('noStations'),
  },
  purchase: {
    'asks for the phone': purchase('confirmingPhone'),
    'refused phone': purchase('confirmingPhone', { phone: '12', phoneError: 'Wrong phone' }),
    'M-Pesa sends no prompts now (PAY-M2)': purchase('stopped', {
      stopped: { prompt: 'closed', ways: ['hand', 'cod'], until: 60_000 },
      now: 1,
    }),
    'M-Pesa is slow, and cash is not possible (PAY-M3)': purchase('stopped', {
      stopped: { prompt: 'slow', ways: ['hand'], until: 0 },
      now: 1,
    }),
    'order is placed': purchase('placingMpesa'),
    'payment runs': purchase({ paying: 'underWay' }),
    'phone needs a code (D25)': purchase({ paying: 'proving' }),
    'prompt waits, and the dialog can be closed (X31)': purchase({ paying: 'waiting' }),
    'payment beside the form': purchase({ paying: 'inline' }),
    paid: purchase('paid'),
    'no order, in the dialog': purchase({ orderless: 'dialog' }, { problem }),
    'no order, beside the form': purchase({ orderless: 'inline' }, { problem }),
    'order is placed, paid on delivery': purchase('placingCod'),
  },
  'order-placement': {
    'lost answer is looked up (D10)': (send) => (
      <OrderPlacementView snapshot={at(orderPlacementMachine, { draft }, 'checking')} send={send} />
    ),
    'order is sent': (send) => (
      <OrderPlacementView snapshot={at(orderPlacementMachine, { draft }, 'placing')} send={send} />
    ),
  },
});
