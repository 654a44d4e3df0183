import { describe, expect, test } from 'vitest';
import { quotedIn, rowsIn, sectionsOf } from '../texts/quoted.ts';
import { isSeen, piecesOf } from '../texts/seen.ts';

const PAGE = `
# The player
Nothing of 'this' counts.

## Texts of play
The server's message, or 'Cannot play'. It's the player's 'Cannot play', too.

| Text | When |
| ---- | ---- |
| 'You can't skip \`now\`: {reason}' | the song's rule |
| 'A text that was
folded' | once |

## Times
| What | Value |
| ---- | ----- |
| fade | 300   |
`;

describe('a specification', () => {
  test('has quoted texts, once per heading, ignoring apostrophes', () => {
    expect(quotedIn(PAGE, (heading) => heading.startsWith('Texts'))).toEqual([
      { section: 'Texts of play', text: 'Cannot play' },
      { section: 'Texts of play', text: "You can't skip `now`: {reason}" },
      { section: 'Texts of play', text: 'A text that was folded' },
    ]);
  });

  test('has table rows without headers', () => {
    const [times] = sectionsOf(PAGE).filter(({ heading }) => heading === 'Times');
    expect(rowsIn(times?.body ?? '')).toEqual([['fade', '300']]);
  });
});

describe('a page', () => {
  const pieces = piecesOf(
    '<p class="a">Login  failed<br/>Try &amp; retry</p><p>Registration failed: it&#x27;s late</p>',
  );

  test.each(['Login failed', 'Try & retry', "Registration failed: it's late", 'Registration failed: {message}'])(
    'shows: %s',
    (text) => expect(isSeen(text, pieces)).toBe(true),
  );
  test.each(['Login', 'Registration failed', 'failed', 'a', '{message} failed: {more} x', 'Registration failed: {a}?'])(
    'does not show as a whole: %s',
    (text) => expect(isSeen(text, pieces)).toBe(false),
  );
});
