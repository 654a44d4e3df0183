import { describe, expect, test } from 'vitest';
import {
  MPESA_PHONE_HINT,
  MPESA_PHONE_REFUSED,
  toMpesaPhone,
  getPrefilledMpesaPhone,
} from '../../contract/rules/mpesa-phone.ts';
import { PAYER } from '../flows/support/payment.samples.ts';

describe('the phone', () => {
  test.each([
    ['0712345678', PAYER],
    ['0712 345-678', PAYER],
    ['+254712345678', PAYER],
    ['254712345678', PAYER],
    ['(0712) 345 678', PAYER],
    ['712345678', PAYER],
    ['112345678', '254112345678'],
    ['0112345678', '254112345678'],
    ['254212345678', null],
    ['0212345678', null],
    ['00254712345678', PAYER],
    ['+254 0712 345 678', PAYER],
    ['+2348012345678', null],
    ['71234567', null],
    ['7123456789', null],
    ['212345678', null],
    ['071234567', null],
    ['07123456789', null],
    ['25471234567', null],
    ['2547123456789', null],
    ['255712345678', null],
    ['', null],
    ['   ', null],
    ['abc', null],
    ['0', null],
    ['٠٧١٢٣٤٥٦٧٨', PAYER],
  ])('§5, A19: %j is sent as %j', (typed, sent) => expect(toMpesaPhone(typed)).toBe(sent));

  test.each([
    ['0712345678', '0712 345 678'],
    ['+254712345678', '0712 345 678'],
    [PAYER, '0712 345 678'],
    ['+2348012345678', ''],
    ['+233241234567', ''],
    ['', ''],
    [null, ''],
    [undefined, ''],
    ['0212345678', ''],
  ])('A18: the profile phone %j fills the field with %j', (profile, field) =>
    expect(getPrefilledMpesaPhone(profile)).toBe(field),
  );
});

test('A55: the texts about a phone number', () => {
  expect(MPESA_PHONE_HINT).toBe('Please enter a valid Kenyan phone number (e.g., 0712345678)');
  expect(MPESA_PHONE_REFUSED).toBe('Please enter a valid Kenyan phone number');
});
