import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayPhone, maskedPhone, phoneError, strippedPhone, toMsisdn } from '../../contract/rules/phone.ts';

const INVALID = 'Please enter a valid phone number (e.g., 0712345678 or +254712345678)';

describe('§5 Phone: which spellings are accepted', () => {
  test.each([
    '0712345678',
    '0112345678',
    '254712345678',
    '+254112345678',
    '2347012345678',
    '+2348012345678',
    '2349012345678',
    '233201234567',
    '+233501234567',
    '+1234567890',
    '+123456789012345',
    '0712 345 678',
    '0712-345-678',
    '(0712) 345-678',
    ' +254 (712) 345-678 ',
    '[0712] 345678',
  ])('%s', (typed) => expect(phoneError(typed)).toBeNull());

  test.each([
    '071234567',
    '07123456789',
    '0812345678',
    '712345678',
    '25471234567',
    '2547123456789',
    '254612345678',
    '234801234567',
    '2346012345678',
    '23320123456',
    '233301234567',
    '+123456789',
    '+1234567890123456',
    '1234567890',
    '++254712345678',
    '0712.345.678',
    '07123a5678',
    '254+712345678',
    '+',
    '()- ',
  ])('not %s', (typed) => expect(phoneError(typed)).toBe(INVALID));

  test.each(['', '   '])('blank %j is missing', (typed) => expect(phoneError(typed)).toBe('Phone number is required'));
});

test('A20: the examples of the message are accepted themselves', () => {
  expect(phoneError('0712345678')).toBeNull();
  expect(phoneError('+254712345678')).toBeNull();
});

test('Q8: a phone is sent as typed without spaces, dashes and brackets', () => {
  expect(strippedPhone(' +254 (712) 345-678 ')).toBe('+254712345678');
  expect(strippedPhone('0712 345 678')).toBe('0712345678');
});

describe('the stored form', () => {
  test.each([
    ['0712 345 678', '254712345678'],
    ['+254712345678', '254712345678'],
    ['254112345678', '254112345678'],
    ['+2348012345678', '2348012345678'],
    ['+1234567890', '1234567890'],
  ])('%s is %s', (typed, stored) => expect(toMsisdn(typed)).toBe(stored));

  test('every spelling of one Kenyan number is stored alike', () => {
    const national = fc
      .tuple(fc.constantFrom('7', '1'), fc.stringMatching(/^\d{8}$/))
      .map(([first, rest]) => first + rest);
    fc.assert(
      fc.property(national, (digits) => {
        const spellings = [`0${digits}`, `254${digits}`, `+254${digits}`, `0${digits.slice(0, 3)} ${digits.slice(3)}`];
        expect(new Set(spellings.map(toMsisdn))).toEqual(new Set([`254${digits}`]));
        expect(spellings.map(phoneError)).toEqual(spellings.map(() => null));
      }),
    );
  });
});

test('numbers are shown as people write them, and masked for logs', () => {
  expect(displayPhone('254712345678')).toBe('0712 345 678');
  expect(displayPhone('2348012345678')).toBe('+2348012345678');
  expect(maskedPhone('254712345678')).toBe('254712***678');
});

describe('nothing may stand before or after a number', () => {
  test.each([
    '1254712345678',
    '2547123456781',
    '12348012345678',
    '23480123456781',
    '1233201234567',
    '2332012345671',
    '10712345678',
    '07123456781',
  ])('%s is refused', (typed) => expect(phoneError(typed)).toBe(INVALID));
  test('only a leading 0 is Kenyan', () => {
    expect(toMsisdn('+2540712345678')).toBe('2540712345678');
    expect(toMsisdn('+1234567890')).toBe('1234567890');
  });
  test('only a whole Kenyan number is written in groups', () => {
    expect(displayPhone('1254712345678')).toBe('+1254712345678');
    expect(displayPhone('2547123456781')).toBe('+2547123456781');
    for (const text of ['unknown', '12a', 'a12', '']) expect(displayPhone(text)).toBe(text);
  });
  test('only a whole number is masked', () => {
    expect(maskedPhone('x254712345678')).toBe('x254712345678');
    expect(maskedPhone('254712345678x')).toBe('254712345678x');
  });
});
