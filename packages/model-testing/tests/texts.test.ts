import { describe, expect, test } from 'vitest';
import { findQuotedTexts, parseTableRows, parseSections } from '../texts/quoted-texts.ts';
import { isTextShown, getTextPieces } from '../texts/text-pieces.ts';

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
    expect(findQuotedTexts(PAGE, (heading) => heading.startsWith('Texts'))).toEqual([
      { section: 'Texts of play', text: 'Cannot play' },
      { section: 'Texts of play', text: "You can't skip `now`: {reason}" },
      { section: 'Texts of play', text: 'A text that was folded' },
    ]);
  });

  test('has table rows without headers', () => {
    const [times] = parseSections(PAGE).filter(({ heading }) => heading === 'Times');
    expect(parseTableRows(times?.body ?? '')).toEqual([['fade', '300']]);
  });
});

describe('a page', () => {
  const pieces = getTextPieces(
    '<p class="a">Login  failed<br/>Try &amp; retry</p><p>Registration failed: it&#x27;s late</p>',
  );

  test.each(['Login failed', 'Try & retry', "Registration failed: it's late", 'Registration failed: {message}'])(
    'shows: %s',
    (text) => expect(isTextShown(text, pieces)).toBe(true),
  );
  test.each(['Login', 'Registration failed', 'failed', 'a', '{message} failed: {more} x', 'Registration failed: {a}?'])(
    'does not show as a whole: %s',
    (text) => expect(isTextShown(text, pieces)).toBe(false),
  );
});
