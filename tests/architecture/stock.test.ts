import { expect, test } from 'vitest';
import { sources } from '../support/files.ts';

/** Migrations make the tables and the opening rows. */
const files = sources('server', 'demo', 'simulators', 'tools', 'scripts').filter(
  ({ path }) => !path.startsWith('server/db/migrations/'),
);
const getPaths = (...patterns: readonly RegExp[]) =>
  files.filter(({ text }) => patterns.some((pattern) => pattern.test(text))).map(({ path }) => path);

test('only one file writes stock and its ledger, so that both are written together', () => {
  expect(
    getPaths(
      /\.\s*(?:insert|update|delete)\(\s*(?:\w+\.)?(?:productStock|stockLedger)\s*\)/,
      /\b(?:insert into|update|delete from|truncate|merge into)\s+(?:only\s+)?(?:product_stock|stock_ledger)\b/i,
    ),
  ).toEqual(['server/modules/stock/stock.repository.ts']);
});

test('no file changes or deletes a row of the ledger', () => {
  expect(
    getPaths(
      /\.\s*(?:update|delete)\(\s*(?:\w+\.)?stockLedger\s*\)/,
      /\b(?:update|delete from|truncate)\s+(?:only\s+)?stock_ledger\b/i,
    ),
  ).toEqual([]);
});
