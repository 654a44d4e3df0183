import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOME_DELIVERY, NO_PICKUP } from '../../src/rules/checkout/pickup.ts';
import { acceptLineChanges, createCart, findLineChanges, toCartLine, repriceLines } from '../../src/rules/cart/cart.ts';
import { codCapNote } from '../../contract/rules/cod-limit.ts';
import {
  getAddressSaving,
  toDeliveryDetails,
  toHomeDeliveryDraft,
  NO_DETAILS,
  toOrderDraft,
  getOrderRefusal,
  saveAddress,
} from '../../src/rules/checkout/checkout.ts';
import { atStation, cableLine, jane, phone, phoneLine, phoneNow, station } from '../flows/support/shop.samples.ts';
import { deliveryDetails } from '../support/samples/checkout.ts';

const details = deliveryDetails();
const form = {
  isSignedIn: true,
  details,
  delivery: HOME_DELIVERY,
  payment: 'cod',
  total: 3000,
} as const;
const nairobi = { ...NO_PICKUP, county: 'Nairobi' };

describe('§5 Checkout: shows the text of the first failed check', () => {
  test.each([
    [
      'a guest, regardless of the fields',
      { ...form, isSignedIn: false, details: { ...details, name: '' } },
      'Please login to complete your order',
      [],
    ],
    ['no name', { ...form, details: { ...details, name: '' } }, 'Please fill in all required fields', ['name']],
    ['a blank name', { ...form, details: { ...details, name: '  ' } }, 'Please fill in all required fields', ['name']],
    [
      'no name, phone or address',
      { ...form, details: { ...details, name: '', phone: ' ', address: '' } },
      'Please fill in all required fields',
      ['name', 'phone'],
    ],
    [
      'no address',
      { ...form, details: { ...details, address: ' ' } },
      'Please provide your delivery address',
      ['address'],
    ],
    ['no city', { ...form, details: { ...details, city: '' } }, 'Please provide your delivery address', ['city']],
    [
      'A32: Uganda',
      { ...form, details: { ...details, country: 'Uganda' } },
      'Please provide your delivery address',
      ['country'],
    ],
    [
      'A32: Tanzania without a city',
      { ...form, details: { ...details, city: '', country: 'Tanzania' } },
      'Please provide your delivery address',
      ['city', 'country'],
    ],
    [
      'a pickup without a name',
      { ...form, details: { ...details, name: '' }, delivery: NO_PICKUP },
      'Please fill in all required fields',
      ['name'],
    ],
    [
      'Q18: a pickup with nothing chosen',
      { ...form, delivery: NO_PICKUP },
      'Please select a pickup station',
      ['pickup'],
    ],
    ['Q18: a county without a town', { ...form, delivery: nairobi }, 'Please select your pickup location', ['pickup']],
    [
      'Q18: county and town without a station',
      { ...form, delivery: { ...nairobi, town: 'Westlands' } },
      'Please select a pickup station',
      ['pickup'],
    ],
    [
      '§5: a station without its place',
      { ...form, delivery: { ...NO_PICKUP, station } },
      'Please select your pickup location',
      ['pickup'],
    ],
  ] as const)('%s', (_, refused, text, fields) => expect(getOrderRefusal(refused)).toEqual({ text, fields }));

  test('returns null when all checks pass', () => expect(getOrderRefusal(form)).toBeNull());
  test('A32: a pickup needs no address, for any country in the form', () =>
    expect(
      getOrderRefusal({
        ...form,
        details: { ...details, address: '', city: '', country: 'Uganda' },
        delivery: atStation,
      }),
    ).toBeNull());
  test('D19: a total equal to the cap is allowed, and without a cap any total', () => {
    expect(codCapNote(3000, 3000)).toBeNull();
    expect(codCapNote(20_000_000, null)).toBeNull();
  });
});

describe('§9: the order draft', () => {
  test('§9: delivery and tax are 0 and the total is the sum of the lines for any cart', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ price: fc.nat(500_000), quantity: fc.integer({ min: 1, max: 50 }) }), { maxLength: 8 }),
        (amounts) => {
          const lines = amounts.map((amount, index) => ({ ...phoneLine(1), ...amount, id: `p${index}` }));
          const draft = toHomeDeliveryDraft(createCart(lines), details, 'cod');
          const sum = lines.reduce((total, { price, quantity }) => total + price * quantity, 0);
          expect(draft).toMatchObject({ itemsPrice: sum, totalPrice: sum, taxPrice: 0, shippingPrice: 0 });
        },
      ),
    ));

  test('A30: sends the postal code 00000; A28: sends the trimmed recipient', () => {
    const { shippingAddress } = toHomeDeliveryDraft(createCart([]), { ...details, name: ' Jane ' }, 'cod');
    expect(shippingAddress).toMatchObject({
      postalCode: '00000',
      name: 'Jane',
      phone: '0712345678',
      deliveryMethod: 'home_delivery',
    });
  });
});

