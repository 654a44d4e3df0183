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

test('§9, A32: the types and countries of an address', () => {
  expect(ADDRESS_TYPES).toEqual(['Home', 'Work', 'Other']);
  expect(ADDRESS_COUNTRIES).toEqual(['Kenya', 'Uganda', 'Tanzania']);
});

test('§3: a new address has the type Home and the country Kenya', () =>
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

test('the fields of a saved address have no id', () => expect('_id' in filled).toBe(false));

describe('§5 Address save', () => {
  test.each(['name', 'address', 'city', 'country'] as const)('%s is required and must not be blank', (field) => {
    expect(missingFields({ ...filled, [field]: '   ' })).toEqual([field]);
  });
  test('postal code, phone and type are optional', () =>
    expect(missingFields({ ...filled, postalCode: '', phone: '' })).toEqual([]));
  test('returns all missing fields in the order of the form', () =>
    expect(missingFields({ ...NEW_ADDRESS, country: '' })).toEqual(['name', 'address', 'city', 'country']));
  test('trims all fields', () =>
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
  test('a blank phone falls back to the phone of the profile, or is empty without one', () => {
    expect(toAddressPayload({ ...filled, phone: ' ' }, { phone: '0712345678' }).phone).toBe('0712345678');
    expect(toAddressPayload({ ...filled, phone: '' }, { phone: null }).phone).toBe('');
    expect(toAddressPayload(filled, { phone: '0712345678' }).phone).toBe('0722000000');
  });
});

test('changes one field, and the type only to a known type', () => {
  expect(withField(filled, 'city', 'Thika')).toEqual({ ...filled, city: 'Thika' });
  expect(withField(filled, 'type', 'Work')).toEqual({ ...filled, type: 'Work' });
  expect(withField(filled, 'type', 'Castle')).toEqual(filled);
});

test('H15: keeps the field errors of the server that the dialog can show', () =>
  expect(pickAddressErrors({ phone: 'Wrong', isDefault: 'Wrong', captcha: 'Wrong' })).toEqual({ phone: 'Wrong' }));

test('formats a short address', () => expect(formatShortAddress(a1)).toBe('Home, Moi Avenue 1'));

test('the fields and the server have the same length limits', () => {
  for (const [field, most] of Object.entries(ADDRESS_MOST)) {
    const isTaken = (length: number) =>
      v.safeParse(createAddress.request, { ...filled, [field]: 'x'.repeat(length) }).success;
    expect([isTaken(most), isTaken(most + 1)], field).toEqual([true, false]);
  }
});
