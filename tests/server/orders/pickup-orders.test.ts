// @engine postgres
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAddress } from '../../../contract/addresses.ts';
import { getOrder, type OrderDraft } from '../../../contract/orders.ts';
import { orders, pickupStations } from '../../../server/db/schema.ts';
import { addStations, stationId } from '../../../demo/seeds/0002-stations.ts';
import { readDemo } from '../../../demo/data.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { getDraft, order, type Shopper } from './ordering.ts';

const WESTLANDS = { county: 'Nairobi', town: 'Westlands', name: 'Westlands Sarit' };
const NYALI = { county: 'Mombasa', town: 'Nyali', name: 'Nyali City Mall' };
const SELECT_STATION = 'Please select a pickup station';
const SELECT_LOCATION = 'Please select your pickup location';

let shop: TestApp;
let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;

beforeAll(async () => {
  shop = await createTestApp({ env: UNBOUND });
  await addStations(shop.db.sql, readDemo().stations);
  shopper = await shop.signIn({ name: 'Wanjiku Kamau', phone: '254712345678' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  product = await addProduct(shop, { stock: 1000 });
});

type Address = OrderDraft['shippingAddress'];

/** Builds a pickup order as the checkout sends it. Its address is a home address, which the server must ignore. */
function pickupDraft(
  station: typeof WESTLANDS = WESTLANDS,
  change: Partial<OrderDraft> = {},
  address: Partial<Address> = {},
): OrderDraft {
  const { county, town } = station;
  const home = getDraft([product]);
  return {
    ...home,
    shippingAddress: {
      ...home.shippingAddress,
      deliveryMethod: 'pickup_station',
      pickupStationId: stationId(station),
      pickupLocation: { county, town },
      ...address,
    },
    deliveryMethod: 'pickup_station',
    pickupStation: stationId(station),
    pickupInstructions: '',
    ...change,
  };
}

const readRow = async (id: string) => {
  const [row] = await shop.db.sql.select().from(orders).where(eq(orders.id, id));
  if (row === undefined) throw new Error('no order');
  return row;
};
const stationRows = () => shop.db.sql.select().from(pickupStations).orderBy(asc(pickupStations.id));

/** Expects a 400 with this message for this field; creates no order and reserves nothing. */
async function expectRefused(draft: OrderDraft, message: string, field: string): Promise<void> {
  const before = await shop.db.sql.select({ id: orders.id }).from(orders);
  const { status, body } = await order(shop, shopper, draft);
  expect([status, body.message, body.fields]).toEqual([400, message, { [field]: message }]);
  expect(await shop.db.sql.select({ id: orders.id }).from(orders)).toHaveLength(before.length);
  expect((await readStock(shop, product.id)).reserved).toBe(0);
}

describe('§4: an order for a pickup station', () => {
  test.each(['cod', 'mpesa'] as const)('A29: uses the station’s address and city, by %s', async (paymentMethod) => {
    const { status, body } = await order(shop, shopper, pickupDraft(WESTLANDS, { paymentMethod }));
    expect(status).toBe(200);
    const address = {
      name: 'Njeri',
      phone: '254712000000',
      address: 'Karuna Road, Westlands',
      city: 'Westlands',
      postalCode: '00000',
      country: 'Kenya',
      deliveryMethod: 'pickup_station',
      pickupLocation: { county: 'Nairobi', town: 'Westlands', station: 'Westlands Sarit' },
    };
    expect(body.data.order.shippingAddress).toEqual(address);
    const read = await shop.call(getOrder, { id: body.data.order._id }, { token: shopper.token });
    expect(read.body.data.order.shippingAddress).toEqual(address);
    expect(await readRow(body.data.order._id)).toMatchObject({
      deliveryMethod: 'pickup_station',
      pickupStationId: stationId(WESTLANDS),
      pickupStation: 'Westlands Sarit',
      pickupCounty: 'Nairobi',
      pickupTown: 'Westlands',
      pickupInstructions: '',
      address: 'Karuna Road, Westlands',
      city: 'Westlands',
      paymentMethod,
    });
  });

  test('A28: uses the recipient that the shopper named, or the account’s name and phone', async () => {
    const named = await order(shop, shopper, pickupDraft(NYALI, {}, { name: ' Mama Njeri ', phone: '0733 000 111' }));
    expect(named.body.data.order.shippingAddress).toMatchObject({
      name: 'Mama Njeri',
      phone: '254733000111',
      city: 'Nyali',
    });
    const { name: _, phone: __, ...address } = pickupDraft(NYALI).shippingAddress;
    const unnamed = await order(shop, shopper, { ...pickupDraft(NYALI), shippingAddress: address });
    expect(unnamed.body.data.order.shippingAddress).toMatchObject({ name: 'Wanjiku Kamau', phone: '254712345678' });
  });

  test('A30: does not use the postal code of a saved address', async () => {
    const mine = {
      type: 'Home' as const,
      name: 'W',
      address: 'Karuna Road, Westlands',
      city: 'Westlands',
      country: 'Kenya',
      postalCode: '00800',
      phone: '0712345678',
      isDefault: true,
    };
    await shop.call(createAddress, mine, { token: shopper.token });
    const { body } = await order(
      shop,
      shopper,
      pickupDraft(WESTLANDS, {}, { address: mine.address, city: mine.city, postalCode: '99999' }),
    );
    expect(body.data.order.shippingAddress.postalCode).toBe('00000');
  });

  test('A32: uses the station’s country, so a foreign address is accepted', async () => {
    const { status, body } = await order(
      shop,
      shopper,
      pickupDraft(WESTLANDS, {}, { country: 'Uganda', city: 'Kampala' }),
    );
    expect([status, body.data.order.shippingAddress.country]).toEqual([200, 'Kenya']);
  });

  test('a home delivery stores no pickup fields', async () => {
    const { body } = await order(shop, shopper, getDraft([product]));
    expect(body.data.order.shippingAddress).not.toHaveProperty('pickupLocation');
    expect(await readRow(body.data.order._id)).toMatchObject({
      pickupStationId: null,
      pickupStation: '',
      pickupCounty: '',
      pickupTown: '',
      pickupInstructions: '',
    });
  });

  test('stores the instructions as typed, without the space around them', async () => {
    const { body } = await order(
      shop,
      shopper,
      pickupDraft(WESTLANDS, { pickupInstructions: ' <b>Ask for John</b> ' }),
    );
    expect((await readRow(body.data.order._id)).pickupInstructions).toBe('<b>Ask for John</b>');
  });
});

describe('Q18: missing fields', () => {
  test('Q18: without a station, asks to select one, with or without a location', async () => {
    const { pickupStation: _, ...draft } = pickupDraft();
    const { pickupStationId: __, ...address } = draft.shippingAddress;
    const { pickupLocation: ___, ...bare } = address;
    await expectRefused({ ...draft, shippingAddress: address }, SELECT_STATION, 'pickupStation');
    await expectRefused({ ...draft, shippingAddress: bare }, SELECT_STATION, 'pickupStation');
    await expectRefused(draft, SELECT_STATION, 'pickupStation');
    await expectRefused(
      { ...draft, pickupStation: stationId(WESTLANDS), shippingAddress: address },
      SELECT_STATION,
      'pickupStation',
    );
  });

  test('Q18: a station without county and town asks for a location', async () => {
    const { pickupLocation: _, ...address } = pickupDraft().shippingAddress;
    await expectRefused(
      { ...pickupDraft(), shippingAddress: address },
      SELECT_LOCATION,
      'shippingAddress.pickupLocation',
    );
  });
});

describe('Rule 4: contradictions in the request or with the shop', () => {
  test('rejects an order whose fields name different methods or stations', async () => {
    const differ = 'The pickup stations of the order and of its address differ.';
    await expectRefused(pickupDraft(WESTLANDS, { pickupStation: stationId(NYALI) }), differ, 'pickupStation');
    await expectRefused(pickupDraft(WESTLANDS, {}, { pickupStationId: stationId(NYALI) }), differ, 'pickupStation');
    const methods = 'The delivery method of the order and of its address differ.';
    await expectRefused(pickupDraft(WESTLANDS, { deliveryMethod: 'home_delivery' }), methods, 'deliveryMethod');
    await expectRefused(pickupDraft(WESTLANDS, {}, { deliveryMethod: 'home_delivery' }), methods, 'deliveryMethod');
    const home = getDraft([product]);
    const door = 'A parcel to your door has no pickup station.';
    await expectRefused({ ...home, pickupStation: stationId(NYALI) }, door, 'deliveryMethod');
    await expectRefused(
      {
        ...home,
        shippingAddress: { ...home.shippingAddress, pickupLocation: { county: 'Nairobi', town: 'Westlands' } },
      },
      door,
      'deliveryMethod',
    );
  });

  test('accepts ids in upper case', async () => {
    expect(
      (await order(shop, shopper, pickupDraft(WESTLANDS, { pickupStation: stationId(WESTLANDS).toUpperCase() })))
        .status,
    ).toBe(200);
  });

  test.each([
    ['an unknown id', () => randomUUID()],
    ['a product’s id', () => product.id],
  ])('rejects %s as a station', async (_, idOf) => {
    const id = idOf();
    await expectRefused(
      pickupDraft(WESTLANDS, { pickupStation: id }, { pickupStationId: id }),
      SELECT_STATION,
      'pickupStation',
    );
  });

  test('rejects a closed station', async () => {
    const change = (isActive: boolean) =>
      shop.db.sql
        .update(pickupStations)
        .set({ isActive })
        .where(eq(pickupStations.id, stationId(NYALI)));
    await change(false);
    await expectRefused(pickupDraft(NYALI), SELECT_STATION, 'pickupStation');
    await change(true);
    expect((await order(shop, shopper, pickupDraft(NYALI))).status).toBe(200);
  });

  test('D9: the same key returns an order that was placed before its station closed', async () => {
    const key = randomUUID();
    const first = await order(shop, shopper, pickupDraft(NYALI), key);
    await shop.db.sql
      .update(pickupStations)
      .set({ isActive: false })
      .where(eq(pickupStations.id, stationId(NYALI)));
    const again = await order(shop, shopper, pickupDraft(NYALI), key);
    expect([again.status, again.body]).toEqual([200, first.body]);
    await shop.db.sql.update(pickupStations).set({ isActive: true });
  });

  test('a rejected order leaves its key free', async () => {
    const key = randomUUID();
    const wrong = await order(
      shop,
      shopper,
      pickupDraft(WESTLANDS, {}, { pickupLocation: { county: 'Mombasa', town: 'Nyali' } }),
      key,
    );
    expect(wrong.status).toBe(400);
    expect((await order(shop, shopper, pickupDraft(WESTLANDS), key)).status).toBe(200);
  });

  test.each([
    ['Mombasa', 'Nyali'],
    ['Nairobi', 'Kasarani'],
    ['Mombasa', 'Westlands'],
    ['-', '-'],
  ])('rejects a location of %s, %s for a station elsewhere', async (county, town) => {
    await expectRefused(
      pickupDraft(WESTLANDS, {}, { pickupLocation: { county, town } }),
      SELECT_LOCATION,
      'shippingAddress.pickupLocation',
    );
  });

  test('providers 5.1: ignores case and punctuation of the location, and stores the shop’s spelling', async () => {
    const place = { county: "Murang'a", town: 'Kiharu', name: "Murang'a Town" };
    const { status, body } = await order(
      shop,
      shopper,
      pickupDraft(place, {}, { pickupLocation: { county: 'MURANGA', town: 'kiharu' } }),
    );
    expect([status, body.data.order.shippingAddress.pickupLocation]).toEqual([
      200,
      { county: "Murang'a", town: 'Kiharu', station: "Murang'a Town" },
    ]);
  });
});

describe('CVE-2024-29888: stations and orders do not change each other', () => {
  test('the stations are unchanged after 100 orders with arbitrary addresses', async () => {
    const before = await stationRows();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(WESTLANDS, NYALI),
        fc.string({ minLength: 1, maxLength: 100 }).filter((it) => it.trim() !== ''),
        async (station, text) => {
          const { status, body } = await order(
            shop,
            shopper,
            pickupDraft(
              station,
              { pickupInstructions: text },
              { address: text, city: text, country: text, name: text },
            ),
          );
          expect(status).toBe(200);
          expect(body.data.order.shippingAddress).toMatchObject({
            city: station.town,
            country: 'Kenya',
            pickupLocation: { county: station.county },
          });
        },
      ),
      { numRuns: 100 },
    );
    expect(await stationRows()).toEqual(before);
  });

  test('an order keeps the station’s details from the time of the order', async () => {
    const { body } = await order(shop, shopper, pickupDraft(NYALI));
    await shop.db.sql
      .update(pickupStations)
      .set({ name: 'Moved', address: 'Elsewhere', city: 'Likoni' })
      .where(eq(pickupStations.id, stationId(NYALI)));
    const read = await shop.call(getOrder, { id: body.data.order._id }, { token: shopper.token });
    expect(read.body.data.order.shippingAddress).toEqual(body.data.order.shippingAddress);
    await shop.db.sql.delete(pickupStations).where(eq(pickupStations.id, stationId(NYALI)));
    expect(
      (await shop.call(getOrder, { id: body.data.order._id }, { token: shopper.token })).body.data.order.shippingAddress
        .address,
    ).toBe('Links Road, Nyali');
  });
});
