import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { NotAStatementError, readStatement } from '../../../server/cli/statement/read-statement.ts';
import { faultsReport } from '../../../server/cli/reports/statement.ts';
import { parseCents, parseStatementTime } from '../../../server/providers/mpesa-statement.rules.ts';

/** Files of M-Pesa's portal as they really come (PAY-T1). */

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statement-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const HEADER =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';
const PAID =
  'TJ12ABC34D,03-10-2026 17:00:00,03-10-2026 16:59:58,Pay Bill from 254712345678 - JANE DOE Acc. A1B2C3D4,Completed,"3,000.00",,"10,000.00",true,Pay Bill Online,254712345678 - JANE DOE,,A1B2C3D4';
const BACK =
  'TJ12ABC35E,03-10-2026 18:00:00,03-10-2026 18:00:00,Pay Bill Reversal,Completed,,-3000.00,"7,000.00",true,Pay Bill Reversal,254712345678 - JANE DOE,TJ12ABC34D,';
const SENT =
  'TJ12ABC36F,2026-10-03 19:00:00,2026-10-03 19:00:00,Business Payment to Customer via API to 254700000001 - JOHN,Completed,,500.00,"6,500.00",true,Business Payment to Customer,2547****0001 - JOHN,,';
const CHARGE =
  'TJ12ABC34D,03-10-2026 17:00:00,03-10-2026 17:00:00,Pay Bill Charge,Completed,,-15.50,"6,484.50",true,Pay Bill Charge,,,';
const FAILED = 'TJ12ABC37G,03-10-2026 20:00:00,,Pay Bill from 254712345678,Failed,700.00,,,,,,,';
const BANK =
  'TJ12ABC38H,03-10-2026 21:00:00,,Organization Settle to Bank,Completed,,-4000.00,,true,Withdraw Funds to Bank,KCB BANK,,';
const ABOVE = 'Organization Name:,Duka Ltd\nShort Code:,174379\nTime Period:,From 01-10-2026 To 04-10-2026\n\n';

let count = 0;
function read(content: string | Buffer) {
  count += 1;
  const file = path.join(folder, `${count}.csv`);
  fs.writeFileSync(file, content);
  return readStatement(file);
}
const table = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;
const nairobi = (time: string) => new Date(`2026-10-03T${time}+03:00`);

describe('a good file', () => {
  test('PAY-T1: payments, reversals, payouts, charges and other movements are told apart', async () => {
    const { lines, faults, shortcode } = await read(`${ABOVE}${table(PAID, BACK, SENT, CHARGE, FAILED, BANK)}`);
    expect([faults, shortcode]).toEqual([[], '174379']);
    expect(lines.map(({ kind, isIn, isCompleted }) => `${kind} ${isIn} ${isCompleted}`)).toEqual([
      'payment true true',
      'reversal false true',
      'payout false true',
      'charge false true',
      'payment true false',
      'other false true',
    ]);
    expect(lines[0]).toMatchObject({
      line: 6,
      receipt: 'TJ12ABC34D',
      amount: 3000,
      cents: 300_000,
      at: nairobi('17:00:00'),
      phone: { kind: 'whole', phone: '254712345678' },
      name: 'JANE DOE',
      account: 'A1B2C3D4',
      balance: 1_000_000,
    });
    expect(lines[1]).toMatchObject({ amount: 3000, reverses: 'TJ12ABC34D', balance: 700_000 });
    expect(lines[2]).toMatchObject({ amount: 500, phone: { kind: 'masked', start: '2547', end: '0001' } });
    expect(lines[3]).toMatchObject({ amount: 'cents', cents: 1550 });
  });

  test('PAY-T1: byte order mark, CRLF and old Mac line ends, semicolons, and Windows-1252 change nothing', async () => {
    const plain = `${ABOVE}${table(PAID.replaceAll('JANE DOE', 'JOSÉ'))}`;
    const want = (await read(plain)).lines;
    expect(want[0]?.name).toBe('JOSÉ');
    const others = [
      `\ufeff${plain}`,
      plain.replaceAll('\n', '\r\n'),
      plain.replaceAll('\n', '\r'),
      Buffer.from(plain, 'latin1'),
      Buffer.from(`\ufeff${plain}`, 'utf16le'),
      plain.replaceAll('"3,000.00"', '3000.00').replaceAll('"10,000.00"', '10000.00').replaceAll(',', ';'),
    ];
    for (const other of others) expect((await read(other)).lines).toEqual(want);
  });

  test('PAY-T1: a line of sums at the end, empty lines and empty cells at the ends of lines are no lines', async () => {
    const short = PAID.replace(/,,A1B2C3D4$/, '');
    const { lines, faults } = await read(`${table(short, '', ',,,Totals,,"3,000.00",0.00,,,,,,')}\n,,,\n`);
    expect(faults).toEqual([]);
    expect(lines).toMatchObject([{ account: 'A1B2C3D4' }]);
  });

  test('PAY-T1: a reversal without a linked transaction names the payment in its details', async () => {
    const named = BACK.replace('Pay Bill Reversal,Completed', 'Reversal of TJ12ABC34D,Completed').replace(
      ',TJ12ABC34D,',
      ',,',
    );
    expect((await read(table(named))).lines).toMatchObject([{ kind: 'reversal', reverses: 'TJ12ABC34D' }]);
  });

  test('PAY-T1: a payment to a till has no account, and a name may have a comma', async () => {
    const till =
      'TJ12ABC39J,03-10-2026 17:00,,Merchant Payment,Completed,10.00,,,,Customer Buy Goods Online,"0712345678 - DOE, JOHN",,';
    expect((await read(table(till))).lines).toMatchObject([{ kind: 'payment', account: '', name: 'DOE, JOHN' }]);
  });

  test.each([
    ['Short Code:,174379', '174379'],
    ['Paybill,174379', '174379'],
    ['"Account Holder:","174379 - Duka Ltd"', '174379'],
    ['Organization Name:,Duka', null],
    ['Time Period:,From 01-10-2026 To 04-10-2026', null],
  ])('PAY-T1: %s names the short code %s', async (above, shortcode) => {
    expect((await read(`${above}\n${table(PAID)}`)).shortcode).toBe(shortcode);
  });
});

