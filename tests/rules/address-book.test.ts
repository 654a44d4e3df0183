import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { createAddress } from '../../contract/addresses.ts';
import {
  ADDRESS_COUNTRIES,
  ADDRESS_MOST,
  ADDRESS_TYPES,
  toAddressFields,
  missingFields,
  pickAddressErrors,
  NEW_ADDRESS,
  toAddressPayload,
  formatShortAddress,
  withField,
} from '../../src/rules/account/address-book.ts';
import { a1 } from '../flows/address-book/address-book.samples.ts';

const filled = toAddressFields(a1);

test('§9, A32: the types and the countries of an address', () => {
  expect(ADDRESS_TYPES).toEqual(['Home', 'Work', 'Other']);
  expect(ADDRESS_COUNTRIES).toEqual(['Kenya', 'Uganda', 'Tanzania']);
});

test('§3: a new address is a Home in Kenya', () =>
  expect(NEW_ADDRESS).toEqual({
    type: 'Home',
    name: '',
    address: '',
    city: '',
    country: 'Kenya',
    postalCode: '',
    phone: '',
    isDefault: false,
  }));

test('what is sent of a saved address has no id', () => expect('_id' in filled).toBe(false));

describe('§5 Address save', () => {
  test.each(['name', 'address', 'city', 'country'] as const)('%s is required, and blank is missing', (field) => {
    expect(missingFields({ ...filled, [field]: '   ' })).toEqual([field]);
  });
  test('postal code, phone and type are not', () =>
    expect(missingFields({ ...filled, postalCode: '', phone: '' })).toEqual([]));
  test('all that is missing is named in the order of the form', () =>
    expect(missingFields({ ...NEW_ADDRESS, country: '' })).toEqual(['name', 'address', 'city', 'country']));
  test('outer spaces are not sent', () =>
    expect(
      toAddressPayload(
        {
          ...filled,
          name: ' Wanjiku ',
          address: ' Moi Avenue 1',
          city: 'Nairobi ',
          country: ' Kenya ',
          postalCode: ' 00100 ',
          phone: ' 0722000000 ',
        },
        { phone: null },
      ),
    ).toEqual(filled));
  test('a blank phone is the profile’s, and empty where that has none', () => {
    expect(toAddressPayload({ ...filled, phone: ' ' }, { phone: '0712345678' }).phone).toBe('0712345678');
    expect(toAddressPayload({ ...filled, phone: '' }, { phone: null }).phone).toBe('');
    expect(toAddressPayload(filled, { phone: '0712345678' }).phone).toBe('0722000000');
  });
});

test('a field is changed alone, and a type only to one that there is', () => {
  expect(withField(filled, 'city', 'Thika')).toEqual({ ...filled, city: 'Thika' });
  expect(withField(filled, 'type', 'Work')).toEqual({ ...filled, type: 'Work' });
  expect(withField(filled, 'type', 'Castle')).toEqual(filled);
});

test('H15: of the server’s field errors those that the dialog has', () =>
  expect(pickAddressErrors({ phone: 'Wrong', isDefault: 'Wrong', captcha: 'Wrong' })).toEqual({ phone: 'Wrong' }));

test('an address in a few words', () => expect(formatShortAddress(a1)).toBe('Home, Moi Avenue 1'));

test('the server takes as much as the fields do, and no more', () => {
  for (const [field, most] of Object.entries(ADDRESS_MOST)) {
    const isTaken = (length: number) =>
      v.safeParse(createAddress.request, { ...filled, [field]: 'x'.repeat(length) }).success;
    expect([isTaken(most), isTaken(most + 1)], field).toEqual([true, false]);
  }
});
