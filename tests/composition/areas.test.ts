import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { composed } from '../support/slots.ts';
import { AREAS } from '../flows/support/walks.ts';

test('every composed machine belongs to one area, and every area has walks', () => {
  expect(Object.values(AREAS).flat().sort()).toEqual(Object.keys(composed).sort());
  const files = (area: string) => [
    `tests/flows/${area}/${area}.composition.test.ts`,
    `tests/composition/${area}.test.ts`,
  ];
  expect(Object.keys(AREAS).filter((area) => !files(area).some((file) => existsSync(file)))).toEqual([]);
});
