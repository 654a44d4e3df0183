/** A word of a search: products match that have one of these words. The first is what was written. */
export type Term = readonly string[];

const MOST_TERMS = 8;
const LONGEST_WORD = 60;

/** Between words; the same as in the function search_words_of of the migration 0009-search. */
const SEPARATORS = /[^a-z0-9\u00c0-\u1fff\u2c00-\u2fff\u3040-\uffff]+/;
const UNITS = /(\d)\s+(gb|tb|mb|mah|mp|w|kw|kg|l|inch|hz|khz|mm|cm|v)(?![a-z0-9_])/g;

/** What a shopper searches for as words: lower case, without accents and plural, '8 GB' as one word. */
export function termsOf(search: string): Term[] {
  const words = search
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .replace(UNITS, '$1$2')
    .split(SEPARATORS)
    .filter((word) => word !== '');
  return [...new Set(words.slice(0, MOST_TERMS))].map((word) => [singular(word.slice(0, LONGEST_WORD))]);
}

/** Without the ending of a plural: what is left is looked for at the start of words. */
function singular(word: string): string {
  if (/^[a-z]{4,}ies$/.test(word)) return word.slice(0, -3);
  if (/^[a-z]+(?:sh|ch|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  if (/^(?:[a-z]{2,}[^isu\d\W]|tv|pc)s$/.test(word)) return word.slice(0, -1);
  return word;
}

/** In what part of a product's words, and whether the start of a word is enough. */
export interface Where {
  readonly isPrefix: boolean;
  /** A: the start of the name, B: the brand, C: the rest of the name and the category, D: specifications; empty: any. */
  readonly parts: '' | 'A' | 'B' | 'C';
}

/** A term in the language of PostgreSQL's text search. Its words have neither quotes nor signs. */
export function queryOfTerm(term: Term, { isPrefix, parts }: Where): string {
  // One letter starts half of all words.
  return term
    .map((word) => ({ word, mark: `${isPrefix && word.length > 1 ? '*' : ''}${parts}` }))
    .map(({ word, mark }) => `'${word}'${mark === '' ? '' : `:${mark}`}`)
    .join(' | ');
}

/** What a product needs to be found: each term, as a whole word or the start of one. */
export function queryOf(terms: readonly Term[]): string {
  return terms.map((term) => `(${queryOfTerm(term, { isPrefix: true, parts: '' })})`).join(' & ');
}

/** Whether a word may be a misspelt one; numbers and short words are what they are. */
export function mayBeMisspelt(word: string): boolean {
  return /^[a-z]{4,30}$/.test(word);
}

/** The word as it is, and with one of its first four letters left out: a misspelt word and its right form share one. */
export function misspeltForms(word: string): string[] {
  const without = Array.from({ length: 4 }, (_, place) => word.slice(0, place) + word.slice(place + 1));
  return [...new Set([word, ...without])];
}

const MOST_CORRECTIONS = 5;

/** The words among `known` that were meant by a misspelt one, nearest first; those that only begin like it come last. */
export function corrections(word: string, known: readonly string[]): string[] {
  const most = word.length < 8 ? 1 : 2;
  const near = known
    .map((it) => ({ it, distance: nearness(word, it, most) }))
    .filter(({ distance }) => distance <= most + 0.5)
    .sort((one, other) => one.distance - other.distance || one.it.length - other.it.length);
  const [nearest] = near;
  return near
    .filter(({ distance }) => distance === nearest?.distance)
    .slice(0, MOST_CORRECTIONS)
    .map(({ it }) => it);
}

/** Slips between the two; half a slip more where the known word goes on, as while somebody types it. */
function nearness(word: string, known: string, most: number): number {
  let least = slips(word, known);
  for (let length = word.length - most; length <= word.length + most && length < known.length; length += 1) {
    if (length > 2) least = Math.min(least, slips(word, known.slice(0, length)) + 0.5);
  }
  return least;
}

/** Letters that are missing, too many, wrong or in the wrong order (optimal string alignment). */
function slips(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
