import { splitParts, splitWords } from '../../db/words.rules.ts';

/** A search term. A product matches when it has one of the words. */
export interface Term {
  /** The first is the word as typed. */
  readonly words: readonly string[];
  /** Joined with a neighbouring word: 'air pods' also means 'airpods'. */
  readonly joined: readonly string[];
  /** Whether the term may be the name of a specification, e.g. 'ram' in '8gb ram'. */
  readonly isName: boolean;
}

const MOST_TERMS = 8;

/** Words that a product need not contain, unless the search has no other words. */
const FILLERS = new Set(['and', 'for', 'with', 'the', 'of', 'from']);
/** Synonyms of sellers and shoppers. */
const ALIKE: readonly (readonly string[])[] = [
  ['tv', 'television'],
  ['fridge', 'refrigerator'],
  ['disk', 'drive'],
  ['laptop', 'notebook'],
  ['cooker', 'stove'],
  ['earphone', 'earbud'],
  ['ps', 'playstation'],
];
/** One-way synonyms: the first word also finds the others. */
const ALSO: readonly (readonly [word: string, ...found: string[]])[] = [
  ['woofer', 'subwoofer'],
  ['memory', 'microsd'],
  ['flashdisk', 'flashdrive'],
];
/** A `Map`, because an object would have a value for the word 'constructor'. */
const SAME: ReadonlyMap<string, readonly string[]> = new Map([
  ...ALIKE.flatMap((group) => group.map((word) => [word, group.filter((it) => it !== word)] as const)),
  ...ALSO.map(([word, ...found]) => [word, found] as const),
]);
/** Words that add nothing after another word. In Kenya an iron is called an 'iron box'. */
const EMPTY_BEHIND: ReadonlyMap<string, string> = new Map([['box', 'iron']]);

/** Parses a search text to terms in the singular. Uses the same word splitting as product texts. */
export function parseTerms(search: string): Term[] {
  const written = splitWords(search);
  // The last word may be the start of another word.
  const telling = written.filter(
    (word, at) =>
      EMPTY_BEHIND.get(word) !== (written[at - 1] ?? '') &&
      (!FILLERS.has(word) || (at > 0 && at === written.length - 1)),
  );
  const words = (telling.length === 0 ? written : telling).slice(0, MOST_TERMS);
  const joins = words.slice(1).map((word, at) => joinWords(words[at] ?? '', word, at + 2 === words.length));
  const terms = words.map((word, at): [string, Term] => [
    word,
    {
      words: toForms(word),
      joined: [joins[at - 1], joins[at]].filter((it) => it !== undefined && it !== null),
      isName: words.length > 1,
    },
  ]);
  return [...new Map(terms).values()];
}

const hasDigit = (word: string) => /\d/.test(word);

/** Joins two words. After a number only at the end, where a unit may be half typed. */
function joinWords(word: string, next: string, isLast: boolean): string | null {
  const isSplit = !hasDigit(next) && (!hasDigit(word) || (isLast && /\d$/.test(word)));
  return isSplit ? word + toSingular(next) : null;
}

function toForms(word: string): string[] {
  const one = toSingular(word);
  const many = /^[a-z]{2,}[^aeiou\d\W]y$/.test(one) ? [`${one.slice(0, -1)}ies`] : [];
  return [one, ...many, ...(SAME.get(word) ?? SAME.get(one) ?? [])];
}

