import { expect, test } from 'vitest';
import { sources } from '../support/files.ts';

test('X84: views use no autocomplete token for a whole street address or a region', () => {
  const wrong = sources('src/views').flatMap(({ path, text }) =>
    (text.match(/autoComplete="(street-address|address-level1)"/g) ?? []).map((token) => `${path}: ${token}`),
  );
  expect(wrong).toEqual([]);
});
