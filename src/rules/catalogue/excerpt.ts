/**
 * The beginning of a text, at most this many characters as people count them: neither an emoji nor a letter with its accent
 * is cut (X83). Browsers without `Intl.Segmenter` count code points.
 */
export function excerpt(text: string, longest: number): string {
  let cut = '';
  let count = 0;
  for (const character of charactersOf(text)) {
    if (count === longest) break;
    cut += character;
    count += 1;
  }
  return cut;
}

/** One after the other, so that a long text is read no further than it is needed. */
function* charactersOf(text: string): Iterable<string> {
  if (!('Segmenter' in Intl)) yield* text;
  else for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) yield segment;
}
