import { expect, test } from 'vitest';
import { getQuestions, surveyFile } from '../../../server/cli/import/survey.ts';
import type { Entry } from '../../../server/modules/catalogue/import.service.ts';

async function questions(prices: readonly number[]): Promise<string[]> {
  async function* entries(): AsyncGenerator<Entry> {
    for (const [index, price] of prices.entries()) yield { line: index + 2, given: { name: `N ${index}`, price } };
  }
  return getQuestions(await surveyFile(entries()), { rate: false, stock: true });
}

test.each([
  [[499], true],
  [[500], false],
  [[501], false],
  // The median of all prices counts, in any order; for an even number it is the upper middle one.
  [[90_000, 499, 20], true],
  [[90_000, 500, 20], false],
  [[499, 500], false],
  [[499, 20], true],
  [[], false],
] as const)('X85: asks for the currency when the median price is below 500: %j', async (prices, isAsked) => {
  expect(await questions(prices)).toEqual(
    isAsked ? [expect.stringMatching(/^Half of the prices are not above 499, e\.g\. 499 for line \d \(N \d\)/)] : [],
  );
});
