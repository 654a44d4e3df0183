import { describe, expect, test } from 'vitest';
import { getStoredSessionStatus, parseStoredStaff, parseStoredUser } from '../../src/rules/account/stored-session.ts';
import { jane } from '../flows/support/shop.samples.ts';

const user = (change: object) => JSON.stringify({ ...jane, ...change });
const [saved] = jane.addresses;

describe('H10: the customer in the storage', () => {
  test('is parsed as stored', () => expect(parseStoredUser(JSON.stringify(jane))).toEqual(jane));
  test('fields that an older version did not store are empty', () =>
    expect(parseStoredUser('{"_id":"u1"}')).toEqual({
      _id: 'u1',
      name: '',
      email: '',
      phone: null,
      avatar: null,
      address: null,
      addresses: [],
    }));
  test('keeps a picture and a postal address', () => {
    const whole = { ...jane, avatar: '/jane.jpg', address: { street: 'Moi Ave', city: 'Nairobi' } };
    expect(parseStoredUser(JSON.stringify(whole))).toEqual(whole);
  });
  test.each([
    ['no stored text', null],
    ['invalid JSON', '{'],
    ['null', 'null'],
    ['a string', '"u1"'],
    ['a list', '[]'],
    ['no id', user({ _id: undefined })],
    ['an empty id', user({ _id: '' })],
    ['an id that is a number', user({ _id: 1 })],
    ['an invalid name', user({ name: 1 })],
    ['an invalid e-mail', user({ email: null })],
    ['an invalid phone', user({ phone: 712 })],
    ['an invalid picture', user({ avatar: 1 })],
    ['an address that is a string', user({ address: 'Moi Ave' })],
    ['an address that is a list', user({ address: [] })],
    ['an address with a number', user({ address: { street: 'Moi Ave', zipCode: 100 } })],
    ['addresses that are not a list', user({ addresses: { every: 1 } })],
  ] as [string, string | null][])('%s gives no customer', (_, text) => expect(parseStoredUser(text)).toBeNull());
});

describe('X82: an invalid address drops only itself', () => {
  test.each<[string, unknown]>([
    ['an address book with a string', 'd2'],
    ['an address book with null', null],
    ['an address book with a list', []],
    ['a saved address without id', { ...saved, _id: undefined }],
    ['a saved address with an invalid id', { ...saved, _id: 2 }],
    ['a saved address without default', { ...saved, isDefault: undefined }],
    ['a saved address whose default is a string', { ...saved, isDefault: 'yes' }],
    ['a saved address with a number', { ...saved, floor: 3 }],
    ...['type', 'name', 'address', 'city', 'country', 'postalCode', 'phone'].map((field): [string, unknown] => [
      `a saved address without ${field}`,
      { ...saved, [field]: undefined },
    ]),
  ])('X82: %s', (_, unreadable) => {
    const read = (addresses: readonly unknown[]) => parseStoredUser(user({ addresses }))?.addresses;
    expect(read([saved, unreadable])).toEqual([saved]);
    expect(read([unreadable, saved])).toEqual([saved]);
    expect(read([unreadable])).toEqual([]);
  });
});

describe('§6: the admin in the storage', () => {
  test('is identified by the id', () => {
    expect(parseStoredStaff('{"_id":"s1","name":"Otieno"}')).toEqual({ _id: 's1' });
  });
  test.each([null, '{', 'null', '[]', '{}', '{"_id":1}', '{"_id":""}'])('%s gives no admin', (text) =>
    expect(parseStoredStaff(text)).toBeNull(),
  );
});

test.each([
  ['t1', JSON.stringify(jane), 'present'],
  ['t1', '{', 'unreadable'],
  ['t1', null, 'unreadable'],
  ['', JSON.stringify(jane), 'missing'],
  [null, JSON.stringify(jane), 'missing'],
])('A26: the token %j with the user %j is %s', (token, user, status) =>
  expect(getStoredSessionStatus({ token, user })).toBe(status),
);
