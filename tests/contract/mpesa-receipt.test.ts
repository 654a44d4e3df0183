import { expect, test } from 'vitest';
import { findReceipt, MPESA_MESSAGE_LENGTH } from '../../contract/rules/mpesa-receipt.ts';

const MESSAGE =
  'SFF6XYZ123 Confirmed. Ksh3,000.00 sent to DUKA for account 1A2B3C4D on 15/6/26 at 10:05 AM. New M-PESA balance is ' +
  'Ksh1,204.10. Transaction cost, Ksh0.00. Amount you can transact within the day is 497,000.00. Download M-PESA app on ' +
  'https://bit.ly/mpesalnk12 & get 500MB.';

test.each([
  [MESSAGE, 'SFF6XYZ123'],
  [`${MESSAGE}\n\n${MESSAGE}`, 'SFF6XYZ123'],
  ['SFF6XYZ123', 'SFF6XYZ123'],
  [' sff6xyz123. ', 'SFF6XYZ123'],
  ['SFF6\u200bXYZ\u00ad123', 'SFF6XYZ123'],
  ['\ufeffSFF6XYZ123\u200e', 'SFF6XYZ123'],
  ['My receipt: sff6xyz123, from 0712345678 Wellington', 'SFF6XYZ123'],
  ['SABCDEFGHI', 'SABCDEFGHI'],
  ['', null],
  ['hello', null],
  ['SFF6XYZ12', null],
  ['SFF6XYZ1234', null],
  ['0712345678', null],
  ['1FF6XYZ123', null],
  ['SFF6XYZ12é', null],
  ['éSFF6XYZ123', null],
  ['SFF6 XYZ123', null],
  ['Paid to Wellington by 0712345678', null],
  ['https://example.com/SFF6XYZ123', null],
  ['example.com/SFF6XYZ123', null],
  [`${MESSAGE} SFF6XYZ124 Confirmed. Ksh500.00 sent to DUKA`, null],
  ['SFF6XYZ123 SFF6XYZ124', null],
  [`SFF6XYZ123${' '.repeat(MPESA_MESSAGE_LENGTH)}`, null],
])('PAY-S1: of %j the receipt is %j', (text, receipt) => expect(findReceipt(text)).toBe(receipt));
