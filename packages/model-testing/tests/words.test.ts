import { expect, test } from 'vitest';
import { findWord, listWords, match } from '../table/words.ts';
import type { Words } from '../table/words.ts';

const words: Words<number> = [{ 'press Play': 1, 'press (twice)': 2 }, [/^press (\w+)$/, 3], [/^press/, 4]];

test.each([
  ['press Play', 1],
  ['press (twice)', 2],
  ['press Stop', 3],
  ['press and hold', 4],
  ['hold', undefined],
])('%s is explained by the first entry that matches all of it: %s', (text, how) =>
  expect(findWord(words, text)?.how).toBe(how),
);

test('a pattern finds parts of a text, an exact text only itself', () => {
  const [exact, , pattern] = listWords(words);
  if (exact === undefined || pattern === undefined) throw new Error('there are four');
  expect([...(match(exact, 'press Play') ?? [])]).toEqual(['press Play']);
  expect([...(match(pattern, 'press Stop') ?? [])]).toEqual(['press Stop', 'Stop']);
  expect(match(exact, 'press Play now')).toBeNull();
});

test('maps that share an entry share its words', () =>
  expect(listWords([...words]).every((word) => listWords(words).includes(word))).toBe(true));
