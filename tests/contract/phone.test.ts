import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatPhone,
  isSamePhone,
  maskPhone,
  phoneError,
  toPhoneHref,
  parsePhone,
  stripPhone,
  toMsisdn,
} from '../../contract/rules/phone.ts';

const INVALID = 'Please enter a valid phone number (e.g., 0712345678 or +254712345678)';

describe('§5 Phone: accepted spellings', () => {
  test.each([
    ['0712345678', '254712345678'],
    ['0112345678', '254112345678'],
    ['254712345678', '254712345678'],
    ['+254112345678', '254112345678'],
    ['2347012345678', '2347012345678'],
    ['+2348012345678', '2348012345678'],
    ['2349012345678', '2349012345678'],
    ['233201234567', '233201234567'],
    ['+233501234567', '233501234567'],
    ['+1234567890', '1234567890'],
    ['+123456789012345', '123456789012345'],
    ['0712 345 678', '254712345678'],
    ['0712-345-678', '254712345678'],
    ['(0712) 345-678', '254712345678'],
    [' +254 (712) 345-678 ', '254712345678'],
    ['[0712] 345678', '254712345678'],
  ])('%s', (typed, read) => expect([parsePhone(typed), phoneError(typed)]).toEqual([read, null]));

  test.each([
    ['a number without prefix', '712345678'],
    ['a number of the newer series without prefix', '112345678', '254112345678'],
    ['the 0 after the country code', '+254 0712 345 678'],
    ['the country code and the 0 without spaces', '+2540712345678'],
    ['the 0 in brackets', '+254 (0) 712 345 678'],
    ['the 0 without a plus', '2540712345678'],
    ['00 instead of the plus', '00254712345678'],
    ['00 and the 0', '00 254 0712 345 678'],
    ['a plus before a national number', '+0712345678'],
    ['dots', '0712.345.678'],
    ['slashes', '0712/345/678'],
    ['other kinds of dashes', '0712–345\u2011678'],
    ['a minus', '0712\u2212345678'],
    ['no-break spaces', '+254\u00a0712\u202f345\u2009678'],
    ['a link', 'tel:+254712345678'],
    ['full-width digits', '０７１２３４５６７８'],
    ['a full-width plus', '＋２５４ ７１２ ３４５ ６７８'],
    ['Arabic digits', '٠٧١٢٣٤٥٦٧٨'],
    ['Persian digits', '۰۷۱۲۳۴۵۶۷۸'],
    ['Devanagari digits', '०७१२३४५६७८'],
    ['mathematical digits', '𝟎𝟕𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖'],
    ['direction marks of a copied contact', '\u202a+254 712 345 678\u202c'],
    ['a zero-width space', '0712\u200b345678'],
    ['a byte order mark and a line end', '\ufeff0712345678\r\n'],
    ['a NUL', '0712345678\u0000'],
    ['the international prefix of Kenya', '000254712345678'],
    ['quotation marks', '"0712345678"'],
    ['curly quotation marks', '“0712 345 678”'],
    ['a British number with the 0 in brackets', '+44 (0)7911 123456', '447911123456'],
    ['a Nigerian number with its 0', '+234 (0) 801 234 5678', '2348012345678'],
    ['a British number with 00', '0044 7700 900123', '447700900123'],
  ])('X5, X20: accepts %s', (_, typed, read = '254712345678') =>
    expect([parsePhone(typed), phoneError(typed)]).toEqual([read, null]),
  );

  test.each([
    '071234567',
    '07123456789',
    '0812345678',
    '71234567',
    '25471234567',
    '2547123456789',
    '254612345678',
    '+254202345678',
    '+2547123456789',
    '234801234567',
    '2346012345678',
    '+2346012345678',
    '23320123456',
    '233301234567',
    '+123456789',
    '+1234567890123456',
    '1234567890',
    '++254712345678',
    '07123a5678',
    'abc',
    '254+712345678',
    '0712345678 0733000111',
    '+',
    '#0712345678',
  ])('X20: rejects %s', (typed) => expect([parsePhone(typed), phoneError(typed)]).toEqual([null, INVALID]));

  test.each(['', '   ', '\u200b', '()- '])('blank %j counts as missing', (typed) =>
    expect(phoneError(typed)).toBe('Phone number is required'),
  );

  test('X5, X20: parses every spelling of a Kenyan number to the same form', () => {
    const national = fc
      .tuple(fc.constantFrom('7', '1'), fc.stringMatching(/^\d{8}$/))
      .map(([first, rest]) => first + rest);
    const prefix = fc.constantFrom('', '0', '254', '2540', '+254', '+2540', '00254', '002540', '+0');
    const between = fc.constantFrom(
      '',
      '',
      '',
      ' ',
      '-',
      '.',
      '(',
      ')',
      '\u00a0',
      '\u200b',
      '\u202a',
      '\u2011',
      '\u0000',
    );
    const gaps = fc.array(between, { minLength: 16, maxLength: 16 });
    const zeros = fc.constantFrom(0x30, 0xff10, 0x660, 0x6f0, 0x966, 0xe50, 0x1d7ce, 0x1d7d8, 0x1e950);
    fc.assert(
      fc.property(national, prefix, gaps, zeros, (digits, before, filled, zero) => {
        const typed = [...`${before}${digits}`]
          .map((sign, at) => `${filled[at] ?? ''}${sign === '+' ? sign : String.fromCodePoint(zero + Number(sign))}`)
          .join('');
        expect([parsePhone(typed), phoneError(typed)]).toEqual([`254${digits}`, null]);
        expect(parsePhone(stripPhone(typed))).toBe(`254${digits}`);
        expect(parsePhone(formatPhone(typed))).toBe(`254${digits}`);
      }),
    );
  });

  test('X20: parses its formatted numbers to the same number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?\d{9,15}$/), (typed) => {
        const read = parsePhone(typed);
        if (read !== null) expect(parsePhone(formatPhone(read))).toBe(read);
      }),
    );
  });
});

