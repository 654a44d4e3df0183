import { expect, test } from 'vitest';
import { sources } from '../support/files.ts';

test('X84: it lets a browser fill in one line of an address where there is one, and no region where an estate is asked for', () => {
  const wrong = sources('src/views').flatMap(({ path, text }) =>
    (text.match(/autoComplete="(street-address|address-level1)"/g) ?? []).map((token) => `${path}: ${token}`),
  );
  expect(wrong).toEqual([]);
});
