import { expect, test } from 'vitest';
import { sources } from '../support/files.ts';

test('X84: lists without bullets use the component that writes their role', () => {
  // Lists with a class have no bullets (src/views/theme/global.css.ts).
  const wrong = sources('src').flatMap(({ path, text }) =>
    (text.match(/<(?:ul|ol)\s[^>]*className/g) ?? []).map((tag) => `${path}: ${tag}`),
  );
  expect(wrong).toEqual([]);
});
