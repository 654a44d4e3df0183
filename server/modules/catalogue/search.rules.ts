import { partsOf, wordsOf } from '../../db/words.rules.ts';

/** A word of a search: products match that have one of these words. */
export interface Term {
  /** The first is what was written. */
  readonly words: readonly string[];
  /** The same with a neighbour: 'air pods' also means 'airpods'. */
  readonly joined: readonly string[];
  /** Whether it may also be what a specification is called, as 'ram' in '8gb ram'. */
  readonly isName: boolean;
}

const MOST_TERMS = 8;

/** Words of a search that need not be in a product, unless nothing else was written. */
const FILLERS = new Set(['and', 'for', 'with', 'the', 'of', 'from']);
/** Words that sellers and shoppers use for one thing. */
const ALIKE: readonly (readonly string[])[] = [
  ['tv', 'television'],
  ['fridge', 'refrigerator'],
  ['disk', 'drive'],
  ['laptop', 'notebook'],
  ['cooker', 'stove'],
  ['earphone', 'earbud'],
  ['ps', 'playstation'],
];
/** What is found for a word as well, but not the other way round. */
const ALSO: readonly (readonly [word: string, ...found: string[]])[] = [
  ['woofer', 'subwoofer'],
  ['memory', 'microsd'],
  ['flashdisk', 'flashdrive'],
];
/** A map: of an object the word 'constructor' would find what every object has. */
const SAME: ReadonlyMap<string, readonly string[]> = new Map([
  ...ALIKE.flatMap((group) => group.map((word) => [word, group.filter((it) => it !== word)] as const)),
  ...ALSO.map(([word, ...found]) => [word, found] as const),
]);
/** A word that adds nothing behind another: in Kenya an iron is an 'iron box'. */
const EMPTY_BEHIND: ReadonlyMap<string, string> = new Map([['box', 'iron']]);

/** What a shopper searches for as words, without plural; the text is cut as that of a product. */
export function termsOf(search: string): Term[] {
  const written = wordsOf(search);
  // The last one may be the start of another word.
  const telling = written.filter(
    (word, at) =>
      EMPTY_BEHIND.get(word) !== (written[at - 1] ?? '') &&
      (!FILLERS.has(word) || (at > 0 && at === written.length - 1)),
  );
  const words = (telling.length === 0 ? written : telling).slice(0, MOST_TERMS);
  const joins = words.slice(1).map((word, at) => joinedOf(words[at] ?? '', word, at + 2 === words.length));
  const terms = words.map((word, at): [string, Term] => [
    word,
    {
      words: formsOf(word),
      joined: [joins[at - 1], joins[at]].filter((it) => it !== undefined && it !== null),
      isName: words.length > 1,
    },
  ]);
  return [...new Map(terms).values()];
}

const hasDigit = (word: string) => /\d/.test(word);

/** Two words as one; behind a number only at the end, where a unit may be half typed. */
function joinedOf(word: string, next: string, isLast: boolean): string | null {
  const isSplit = !hasDigit(next) && (!hasDigit(word) || (isLast && /\d$/.test(word)));
  return isSplit ? word + singular(next) : null;
}

function formsOf(word: string): string[] {
  const one = singular(word);
  const many = /^[a-z]{2,}[^aeiou\d\W]y$/.test(one) ? [`${one.slice(0, -1)}ies`] : [];
  return [one, ...many, ...(SAME.get(word) ?? SAME.get(one) ?? [])];
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
export function queryOfTerm({ words, joined, isName }: Term, { isPrefix, parts }: Where): string {
  const lexeme = (text: string, isStart = isPrefix) => {
    // One letter starts half of all words.
    const mark = `${isStart && text.length > 1 ? '*' : ''}${parts}`;
    return mark === '' ? `'${text}'` : `'${text}':${mark}`;
  };
  /** A word of letters, which a product may have as two. */
  const either = (letters: string, isStart = isPrefix) => [
    lexeme(letters, isStart),
    ...(letters.length > 2 ? [lexeme(`+${letters}`, isStart)] : []),
    // Two words that a specification is called: 'dualsim'. Only whole, or 'camera' would find every phone.
    ...(letters.length > 4 && parts === '' ? [lexeme(`=${letters}`, false)] : []),
  ];
  const ofWord = (word: string) => {
    const pieces = partsOf(word);
    // '4/128' of a phone with 4 GB.
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
  return [...words.flatMap(ofWord), ...joined.map((it) => lexeme(it)), ...names].join(' | ');
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
