/**
 * The beginning of a text, at most this many characters as people count them: an emoji or a letter with its accent is never cut (X83).
 * Browsers without `Intl.Segmenter` count code points.
 */
export function excerpt(text: string, longest: number): string {
  const characters =
    'Segmenter' in Intl
      ? Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)
      : [...text];
  return characters.slice(0, longest).join('');
}
