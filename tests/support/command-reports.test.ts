import { expect, test } from 'vitest';
import type { Manifest } from '../../server/backup/folder.ts';
import type { BackOfficeItem } from '../../server/modules/back-office/item.rules.ts';
import { backupReport, moveReport, restoreReport } from '../../server/cli/reports/backup.ts';
import { listReport, settleReport, showReport, stockReport } from '../../server/cli/reports/back-office.ts';
import { changeReport, changesReport, importReport, undoReport } from '../../server/cli/reports/import.ts';
import { addedReport } from '../../server/cli/reports/staff.ts';

/** Section 7 of the reported faults: the complete text of each report, with a different number in each place. */

const table = { sum: '0', sha256: '0' };
const manifest: Manifest = {
  format: 1,
  madeAt: '2026-11-26T21:30:00.000Z',
  steps: [],
  tables: [
    { ...table, name: 'orders', rows: 1_200 },
    { ...table, name: 'jobs', rows: 34 },
  ],
  books: { orders: 51, orderTotals: 6_100, payments: 7_200, refunds: 830, piecesOnHand: 9_400, piecesReserved: 17 },
  pictures: [],
};
const BOOKS =
  '1,234 rows in 2 tables, 0 pictures: 51 orders of Ksh 6,100, payments of Ksh 7,200, refunds of Ksh 830, 9,400 pieces in stock, 17 of them reserved';

test('a backup reports its folder, its content, the pause of the shop and the removed backups', () => {
  const made = { folder: 'backups/one', manifest, bytes: 3_250_000, pausedMs: 0, removed: [] };
  expect(backupReport(made, { seconds: 2.345, days: 14 })).toEqual(['backups/one, 3.1 MB, in 2.3 s', BOOKS]);
  expect(backupReport({ ...made, pausedMs: 12.1, removed: ['a', 'b'] }, { seconds: 60, days: 14 })).toEqual([
    'backups/one, 3.1 MB, in 60.0 s',
    BOOKS,
    'The running shop was paused for 13 ms.',
    'Removed, older than 14 days: a, b',
  ]);
  expect(backupReport({ ...made, removed: ['a'] }, { seconds: 0, days: 1 }).at(-1)).toBe(
    'Removed, older than 1 days: a',
  );
});

test('the stock of a product has a line for each change, with who made it', () => {
  const row = { pieces: null, orderId: null, source: null, counted: null, expected: null };
  const at = (minute: number) => `2026-11-23T06:0${minute}:00.000Z`;
  const orderId = '1a2b3c4d-0000-4000-8000-000000000000';
  const stock: Parameters<typeof stockReport>[0] = {
    name: 'Nokia 105',
    onHand: 12,
    reserved: 3,
    rows: [
      { ...row, at: at(3), difference: 0, total: 10, reason: 'damaged', pieces: 2, orderId, actor: 'ann@duka.test' },
      { ...row, at: at(2), difference: -2, total: 10, reason: 'sale', orderId, actor: 'shopper' },
      { ...row, at: at(1), difference: 12, total: 12, reason: 'counted', source: 'import a.csv', actor: 'console ann' },
      { ...row, at: at(0), difference: 0, total: 0, reason: 'counted', counted: 4, expected: 4, actor: 'system' },
    ],
    isCut: false,
  };
  const lines = [
    'Nokia 105: 12 on hand, 3 of them reserved by orders.',
    '',
    'time                  change   total  reason',
    '2026-11-23 09:03 EAT       0      10  damaged, 2 pieces sold before, order 1a2b3c4d, by ann@duka.test',
    '2026-11-23 09:02 EAT      -2      10  sale, order 1a2b3c4d, by shopper',
    '2026-11-23 09:01 EAT     +12      12  counted, import a.csv, by console ann',
    '2026-11-23 09:00 EAT       0       0  counted, 4 found, 4 expected, by system',
    '',
    'The total is what is on hand and not yet sold. Reserving, expiry and shipping do not change it.',
  ];
  expect(stockReport(stock)).toEqual(lines);
  expect(stockReport({ ...stock, isCut: true })).toEqual(lines.toSpliced(7, 0, '… and older ones.'));
});

