import { expect, test } from 'vitest';
import { sources } from '../support/files.ts';

test('X84: it draws each list without bullets by the part that writes its role', () => {
  // Each list with a class has no bullets (src/views/theme/global.css.ts).
  const wrong = sources('src').flatMap(({ path, text }) =>
    (text.match(/<(?:ul|ol)\s[^>]*className/g) ?? []).map((tag) => `${path}: ${tag}`),
  );
  expect(wrong).toEqual([]);
});
