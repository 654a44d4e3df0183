import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { composed } from '../support/slots.ts';
import { AREAS } from './walks.ts';

test('every composed machine belongs to one area, and every area has its walks', () => {
  expect(Object.values(AREAS).flat().sort()).toEqual(Object.keys(composed).sort());
  const files = Object.keys(AREAS).map((area) => `tests/composition/${area}.test.ts`);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