test('A20: accepts the examples in its message', () => {
  expect(phoneError('0712345678')).toBeNull();
  expect(phoneError('+254712345678')).toBeNull();
});

test('Q8: a phone is sent as typed without spaces, dashes and brackets', () => {
  expect(stripPhone(' +254 (712) 345-678 ')).toBe('+254712345678');
  expect(stripPhone('0712 345 678')).toBe('0712345678');
});

test('formats numbers in the national style and masks them for logs', () => {
  expect(formatPhone('254712345678')).toBe('0712 345 678');
  for (const kept of ['0712345678', '+254712345678', '+254 (0) 712345678'])
    expect(formatPhone(kept)).toBe('0712 345 678');
  expect(formatPhone('2348012345678')).toBe('+2348012345678');
  expect(formatPhone('447700900123')).toBe('+447700900123');
  expect(toPhoneHref('254712345678')).toBe('tel:+254712345678');
  expect(toPhoneHref('020 12')).toBe('tel:+02012');
  expect(maskPhone('254712345678')).toBe('254712***678');
});

describe('extra digits or characters around a number', () => {
  test.each([
    '1254712345678',
    '2547123456781',
    '12348012345678',
    '23480123456781',
    '1233201234567',
    '2332012345671',
    '10712345678',
    '07123456781',
  ])('rejects %s', (typed) => expect(phoneError(typed)).toBe(INVALID));
  test('shows a text that is not a number unchanged', () => {
    for (const text of ['254712345678901234', '2547123456781', 'unknown', '12a', 'a12', ''])
      expect(formatPhone(text)).toBe(text);
  });
  test('compares valid numbers by value and other texts by their digits', () => {
    expect(isSamePhone('0712 345 678', '+254712345678')).toBe(true);
    expect(isSamePhone('0712 345 678', '0712345679')).toBe(false);
    expect(isSamePhone('12 3', '123')).toBe(true);
    expect(isSamePhone('12', '123')).toBe(false);
  });
  test('toMsisdn throws for an invalid text', () => expect(() => toMsisdn('abc')).toThrow('is invalid'));
  test('masks only a complete number', () => {
    expect(maskPhone('x254712345678')).toBe('x254712345678');
    expect(maskPhone('254712345678x')).toBe('254712345678x');
  });
});