describe('A29: the draft of a pickup', () => {
  test('§3, A28, A29, A30: has the fields of the station, the recipient and empty instructions', () => {
    expect(
      toOrderDraft(createCart([phoneLine(2)]), { ...details, name: ' Jane ', country: 'Uganda' }, atStation, 'mpesa'),
    ).toEqual({
      orderItems: [{ product: 'a', name: 'Phone A', quantity: 2, price: 1500, image: '/a.jpg' }],
      shippingAddress: {
        address: 'Waiyaki Way 3',
        city: 'Westlands',
        postalCode: '00000',
        country: 'Kenya',
        deliveryMethod: 'pickup_station',
        pickupStationId: 's1',
        pickupLocation: { county: 'Nairobi', town: 'Westlands' },
        name: 'Jane',
        phone: '0712345678',
      },
      paymentMethod: 'mpesa',
      itemsPrice: 3000,
      taxPrice: 0,
      shippingPrice: 0,
      totalPrice: 3000,
      deliveryMethod: 'pickup_station',
      pickupStation: 's1',
      pickupInstructions: '',
    });
  });
});

describe('§2: the prefilled form', () => {
  test('uses the default address at any position', () => {
    const [home] = jane.addresses;
    const other = { ...home, _id: 'd2', address: 'Ngong Rd 5', isDefault: false } as (typeof jane.addresses)[number];
    expect(toDeliveryDetails({ ...jane, addresses: [other, ...jane.addresses] }).address).toBe('Moi Ave 1');
    expect(toDeliveryDetails({ ...jane, addresses: [other] }).address).toBe('Ngong Rd 5');
  });
  test.each([
    ['0712345678', null],
    ['+254 (0) 712 345 678', null],
    ['071234567', 'Please enter a valid phone number (e.g., 0712345678 or +254712345678)'],
    ['abc', 'Please enter a valid phone number (e.g., 0712345678 or +254712345678)'],
  ])('X20: parses the delivery phone %s like every other phone', (phone, text) => {
    const refusal = getOrderRefusal({ ...form, details: { ...details, phone } });
    expect(refusal).toEqual(text === null ? null : { text, fields: ['phone'] });
  });
  test('uses the name and phone of the account without addresses', () =>
    expect(toDeliveryDetails({ ...jane, addresses: [] })).toEqual({
      ...details,
      phone: '0712 345 678',
      address: '',
      city: '',
    }));
});

describe('A27: saving the address', () => {
  test.each([
    ['unchanged except case and spaces', { ...details, address: ' MOI ave 1' }, { kind: 'none' }],
    ['new', { ...details, address: 'Ngong Rd 5' }, { kind: 'create' }],
    ['another recipient', { ...details, name: 'Mother' }, { kind: 'create' }],
  ] as const)('%s', (_, typed, saving) => expect(getAddressSaving(jane.addresses, details, typed)).toEqual(saving));

  test('makes a saved address the default, and does nothing for the default address', () => {
    const typed = { ...details, address: 'Ngong Rd 5' };
    const saved = jane.addresses.map((one) => ({ ...one, _id: 'd2', address: 'ngong rd 5', isDefault: false }));
    expect(getAddressSaving(saved, details, typed)).toEqual({ kind: 'makeDefault', id: 'd2' });
    expect(
      getAddressSaving(
        saved.map((one) => ({ ...one, isDefault: true })),
        details,
        typed,
      ),
    ).toEqual({ kind: 'none' });
  });
});