/** Removes a plural ending. The rest is matched as a prefix. */
function toSingular(word: string): string {
  if (/^[a-z]{4,}ies$/.test(word)) return word.slice(0, -3);
  if (/^[a-z]+(?:sh|ch|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  if (/^(?:[a-z]{2,}[^isu\d\W]|tv|pc)s$/.test(word)) return word.slice(0, -1);
  return word;
}

/** Part of the product's words, and whether a prefix matches. */
export interface Where {
  readonly isPrefix: boolean;
  /** A: start of the name. B: brand. C: rest of the name, and category. D: specifications. Empty: any part. */
  readonly parts: '' | 'A' | 'B' | 'C';
}

/** Converts a term to PostgreSQL's text search syntax. The words contain no quotes or operators. */
export function toTermQuery({ words, joined, isName }: Term, { isPrefix, parts }: Where): string {
  const lexeme = (text: string, isStart = isPrefix) => {
    // No prefix match for one letter, because it matches too many words.
    const mark = `${isStart && text.length > 1 ? '*' : ''}${parts}`;
    return mark === '' ? `'${text}'` : `'${text}':${mark}`;
  };
  /** Also matches a word of letters that the product writes as two words. */
  const either = (letters: string, isStart = isPrefix) => [
    lexeme(letters, isStart),
    ...(letters.length > 2 ? [lexeme(`+${letters}`, isStart)] : []),
    // Specification names of two words, e.g. 'dualsim'. Only whole words, because otherwise 'camera' would match every
    // phone.
    ...(letters.length > 4 && parts === '' ? [lexeme(`=${letters}`, false)] : []),
  ];
  const toWordQuery = (word: string) => {
    const pieces = splitParts(word);
    // E.g. '4/128' for a phone with 4 GB.
    if (/^[0-9]$/.test(word)) return [lexeme(word), lexeme(`${word}gb`, false)];
    if (pieces.length === 1) return /[0-9]/.test(word) ? [lexeme(word)] : either(word);
    const inOrder = pieces.map((piece, at) => {
      const isStart = isPrefix && at + 1 === pieces.length;
      if (/^[0-9]$/.test(piece) && isStart) return `'${piece}':*${parts}`;
      const same = [piece, ...(SAME.get(piece) ?? [])];
      return /[0-9]/.test(piece)
        ? lexeme(piece, isStart)
        : `(${same.flatMap((it) => either(it, isStart)).join(' | ')})`;
    });
    return [lexeme(word), `(${inOrder.join(' <-> ')})`];
  };
  const names =
    isName && parts === '' && isPrefix ? words.filter((it) => it.length > 1).map((it) => lexeme(`~${it}`)) : [];
  return [...words.flatMap(toWordQuery), ...joined.map((it) => lexeme(it)), ...names].join(' | ');
}

/** Returns the query for a search: each term must match as a whole word or prefix. */
export function toQuery(terms: readonly Term[]): string {
  return terms.map((term) => `(${toTermQuery(term, { isPrefix: true, parts: '' })})`).join(' & ');
}

/** Queries of a search, and of each term by the part of the product that it matches. */
export interface SearchQueries {
  readonly query: string;
  readonly whole: readonly string[];
  readonly name: readonly string[];
  readonly brand: readonly string[];
  readonly rest: readonly string[];
}

/** An entry lives as long as its terms, which belong to a parsed URL. */
const searchQueries = new WeakMap<readonly Term[], SearchQueries>();

/** Returns the queries that find and rank the results of a search. Computes them once per parsed search. */
export function toSearchQueries(terms: readonly Term[]): SearchQueries {
  const known = searchQueries.get(terms);
  if (known !== undefined) return known;
  const each = (where: Where) => terms.map((term) => toTermQuery(term, where));
  const queries = {
    query: toQuery(terms),
    whole: each({ isPrefix: false, parts: 'A' }),
    name: each({ isPrefix: true, parts: 'A' }),
    brand: each({ isPrefix: true, parts: 'B' }),
    rest: each({ isPrefix: true, parts: 'C' }),
  };
  searchQueries.set(terms, queries);
  return queries;
}

/** Returns whether a word may be misspelt. Numbers and short words are never corrected. */
export function canBeMisspelt(word: string): boolean {
  return /^[a-z]{4,30}$/.test(word);
}

/**
 * Returns the word, and the word without one of its first four letters. A misspelt word and its correct form share one
 * of these.
 */
export function findMisspeltForms(word: string): string[] {
  const without = Array.from({ length: 4 }, (_, place) => word.slice(0, place) + word.slice(place + 1));
  return [...new Set([word, ...without])];
}

const MOST_CORRECTIONS = 5;

/** Returns the likely corrections of a misspelt word among `known`, nearest first. Prefix matches come last. */
export function findCorrections(word: string, known: readonly string[]): string[] {
  const most = word.length < 8 ? 1 : 2;
  const near = known
    .map((it) => ({ it, distance: getDistance(word, it, most) }))
    .filter(({ distance }) => distance <= most + 0.5)
    .sort((one, other) => one.distance - other.distance || one.it.length - other.it.length);
  const [nearest] = near;
  return near
    .filter(({ distance }) => distance === nearest?.distance)
    .slice(0, MOST_CORRECTIONS)
    .map(({ it }) => it);
}

/** Returns the edit distance. Adds 0.5 when `known` is longer, because the shopper may still be typing. */
function getDistance(word: string, known: string, most: number): number {
  let least = countSlips(word, known);
  for (let length = word.length - most; length <= word.length + most && length < known.length; length += 1) {
    if (length > 2) least = Math.min(least, countSlips(word, known.slice(0, length)) + 0.5);
  }
  return least;
}

/** Counts missing, extra, wrong and swapped letters (optimal string alignment). */
function countSlips(one: string, other: string): number {
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