test('X17: a restore reports the time of the backup in Kenya’s time, and the files to remove later', () => {
  expect(restoreReport({ manifest, before: ['a', 'b'] })).toEqual([
    `Restored the backup of 2026-11-27 00:30 EAT: ${BOOKS}`,
    'The previous files are in a. Remove them when the shop works.',
    'The previous files are in b. Remove them when the shop works.',
  ]);
});

test('a move reports whether it copied data, and the next step', () => {
  const rest = [
    BOOKS,
    'Counts and sums of all 2 tables match.',
    'A backup is in backups/one.',
    'Set DATABASE_URL to that address and start the shop. The embedded database is closed.',
  ];
  const moved = { folder: 'backups/one', manifest };
  expect(moveReport({ ...moved, wasThere: false })).toEqual(['The shop has moved:', ...rest]);
  expect(moveReport({ ...moved, wasThere: true })).toEqual(['An earlier move has copied everything:', ...rest]);
});

test('X17, D29: the back office lists open items in Kenya’s time with their options, and whether more exist', () => {
  const item: BackOfficeItem = {
    handle: 'refund-1a2b3c4d',
    since: '2026-11-26T21:05:59.000Z',
    what: 'Ksh 5 to 0712 345 678',
    ways: [],
  };
  const held: BackOfficeItem = {
    handle: 'order-5e6f7a8b',
    since: '2026-01-02T03:04:00.000Z',
    what: 'in doubt',
    ways: ['paid', 'unpaid'],
  };
  const end = 'Details: npm run back-office -- show NAME. Settle: npm run back-office -- settle NAME --note TEXT.';
  expect(
    listReport([
      { title: 'Refunds due', items: [item], isCut: false },
      { title: 'Work that failed', items: [], isCut: false },
      { title: 'Orders', items: [held], isCut: true },
    ]),
  ).toEqual([
    'Refunds due:',
    '  refund-1a2b3c4d  2026-11-27 00:05 EAT  Ksh 5 to 0712 345 678',
    '',
    'Orders:',
    `  order-5e6f7a8b  2026-01-02 06:04 EAT  in doubt\n${' '.repeat(39)}--as paid or unpaid`,
    '  … and more. Settle these first.',
    '',
    end,
  ]);
  expect(listReport([{ title: 'Orders', items: [], isCut: false }])).toEqual(['No open items.']);

  const [history, note] = [
    { at: '2026-11-27T06:00:00.000Z', text: 'paid' },
    { at: '2026-11-27T07:00:00.000Z', text: 'sent back by Ann' },
  ];
  expect(showReport({ item, history: [history], notes: [note] })).toEqual([
    '  refund-1a2b3c4d  2026-11-27 00:05 EAT  Ksh 5 to 0712 345 678',
    '',
    'History:',
    '  2026-11-27 09:00 EAT  paid',
    '',
    'Notes:',
    '  2026-11-27 10:00 EAT  sent back by Ann',
  ]);
  expect(showReport({ item, history: [], notes: [] })).toHaveLength(1);
  expect(settleReport({ as: null, item })).toBe('Settled: Ksh 5 to 0712 345 678');
  expect(settleReport({ as: 'paid', item })).toBe('Settled as paid: Ksh 5 to 0712 345 678');
});