describe('A4, D5: lines and their changes on the server', () => {
  test('A4: a line has the current charged price', () => {
    expect(toCartLine({ ...phone, price: 2000, finalPrice: 1500 }, 1).price).toBe(1500);
    expect(toCartLine({ ...phone, category: null, images: [] }, 2.7)).toMatchObject({
      category: '',
      image: '',
      quantity: 2,
    });
  });
  test('A4: returns only lines that differ', () => {
    expect(findLineChanges([phoneLine(2)], [phoneNow()])).toEqual([]);
    expect(findLineChanges([phoneLine(2)], [phoneNow({ stock: 1 })])).toHaveLength(1);
    expect(
      findLineChanges([phoneLine(2), cableLine(1)], [phoneNow({ stock: 0 })]).map(({ product, stock }) => [
        product,
        stock,
      ]),
    ).toEqual([['a', 0]]);
  });
  test('A4: updating prices keeps quantities, and the price of lines without a reply', () =>
    expect(repriceLines([phoneLine(2), cableLine(1)], [phoneNow({ now: 1400, stock: 0 })])).toEqual([
      phoneLine(2, 1400),
      cableLine(1),
    ]));
  test('D5: accepting applies new prices and lower quantities and removes sold-out lines', () => {
    expect(acceptLineChanges([phoneLine(2), cableLine(1)], [phoneNow({ now: 1600, stock: 1 })])).toEqual([
      phoneLine(1, 1600),
      cableLine(1),
    ]);
    expect(acceptLineChanges([phoneLine(2), cableLine(1)], [phoneNow({ stock: 0 })])).toEqual([cableLine(1)]);
  });
});

describe('prefilled details', () => {
  const of = (change: object) => ({ ...jane.addresses[0], ...change }) as (typeof jane.addresses)[number];
  const work = of({ _id: 'd2', name: 'Jane at work', phone: '0700000000', city: 'Kampala', country: 'Uganda' });
  test('are empty', () => expect(NO_DETAILS).toEqual({ name: '', phone: '', address: '', city: '', country: 'Kenya' }));
  test('use the default address, otherwise the first one', () => {
    const [home] = jane.addresses;
    const first = of({ isDefault: false });
    expect(toDeliveryDetails({ ...jane, addresses: [first, { ...work, isDefault: true }] })).toEqual({
      name: 'Jane at work',
      phone: '0700 000 000',
      address: 'Moi Ave 1',
      city: 'Kampala',
      country: 'Uganda',
    });
    expect(toDeliveryDetails({ ...jane, addresses: [first, { ...work, isDefault: false }] }).city).toBe(home?.city);
  });
  test('use the name and phone of the account when the address lacks them or is missing', () => {
    const nameless = of({ name: '', phone: '' });
    expect(toDeliveryDetails({ ...jane, addresses: [nameless] })).toMatchObject({
      name: 'Jane',
      phone: '0712 345 678',
    });
    expect(toDeliveryDetails({ ...jane, phone: null, addresses: [] })).toEqual({ ...NO_DETAILS, name: 'Jane' });
  });
});

describe('Q18: an incomplete pickup location', () => {
  test.each([
    ['a town alone', { ...atStation, county: '', station: null }],
    ['a town and a station', { ...atStation, county: '' }],
    ['a county and a station', { ...atStation, town: '' }],
    ['a county alone', { ...atStation, town: '', station: null }],
    ['a station alone', { ...atStation, county: '', town: '' }],
  ])('%s', (_, delivery) =>
    expect(getOrderRefusal({ ...form, delivery })?.text).toBe('Please select your pickup location'),
  );
});

describe('§3: the request of an order', () => {
  const cart = createCart([phoneLine(1)]);
  const spaced = { ...details, name: ' Jane ', phone: ' 0712345678 ', address: ' Moi Ave 1 ', city: ' Nairobi ' };
  test('home delivery with trimmed fields', () =>
    expect(toOrderDraft(cart, spaced, HOME_DELIVERY, 'cod')).toMatchObject({
      shippingAddress: { ...details, deliveryMethod: 'home_delivery', postalCode: '00000' },
      deliveryMethod: 'home_delivery',
    }));
  test('a pickup without a station', () =>
    expect(toOrderDraft(cart, details, { ...atStation, station: null }, 'cod')).toMatchObject({
      shippingAddress: { address: '', city: '', pickupStationId: '', deliveryMethod: 'pickup_station' },
      pickupStation: '',
      deliveryMethod: 'pickup_station',
    }));
});

test('U23: an unchanged address is not saved, also when it is not in the address book', () => {
  expect(getAddressSaving([], details, { ...details, name: ' JANE ' })).toEqual({ kind: 'none' });
});

test('A27: creates an address, makes a saved one the default, or does nothing', () => {
  const done: string[] = [];
  const by = { create: () => done.push('create'), makeDefault: (id: string) => done.push(`default ${id}`) };
  for (const saving of [{ kind: 'none' }, { kind: 'create' }, { kind: 'makeDefault', id: 'a1' }] as const)
    saveAddress(saving, by);
  expect(done).toEqual(['create', 'default a1']);
});
