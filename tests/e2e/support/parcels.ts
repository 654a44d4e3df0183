import { randomUUID } from 'node:crypto';
import { bearer, getData } from './customers.ts';
import type { SignedIn } from './customers.ts';
import type { PlacedOrder, Product } from './orders.ts';
import type { Shop } from './shop.ts';
import { DEMO_ADMIN } from '../../../demo/account.ts';
import { DEFAULT_DEMO_PASSWORD } from '../../../server/env/settings.ts';
import { draftAddress, orderDraft } from '../../support/samples/checkout.ts';

/** Parcels as the staff report them (OWN-P1 to OWN-P4). */

interface Station {
  readonly _id: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
}

/** The work of the demo shop's owner on one order. */
export interface Desk {
  ship(trackingNumber?: string): Promise<void>;
  report(type: string, fields?: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Signs in at the desk. */
export async function openDesk(shop: Shop, orderId: string): Promise<Desk> {
  const login = { email: DEMO_ADMIN.email, password: DEFAULT_DEMO_PASSWORD };
  const { token } = getData<{ token: string }>(await shop.api('POST', '/admin/auth/login', login));
  const staff = { authorization: `Bearer ${token}` };
  const send = async (method: string, path: string, body: object) =>
    void getData(await shop.api(method, `/admin/orders/${orderId}${path}`, body, staff));
  return {
    ship: async (trackingNumber = '') => {
      await send('PUT', '/status', { status: 'processing' });
      await send('PUT', '/status', { status: 'shipped', ...(trackingNumber !== '' && { trackingNumber }) });
    },
    report: (type, fields = {}) => send('POST', '/events', { type, ...fields }),
  };
}

/** Places a cash order to the first pickup station of Westlands. */
export async function buyPickup(
  shop: Shop,
  shopper: SignedIn,
  { _id, name, finalPrice, images }: Product,
): Promise<{ readonly order: PlacedOrder; readonly station: Station }> {
  const { stations } = getData<{ stations: Station[] }>(
    await shop.api('GET', '/pickup-stations/location?county=Nairobi&city=Westlands'),
  );
  const [station] = stations;
  if (station === undefined) throw new Error('no station in Westlands');
  const pickup = { deliveryMethod: 'pickup_station' } as const;
  const draft = orderDraft({
    orderItems: [{ product: _id, name, quantity: 1, price: finalPrice, image: images[0] ?? '' }],
    shippingAddress: draftAddress({
      ...pickup,
      name: shopper.name,
      phone: shopper.phone,
      address: station.address,
      city: station.city,
      pickupStationId: station._id,
      pickupLocation: { county: 'Nairobi', town: 'Westlands' },
    }),
    ...pickup,
    pickupStation: station._id,
    itemsPrice: finalPrice,
    totalPrice: finalPrice,
  });
  const headers = { ...bearer(shopper), 'idempotency-key': randomUUID() };
  const { order } = getData<{ order: PlacedOrder }>(await shop.api('POST', '/orders', draft, headers));
  return { order, station };
}