test('X85: an import reports the result of its lines, and the next steps for the rest', () => {
  const none = { added: 0, known: 0, offSale: 0, faulty: 0, uncounted: 0, pictures: 0 };
  const imported = { name: 'a.csv', format: 'Shopify', seconds: 1.25, pieces: 6, change: null, isInterrupted: false };
  expect(importReport({ ...imported, counts: none, unused: [] })).toEqual([
    'a.csv, Shopify: 0 products added, in 1.3 s.',
  ]);
  const counts = { added: 11, known: 12, offSale: 16, faulty: 13, uncounted: 14, pictures: 15 };
  expect(importReport({ ...imported, counts, unused: ['x', 'y'], change: '12345678-9', isInterrupted: true })).toEqual([
    'a.csv, Shopify: 11 products added, 12 already in the shop, 13 left out, 15 pictures, in 1.3 s.',
    'Ignored columns: x, y (--columns).',
    '14 of them have no stock in the file and got 6 pieces each (--stock).',
    '16 of the existing products are off sale. To sell them with the values of the file, run the import with --update all --yes, then with --put-back --yes.',
    'To undo it: npm run import -- --undo 12345678',
    'Interrupted. Run the import again to continue.',
  ]);
  // Without added products, there is nothing to undo.
  expect(importReport({ ...imported, counts: { ...none, known: 1 }, unused: [], change: '12345678-9' })).toEqual([
    'a.csv, Shopify: 0 products added, 1 already in the shop, in 1.3 s.',
  ]);
});

test('X76: a change reports planned, changed and unchanged products', () => {
  const totals = { changed: 21, same: 22, missing: 23, faulty: 24 };
  const how = { name: 'a.csv', change: '12345678-9' } as const;
  expect(changeReport(totals, { ...how, kind: 'update', isMeant: false })).toEqual([
    'a.csv: 21 products will change, 22 are as the file says, 23 are not in the shop, 24 left out.',
    'Nothing was changed. Run it again with --yes to do it.',
  ]);
  expect(changeReport(totals, { ...how, kind: 'update', isMeant: true })).toEqual([
    'a.csv: 21 products changed, 22 are as the file says, 23 are not in the shop, 24 left out.',
    'To undo it: npm run import -- --undo 12345678',
  ]);
  const few = { changed: 1, same: 2, missing: 0, faulty: 0 };
  expect(changeReport(few, { ...how, kind: 'remove', isMeant: false })[0]).toBe(
    'a.csv: 1 products will be taken off sale, 2 are off sale already.',
  );
  expect(changeReport({ ...few, same: 0 }, { ...how, kind: 'remove', isMeant: true })).toEqual([
    'a.csv: 1 products were taken off sale.',
    'To undo it: npm run import -- --undo 12345678',
  ]);
  expect(changeReport({ ...few, changed: 0 }, { ...how, kind: 'remove', isMeant: true })).toHaveLength(1);
  expect(changeReport(few, { ...how, kind: 'put-back', isMeant: false })[0]).toBe(
    'a.csv: 1 products will be put on sale again, 2 are on sale already.',
  );
});

test('X17, X76: changes are listed in Kenya’s time; an undo reports products that it did not restore', () => {
  const change = {
    id: '12345678-9',
    kind: 'update' as const,
    source: 'a.csv',
    actor: 'console ann',
    at: '2026-11-26T21:30:00.000Z',
    products: 31,
  };
  expect(
    changesReport([
      { ...change, isUndone: false },
      { ...change, isUndone: true },
    ]),
  ).toEqual([
    '12345678  2026-11-27 00:30 EAT  update of 31 products by a.csv (console ann)',
    '12345678  2026-11-27 00:30 EAT  update of 31 products by a.csv (console ann), undone',
  ]);
  expect(changesReport([])).toEqual(['No file has changed the catalogue yet.']);
  expect(undoReport({ restored: 41, kept: [] })).toEqual(['41 products restored.']);
  expect(undoReport({ restored: 0, kept: ['a', 'b'] })).toEqual([
    '0 products restored.',
    'Not restored, because they were changed since: a, b.',
  ]);
});

test('H1: adding a staff member reports whether the account existed', () => {
  const added = { email: 'ann@example.com', role: 'orders' as const };
  expect(addedReport({ ...added, isNew: true })).toBe('ann@example.com may log in as orders.');
  expect(addedReport({ ...added, isNew: false })).toBe(
    'ann@example.com already had an account. It has the new password and the role orders, and is logged out everywhere.',
  );
});