describe('a bad file', () => {
  test.each([
    ['no receipt', PAID.replace('TJ12ABC34D', 'not one'), /'not one' is not a receipt/],
    ['a date that does not exist', PAID.replace('03-10-2026 17', '31-02-2026 17'), /is not a time/],
    ['no status', PAID.replace('Completed', 'Perhaps'), /'Perhaps' is not a status/],
    ['an amount that is none', PAID.replace('"3,000.00"', '3.000,00'), /columns|not an amount/],
    ['words as an amount', PAID.replace('"3,000.00"', 'three'), /'three' is not an amount/],
    ['a wrong balance', PAID.replace('"10,000.00"', 'much'), /'much' is not a balance/],
    ['two amounts', PAID.replace('"3,000.00",,', '3000,3000,'), /paid in and withdrawn/],
    ['no amount', PAID.replace('"3,000.00",,', ',,'), /no amount/],
    ['an amount below zero', PAID.replace('"3,000.00"', '-5.00'), /below zero/],
    ['a line that is cut off', PAID.slice(0, 60), /columns/],
    ['an open quote', PAID.replace('"3,000.00"', '"3,000.00'), /quote|columns/],
  ])('PAY-T1: %s is a fault of line 7, and nothing is imported', async (_, bad, reason) => {
    const { faults, lines } = await read(`${ABOVE}${table(BACK, bad, SENT)}`);
    expect(faults[0]).toMatchObject({ line: 7, reason: expect.stringMatching(reason) });
    expect(lines.length).toBeGreaterThan(0);
    const said = faultsReport(faults).join('\n');
    expect(said).toMatch(/Line 7 is not a line of an M-Pesa statement/);
    expect(said).toContain('Nothing was imported.');
  });

  test('PAY-T1: a file that is cut off in its last line is refused, wherever the cut is', async () => {
    const whole = table(BACK, PAID).slice(0, -1);
    const last = whole.lastIndexOf('\n') + 1;
    for (let end = last + 1; end < whole.length - 'A1B2C3D4'.length; end += 1) {
      const { faults } = await read(whole.slice(0, end));
      expect(
        faults.map(({ line }) => line),
        whole.slice(last, end),
      ).toEqual([3]);
    }
    expect((await read(whole)).faults).toEqual([]);
  });

  test.each([
    ['another table', 'Date,Amount\n2026-10-03,3000\n', /no line with 'Receipt No\.'/],
    ['an empty file', '', /no line with/],
    [
      'a table without amounts',
      'Receipt No.,Completion Time,Details\nTJ12ABC34D,03-10-2026 17:00:00,Paid\n',
      /no column/,
    ],
    ['the bytes of a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]), /no line with/],
  ])('PAY-T1: %s is no statement', async (_, content, reason) => {
    const failed = read(content);
    await expect(failed).rejects.toThrow(NotAStatementError);
    await expect(failed).rejects.toThrow(reason);
  });
});

test('PAY-T1: times are in Nairobi, with the day before the month', () => {
  const at = new Date('2026-10-03T14:05:00Z');
  for (const text of ['2026-10-03 17:05:00', '03-10-2026 17:05:00', '3/10/2026 17:05', '03.10.2026 17:05:00'])
    expect(parseStatementTime(text)).toEqual(at);
  for (const text of ['', '2026-10-03', '13/31/2026 17:05', '31-04-2026 10:00:00', '03-10-26 10:00:00', '17:05'])
    expect(parseStatementTime(text)).toBeNull();
});

test('PAY-T1: amounts have commas, decimals and signs', () => {
  expect(['1,053.00', '-4000.00', 'KES 10', '', '0.5', '1,234,567.89'].map(parseCents)).toEqual([
    105_300, -400_000, 1000, 0, 50, 123_456_789,
  ]);
  for (const text of ['1,05.00', '1.000,00', 'x', '1e3', '--1', '1 000']) expect(parseCents(text)).toBeNull();
});
