/** Letters, digits and punctuation that are one character each, whatever stands beside them in such a text. */
const PLAIN = /^[\n -\u02ff\u2010-\u2027]*$/;

/**
 * Returns the beginning of a text, at most this many visible characters: it never cuts an emoji or an accented letter
 * (X83). Browsers without `Intl.Segmenter` count code points.
 */
export function excerpt(text: string, longest: number): string {
  // The first use of a segmenter takes a slow phone 50 ms. The next character may belong to the last one.
  if (PLAIN.test(text.slice(0, longest + 1))) return text.slice(0, longest);
  let cut = '';
  let count = 0;
  for (const character of iterateCharacters(text)) {
    if (count === longest) break;
    cut += character;
    count += 1;
  }
  return cut;
}

/** Yields one character at a time, so that a long text is read only as far as needed. */
function* iterateCharacters(text: string): Iterable<string> {
  if (!('Segmenter' in Intl)) yield* text;
  else for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) yield segment;
}
