import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine, cleanText, isBlank, isReadable } from '../../contract/rules/clean-text.ts';

describe('X80: text cleaning', () => {
  test.each([
    ['a NUL', 'Ama\u0000ni', 'Amani'],
    ['other control characters', '\u0001Ama\u007f\u009fni\u001b', 'Amani'],
    ['zero-width characters', '\ufeffAma\u200bni\u2060', 'Amani'],
    ['direction marks', '\u202aAmani\u202c \u2066Otieno\u2069\u200e', 'Amani Otieno'],
    ['a soft hyphen', 'Ama\u00adni', 'Amani'],
    ['a Hangul filler, which looks like a space', '\u3164Amani', 'Amani'],
    ['a no-break space', 'Moi\u00a0Avenue', 'Moi Avenue'],
    ['a decomposed letter with an accent', 'Rene\u0301', 'Ren\u00e9'],
    ['an unpaired surrogate', 'Amani\ud83d', 'Amani'],
    ['a joiner after a letter', 'Ama\u200dni', 'Amani'],
    ['a variation selector after a letter', 'Ama\ufe0fni', 'Amani'],
    ['spaces around it', ' \t Amani\n', 'Amani'],
  ])('X80: normalises %s', (_, typed, clean) => {
    expect(cleanText(typed)).toBe(clean);
    expect(cleanLine(typed)).toBe(clean);
  });

  test.each([
    ['emoji with joiners', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb} \u2764\ufe0f\u200d\u{1f525}'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['a Persian word with a non-joiner', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['accents and quotes', 'Nyambura\u2019s caf\u00e9'],
  ])('X80: keeps %s', (_, typed) => expect(cleanText(typed)).toBe(typed));

  test('X80: normalises the line ends of a text and removes those of a line', () => {
    expect(cleanText('one\r\ntwo\rthree\u2028four\u0085five\n\nsix')).toBe('one\ntwo\nthree\nfour\nfive\n\nsix');
    expect(cleanLine('one\r\n two\tthree')).toBe('one two three');
  });

  test('X80: a text without visible characters is blank', () => {
    for (const typed of ['', ' ', '\u200b', '\u3164', '\u0000', '\u00a0\ufeff']) expect(isBlank(typed)).toBe(true);
    expect(isBlank('.')).toBe(false);
  });

  test.each([
    ['secret\u0000pass', false],
    ['secret\u009fpass', false],
    ['secret\ud800pass', false],
    [' Sécret\tpass\n', true],
    ['\u{1f600}\u200d\u00a0', true],
  ])('§6: a password that is never cleaned, %j, is readable: %s', (typed, expected) =>
    expect(isReadable(typed)).toBe(expected),
  );

  test('X80: is idempotent for any input', () => {
    const parts =
      'a|e|\u0301|\u200c|\u200d|\ufe0f|\u200b|\u00ad|\u{1f469}|\u2764|1|\u0645|\u0653|\ud83d|\r|\n| |\u00a0|\u0000'.split(
        '|',
      );
    const typed = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...parts) }));
    fc.assert(
      fc.property(typed, (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
        expect(cleanLine(cleanText(text))).toBe(cleanLine(text));
      }),
    );
  });
});
